import type { InvitationState } from '@tradewind/contract/trust/review.words'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { type InvitationRow, reviewInvitations, reviewRefusals } from '#trust/schema/review.table'
import { countSent } from '../score.ts'

/** The invitation that a letter belongs to, held until the transaction ends. None where a later letter has taken its place. */
export const hold = async (tx: Tx, { invitationId, letter }: { invitationId: string; letter: number }) => {
  const isIt = and(eq(reviewInvitations.uniqueId, invitationId), eq(reviewInvitations.letters, letter))
  const [held] = await tx.select().from(reviewInvitations).where(isIt).for('update')
  return held
}

type Changes = Partial<Pick<InvitationRow, 'state' | 'problem' | 'sentAt' | 'remindedAt'>>

export const change = (tx: Tx, { uniqueId }: InvitationRow, changes: Changes) =>
  tx
    .update(reviewInvitations)
    .set({ ...changes, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, uniqueId))

/** What has been answered or has ended while its letter was on its way stays so. */
const isOnItsWay = ({ state }: InvitationRow) => state === 'SENDING' || state === 'UNCERTAIN'

/** Somebody may have sent the letter, and did not live to say so. */
export const mayHaveGone = ({ state, sentAt }: InvitationRow) => state === 'SENDING' || (state === 'ANSWERED' && !sentAt)

/** The letter went out, or perhaps did: the invitation counts from the first time on. */
export const goneOut = async (tx: Tx, row: InvitationRow, outcome: 'SENT' | 'UNCERTAIN') => {
  const state: InvitationState = row.remindedAt ? 'SENT' : outcome // its first letter did arrive
  const sentAt = row.sentAt ?? new Date().toISOString()
  await change(tx, row, { sentAt, problem: null, ...(isOnItsWay(row) && { state }) })
  if (!row.sentAt) await countSent(tx, row.ownerId)
  if (outcome === 'SENT') await takesMail(tx, row)
}

/** The letter was not sent and won't be, for this reason. What went out before, or may have, can still be answered. */
export const failed = async (tx: Tx, row: InvitationRow, problem: string) => {
  const before: InvitationState = row.sentAt ? 'UNCERTAIN' : 'FAILED'
  const reminder = row.remindedAt ? ({ state: 'SENT', remindedAt: null } as const) : { state: before }
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
      set: { updatedAt: sql`now()` },
    })

/** Its address takes mail, whatever it did before. */
const takesMail = (tx: Tx, row: InvitationRow) => {
  const { ownerId, address } = addressOf(row)
  const bounce = and(eq(reviewRefusals.ownerId, ownerId), eq(reviewRefusals.address, address), sql`reason = 'BOUNCED'`)
  return tx.delete(reviewRefusals).where(bounce)
}
