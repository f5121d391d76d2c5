import { expect, test } from 'vitest'
import { whyNotResendable } from './invitationWords.tsx'

const now = Date.parse('2026-06-20T12:00:00Z')
const sent = {
  invitationStatus: 'SENT',
  bouncedAt: null,
  remindedAt: null,
  reminders: 0,
  viaLink: false,
  sentAt: '2026-06-19T12:00:00.000Z',
  expiresAt: '2026-09-01T00:00:00.000Z',
} as const

test.each([
  [{}, 'A reminder can go out a week after the invitation'],
  [{ sentAt: '2026-06-01T12:00:00.000Z' }, 'They have unsubscribed from your invitations'],
  [{ viaLink: true }, 'They came by a short link. No email is sent to them.'],
  [{ bouncedAt: '2026-06-19T12:01:00.000Z' }, 'The address does not accept email. Correct it at the contact, and ask again.'],
  [{ reminders: 2 }, 'Nobody gets more than two reminders'],
  [{ expiresAt: '2026-06-20T12:00:00.000Z' }, 'It has ended. Ask again with a new campaign.'],
  [{ invitationStatus: 'QUEUED' as const }, 'It is already on its way'],
  [{ invitationStatus: 'ANSWERED' as const }, 'It has been answered'],
  [{ invitationStatus: 'EXPIRED' as const }, 'It has ended. Ask again with a new campaign.'],
  [{ invitationStatus: 'FAILED' as const }, 'They have unsubscribed from your invitations'],
])('an invitation %j can’t be sent again: %s', (over, reason) => {
  expect(whyNotResendable({ ...sent, ...over }, now)).toBe(reason)
})
