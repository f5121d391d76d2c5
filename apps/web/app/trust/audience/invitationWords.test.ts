import { expect, test } from 'vitest'
import { whyNotResendable } from './InvitationRows.tsx'

const now = Date.parse('2026-06-20T12:00:00Z')
const sent = {
  invitationStatus: 'SENT',
  bouncedAt: null,
  remindedAt: null,
  reminders: 0,
  viaLink: false,
  sentAt: '2026-06-19T12:00:00.000Z',
  expiresAt: '2026-09-01T00:00:00.000Z',
  blockedBecause: null,
} as const

test.each([
  [{}, 'A reminder can go out a week after the invitation'],
  [
    { sentAt: '2026-06-01T12:00:00.000Z', blockedBecause: 'UNSUBSCRIBED' as const },
    'They have unsubscribed from your invitations',
  ],
  [{ viaLink: true }, 'This customer came by a short link and gets no email.'],
  [{ bouncedAt: '2026-06-19T12:01:00.000Z' }, 'The address does not accept email. Correct it at the contact, and ask again.'],
  [{ reminders: 2 }, 'Nobody gets more than two reminders'],
  [{ expiresAt: '2026-06-20T12:00:00.000Z' }, 'It has ended. Ask again with a new campaign.'],
  [{ invitationStatus: 'QUEUED' as const }, 'It is already on its way'],
  [{ invitationStatus: 'ANSWERED' as const }, 'It has been answered'],
  [{ invitationStatus: 'EXPIRED' as const }, 'It has ended. Ask again with a new campaign.'],
  [{ invitationStatus: 'FAILED' as const, blockedBecause: 'ENDED' as const }, 'It has ended. Ask again with a new campaign.'],
  [{ invitationStatus: 'FAILED' as const, blockedBecause: 'DELETED' as const }, 'The contact was deleted'],
  [
    { invitationStatus: 'FAILED' as const, blockedBecause: 'ASKED_AGAIN' as const },
    'This address was asked again by another campaign',
  ],
  [{ invitationStatus: 'UNCERTAIN' as const, blockedBecause: 'ANSWERED' as const }, 'Recently answered another of your surveys'],
  [{ blockedBecause: 'STAFF_ADDRESS' as const }, 'Belongs to your staff'],
])('an invitation %j can’t be sent again: %s', (over, reason) => {
  expect(whyNotResendable({ ...sent, ...over }, now)).toBe(reason)
})
