// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import ContactForm from '../contact/ContactForm.tsx'
import CompanyForm from './CompanyForm.tsx'

const calls = {
  'GET /api/customField/': () => listAnswer([]),
  'GET /api/company/': () => listAnswer([]),
  'GET /api/company/similar': () => listAnswer([]),
  'GET /api/contact/similar': () => listAnswer([]),
} as const
const valueOf = async (name: RegExp) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value

test('a new company, and a new contact, have the name that the address gives them', async () => {
  mockCalls(calls)
  const { close } = renderScreen(<CompanyForm />, { at: '/crm/company/create?name=Nordwind', path: '/crm/company/create' })
  expect(await valueOf(/Legal Name/)).toBe('Nordwind')
  close()
  renderScreen(<ContactForm />, { at: '/crm/contact/create?name=Ada+Maria+Berg', path: '/crm/contact/create' })
  expect([await valueOf(/First Name/), await valueOf(/Last Name/)]).toEqual(['Ada Maria', 'Berg'])
})
