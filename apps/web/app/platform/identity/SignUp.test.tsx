// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Page, readPageFacts } from '#kit/page/page'
import { session } from '#kit/session'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import SignUp, { clientLoader } from './SignUp.tsx'

const openForm = () => {
  const facts = readPageFacts()
  return renderScreen(
    <Page value={{ ...facts, tenant: { ...facts.tenant, allowsSignUp: true } }}>
      <SignUp />
    </Page>,
  )
}

/** The names of the fields that are marked as invalid. */
const invalidFields = () =>
  screen.getAllByRole('textbox').flatMap((field) => (field.hasAttribute('aria-invalid') ? [field.getAttribute('name')] : []))

test('marks every empty required field at once when the company is empty, before the call', async () => {
  const api = mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { user } = openForm()
  await user.type(screen.getByLabelText(/^Last Name/), 'Byron')
  await user.click(screen.getByRole('button', { name: 'Create Free Account' }))
  expect(screen.getByRole('alert').textContent).toBe('Company Name is required!')
  expect(invalidFields()).toEqual(['firstName', 'emailAddress', 'userCompanyName'])
  expect(document.activeElement).toBe(screen.getByLabelText(/^First Name/))
  expect(api.inputsOf('POST /api/admin/signup')).toEqual([])
})

test('the error of a field goes when the field is changed, and comes back if it is submitted again as it was', async () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { user } = openForm()
  await user.click(screen.getByRole('button', { name: 'Create Free Account' }))
  await user.type(screen.getByLabelText(/^Company Name/), 'B')
  expect(invalidFields()).toEqual(['firstName', 'lastName', 'emailAddress'])
  await user.type(screen.getByLabelText(/^Company Name/), '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Create Free Account' }))
  expect(invalidFields()).toEqual(['firstName', 'lastName', 'emailAddress', 'userCompanyName'])
})

/** Where the address of the form leads; null: it shows the form. */
const leadsTo = (search: string) => {
  try {
    return clientLoader({ request: new Request(`http://localhost/signup${search}`) })
  } catch (thrown) {
    return (thrown as Response).headers.get('location')
  }
}

test('whoever is signed in is led to their area or where they wanted, unless a mail invites an address', () => {
  openForm()
  expect(leadsTo('')).toBe('/crm/dashboard')
  expect(leadsTo('?next=/drive')).toBe('/drive')
  expect(leadsTo('?email=new@sample.example')).toBeNull()
  session.forget()
  expect(leadsTo('')).toBeNull()
})

test('the message that tells what to do next is taken along to the home page', async () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}), 'POST /api/admin/signup': () => null as never })
  const { user, router } = openForm()
  for (const label of [/^First Name/, /^Last Name/, /^Company Name/]) await user.type(screen.getByLabelText(label), 'Byron')
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await user.click(screen.getByRole('button', { name: 'Create Free Account' }))
    await screen.findByText('Done')
    await act(() => vi.advanceTimersByTimeAsync(3000))
  } finally {
    vi.useRealTimers()
  }
  expect(router.state.location).toMatchObject({ pathname: '/', state: { notice: 'Done' } })
})
