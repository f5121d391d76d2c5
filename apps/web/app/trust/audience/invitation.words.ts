import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import type { InvitationState } from '@tradewind/contract/trust/review.words'
import { phrase } from '#kit/text'

/** What has become of an invitation. */
export const stateNames: Readonly<Record<InvitationState, string>> = {
  QUEUED: phrase('Waiting to be sent'),
  SENDING: phrase('Is being sent'),
  SENT: phrase('Sent'),
  UNCERTAIN: phrase('Perhaps sent'),
  FAILED: phrase('Not sent'),
  ANSWERED: phrase('Answered'),
  EXPIRED: phrase('Expired'),
}

/** Whether sending it again would be a reminder: it has arrived. */
export const isReminder = ({ invitationStatus }: Pick<Invitation, 'invitationStatus'>) => invitationStatus === 'SENT'

const waiting = phrase('It is already on its way')
const over = phrase('It has ended. Ask again with a new campaign.')
const reasons: Readonly<Partial<Record<InvitationState, string>>> = {
  QUEUED: waiting,
  SENDING: waiting,
  ANSWERED: phrase('It has been answered'),
  EXPIRED: over,
}

type Standing = Pick<Invitation, 'invitationStatus' | 'remindedAt' | 'sentAt' | 'expiresAt'>
const WEEK = 7 * 24 * 60 * 60 * 1000

/** Why an invitation that can't be sent again can't be. */
export const reasonOf = ({ invitationStatus, remindedAt, sentAt, expiresAt }: Standing, now = Date.now()) => {
  const reason = reasons[invitationStatus]
  if (reason) return reason
  if (Date.parse(expiresAt) <= now) return over
  if (remindedAt) return phrase('Nobody gets more than one reminder')
  const isYoung = invitationStatus === 'SENT' && sentAt !== null && Date.parse(sentAt) > now - WEEK
  return isYoung
    ? phrase('A reminder can go out a week after the invitation')
    : phrase('They have unsubscribed from your invitations')
}
