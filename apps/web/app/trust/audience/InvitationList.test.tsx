// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import InvitationList from './InvitationList.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

const invitation = (number: number, firstName: string, fields: Partial<Invitation>): Invitation => ({
  uniqueId: companyId(number),
  dateCreated: daysAgo(10),
  updatedAt: daysAgo(10),
  contactId: companyId(number),
  firstName,
  lastName: 'Berg',
  companyName: 'Berg GmbH',
  email: 'berg@berg.example',
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

test('customers who have not answered are reminded from the row of their invitation; where that is not possible, it says why', async () => {
  const ada = invitation(1, 'Ada', {})
  const { inputsOf } = mockCalls({
    'GET /api/review/': () => listAnswer([ada, invitation(2, 'Bob', { sentAt: daysAgo(2), resendable: false })]),
    'POST /api/review/resend/:uniqueId': () => ada,
  })
  const { user } = renderScreen(<InvitationList />, { role: 'ROLE_BASIC' })
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
