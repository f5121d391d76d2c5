// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Page, readPageFacts } from '#kit/page/page'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import SignUp from './SignUp.tsx'

const openForm = () => {
  const facts = readPageFacts()
  return renderScreen(
    <Page value={{ ...facts, tenant: { ...facts.tenant, allowsSignUp: true } }}>
      <SignUp />
    </Page>,
  )
}

test('marks every empty required field at once when the company is empty, before the call', async () => {
  const api = mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { user } = openForm()
  await user.type(screen.getByLabelText(/^Last Name/), 'Byron')
  await user.click(screen.getByRole('button', { name: 'Create Free Account' }))
  expect(screen.getByRole('alert').textContent).toBe('Company Name is required!')
  const invalid = screen.getAllByRole('textbox').filter((field) => field.hasAttribute('aria-invalid'))
  expect(invalid.map((field) => field.getAttribute('name'))).toEqual(['firstName', 'emailAddress', 'userCompanyName'])
  expect(document.activeElement).toBe(screen.getByLabelText(/^First Name/))
  expect(api.inputsOf('POST /api/admin/signup')).toEqual([])
})
