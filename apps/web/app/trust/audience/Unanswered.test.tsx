// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Unanswered as Asked } from '@tradewind/contract/trust/review.schemas'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Unanswered from './Unanswered.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

const invitation = (number: number, firstName: string, fields: Partial<Asked>): Asked => ({
  uniqueId: companyId(number),
  dateCreated: daysAgo(10),
  updatedAt: daysAgo(10),
  contactId: companyId(number),
  firstName,
  lastName: 'Berg',
  title: 'Buyer',
  companyName: 'Berg GmbH',
  contactRole: 'INFLUENCER',
  email: 'berg@berg.example',
  number: null,
  reviewType: 'Manufacturers',
  invitationStatus: 'SENT',
  sentAt: daysAgo(10),
  remindedAt: null,
  reminders: 0,
  answeredAt: null,
  expiresAt: daysAgo(-50),
  problem: null,
  bouncedAt: null,
  viaLink: false,
  resendable: true,
  blockedBecause: null,
  ...fields,
})

test('customers who have not answered are reminded from their row; where that is not possible, it says why', async () => {
  const ada = invitation(1, 'Ada', {})
  const { inputsOf } = mockCalls({
    'GET /api/review/unanswered': () => listAnswer([ada, invitation(2, 'Bob', { sentAt: daysAgo(2), resendable: false })]),
    'POST /api/review/resend/:uniqueId': () => ada,
  })
  const { user } = renderScreen(<Unanswered />, { role: 'ROLE_BASIC' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Bob Berg' }))
  const refused = await screen.findByRole('menuitem', { name: /^Remind/ })
  expect(refused.textContent).toContain('A reminder can go out a week after the invitation')
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions for Ada Berg' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remind' }))
  await user.click(await screen.findByRole('button', { name: 'Remind' }))
  await waitFor(() => expect(inputsOf('POST /api/review/resend/:uniqueId')).toMatchObject([{ uniqueId: ada.uniqueId }]))
})

test('customers who have not answered can be called', async () => {
  mockCalls({ 'GET /api/review/unanswered': () => listAnswer([invitation(1, 'Ada', { number: '+49 30 1' })]) })
  renderScreen(<Unanswered />, { role: 'ROLE_BASIC' })
  expect((await screen.findByRole('link', { name: '+49 30 1' })).getAttribute('href')).toBe('tel:+49301')
})
