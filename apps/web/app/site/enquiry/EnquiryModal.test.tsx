// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formStorage } from '#kit/browser/storedForm'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { SubscribeDialog } from '../pages/SubscribeDialog.tsx'

HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

const openDialog = () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
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
