import { type InvitationState, invitationStates } from '@tradewind/contract/trust/review.words'
import { and, eq, inArray, isNull, max, or, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { type InvitationRow, reviewInvitations, reviewRefusals, reviewReminders } from '#trust/schema/review.table'
import { countSent } from '../score.ts'

/** The invitation that a letter belongs to, held until the transaction ends. None where a later letter has taken its place. */
export const hold = async (tx: Tx, { invitationId, letter }: { invitationId: string; letter: number }) => {
  const isIt = and(eq(reviewInvitations.uniqueId, invitationId), eq(reviewInvitations.letters, letter))
  const [held] = await tx.select().from(reviewInvitations).where(isIt).for('update')
  return held
}

type Changes = Partial<Pick<InvitationRow, 'state' | 'problem' | 'sentAt' | 'remindedAt' | 'language' | 'bouncedAt'>>

export const change = (tx: Tx, { uniqueId }: InvitationRow, changes: Changes) =>
  tx
    .update(reviewInvitations)
    .set({ ...changes, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, uniqueId))

/** What has been answered or has ended while its letter was on its way stays so. */
const isOnItsWay = ({ state }: InvitationRow) => state === 'SENDING' || state === 'UNCERTAIN'

/** Somebody may have sent the letter, and did not live to say so. */
export const mayHaveGone = ({ state, sentAt }: InvitationRow) => state === 'SENDING' || (state === 'ANSWERED' && !sentAt)

const isReminder = ({ uniqueId, letters }: InvitationRow) =>
  and(eq(reviewReminders.invitationId, uniqueId), eq(reviewReminders.letter, letters))

/** Notes with the reminder, where this letter is one, what became of it. */
export const noteReminder = async (
  tx: Tx,
  row: InvitationRow,
  changes: { state: InvitationState; problem?: string | null },
  from: readonly InvitationState[] = invitationStates,
) => {
  if (row.reminders === 0) return
  await tx
    .update(reviewReminders)
    .set({ ...changes, updatedAt: nextUpdatedAt(reviewReminders.updatedAt) })
    .where(and(isReminder(row), inArray(reviewReminders.state, [...from])))
}

/** A reminder that waited when its invitation was answered or ended: it was not sent or, if its node has died meanwhile, perhaps was. */
export const endReminder = async (tx: Tx, row: InvitationRow, problem: string) => {
  await noteReminder(tx, row, { state: 'FAILED', problem }, ['QUEUED'])
  await noteReminder(tx, row, { state: 'UNCERTAIN' }, ['SENDING'])
}

/** When somebody was last reminded by a letter that did not fail. */
const lastReminded = async (tx: Tx, { uniqueId }: InvitationRow) => {
  const those = and(eq(reviewReminders.invitationId, uniqueId), inArray(reviewReminders.state, ['SENT', 'UNCERTAIN']))
  const [found] = await tx
    .select({ at: max(reviewReminders.dateCreated) })
    .from(reviewReminders)
    .where(those)
  return found?.at ?? null
}

/** The letter went out, or perhaps did: the invitation counts from the first time on. */
export const goneOut = async (tx: Tx, row: InvitationRow, outcome: 'SENT' | 'UNCERTAIN') => {
  const state: InvitationState = row.remindedAt ? 'SENT' : outcome // its first letter did arrive
  const sentAt = row.sentAt ?? new Date().toISOString()
  // It may have come back before whoever sent it could say that it went.
  if (row.bouncedAt) await change(tx, row, { sentAt })
  else {
    await change(tx, row, { sentAt, problem: null, ...(isOnItsWay(row) && { state }) })
    await noteReminder(tx, row, { state: outcome, problem: null })
  }
  if (!row.sentAt) await countSent(tx, row.ownerId)
  if (outcome === 'SENT') await takesMail(tx, row)
}

/** The letter was not sent and won't be, for this reason. What went out before, or may have, can still be answered. */
export const failed = async (tx: Tx, row: InvitationRow, problem: string) => {
  const before: InvitationState = row.sentAt ? 'UNCERTAIN' : 'FAILED'
  await noteReminder(tx, row, { state: 'FAILED', problem })
  const reminder = row.remindedAt ? { state: 'SENT' as const, remindedAt: await lastReminded(tx, row) } : { state: before }
  await change(tx, row, { ...reminder, problem })
}

const addressOf = ({ ownerId, emailAddress }: InvitationRow) => ({ ownerId, address: emailAddress.toLowerCase() })

/** Its address takes no mail. */
export const bounced = (tx: Tx, row: InvitationRow) =>
  tx
    .insert(reviewRefusals)
    .values({ ...addressOf(row), reason: 'BOUNCED' })
    .onConflictDoUpdate({
      target: [reviewRefusals.tenantId, reviewRefusals.ownerId, reviewRefusals.address],
      set: { updatedAt: excludedUpdatedAt },
    })

/** Those of an invitation's reminders that will not go any more, or whose letter this was. */
const endedReminders = ({ uniqueId }: InvitationRow, letter: number) => {
  const { invitationId, letter: of, state } = reviewReminders
  return and(eq(invitationId, uniqueId), or(eq(of, letter), eq(state, 'QUEUED')))
}

/**
 * A letter of it came back: its address takes no mail. What waits of it is sent no more; what was answered or has ended stays so. Says whether
 * that is news. For whoever holds the row.
 */
export const cameBack = async (tx: Tx, row: InvitationRow, { letter, problem }: { letter: number; problem: string }) => {
  await tx
    .update(reviewReminders)
    .set({ state: 'FAILED', problem, updatedAt: nextUpdatedAt(reviewReminders.updatedAt) })
    .where(endedReminders(row, letter))
  if (row.bouncedAt || row.state === 'ANSWERED') return false
  const state = row.state === 'EXPIRED' ? row.state : 'FAILED'
  await change(tx, row, { state, problem, bouncedAt: new Date().toISOString() })
  return true
}

/** Its address takes mail, whatever it did before; unless a mail server said later on that it does not. */
const takesMail = (tx: Tx, row: InvitationRow) => {
  const { ownerId, address } = addressOf(row)
  const isIt = and(eq(reviewRefusals.ownerId, ownerId), eq(reviewRefusals.address, address))
  const bounce = and(isIt, sql`reason = 'BOUNCED'`, isNull(reviewRefusals.reportedAt))
  return tx.delete(reviewRefusals).where(bounce)
}
