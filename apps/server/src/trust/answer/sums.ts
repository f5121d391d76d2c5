import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import { type AnswerRow, type Breakdown, reviewDays, trustScores } from '#trust/schema/review.table'
import { holdScore } from '../score.ts'

type Counted = Pick<AnswerRow, 'day' | 'ratings' | 'score'>

/** What an answer adds to the sums of a day or, for -1, takes from them. */
interface Entry extends Counted {
  by: 1 | -1
}

const adding = ({ day, ratings, score }: Counted): Entry => ({ day, ratings, score, by: 1 })
const taking = ({ day, ratings, score }: Counted): Entry => ({ day, ratings, score, by: -1 })

/** An answer ends to count on the day of the one that replaces it, and never before it began to. */
const until = (answer: Counted, { day }: Counted): Counted => ({ ...answer, day: day > answer.day ? day : answer.day })

/** The sums by question after these entries. A question whose sums are zero has none. */
const breakdownWith = (sums: Breakdown, entries: readonly Entry[]): Breakdown => {
  const summed = { ...sums }
  for (const { ratings, by } of entries)
    for (const [questionId, halfSteps] of Object.entries(ratings)) {
      const [before, total] = summed[questionId] ?? [0, 0]
      summed[questionId] = [before + by, total + by * halfSteps]
    }
  return Object.fromEntries(Object.entries(summed).filter(([, [answers, halfSteps]]) => answers !== 0 || halfSteps !== 0))
}

/** What scores add up to, in exact decimals: computed here, for an INSERT of a cluster asks no subquery. */
const sumOf = (entries: readonly Entry[]) => {
  const decimals = Math.max(0, ...entries.map(({ score }) => score.split('.')[1]?.length ?? 0))
  const units = ({ score, by }: Entry) => {
    const [whole, part = ''] = score.split('.')
    return BigInt(`${whole}${part.padEnd(decimals, '0')}`) * BigInt(by)
  }
  const sum = entries.map(units).reduce((one, other) => one + other, 0n)
  const digits = `${sum < 0n ? -sum : sum}`.padStart(decimals + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`
}

const change = (before: Breakdown, entries: readonly Entry[]) => ({
  answers: sql`${entries.reduce((sum, { by }) => sum + by, 0)}::int`,
  scoreSum: sql`(${sumOf(entries)}::numeric)`,
  breakdown: breakdownWith(before, entries),
})

const changeDays = async (tx: Tx, ownerId: string, entries: readonly Entry[]) => {
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const theirs = and(eq(reviewDays.ownerId, ownerId), inArray(reviewDays.day, [...byDay.keys()]))
  const found = await tx.select({ day: reviewDays.day, breakdown: reviewDays.breakdown }).from(reviewDays).where(theirs)
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
    .values([...byDay].map(([day, some]) => ({ ownerId, day, ...change(before.get(day) ?? {}, some) })))
    .onConflictDoUpdate({ target: [tenantId, reviewDays.ownerId, ofDay], set })
  if (entries.every(({ by }) => by > 0)) return
  const isNothing = sql`${answers} = 0 and ${scoreSum} = 0 and ${reviewDays.breakdown} = '{}'`
  await tx.delete(reviewDays).where(and(theirs, isNothing))
}

/** Changes an owner's sums and those of the days, under a lock: other changes of them wait until the transaction ends. */
const count = async (tx: Tx, ownerId: string, entries: readonly Entry[], { answered = 0, earlier = 0 }) => {
  const held = await holdScore(tx, ownerId)
  const { answers, scoreSum, breakdown } = change(held.breakdown, entries)
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
export const addToSums = (tx: Tx, ownerId: string, ...answers: readonly Counted[]) =>
  count(tx, ownerId, answers.map(adding), { answered: answers.length })

/** Adds an answer in the place of earlier ones of the same customer. The days before it keep what they showed. */
export const replaceInSums = (tx: Tx, ownerId: string, answer: Counted, earlier: readonly Counted[]) => {
  const entries = [adding(answer), ...earlier.map((one) => taking(until(one, answer)))]
  return count(tx, ownerId, entries, { answered: 1, earlier: earlier.length })
}

/**
 * Subtracts exactly what an answer added and subtracted: what it replaced counts again, or until `next`, which had replaced it. Its
 * invitation stays one that was answered.
 */
export const takeFromSums = (
  tx: Tx,
  ownerId: string,
  answer: Counted,
  { earlier, next }: { earlier: readonly Counted[]; next: Counted | undefined },
) => {
  const again = earlier.flatMap((one) => [adding(until(one, answer)), ...(next ? [taking(until(one, next))] : [])])
  const entries = [taking(answer), ...(next ? [adding(until(answer, next))] : []), ...again]
  return count(tx, ownerId, entries, { earlier: next ? -1 : -earlier.length })
}
