import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { type AnswerRow, type Breakdown, reviewDays, trustScores } from '../review.table.ts'
import { holdScore } from '../score.ts'

type Counted = Pick<AnswerRow, 'day' | 'ratings' | 'score'>

/** The sums by question with these answers, or without them. A question without answers has none. */
const breakdownWith = (sums: Breakdown, answers: readonly Counted[], by: 1 | -1): Breakdown => {
  const summed = { ...sums }
  for (const [questionId, halfSteps] of answers.flatMap(({ ratings }) => Object.entries(ratings))) {
    const [before, total] = summed[questionId] ?? [0, 0]
    summed[questionId] = [before + by, total + by * halfSteps]
  }
  return Object.fromEntries(Object.entries(summed).filter(([, [left]]) => left > 0))
}

/** What answers add to sums or, for -1, take from them. */
const change = (before: Breakdown, answers: readonly Counted[], by: 1 | -1) => {
  const scores = sql.param(answers.map(({ score }) => score))
  return {
    answers: sql`${by * answers.length}::int`,
    scoreSum: sql`(select ${by}::int * sum(score) from unnest(${scores}::numeric[]) score)`,
    breakdown: breakdownWith(before, answers, by),
  }
}

const changeDays = async (tx: Tx, ownerId: string, all: readonly Counted[], by: 1 | -1) => {
  const byDay = Map.groupBy(all, ({ day }) => day)
  const theirs = and(eq(reviewDays.ownerId, ownerId), inArray(reviewDays.day, [...byDay.keys()]))
  const found = await tx.select({ day: reviewDays.day, breakdown: reviewDays.breakdown }).from(reviewDays).where(theirs)
  const before = new Map(found.map(({ day, breakdown }) => [day, breakdown]))
  const { tenantId, day: ofDay, answers, scoreSum } = reviewDays
  const set = {
    answers: sql`${answers} + excluded.answers`,
    scoreSum: sql`${scoreSum} + excluded.score_sum`,
    breakdown: sql`excluded.breakdown`,
    updatedAt: sql`now()`,
  }
  await tx
    .insert(reviewDays)
    .values([...byDay].map(([day, some]) => ({ ownerId, day, ...change(before.get(day) ?? {}, some, by) })))
    .onConflictDoUpdate({ target: [tenantId, reviewDays.ownerId, ofDay], set })
  if (by < 0) await tx.delete(reviewDays).where(and(theirs, eq(answers, 0)))
}

/** Changes an owner's sums and those of the days, under a lock: other changes of them wait until the transaction ends. */
const count = async (tx: Tx, ownerId: string, all: readonly Counted[], by: 1 | -1, answered: number) => {
  const held = await holdScore(tx, ownerId)
  const { answers, scoreSum, breakdown } = change(held.breakdown, all, by)
  const set = {
    answered: sql`${trustScores.answered} + ${answered}::int`,
    answers: sql`${trustScores.answers} + ${answers}`,
    scoreSum: sql`${trustScores.scoreSum} + ${scoreSum}`,
    breakdown,
    updatedAt: sql`now()`,
  }
  await tx.update(trustScores).set(set).where(eq(trustScores.ownerId, ownerId))
  await changeDays(tx, ownerId, all, by)
}

/** Adds answers to their owner's sums and to those of their days. */
export const addToSums = (tx: Tx, ownerId: string, ...answers: readonly Counted[]) =>
  count(tx, ownerId, answers, 1, answers.length)

/** Subtracts exactly what an answer added. Its invitation stays one that was answered. */
export const takeFromSums = (tx: Tx, ownerId: string, answer: Counted) => count(tx, ownerId, [answer], -1, 0)
