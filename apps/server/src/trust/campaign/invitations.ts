import { say } from '@tradewind/contract/kit/say'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { type InvitationState, invitationStates, type ResendBlocker } from '@tradewind/contract/trust/review.constants'
import type { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, count, eq, gt, inArray, isNull, max, or, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { fold, searchContains } from '#kit/database/list'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { tooMany } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { withRelations } from '#kit/record/crud'
import { entity } from '#kit/record/entity'
import { attempts } from '#platform/schema/identity.table'
import { type InvitationRow, reviewInvitations, reviewRefusals, reviewReminders } from '#trust/schema/review.table'
import { countSent, notifyOfReviews } from '../owner.ts'
import { findBlockers, resendBlocker } from './resend.ts'

/** Locks the invitation of a letter until the transaction ends. Undefined if a later letter has replaced this one. */
export const lockInvitation = async (tx: Tx, { invitationId, letter }: { invitationId: string; letter: number }) => {
  const isLetter = and(eq(reviewInvitations.uniqueId, invitationId), eq(reviewInvitations.letters, letter))
  const [invitation] = await tx.select().from(reviewInvitations).where(isLetter).for('update')
  return invitation
}

type Changes = Partial<Pick<InvitationRow, 'state' | 'problem' | 'sentAt' | 'remindedAt' | 'language' | 'bouncedAt'>>

export const updateInvitation = async (tx: Tx, row: InvitationRow, changes: Changes) => {
  notifyOfReviews(tx, row)
  await tx
    .update(reviewInvitations)
    .set({ ...changes, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, row.uniqueId))
}

/** If the survey was answered or ended while its letter was being sent, the state does not change. */
const isInFlight = ({ state }: InvitationRow) => state === 'SENDING' || state === 'UNCERTAIN'

/** A node may have sent the letter, and died before it recorded that. */
export const mayHaveBeenSent = ({ state, sentAt }: InvitationRow) => state === 'SENDING' || (state === 'ANSWERED' && !sentAt)

const isReminder = ({ uniqueId, letters }: InvitationRow) =>
  and(eq(reviewReminders.invitationId, uniqueId), eq(reviewReminders.letter, letters))

/** Updates the reminder of the invitation's current letter, if that is a reminder. */
export const updateReminder = async (
  tx: Tx,
  row: InvitationRow,
  changes: { state: InvitationState; problem?: string | null },
  from: readonly InvitationState[] = invitationStates,
) => {
  if (row.reminders === 0) return
  notifyOfReviews(tx, row)
  await tx
    .update(reviewReminders)
    .set({ ...changes, updatedAt: nextUpdatedAt(reviewReminders.updatedAt) })
    .where(and(isReminder(row), inArray(reviewReminders.state, [...from])))
}

/** Ends a reminder that was queued when its invitation was answered or ended: it was not sent, or, if its node has died meanwhile, may have been. */
export const endReminder = async (tx: Tx, row: InvitationRow, problem: string) => {
  await updateReminder(tx, row, { state: 'FAILED', problem }, ['QUEUED'])
  await updateReminder(tx, row, { state: 'UNCERTAIN' }, ['SENDING'])
}

/** The time of the last reminder that did not fail. */
const lastReminderTime = async (tx: Tx, { uniqueId }: InvitationRow) => {
  const those = and(eq(reviewReminders.invitationId, uniqueId), inArray(reviewReminders.state, ['SENT', 'UNCERTAIN']))
  const [found] = await tx
    .select({ at: max(reviewReminders.dateCreated) })
    .from(reviewReminders)
    .where(those)
  return found?.at ?? null
}

/** When the invitation was sent last, other than as a reminder: reminders are due from then on. */
const sentTime = (row: InvitationRow) => {
  const isSentAgain = isInFlight(row) && !row.remindedAt
  return isSentAgain || !row.sentAt ? new Date().toISOString() : row.sentAt
}

/** Records that the letter was sent, or may have been. The invitation counts from the first time on. */
export const recordSent = async (tx: Tx, row: InvitationRow, outcome: 'SENT' | 'UNCERTAIN') => {
  const state: InvitationState = row.remindedAt ? 'SENT' : outcome // its first letter did arrive
  const sentAt = sentTime(row)
  // It may have bounced before the sender could record that it was sent.
  if (row.bouncedAt) await updateInvitation(tx, row, { sentAt })
  else {
    await updateInvitation(tx, row, { sentAt, problem: null, ...(isInFlight(row) && { state }) })
    await updateReminder(tx, row, { state: outcome, problem: null })
  }
  if (!row.sentAt) await countSent(tx, row.ownerId)
  if (outcome === 'SENT') await clearBounce(tx, row)
}

/** Records that the letter will not be sent, and why. If an earlier letter was sent, or may have been, the survey can still be answered. */
export const recordFailed = async (tx: Tx, row: InvitationRow, problem: string) => {
  const before: InvitationState = row.sentAt ? 'UNCERTAIN' : 'FAILED'
  await updateReminder(tx, row, { state: 'FAILED', problem })
  const reminder = row.remindedAt ? { state: 'SENT' as const, remindedAt: await lastReminderTime(tx, row) } : { state: before }
  await updateInvitation(tx, row, { ...reminder, problem })
}

const addressOf = ({ ownerId, emailAddress }: InvitationRow) => ({ ownerId, address: emailAddress.toLowerCase() })

/** Records that its address accepts no mail. */
export const addBounce = (tx: Tx, row: InvitationRow) =>
  tx
    .insert(reviewRefusals)
    .values({ ...addressOf(row), reason: 'BOUNCED' })
    .onConflictDoUpdate({
      target: [reviewRefusals.tenantId, reviewRefusals.ownerId, reviewRefusals.address],
      set: { updatedAt: excludedUpdatedAt },
    })

/** Those of an invitation's reminders that will no longer be sent, or whose letter this was. */
const endedReminders = ({ uniqueId }: InvitationRow, letter: number) => {
  const { invitationId, letter: of, state } = reviewReminders
  return and(eq(invitationId, uniqueId), or(eq(of, letter), eq(state, 'QUEUED')))
}

/**
 * Records that a letter of it bounced: its address accepts no mail. Queued reminders are cancelled; an answered or ended invitation keeps its state.
 * Returns whether this was not known before. The caller must have locked the row.
 */
export const markBounced = async (tx: Tx, row: InvitationRow, { letter, problem }: { letter: number; problem: string }) => {
  await tx
    .update(reviewReminders)
    .set({ state: 'FAILED', problem, updatedAt: nextUpdatedAt(reviewReminders.updatedAt) })
    .where(endedReminders(row, letter))
  if (row.bouncedAt || row.state === 'ANSWERED') return false
  const state = row.state === 'EXPIRED' ? row.state : 'FAILED'
  await updateInvitation(tx, row, { state, problem, bouncedAt: new Date().toISOString() })
  return true
}

/** Records that its address accepts mail, whatever it did before; unless a mail server later reported that it does not. */
const clearBounce = (tx: Tx, row: InvitationRow) => {
  const { ownerId, address } = addressOf(row)
  const isIt = and(eq(reviewRefusals.ownerId, ownerId), eq(reviewRefusals.address, address))
  const bounce = and(isIt, sql`reason = 'BOUNCED'`, isNull(reviewRefusals.reportedAt))
  return tx.delete(reviewRefusals).where(bounce)
}

/** The maximum number of letters in 24 hours, of all owners of a tenant, and of one: no owner uses up the limit of all. */
const MAX_OF_TENANT = 10_000
const MAX_OF_OWNER = 5_000

const KEY = 'review letters'
const HOUR_SECONDS = 3600

/** The actor whose letters are counted, and the transaction. */
interface CountingContext {
  tx: Tx
  scope: { tenantId: string }
  actor: { uniqueId: string }
}

/** Serializes the campaigns of a tenant: each sees the invitations of those before it. */
export const lockCampaigns = ({ tx, scope }: Pick<CountingContext, 'tx' | 'scope'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope.tenantId + KEY}, 3))`)

const ownKeyOf = ({ actor }: CountingContext) => `review letters of ${actor.uniqueId}`

const sentToday = async (key: string, { tx }: CountingContext) => {
  const today = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - interval '24 hours'`))
  const [counted] = await tx.select({ sent: count() }).from(attempts).where(today)
  return counted!.sent
}

/** How many more letters may be sent today. The caller must have called `lockCampaigns`. */
export const lettersLeft = async (counting: CountingContext) => {
  const [ownCount, all] = [await sentToday(ownKeyOf(counting), counting), await sentToday(KEY, counting)]
  return Math.max(0, Math.min(MAX_OF_OWNER - ownCount, MAX_OF_TENANT - all))
}

/** Counts letters to be sent, and throws 429 if they exceed the limit. The caller must have called `lockCampaigns`. */
export const countLetters = async (letters: number, counting: CountingContext) => {
  const ownKey = ownKeyOf(counting)
  if ((await sentToday(ownKey, counting)) + letters > MAX_OF_OWNER)
    throw tooMany(
      HOUR_SECONDS,
      say('At most 5,000 invitations of yours go out in 24 hours. Please ask fewer contacts, or try again later.'),
    )
  if ((await sentToday(KEY, counting)) + letters > MAX_OF_TENANT)
    throw tooMany(
      HOUR_SECONDS,
      say('At most 10,000 invitations go out in 24 hours. Please ask fewer contacts, or try again later.'),
    )
  const rows = Array.from({ length: letters }, () => [{ key: KEY }, { key: ownKey }])
  await insertMany(counting.tx, attempts, rows.flat())
}

const sortKey = (name: string) => fold(name).slice(0, 200)
const { keep } = reviewPolicy

/** An invitation as its owner lists it. It has no calls to create, change or remove one. */
export const invitationEntity = entity<typeof reviewInvitations, typeof reviewCampaignApi>({
  name: 'reviewInvitation',
  table: reviewInvitations,
  policy: { see: keep, create: [], update: [], remove: [], restore: [] },
  title: 'lastName',
  searchLines: ({ firstName, lastName, companyName, emailAddress, title }) => ({
    1: firstName,
    2: lastName,
    3: companyName,
    4: `${firstName} ${lastName}`,
    5: emailAddress,
    6: title,
  }),
  computedColumns: ({ firstName, lastName, companyName }) => ({
    firstKey: sortKey(firstName),
    lastKey: sortKey(lastName),
    companyKey: sortKey(companyName),
  }),
  sorts: {
    firstName: reviewInvitations.firstKey,
    lastName: reviewInvitations.lastKey,
    company: reviewInvitations.companyKey,
  },
  filters: {
    firstName: (needle) => searchContains(reviewInvitations, needle, 1),
    lastName: (needle) => searchContains(reviewInvitations, needle, 2),
    company: (needle) => searchContains(reviewInvitations, needle, 3),
    invitationStatus: (state) => eq(reviewInvitations.state, state as InvitationState),
    campaignId: (campaignId) => eq(reviewInvitations.campaignId, campaignId),
  },
})

const toInvitation = (
  { emailAddress, state, linkId, ...row }: InvitationRow,
  { resendable, blockedBecause }: { resendable: boolean; blockedBecause: ResendBlocker | null },
) => ({
  ...row,
  viaLink: linkId !== null,
  email: emailAddress,
  invitationStatus: state,
  resendable,
  blockedBecause,
})

/** Invitations as returned to clients. */
export const toInvitations = async (rows: InvitationRow[], context: ReadContext | WriteContext) => {
  const candidates = rows.filter((row) => resendBlocker(row) === null)
  const { barOf } = await findBlockers(readerOf(context), context.actor.uniqueId, candidates)
  const blockers = new Map(candidates.map((row) => [row, barOf(row) ?? null]))
  return rows.map((row) =>
    toInvitation(row, { resendable: blockers.get(row) === null, blockedBecause: blockers.get(row) ?? null }),
  )
}

export const { list, get } = withRelations(invitationEntity, toInvitations)
