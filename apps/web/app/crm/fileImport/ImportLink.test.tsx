// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import CompanyList from '../company/CompanyList.tsx'
import ContactList from '../contact/ContactList.tsx'

const mockEmptyLists = () =>
  mockCalls({
    'GET /api/company/': () => listAnswer([]),
    'GET /api/contact/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
  })
const link = () => screen.queryByRole('link', { name: 'Import from a file' })

test.each([
  ['company', <CompanyList key="company" />, 'No companies yet'],
  ['contact', <ContactList key="contact" />, 'No contacts yet'],
])('where there is no %s yet, the list leads to the import from a file', async (kind, list, title) => {
  mockEmptyLists()
  renderScreen(list, { at: `/crm/${kind}/list` })
  await screen.findByText(title)
  expect(link()?.getAttribute('href')).toMatch(new RegExp(`import/new\\?kind=${kind}$`))
})

test('where filters find nothing, and for users who may not import, it does not', async () => {
  mockEmptyLists()
  const filtered = renderScreen(<CompanyList />, { at: '/crm/company/list?legalName=Berg' })
  await screen.findByText('Nothing matches')
  expect(link()).toBeNull()
  filtered.close()
  renderScreen(<ContactList />, { at: '/crm/contact/list', role: 'ROLE_LEVEL3' })
  await screen.findByText('No contacts yet')
  expect(link()).toBeNull()
})
