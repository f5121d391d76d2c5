import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { type AnswerRow, type InvitationRow, reviewAnswers, testimonials } from '#trust/schema/review.table'
import { replaceInSums, takeFromSums } from './sums.ts'

const { supersededBy, uniqueId } = reviewAnswers

const note = async (tx: Tx, answers: readonly AnswerRow[], next: string | null) => {
  if (answers.length === 0) return
  const ids = answers.map((answer) => answer.uniqueId)
  await tx.update(reviewAnswers).set({ supersededBy: next }).where(inArray(uniqueId, ids))
  await tx
    .update(testimonials)
    .set({ isEarlier: next !== null })
    .where(inArray(testimonials.uniqueId, ids))
}

/**
 * The answers that count of the customer of this invitation: who is the same contact, or has the same address, as one who answered
 * before, and whoever that one was before.
 */
const earlierOf = async (tx: Tx, { ownerId, uniqueId: id, contactId, emailAddress }: InvitationRow) => {
  const answered = sql`select id from review_invitation_live where owner_id = ${ownerId} and state = 'ANSWERED' and id <> ${id}`
  const { rows } = await tx.execute<{ id: string }>(
    sql`with recursive chain as (
      select id, superseded_by from ${reviewAnswers} where deleted_at is null and id in (
        ${answered} and contact_id = ${contactId} union ${answered} and lower(email_address) = ${emailAddress.toLowerCase()})
      union select next.id, next.superseded_by from chain join ${reviewAnswers} next on next.id = chain.superseded_by
    ) select id from chain where superseded_by is null`,
  )
  const ids = rows.map((row) => row.id)
  return ids.length > 0 ? tx.select().from(reviewAnswers).where(inArray(uniqueId, ids)) : []
}

/** Counts a new answer, in the place of those that its customer gave before. For whoever holds the owner's score. */
export const countNewest = async (tx: Tx, invitation: InvitationRow, answer: AnswerRow) => {
  const earlier = await earlierOf(tx, invitation)
  await note(tx, earlier, answer.uniqueId)
  await replaceInSums(tx, answer.ownerId, answer, earlier)
}

/** Counts an answer that goes no more: what it replaced takes its place. For whoever holds the owner's score. */
export const countNoMore = async (tx: Tx, gone: AnswerRow) => {
  const earlier = await tx.select().from(reviewAnswers).where(eq(supersededBy, gone.uniqueId))
  const [next] = gone.supersededBy ? await tx.select().from(reviewAnswers).where(eq(uniqueId, gone.supersededBy)) : []
  await note(tx, earlier, gone.supersededBy)
  await tx.update(reviewAnswers).set({ supersededBy: null }).where(eq(uniqueId, gone.uniqueId))
  await takeFromSums(tx, gone.ownerId, gone, { earlier, next })
}
