// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleProjectCompany } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import ProjectEvents from './ProjectEvents.tsx'

const open = (role: Role) => {
  const company = { uniqueId: null, legalName: 'Company 1' }
  mockCalls({
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/admin/options': () => listAnswer([{ uniqueId: myUserId, fullName: 'Kim Berg', emailAddress: 'kim@nord.example' }]),
    'GET /api/projectCompany/': () =>
      listAnswer([
        sampleProjectCompany(1, { mainContact: { uniqueId: companyId(50), fullName: 'Ada Sud', company } }),
        sampleProjectCompany(2),
        sampleProjectCompany(3, { mainContact: undefined }),
      ]),
  })
  const at = '/crm/project/event?cols=company,mainContact,createdBy'
  return renderScreen(<ProjectEvents />, { at, path: '/crm/project/event', role })
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .slice(1, -1)
        .map(({ textContent }) => textContent),
    )

test('project events show the main contact, as far as one may see contacts, and who added the company', async () => {
  open('ROLE_LEVEL3')
  await waitFor(() =>
    expect(cells()).toEqual([
      ['Ada Sud', 'Kim Berg'],
      ['N/A', 'Kim Berg'],
      ['Not shown to you', 'Kim Berg'],
    ]),
  )
})

test('who may not see contacts is offered no column of the main contact', async () => {
  const { user } = open('ROLE_LEVEL1')
  await user.click(await screen.findByRole('button', { name: 'Display' }))
  await screen.findByLabelText('Added by')
  expect(screen.queryByLabelText('Main Contact')).toBeNull()
})
