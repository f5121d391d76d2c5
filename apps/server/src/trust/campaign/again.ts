import { say, type Sentence } from '@tradewind/contract/kit/say'
import { type InvitationState, MOST_REMINDERS, REMINDER_GAP, type ReminderSkip } from '@tradewind/contract/trust/review.words'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import { type InvitationRow, reviewRefusals } from '#trust/schema/review.table'
import { hotlistedBecause, insidersAmong, isOpen } from '../review.queries.ts'

export const DAY = 24 * 60 * 60 * 1000
const GAP = REMINDER_GAP * DAY

const refused: Partial<Record<InvitationState, Sentence>> = {
  QUEUED: say('This invitation is already on its way'),
  SENDING: say('This invitation is already on its way'),
  ANSWERED: say('This invitation has been answered'),
  EXPIRED: say('This invitation has ended. Please ask again with a new campaign.'),
}

type Going = Pick<InvitationRow, 'bouncedAt' | 'linkId' | 'state' | 'sentAt' | 'remindedAt' | 'reminders' | 'expiresAt'>

/** The number of reminders of it. Before they were counted there was at most one. */
export const remindersOf = ({ reminders, remindedAt }: Pick<Going, 'reminders' | 'remindedAt'>) =>
  Math.max(reminders, remindedAt ? 1 : 0)

const notYet: Partial<Record<ReminderSkip, Sentence>> = {
  REMINDED: say('They have already been reminded twice'),
  TOO_EARLY: say('A reminder can go out a week after the invitation'),
}

/** Why an invitation that has arrived cannot be reminded of now, from its own columns. */
const unremindable = (row: Going): ReminderSkip | undefined => {
  if (remindersOf(row) >= MOST_REMINDERS) return 'REMINDED'
  const last = row.remindedAt ?? row.sentAt
  return last && Date.parse(last) > Date.now() - GAP ? 'TOO_EARLY' : undefined
}

const BOUNCED = say('The address does not accept email. Correct it at the contact, and ask again with a new campaign.')

/** Why an invitation cannot be sent again, or null. One that failed or may not have arrived can; an unanswered one can be reminded of twice, each after a week. */
export const mayGoAgain = (row: Going) => {
  const { state, remindedAt, expiresAt } = row
  if (row.bouncedAt) return BOUNCED
  if (row.linkId) return say('They came by a short link. No email is sent to them.')
  if (refused[state] || Date.parse(expiresAt) <= Date.now()) return refused[state] ?? refused.EXPIRED!
  const because = state === 'SENT' ? unremindable(row) : undefined
  if (!because) return null
  return because === 'TOO_EARLY' && remindedAt ? say('They were reminded less than a week ago') : notYet[because]!
}

const notSent: Partial<Record<InvitationState, ReminderSkip>> = {
  QUEUED: 'ON_ITS_WAY',
  SENDING: 'ON_ITS_WAY',
  UNCERTAIN: 'NOT_ARRIVED',
  FAILED: 'NOT_ARRIVED',
  ANSWERED: 'ANSWERED',
  EXPIRED: 'ENDED',
}

/** Why an invitation is not reminded of now, from its own columns. */
export const notReminded = (row: Going): ReminderSkip | undefined => {
  if (notSent[row.state]) return notSent[row.state]
  return Date.parse(row.expiresAt) <= Date.now() ? 'ENDED' : unremindable(row)
}

type Invited = Pick<InvitationRow, 'contactId' | 'emailAddress' | 'state' | 'firstName' | 'lastName'>

const livingAmong = async (db: Reader | Tx, rows: readonly Invited[]) => {
  const ids = rows.map(({ contactId }) => contactId)
  const those = and(inArray(contacts.uniqueId, ids), isNull(contacts.deletedAt))
  const found = await db.select({ id: contacts.uniqueId }).from(contacts).where(those)
  return new Set(found.map(({ id }) => id))
}

/** Which of these addresses, in lower case, have unsubscribed from this owner's invitations or have bounced. */
const refusedAmong = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  const small = addresses.map((address) => address.toLowerCase())
  const { reason, address, reportedAt } = reviewRefusals
  const isFinal = or(eq(reason, 'UNSUBSCRIBED'), isNotNull(reportedAt))
  const theirs = and(eq(reviewRefusals.ownerId, ownerId), isFinal, inArray(address, small))
  const rows = small.length > 0 ? await db.select({ address, reason }).from(reviewRefusals).where(theirs) : []
  const barOf = (row: (typeof rows)[number]) => (row.reason === 'UNSUBSCRIBED' ? ('UNSUBSCRIBED' as const) : ('BOUNCED' as const))
  return new Map(rows.map((row) => [row.address, barOf(row)]))
}

/** Which of these addresses have an open invitation of this owner, however old. */
const openTo = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  if (addresses.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ address: string }>(sql`select lower(email_address) as address from review_invitation_live
    where owner_id = ${ownerId} and ${isOpen} and lower(email_address) = any(${sql.param(addresses)}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

type Bar = 'DELETED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'ASKED_AGAIN' | 'ANSWERED' | 'OWN_ADDRESS' | 'STAFF_ADDRESS'

/** Finds, for each of these invitations, what prevents another letter, whatever its own state; and which addresses accept no mail. */
const barsOf = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  const addressOf = ({ emailAddress }: Invited) => emailAddress.toLowerCase()
  const addresses = rows.map(addressOf)
  const ids = rows.map(({ contactId }) => contactId)
  const failed = rows.filter(({ state }) => state === 'FAILED').map(addressOf)
  const living = await livingAmong(db, rows)
  const refusals = await refusedAmong(db, ownerId, addresses)
  const open = await openTo(db, ownerId, failed)
  const insiders = await insidersAmong(db, ownerId, addresses)
  const hotlist = await hotlistedBecause(db, ownerId, addresses, ids)
  const hasAnswered = (row: Invited) => [addressOf(row), row.contactId].some((who) => hotlist.get(who) === 'ANSWERED')
  const barOf = (row: Invited): Bar | undefined => {
    if (!living.has(row.contactId)) return 'DELETED'
    const refusal = refusals.get(addressOf(row))
    if (refusal) return refusal
    if (row.state === 'FAILED' && open.has(addressOf(row))) return 'ASKED_AGAIN'
    return hasAnswered(row) ? 'ANSWERED' : insiders.get(addressOf(row))
  }
  return { barOf, takesNoMail: (row: Invited) => hotlist.get(addressOf(row)) === 'BOUNCED' }
}

const barred: Readonly<Record<Bar, (name: string) => Sentence>> = {
  DELETED: () => say('This contact was deleted'),
  UNSUBSCRIBED: () => say('They have unsubscribed from your invitations'),
  BOUNCED: () => BOUNCED,
  ASKED_AGAIN: () => say('This address was asked again by another campaign'),
  ANSWERED: () => say('They recently answered another survey of yours'),
  OWN_ADDRESS: (name) => say('{name} has your own address, and you can’t review yourself', { name }),
  STAFF_ADDRESS: (name) => say('{name} has the address of a member of your staff, who can’t review you', { name }),
}

/** Finds, for each of these invitations, what prevents another letter, whatever its own state, as a sentence. */
export const barringAmong = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  if (rows.length === 0) return () => undefined
  const { barOf } = await barsOf(db, ownerId, rows)
  return (row: Invited) => {
    const bar = barOf(row)
    return bar && barred[bar](`${row.firstName} ${row.lastName}`)
  }
}

/** Finds, for each of these invitations, what prevents a reminder: what prevents any letter, or an address that accepts no mail. */
export const reminderBars = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  if (rows.length === 0) return () => undefined
  const { barOf, takesNoMail } = await barsOf(db, ownerId, rows)
  return (row: Invited): ReminderSkip | undefined => {
    const bar = barOf(row)
    if (bar && bar !== 'ASKED_AGAIN') return bar
    return takesNoMail(row) ? 'BOUNCED' : undefined
  }
}
