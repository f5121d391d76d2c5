// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import type { CampaignOutlook } from '@tradewind/contract/trust/reviewCampaign.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import CampaignShow from './CampaignShow.tsx'

const at = '2026-06-01T12:00:00.000Z'

const campaign: CampaignOutlook = {
  uniqueId: companyId(1),
  dateCreated: at,
  updatedAt: at,
  invited: 1,
  answered: 0,
  reminded: 0,
  reminders: false,
  endedAt: null,
  trigger: null,
  sentence: null,
  isOver: false,
  remindersAllowed: true,
  remindable: 1,
  skipped: [],
  bounced: [],
  next: null,
}

const invitation: Invitation = {
  uniqueId: companyId(2),
  dateCreated: at,
  updatedAt: at,
  contactId: companyId(3),
  firstName: 'Ada',
  lastName: 'Berg',
  companyName: 'Berg GmbH',
  email: 'ada@berg.example',
  reviewType: 'Manufacturers',
  invitationStatus: 'SENT',
  sentAt: at,
  remindedAt: null,
  reminders: 0,
  answeredAt: null,
  expiresAt: '2999-01-01T00:00:00.000Z',
  problem: null,
  bouncedAt: null,
  viaLink: false,
  resendable: true,
  blockedBecause: null,
}

test('a reminder sent from a row of the campaign changes its figures and its list of reminders at once', async () => {
  let reminded = 0
  const { inputsOf } = mockCalls({
    'GET /api/reviewReminder/campaign/:uniqueId': () => ({ ...campaign, remindable: 1 - reminded }),
    'GET /api/review/': () => listAnswer([invitation]),
    'GET /api/reviewReminder/': () => listAnswer([]),
    'POST /api/review/resend/:uniqueId': () => {
      reminded = 1
      return { ...invitation, invitationStatus: 'QUEUED' as const, resendable: false }
    },
  })
  const { user } = renderScreen(<CampaignShow />, {
    role: 'ROLE_BASIC',
    at: `/user/campaign/show/${campaign.uniqueId}`,
    path: 'user/campaign/show/:uniqueId',
  })
  expect(await screen.findByRole('button', { name: 'Remind (1)' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Actions for Ada Berg' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remind' }))
  await user.click(await screen.findByRole('button', { name: 'Remind' }))
  expect(await screen.findByRole('button', { name: 'Remind (0)' })).toBeTruthy()
  await waitFor(() => expect(inputsOf('GET /api/reviewReminder/').length).toBeGreaterThan(1))
})
