// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { expect, test } from 'vitest'
import { formStorage } from '#kit/browser/storedForm'
import { Page, usePage } from '#kit/page/page'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { SubscribeDialog } from '../pages/SubscribeDialog.tsx'

HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

const openDialog = (account?: Pick<Account, 'fullName' | 'emailAddress'>) => {
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    ...(account && { 'GET /api/auth/account': () => account as Account }),
  })
  renderScreen(<SubscribeDialog plan="PRO" onClose={() => {}} onDone={() => {}} />, { role: 'ROLE_FREE' })
}

test('focuses the first required field when it opens', async () => {
  openDialog()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
})

test('focuses the first required field that the stored values leave empty', async () => {
  formStorage('subscribePlan').keep({ name: 'Ada Byron', country: 'GB' })
  openDialog()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)))
})

const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('has the name and the address of a signed-in user, and the focus is in the first field that they leave empty', async () => {
  openDialog({ fullName: 'Ada Byron', emailAddress: 'ada@b.test' })
  await waitFor(() => expect(valueOf(/^Name/)).toBe('Ada Byron'))
  expect(valueOf(/^Email/)).toBe('ada@b.test')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Country/))
})

test('what was typed before is not replaced by the account’s', async () => {
  formStorage('subscribePlan').keep({ name: 'Ada B.', country: 'GB' })
  openDialog({ fullName: 'Ada Byron', emailAddress: 'ada@b.test' })
  await waitFor(() => expect(valueOf(/^Email/)).toBe('ada@b.test'))
  expect(valueOf(/^Name/)).toBe('Ada B.')
})

const WithPolicy = () => {
  const facts = usePage()
  const legal = [{ name: 'Privacy policy', path: '/privacy', version: '1' }]
  return (
    <Page value={{ ...facts, tenant: { ...facts.tenant, legal } }}>
      <SubscribeDialog plan="PRO" onClose={() => {}} onDone={() => {}} />
    </Page>
  )
}

test('without consent, the required fields that are empty are reported as well', async () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { user } = renderScreen(<WithPolicy />)
  await user.type(screen.getByLabelText(/^Name/), 'Ada Byron')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('Please agree to the privacy policy')).toBeTruthy()
  expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBeNull()
  for (const label of [/^Country/, /^Email/]) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Country/)))
})
