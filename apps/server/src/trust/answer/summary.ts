import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import type { HistoricScore, QuestionScore, Remark, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { DAY_MS } from '#kit/days'
import { invalid } from '#kit/errors'
import type { users } from '#platform/schema/user.table'
import { type Breakdown, reviewDays, trustScores } from '#trust/schema/review.table'
import { questionsByIds } from '../survey.queries.ts'

type Owner = typeof users.$inferSelect
export type Questions = Awaited<ReturnType<typeof questionsByIds>>

/** The means by question, in the questions' order: current questions, then former ones. */
const scoresOf = (questions: Questions, breakdown: Breakdown): QuestionScore[] =>
  [...questions.values()].flatMap(({ uniqueId, headline, question }) => {
    const [totalReviews, halfSteps] = breakdown[uniqueId] ?? [0, 0]
    if (totalReviews === 0) return []
    return [{ questionId: uniqueId, headline, question, breakdownScore: halfSteps / 2 / totalReviews, totalReviews }]
  })

const emptySums = { sent: 0, answered: 0, answers: 0, earlier: 0, score: '0', breakdown: {} }

/** The figures of an owner's score: read by keys only, however many answers there are. */
export const summaryOf = async (
  db: Reader,
  { uniqueId, userCompanyName: companyName, brandLogoUID, isPartner }: Owner,
  remarksOf: (db: Reader, ownerId: string) => Promise<Remark[]>,
  language: Language,
): Promise<ReviewSummary> => {
  const [[sums = emptySums], remarks] = await Promise.all([
    db.select().from(trustScores).where(eq(trustScores.ownerId, uniqueId)),
    remarksOf(db, uniqueId),
  ])
  const questions = await questionsByIds(db, Object.keys(sums.breakdown), language)
  return {
    uniqueId,
    score: Number(sums.score),
    totalReviewsSent: sums.sent,
    totalAnsweredReviews: sums.answered,
    totalUnansweredReviews: Math.max(0, sums.sent - sums.answered),
    totalEarlierReviews: sums.earlier,
    companyName,
    brandLogoUID,
    isPartner,
    breakDownScore: { totalReviews: sums.answers, breakdown: scoresOf(questions, sums.breakdown), remarks },
  }
}

/** Ten years. */
const MAX_DAYS = 3_660
const TOO_MANY = say('At most 3,660 days')

export interface Range {
  fromDate?: string | undefined
  toDate?: string | undefined
}

export const checkRange = ({ fromDate, toDate }: Range) => {
  if (!fromDate || !toDate) return
  if (fromDate > toDate) throw invalid({ toDate: say('The end date is before the start date') })
  if ((Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS >= MAX_DAYS) throw invalid({ toDate: TOO_MANY })
}

/** The sums of all answers up to the end of each day on which there were some. */
export const daysUntil = (db: Reader, ownerId: string, toDate: string | undefined) => {
  const cumulative = sql`over (order by ${reviewDays.day})`
  const answers = sql`sum(${reviewDays.answers}) ${cumulative}`
  return db
    .select({
      day: reviewDays.day,
      breakdown: reviewDays.breakdown,
      totalReviews: sql<number>`(${answers})::int`,
      score: sql<number>`(sum(${reviewDays.scoreSum}) ${cumulative} / ${answers})::float8`,
    })
    .from(reviewDays)
    .where(and(eq(reviewDays.ownerId, ownerId), toDate ? lte(reviewDays.day, toDate) : undefined))
    .orderBy(asc(reviewDays.day))
}

export const addBreakdowns = (one: Breakdown, other: Breakdown): Breakdown => {
  const summed = { ...one }
  for (const [id, [answers, halfSteps]] of Object.entries(other)) {
    const [before, total] = summed[id] ?? [0, 0]
    summed[id] = [before + answers, total + halfSteps]
  }
  return summed
}

/** The means at the end of each day of the range on which there were answers, including all earlier answers. */
export const historyOf = async (db: Reader, ownerId: string, range: Range, language: Language): Promise<HistoricScore[]> => {
  checkRange(range)
  const days = await daysUntil(db, ownerId, range.toDate)
  const { fromDate = '' } = range
  if (days.filter(({ day }) => day >= fromDate).length > MAX_DAYS) throw invalid({ fromDate: TOO_MANY })
  const ids = new Set(days.flatMap(({ breakdown }) => Object.keys(breakdown)))
  const questions = await questionsByIds(db, [...ids], language)
  let sums: Breakdown = {}
  const history: HistoricScore[] = []
  for (const { day, breakdown: ofDay, totalReviews, score } of days) {
    sums = addBreakdowns(sums, ofDay)
    if (day < fromDate) continue
    history.push({ date: day, breakDownScore: { totalReviews, score, breakdown: scoresOf(questions, sums) } })
  }
  return history
}
