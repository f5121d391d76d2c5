import type { Language } from '@tradewind/contract/kit/language'
import { STAFF } from '@tradewind/contract/roles'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import type { ReviewResults, reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { and, eq, gt, ne, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '#kit/database/database'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { ownerOf } from '../owner.ts'
import { type Breakdown, reviewSettings, trustScores } from '../schema/review.table.ts'
import { ownQuestionsOf } from '../survey/ownQuestion.queries.ts'
import { questionsByIds } from '../survey/reviewQuestion.queries.ts'
import { type Compared, countAnswers, countWords, meansByQuestion } from './counted.queries.ts'
import { checkRange, daysUntil, type Range, summaryOf, together } from './summary.ts'

/** Fewer than these are no crowd: a mean of them would tell what one of them has. */
const LEAST_OTHERS = 5

interface Mean {
  /** Null: of whole scores. */
  questionId: string | null
  mean: number
}

/**
 * The means of the tenant's other members who ask the same type of survey, of their whole scores and by question: the one thing of
 * other members that results tell. Each member counts once; without names or counts; to one decimal; only where five others or more have one.
 */
const meansOfOthers = async (db: Reader, ownerId: string) => {
  const mine = db
    .select({ reviewType: reviewSettings.reviewType })
    .from(reviewSettings)
    .where(eq(reviewSettings.ownerId, ownerId))
  const isOther = and(
    sql`${reviewSettings.reviewType} = (${mine})`,
    ne(reviewSettings.ownerId, ownerId),
    gt(trustScores.answers, 0),
    isOpenAccount,
    notInArray(users.role, [...STAFF]),
  )
  const { rows } = await db.execute<Mean & Record<string, unknown>>(sql`
    with other as materialized (
      select ${trustScores.score} as score, ${trustScores.breakdown} as breakdown from ${reviewSettings}
      join ${trustScores} on ${eq(trustScores.ownerId, reviewSettings.ownerId)}
      join ${users} on ${eq(users.uniqueId, reviewSettings.ownerId)}
      where ${isOther}
    )
    select null as "questionId", round(avg(score), 1)::float8 as mean from other having count(*) >= ${LEAST_OTHERS}
    union all
    select sums.key, round(avg((sums.value ->> 1)::numeric / 2 / (sums.value ->> 0)::numeric), 1)::float8
    from other cross join jsonb_each(breakdown) sums where (sums.value ->> 0)::int > 0
    group by sums.key having count(*) >= ${LEAST_OTHERS}`)
  return new Map(rows.map(({ questionId, mean }) => [questionId, mean]))
}

/** How long a period is that nobody has chosen: after as many days a customer may be asked again. */
const STANDARD_DAYS = 180
const DAY = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** The days that were asked for, and as many before them. */
export const comparedIn = ({ fromDate, toDate }: Range, today: string): Compared => {
  const to = toDate ?? today
  const from = fromDate ?? dayAfter(to, 1 - STANDARD_DAYS)
  checkRange({ fromDate: from, toDate: to })
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  return { period: { from, to }, before: { from: dayAfter(from, -days), to: dayAfter(from, -1) } }
}

type Counts = Awaited<ReturnType<typeof countAnswers>>
const none = { answers: 0, mean: null }

/** All answers of a period. */
const wholeOf = (counts: Counts) => {
  const answers = counts.reduce((sum, one) => sum + one.answers, 0)
  return { answers, mean: answers > 0 ? counts.reduce((sum, { scoreSum }) => sum + scoreSum, 0) / answers : null }
}

const starsOf = (counts: Counts) => {
  const answersOf = (stars: number, isNow: boolean) =>
    wholeOf(counts.filter((one) => one.stars === stars && one.isNow === isNow)).answers
  return Array.from({ length: HIGHEST }, (_, at) => HIGHEST - at).map((stars) => ({
    stars,
    now: answersOf(stars, true),
    before: answersOf(stars, false),
  }))
}

/** Where the answers of the period came from: most of them first. */
const countriesOf = (counts: Counts) =>
  [
    ...Map.groupBy(
      counts.filter(({ isNow }) => isNow),
      ({ country }) => country,
    ),
  ]
    .map(([country, some]) => {
      const { answers, mean } = wholeOf(some)
      return { country, answers, score: mean ?? 0 }
    })
    .toSorted((one, other) => other.answers - one.answers || (one.country ?? 'ZZ').localeCompare(other.country ?? 'ZZ'))

type Days = Awaited<ReturnType<typeof daysUntil>>

/** The means as they were at the end of each day from one day on, in the order of the questions. */
const coursesOf = (days: Days, from: string, questionIds: readonly string[]): ReviewResults['history'] => {
  let sums: Breakdown = {}
  return days.flatMap(({ day, breakdown, score }) => {
    sums = together(sums, breakdown)
    if (day < from) return []
    const means = questionIds.map((id) => {
      const [answers, halfSteps] = sums[id] ?? [0, 0]
      return answers > 0 ? halfSteps / 2 / answers : null
    })
    return [{ date: day, score, means }]
  })
}

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>

type Means = Awaited<ReturnType<typeof meansByQuestion>>

const meanOf = (means: Means, id: string, isNow: boolean) => {
  const found = means.find((one) => one.questionId === id && one.isNow === isNow)
  return found ? { answers: found.answers, mean: found.mean } : none
}

/** The own questions with their means, beside everything else: those that are asked, and retired ones that were answered in these days. */
const ownOf = async (db: Reader, ownerId: string, compared: Compared): Promise<ReviewResults['ownQuestions']> => {
  const [all, means] = await Promise.all([ownQuestionsOf(db, ownerId), meansByQuestion(db, ownerId, compared, 'ownRatings')])
  const isShown = ({ uniqueId, retiredAt }: (typeof all)[number]) =>
    retiredAt === null || means.some(({ questionId }) => questionId === uniqueId)
  return all.filter(isShown).map(({ uniqueId, question, retiredAt }) => ({
    uniqueId,
    question,
    retired: retiredAt !== null,
    now: meanOf(means, uniqueId, true),
    before: meanOf(means, uniqueId, false),
  }))
}

/** What the owner's answers say: everything is counted in the database, in one go. */
export const resultsOf = async (
  db: Reader,
  owner: Owner,
  compared: Compared,
  language: Language,
): Promise<z.input<(typeof reviewResultsApi)['results']['reply']>> => {
  const { uniqueId } = owner
  const { period, before } = compared
  const [summary, counts, means, ownQuestions, words, others, days] = await Promise.all([
    summaryOf(db, owner, async () => [], language),
    countAnswers(db, uniqueId, compared),
    meansByQuestion(db, uniqueId, compared, 'ratings'),
    ownOf(db, uniqueId, compared),
    countWords(db, uniqueId, period),
    meansOfOthers(db, uniqueId),
    daysUntil(db, uniqueId, period.to),
  ])
  const inPeriod = days.filter(({ day }) => day >= period.from)
  const shown = new Set([...means.map(({ questionId }) => questionId), ...inPeriod.flatMap((day) => Object.keys(day.breakdown))])
  for (const { questionId } of summary.breakDownScore.breakdown) shown.add(questionId)
  const questions = await questionsByIds(db, [...shown], language)
  return {
    summary,
    period,
    before,
    score: {
      now: wholeOf(counts.filter(({ isNow }) => isNow)),
      before: wholeOf(counts.filter(({ isNow }) => !isNow)),
      others: others.get(null) ?? null,
    },
    questions: [...questions.values()].map(({ uniqueId: questionId, headline, question }) => ({
      questionId,
      headline,
      question,
      now: meanOf(means, questionId, true),
      before: meanOf(means, questionId, false),
      others: others.get(questionId) ?? null,
    })),
    ownQuestions,
    stars: starsOf(counts),
    countries: countriesOf(counts),
    words,
    history: coursesOf(days, period.from, [...questions.keys()]),
  }
}
