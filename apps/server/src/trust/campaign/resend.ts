import { say, type Sentence } from '@tradewind/contract/kit/say'
import {
  type InvitationState,
  MAX_REMINDERS,
  MIN_REMINDER_GAP_DAYS,
  type ReminderSkipReason,
  type ResendBlocker,
} from '@tradewind/contract/trust/review.constants'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import { DAY_MS } from '#kit/days'
import { type InvitationRow, reviewCampaigns, reviewRefusals } from '#trust/schema/review.table'
import { findHotlistReasons, findInsiders, isOpenState } from '../review.queries.ts'

const GAP_MS = MIN_REMINDER_GAP_DAYS * DAY_MS

const blockedStates: Partial<Record<InvitationState, Sentence>> = {
  QUEUED: say('This invitation is already on its way'),
  SENDING: say('This invitation is already on its way'),
  ANSWERED: say('This invitation has been answered'),
  EXPIRED: say('This invitation has ended. Please ask again with a new campaign.'),
}

type ResendState = Pick<InvitationRow, 'bouncedAt' | 'linkId' | 'state' | 'sentAt' | 'remindedAt' | 'reminders' | 'expiresAt'>

/** The number of reminders of it. Before they were counted there was at most one. */
export const reminderCount = ({ reminders, remindedAt }: Pick<ResendState, 'reminders' | 'remindedAt'>) =>
  Math.max(reminders, remindedAt ? 1 : 0)

const skipMessages: Partial<Record<ReminderSkipReason, Sentence>> = {
  REMINDED: say('They have already been reminded twice'),
  TOO_EARLY: say('A reminder can go out a week after the invitation'),
}

/** Why an invitation that has arrived cannot be reminded of now, from its own columns. */
const arrivedBlocker = (row: ResendState): ReminderSkipReason | undefined => {
  if (reminderCount(row) >= MAX_REMINDERS) return 'REMINDED'
  const last = row.remindedAt ?? row.sentAt
  return last && Date.parse(last) > Date.now() - GAP_MS ? 'TOO_EARLY' : undefined
}

const BOUNCED = say('The address does not accept email. Correct it at the contact, and ask again with a new campaign.')

/** Why an invitation cannot be sent again, or null. One that failed or may not have arrived can; an unanswered one can be reminded of twice, each after a week. */
export const resendBlocker = (row: ResendState) => {
  const { state, remindedAt, expiresAt } = row
  if (row.bouncedAt) return BOUNCED
  if (row.linkId) return say('This customer came by a short link and gets no email.')
  if (blockedStates[state] || Date.parse(expiresAt) <= Date.now()) return blockedStates[state] ?? blockedStates.EXPIRED!
  const because = state === 'SENT' ? arrivedBlocker(row) : undefined
  if (!because) return null
  return because === 'TOO_EARLY' && remindedAt ? say('They were reminded less than a week ago') : skipMessages[because]!
}

const skipByState: Partial<Record<InvitationState, ReminderSkipReason>> = {
  QUEUED: 'ON_ITS_WAY',
  SENDING: 'ON_ITS_WAY',
  UNCERTAIN: 'NOT_ARRIVED',
  FAILED: 'NOT_ARRIVED',
  ANSWERED: 'ANSWERED',
  EXPIRED: 'ENDED',
}

/** Why an invitation is not reminded of now, from its own columns. */
export const reminderBlocker = (row: ResendState): ReminderSkipReason | undefined => {
  if (skipByState[row.state]) return skipByState[row.state]
  return Date.parse(row.expiresAt) <= Date.now() ? 'ENDED' : arrivedBlocker(row)
}

type Invited = Pick<InvitationRow, 'campaignId' | 'contactId' | 'emailAddress' | 'state' | 'firstName' | 'lastName'>

const existingContactIds = async (db: Reader | Tx, rows: readonly Invited[]) => {
  const ids = rows.map(({ contactId }) => contactId)
  const those = and(inArray(contacts.uniqueId, ids), isNull(contacts.deletedAt))
  const found = await db.select({ id: contacts.uniqueId }).from(contacts).where(those)
  return new Set(found.map(({ id }) => id))
}

/** The ids of the campaigns of these invitations that their owner has ended: they send no more letters. */
export const findEndedCampaigns = async (db: Reader | Tx, rows: readonly Pick<Invited, 'campaignId'>[]) => {
  const { uniqueId, endedAt } = reviewCampaigns
  const those = inArray(uniqueId, [...new Set(rows.map(({ campaignId }) => campaignId))])
  const found = await db
    .select({ id: uniqueId })
    .from(reviewCampaigns)
    .where(and(those, isNotNull(endedAt)))
  return new Set(found.map(({ id }) => id))
}

/** Which of these addresses, in lower case, have unsubscribed from this owner's invitations or have bounced. */
const findRefusals = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  const lowerCase = addresses.map((address) => address.toLowerCase())
  const { reason, address, reportedAt } = reviewRefusals
  const isFinal = or(eq(reason, 'UNSUBSCRIBED'), isNotNull(reportedAt))
  const condition = and(eq(reviewRefusals.ownerId, ownerId), isFinal, inArray(address, lowerCase))
  const rows = lowerCase.length > 0 ? await db.select({ address, reason }).from(reviewRefusals).where(condition) : []
  const barOf = (row: (typeof rows)[number]) => (row.reason === 'UNSUBSCRIBED' ? ('UNSUBSCRIBED' as const) : ('BOUNCED' as const))
  return new Map(rows.map((row) => [row.address, barOf(row)]))
}

/** Which of these addresses have an open invitation of this owner, however old. */
const findOpenAddresses = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  if (addresses.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ address: string }>(sql`select lower(email_address) as address from review_invitation_live
    where owner_id = ${ownerId} and ${isOpenState} and lower(email_address) = any(${sql.param(addresses)}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

/** Finds, for each of these invitations, what prevents another letter, whatever its own state; and which addresses accept no mail. */
export const findBlockers = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  const addressOf = ({ emailAddress }: Invited) => emailAddress.toLowerCase()
  const addresses = rows.map(addressOf)
  const ids = rows.map(({ contactId }) => contactId)
  const failed = rows.filter(({ state }) => state === 'FAILED').map(addressOf)
  const ended = await findEndedCampaigns(db, rows)
  const existing = await existingContactIds(db, rows)
  const refusals = await findRefusals(db, ownerId, addresses)
  const open = await findOpenAddresses(db, ownerId, failed)
  const insiders = await findInsiders(db, ownerId, addresses)
  const hotlist = await findHotlistReasons(db, ownerId, addresses, ids)
  const hasAnswered = (row: Invited) => [addressOf(row), row.contactId].some((who) => hotlist.get(who) === 'ANSWERED')
  const barOf = (row: Invited): ResendBlocker | undefined => {
    if (ended.has(row.campaignId)) return 'ENDED'
    if (!existing.has(row.contactId)) return 'DELETED'
    const refusal = refusals.get(addressOf(row))
    if (refusal) return refusal
    if (row.state === 'FAILED' && open.has(addressOf(row))) return 'ASKED_AGAIN'
    return hasAnswered(row) ? 'ANSWERED' : insiders.get(addressOf(row))
  }
  return { barOf, takesNoMail: (row: Invited) => hotlist.get(addressOf(row)) === 'BOUNCED' }
}

const blockerMessages: Readonly<Record<ResendBlocker, (name: string) => Sentence>> = {
  ENDED: () => blockedStates.EXPIRED!,
  DELETED: () => say('This contact was deleted'),
  UNSUBSCRIBED: () => say('They have unsubscribed from your invitations'),
  BOUNCED: () => BOUNCED,
  ASKED_AGAIN: () => say('This address was asked again by another campaign'),
  ANSWERED: () => say('They recently answered another of your surveys'),
  OWN_ADDRESS: (name) => say('{name} has your own address, and you can’t review yourself', { name }),
  STAFF_ADDRESS: (name) => say('{name} has the address of a member of your staff, who can’t review you', { name }),
}

/** Finds, for each of these invitations, what prevents another letter, whatever its own state, as a sentence. */
export const findBlockerMessages = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  if (rows.length === 0) return () => undefined
  const { barOf } = await findBlockers(db, ownerId, rows)
  return (row: Invited) => {
    const bar = barOf(row)
    return bar && blockerMessages[bar](`${row.firstName} ${row.lastName}`)
  }
}

/** Finds, for each of these invitations, what prevents a reminder: what prevents any letter, or an address that accepts no mail. */
export const findReminderBlockers = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  if (rows.length === 0) return () => undefined
  const { barOf, takesNoMail } = await findBlockers(db, ownerId, rows)
  return (row: Invited): ReminderSkipReason | undefined => {
    const bar = barOf(row)
    if (bar && bar !== 'ASKED_AGAIN') return bar
    return takesNoMail(row) ? 'BOUNCED' : undefined
  }
}
