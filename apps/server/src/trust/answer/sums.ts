import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import {
  type AnswerRow,
  type Breakdown,
  type InvitationRow,
  reviewAnswers,
  reviewDays,
  testimonials,
  trustScores,
} from '#trust/schema/review.table'
import { lockScore } from '../owner.ts'

type CountedAnswer = Pick<AnswerRow, 'day' | 'ratings' | 'score'>

/** What an answer adds to the sums of a day or, for -1, subtracts from them. */
interface Entry extends CountedAnswer {
  sign: 1 | -1
}

const addition = ({ day, ratings, score }: CountedAnswer): Entry => ({ day, ratings, score, sign: 1 })
const subtraction = ({ day, ratings, score }: CountedAnswer): Entry => ({ day, ratings, score, sign: -1 })

/** An answer stops counting on the day of the one that replaces it, and never before it began to count. */
const countedUntil = (answer: CountedAnswer, { day }: CountedAnswer): CountedAnswer => ({
  ...answer,
  day: day > answer.day ? day : answer.day,
})

/** The sums by question after these entries, without questions whose sums are zero. */
const breakdownWith = (sums: Breakdown, entries: readonly Entry[]): Breakdown => {
  const summed = { ...sums }
  for (const { ratings, sign } of entries)
    for (const [questionId, halfSteps] of Object.entries(ratings)) {
      const [before, total] = summed[questionId] ?? [0, 0]
      summed[questionId] = [before + sign, total + sign * halfSteps]
    }
  return Object.fromEntries(Object.entries(summed).filter(([, [answers, halfSteps]]) => answers !== 0 || halfSteps !== 0))
}

/** The sum of scores, as an exact decimal: computed here, because an INSERT in a cluster may contain no subquery. */
const sumOf = (entries: readonly Entry[]) => {
  const decimals = Math.max(0, ...entries.map(({ score }) => score.split('.')[1]?.length ?? 0))
  const units = ({ score, sign }: Entry) => {
    const [integer, part = ''] = score.split('.')
    return BigInt(`${integer}${part.padEnd(decimals, '0')}`) * BigInt(sign)
  }
  const sum = entries.map(units).reduce((one, other) => one + other, 0n)
  const digits = `${sum < 0n ? -sum : sum}`.padStart(decimals + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`
}

const toSumChange = (before: Breakdown, entries: readonly Entry[]) => ({
  answers: sql`${entries.reduce((sum, { sign }) => sum + sign, 0)}::int`,
  scoreSum: sql`(${sumOf(entries)}::numeric)`,
  breakdown: breakdownWith(before, entries),
})

const changeDays = async (tx: Tx, ownerId: string, entries: readonly Entry[]) => {
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const condition = and(eq(reviewDays.ownerId, ownerId), inArray(reviewDays.day, [...byDay.keys()]))
  const found = await tx.select({ day: reviewDays.day, breakdown: reviewDays.breakdown }).from(reviewDays).where(condition)
  const before = new Map(found.map(({ day, breakdown }) => [day, breakdown]))
  const { tenantId, day: ofDay, answers, scoreSum } = reviewDays
  const set = {
    answers: sql`${answers} + excluded.answers`,
    scoreSum: sql`${scoreSum} + excluded.score_sum`,
    breakdown: sql`excluded.breakdown`,
    updatedAt: excludedUpdatedAt,
  }
  await tx
    .insert(reviewDays)
    .values([...byDay].map(([day, some]) => ({ ownerId, day, ...toSumChange(before.get(day) ?? {}, some) })))
    .onConflictDoUpdate({ target: [tenantId, reviewDays.ownerId, ofDay], set })
  if (entries.every(({ sign }) => sign > 0)) return
  const isEmpty = sql`${answers} = 0 and ${scoreSum} = 0 and ${reviewDays.breakdown} = '{}'`
  await tx.delete(reviewDays).where(and(condition, isEmpty))
}

/** Changes an owner's sums and those of the days. Locks them until the transaction ends. */
const updateSums = async (tx: Tx, ownerId: string, entries: readonly Entry[], { answered = 0, earlier = 0 }) => {
  const current = await lockScore(tx, ownerId)
  const { answers, scoreSum, breakdown } = toSumChange(current.breakdown, entries)
  const set = {
    answered: sql`${trustScores.answered} + ${answered}::int`,
    answers: sql`${trustScores.answers} + ${answers}`,
    earlier: sql`${trustScores.earlier} + ${earlier}::int`,
    scoreSum: sql`${trustScores.scoreSum} + ${scoreSum}`,
    breakdown,
    updatedAt: sql`now()`,
  }
  await tx.update(trustScores).set(set).where(eq(trustScores.ownerId, ownerId))
  await changeDays(tx, ownerId, entries)
}

/** Adds answers of different customers to their owner's sums and to those of their days. */
export const addToSums = (tx: Tx, ownerId: string, ...answers: readonly CountedAnswer[]) =>
  updateSums(tx, ownerId, answers.map(addition), { answered: answers.length })

/** Adds an answer that replaces earlier ones of the same customer. Earlier days keep their figures. */
const replaceInSums = (tx: Tx, ownerId: string, answer: CountedAnswer, earlier: readonly CountedAnswer[]) => {
  const entries = [addition(answer), ...earlier.map((one) => subtraction(countedUntil(one, answer)))]
  return updateSums(tx, ownerId, entries, { answered: 1, earlier: earlier.length })
}

/**
 * Subtracts exactly what an answer added and subtracted: the answers that it replaced count again, or until `next`, which had replaced it. Its
 * invitation stays answered.
 */
const subtractFromSums = (
  tx: Tx,
  ownerId: string,
  answer: CountedAnswer,
  { earlier, next }: { earlier: readonly CountedAnswer[]; next: CountedAnswer | undefined },
) => {
  const restored = earlier.flatMap((one) => [
    addition(countedUntil(one, answer)),
    ...(next ? [subtraction(countedUntil(one, next))] : []),
  ])
  const entries = [subtraction(answer), ...(next ? [addition(countedUntil(answer, next))] : []), ...restored]
  return updateSums(tx, ownerId, entries, { earlier: next ? -1 : -earlier.length })
}

const { supersededBy, uniqueId } = reviewAnswers

const markSuperseded = async (tx: Tx, answers: readonly AnswerRow[], next: string | null) => {
  if (answers.length === 0) return
  const ids = answers.map((answer) => answer.uniqueId)
  await tx.update(reviewAnswers).set({ supersededBy: next }).where(inArray(uniqueId, ids))
  await tx
    .update(testimonials)
    .set({ isEarlier: next !== null })
    .where(inArray(testimonials.uniqueId, ids))
}

/**
 * The answers that count of the customer of this invitation: of the same contact, or with the same address, including those that replaced
 * an earlier answer of the customer under another contact or address.
 */
const findEarlier = async (tx: Tx, { ownerId, uniqueId: id, contactId, emailAddress }: InvitationRow) => {
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

/** Counts a new answer, which replaces the customer's earlier ones. The caller must have locked the owner's score. */
export const countNewAnswer = async (tx: Tx, invitation: InvitationRow, answer: AnswerRow) => {
  const earlier = await findEarlier(tx, invitation)
  await markSuperseded(tx, earlier, answer.uniqueId)
  await replaceInSums(tx, answer.ownerId, answer, earlier)
}

/** Stops counting a removed answer: those that it replaced take its place. The caller must have locked the owner's score. */
export const uncountAnswer = async (tx: Tx, removed: AnswerRow) => {
  const earlier = await tx.select().from(reviewAnswers).where(eq(supersededBy, removed.uniqueId))
  const [next] = removed.supersededBy ? await tx.select().from(reviewAnswers).where(eq(uniqueId, removed.supersededBy)) : []
  await markSuperseded(tx, earlier, removed.supersededBy)
  await tx.update(reviewAnswers).set({ supersededBy: null }).where(eq(uniqueId, removed.uniqueId))
  await subtractFromSums(tx, removed.ownerId, removed, { earlier, next })
}

/** An answer that a newer one of the same customer replaced when contacts were merged. */
export interface ReplacedAnswer {
  uniqueId: string
  by: string
}

/** Of these answers, which turned out to be one customer's, counts the newest only: each older one is replaced by the next. Returns those. */
export const replaceOlder = async (tx: Tx, ownerId: string, ids: readonly string[]): Promise<ReplacedAnswer[]> => {
  await lockScore(tx, ownerId)
  const isCounted = and(inArray(uniqueId, [...ids]), isNull(reviewAnswers.deletedAt), isNull(supersededBy))
  const counted = await tx.select().from(reviewAnswers).where(isCounted).orderBy(reviewAnswers.dateCreated, uniqueId)
  const pairs = counted.slice(1).map((next, at) => ({ answer: counted[at]!, next }))
  if (pairs.length === 0) return []
  for (const { answer, next } of pairs) await markSuperseded(tx, [answer], next.uniqueId)
  const entries = pairs.map(({ answer, next }) => subtraction(countedUntil(answer, next)))
  await updateSums(tx, ownerId, entries, { earlier: pairs.length })
  return pairs.map(({ answer, next }) => ({ uniqueId: answer.uniqueId, by: next.uniqueId }))
}

/** Undoes `replaceOlder` for an owner, except for answers that have been removed or replaced otherwise since. */
const countReplacedOf = async (tx: Tx, ownerId: string, replaced: readonly ReplacedAnswer[]) => {
  await lockScore(tx, ownerId)
  const ids = replaced.flatMap((one) => [one.uniqueId, one.by])
  const isLive = and(inArray(uniqueId, ids), eq(reviewAnswers.ownerId, ownerId), isNull(reviewAnswers.deletedAt))
  const live = new Map((await tx.select().from(reviewAnswers).where(isLive)).map((answer) => [answer.uniqueId, answer]))
  const pairs = replaced.flatMap((one) => {
    const [answer, next] = [live.get(one.uniqueId), live.get(one.by)]
    return answer && next && answer.supersededBy === next.uniqueId ? [{ answer, next }] : []
  })
  if (pairs.length === 0) return
  await markSuperseded(
    tx,
    pairs.map(({ answer }) => answer),
    null,
  )
  const entries = pairs.map(({ answer, next }) => addition(countedUntil(answer, next)))
  await updateSums(tx, ownerId, entries, { earlier: -pairs.length })
}

/** The same for all owners of these answers, whom it returns. */
export const countReplaced = async (tx: Tx, replaced: readonly ReplacedAnswer[]) => {
  if (replaced.length === 0) return []
  const ids = replaced.map((one) => one.uniqueId)
  const { ownerId } = reviewAnswers
  const owners = await tx.selectDistinct({ ownerId }).from(reviewAnswers).where(inArray(uniqueId, ids)).orderBy(ownerId)
  for (const owner of owners) await countReplacedOf(tx, owner.ownerId, replaced)
  return owners.map((owner) => owner.ownerId)
}
