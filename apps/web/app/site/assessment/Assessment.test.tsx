// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import type { AskedQuestion } from '@tradewind/contract/site/assessment.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Assessment from './Assessment.tsx'
import { storeStart } from './contact.values.ts'

HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
  this.dispatchEvent(new Event('close'))
}

const question: AskedQuestion = { uniqueId: 'q1', category: 'Systems & Processes', question: 'We write down how we work.' }

const openPage = (role: Role | null, questions = [question]) => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  return renderScreen(<Assessment />, { at: '/self-assessment', path: '/self-assessment', role, loaderData: questions })
}

const contactDialog = () => screen.findByRole('dialog', { name: 'Who takes the assessment?' })

test('a visitor is asked for the contact data first; closing shows the introduction, and what was typed is still there', async () => {
  const { user } = openPage(null)
  const dialog = within(await contactDialog())
  expect(dialog.getByText(/Close this to read first/)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(/^First name/))
  await user.type(dialog.getByLabelText(/^First name/), 'Ada')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const start = screen.getByRole('button', { name: 'Start the self-assessment' })
  await waitFor(() => expect(document.activeElement).toBe(start))
  await user.click(start)
  const again = within(await contactDialog())
  await waitFor(() => expect(again.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Ada'))
})

test('a signed-in user comes to the questions at once, and reads below what happens to the answers', async () => {
  openPage('ROLE_PRO')
  expect(await screen.findByRole('radiogroup', { name: /We write down how we work/ })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'What happens to your answers' })).toBeTruthy()
})

test('a visitor without contact data is asked for it, even if the questions were open before', async () => {
  storeStart()
  openPage(null)
  expect(await contactDialog()).toBeTruthy()
})

test('nobody is asked for contact data where there are no questions', async () => {
  openPage(null, [])
  expect(await screen.findByText('No questions available.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
