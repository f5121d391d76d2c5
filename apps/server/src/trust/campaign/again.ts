import { say, type Sentence } from '@tradewind/contract/kit/say'
import type { InvitationState } from '@tradewind/contract/trust/review.words'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import { type InvitationRow, reviewRefusals } from '#trust/schema/review.table'
import { hotlistedBecause, insidersAmong, isOpen } from '../review.queries.ts'

const WEEK = 7 * 24 * 60 * 60 * 1000

const refused: Partial<Record<InvitationState, Sentence>> = {
  QUEUED: say('This invitation is already on its way'),
  SENDING: say('This invitation is already on its way'),
  ANSWERED: say('This invitation has been answered'),
  EXPIRED: say('This invitation has ended. Please ask again with a new campaign.'),
}

type Going = Pick<InvitationRow, 'state' | 'sentAt' | 'remindedAt' | 'expiresAt'>

/** Why an invitation can't go out again, if so: what failed or may not have arrived can, and once, after a week, what waits for its answer. */
export const mayGoAgain = ({ state, sentAt, remindedAt, expiresAt }: Going) => {
  if (refused[state] || Date.parse(expiresAt) <= Date.now()) return refused[state] ?? refused.EXPIRED!
  if (state !== 'SENT') return null
  if (remindedAt) return say('They have already been reminded once')
  return sentAt && Date.parse(sentAt) > Date.now() - WEEK ? say('A reminder can go out a week after the invitation') : null
}

type Invited = Pick<InvitationRow, 'contactId' | 'emailAddress' | 'state' | 'firstName' | 'lastName'>

const livingAmong = async (db: Reader | Tx, rows: readonly Invited[]) => {
  const ids = rows.map(({ contactId }) => contactId)
  const those = and(inArray(contacts.uniqueId, ids), isNull(contacts.deletedAt))
  const found = await db.select({ id: contacts.uniqueId }).from(contacts).where(those)
  return new Set(found.map(({ id }) => id))
}

/** Which of these addresses want no more invitations of this owner, in small letters. */
const unsubscribedAmong = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  const small = addresses.map((address) => address.toLowerCase())
  const { reason, address } = reviewRefusals
  const theirs = and(eq(reviewRefusals.ownerId, ownerId), eq(reason, 'UNSUBSCRIBED'), inArray(address, small))
  const rows = small.length > 0 ? await db.select({ address }).from(reviewRefusals).where(theirs) : []
  return new Set(rows.map((row) => row.address))
}

/** To which of these addresses an invitation of this owner is open, however old. */
const openTo = async (db: Reader | Tx, ownerId: string, addresses: readonly string[]) => {
  if (addresses.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ address: string }>(sql`select lower(email_address) as address from review_invitation_live
    where owner_id = ${ownerId} and ${isOpen} and lower(email_address) = any(${sql.param(addresses)}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

const ofInsider = (insider: 'OWN_ADDRESS' | 'STAFF_ADDRESS' | undefined, { firstName, lastName }: Invited) => {
  if (!insider) return undefined
  const name = `${firstName} ${lastName}`
  return insider === 'OWN_ADDRESS'
    ? say('{name} has your own address, and you can’t review yourself', { name })
    : say('{name} has the address of a member of your staff, who can’t review you', { name })
}

/** Tells of each of these invitations what bars another letter of it, whatever its own state says. */
export const barringAmong = async (db: Reader | Tx, ownerId: string, rows: readonly Invited[]) => {
  if (rows.length === 0) return () => undefined
  const addressOf = ({ emailAddress }: Invited) => emailAddress.toLowerCase()
  const addresses = rows.map(addressOf)
  const ids = rows.map(({ contactId }) => contactId)
  const failed = rows.filter(({ state }) => state === 'FAILED').map(addressOf)
  const living = await livingAmong(db, rows)
  const unsubscribed = await unsubscribedAmong(db, ownerId, addresses)
  const open = await openTo(db, ownerId, failed)
  const insiders = await insidersAmong(db, ownerId, addresses)
  const hotlist = await hotlistedBecause(db, ownerId, addresses, ids)
  const hasAnswered = (row: Invited) => [addressOf(row), row.contactId].some((who) => hotlist.get(who) === 'ANSWERED')
  return (row: Invited) => {
    if (!living.has(row.contactId)) return say('This contact was deleted')
    if (unsubscribed.has(addressOf(row))) return say('They have unsubscribed from your invitations')
    if (row.state === 'FAILED' && open.has(addressOf(row))) return say('This address was asked again by another campaign')
    if (hasAnswered(row)) return say('They recently answered another survey of yours')
    return ofInsider(insiders.get(addressOf(row)), row)
  }
}
