import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { STAFF } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { MAX_STARS } from '@tradewind/contract/trust/review.constants'
import { type ReviewResults, reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, between, eq, gt, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Reader } from '#kit/database/database'
import { addDays, DAY_MS, todayIn } from '#kit/days'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { downloadHandlers } from '#kit/record/sheets'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { countryNameIn } from '#services/language'
import { type ownerOf, selfReader } from '../owner.ts'
import { type Breakdown, reviewAnswers, reviewSettings, trustScores } from '../schema/review.table.ts'
import { ownQuestionsOf, questionsByIds } from '../survey.queries.ts'
import { addBreakdowns, checkRange, daysUntil, type Range, summaryOf } from './summary.ts'

/** Days, both included. */
interface Period {
  from: string
  to: string
}

/** A period, and the one that it is compared with. */
interface ComparedPeriods {
  period: Period
  before: Period
}

/** Answers that count today, and were given in these days. A customer who has answered again counts on the day of the newer answer. */
const isCountedIn = (ownerId: string, { from, to }: Period) =>
  and(
    eq(reviewAnswers.ownerId, ownerId),
    between(reviewAnswers.day, from, to),
    isNull(reviewAnswers.deletedAt),
    isNull(reviewAnswers.supersededBy),
  )

const isCountedInBoth = (ownerId: string, { period, before }: ComparedPeriods) =>
  isCountedIn(ownerId, { from: before.from, to: period.to })
const isInPeriod = ({ period }: ComparedPeriods) => sql<boolean>`${reviewAnswers.day} >= ${period.from}::date`

interface Count {
  isNow: boolean
  /** Rounded to whole stars. */
  stars: number
  /** ISO code; null if unknown. */
  country: string | null
  answers: number
  scoreSum: number
}

/** The answers of both periods, counted by stars and country. */
const countAnswers = async (db: Reader, ownerId: string, compared: ComparedPeriods) => {
  const { rows } = await db.execute<Count & Record<string, unknown>>(sql`
    select ${isInPeriod(compared)} as "isNow", greatest(1, round(${reviewAnswers.score}))::int as stars, ${reviewAnswers.country} as country,
      count(*)::int as answers, sum(${reviewAnswers.score}::float8) as "scoreSum"
    from ${reviewAnswers} where ${isCountedInBoth(ownerId, compared)} group by 1, 2, 3`)
  return rows
}

interface QuestionMean {
  questionId: string
  isNow: boolean
  answers: number
  mean: number
}

/** The mean of each question in both periods: of the type's questions, or of the owner's own. */
const meansByQuestion = async (db: Reader, ownerId: string, compared: ComparedPeriods, of: 'ratings' | 'ownRatings') => {
  const { rows } = await db.execute<QuestionMean & Record<string, unknown>>(sql`
    select rating.key as "questionId", ${isInPeriod(compared)} as "isNow",
      count(*)::int as answers, sum(rating.value::int)::float8 / 2 / count(*) as mean
    from ${reviewAnswers} cross join jsonb_each(${reviewAnswers[of]}) rating
    where ${isCountedInBoth(ownerId, compared)} group by 1, 2`)
  return rows
}

/** The number of latest remarks that are searched for words. */
const MAX_REMARKS = 2_000
const MAX_WORDS = 24

/** Their dictionaries know the stop words of the five languages. */
const dictionaries = sql.raw(
  `array['english_stem', 'spanish_stem', 'french_stem', 'german_stem', 'italian_stem']::regdictionary[]`,
)

interface Word {
  word: string
  /** The number of remarks that contain it. */
  remarks: number
  /** The mean score of the answers that contain it. */
  score: number
}

/** The frequent words in the remarks of a period, without the stop words of any of the languages. */
const countWords = async (db: Reader, ownerId: string, period: Period) => {
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    with said as (
      select ${reviewAnswers.remark} as remark, ${reviewAnswers.score} as score from ${reviewAnswers}
      where ${and(isCountedIn(ownerId, period), isNotNull(reviewAnswers.remark))}
      order by ${reviewAnswers.day} desc, ${reviewAnswers.uniqueId} desc limit ${MAX_REMARKS}
    ), found as (
      select lexeme as word, count(*)::int as remarks, avg(score::float8) as score
      from said cross join unnest(to_tsvector('simple', remark)) group by lexeme having count(*) > 1
    )
    select * from found where length(word) > 2 and word !~ '[-0-9@/._]'
      and not exists (select from unnest(${dictionaries}) dictionary where ts_lexize(dictionary, word) = '{}')
    order by remarks desc, word limit ${MAX_WORDS}`)
  return rows
}

/** With fewer others, a mean could reveal the score of one of them. */
const MIN_OTHERS = 5

interface Mean {
  /** Null: of whole scores. */
  questionId: string | null
  mean: number
}

/**
 * The means of the tenant's other members with the same type of survey, of whole scores and by question: the only data of other members in
 * the results. Each member counts once; without names or counts; to one decimal; only if at least five others have one.
 */
const meansOfOthers = async (db: Reader, ownerId: string) => {
  const ownReviewType = db
    .select({ reviewType: reviewSettings.reviewType })
    .from(reviewSettings)
    .where(eq(reviewSettings.ownerId, ownerId))
  const isOther = and(
    sql`${reviewSettings.reviewType} = (${ownReviewType})`,
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
    select null as "questionId", round(avg(score), 1)::float8 as mean from other having count(*) >= ${MIN_OTHERS}
    union all
    select sums.key, round(avg((sums.value ->> 1)::numeric / 2 / (sums.value ->> 0)::numeric), 1)::float8
    from other cross join jsonb_each(breakdown) sums where (sums.value ->> 0)::int > 0
    group by sums.key having count(*) >= ${MIN_OTHERS}`)
  return new Map(rows.map(({ questionId, mean }) => [questionId, mean]))
}

/** The default length of a period. */
const STANDARD_DAYS = 180

/** The requested days, and as many before them. */
const toComparedPeriods = ({ fromDate, toDate }: Range, today: string): ComparedPeriods => {
  const to = toDate ?? today
  const from = fromDate ?? addDays(to, 1 - STANDARD_DAYS)
  checkRange({ fromDate: from, toDate: to })
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { period: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

type Counts = Awaited<ReturnType<typeof countAnswers>>
const noAnswers = { answers: 0, mean: null }

/** The number and the mean of all these answers. */
const totalOf = (counts: Counts) => {
  const answers = counts.reduce((sum, one) => sum + one.answers, 0)
  return { answers, mean: answers > 0 ? counts.reduce((sum, { scoreSum }) => sum + scoreSum, 0) / answers : null }
}

const starsOf = (counts: Counts) => {
  const answersOf = (stars: number, isNow: boolean) =>
    totalOf(counts.filter((one) => one.stars === stars && one.isNow === isNow)).answers
  return Array.from({ length: MAX_STARS }, (_, at) => MAX_STARS - at).map((stars) => ({
    stars,
    now: answersOf(stars, true),
    before: answersOf(stars, false),
  }))
}

/** The countries of the answers of the period, those with most answers first. */
const countriesOf = (counts: Counts) =>
  [
    ...Map.groupBy(
      counts.filter(({ isNow }) => isNow),
      ({ country }) => country,
    ),
  ]
    .map(([country, some]) => {
      const { answers, mean } = totalOf(some)
      return { country, answers, score: mean ?? 0 }
    })
    .toSorted((one, other) => other.answers - one.answers || (one.country ?? 'ZZ').localeCompare(other.country ?? 'ZZ'))

type Days = Awaited<ReturnType<typeof daysUntil>>

/** The means at the end of each day from one day on, in the order of the questions. */
const dailyMeans = (days: Days, from: string, questionIds: readonly string[]): ReviewResults['history'] => {
  let sums: Breakdown = {}
  return days.flatMap(({ day, breakdown, score }) => {
    sums = addBreakdowns(sums, breakdown)
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
  return found ? { answers: found.answers, mean: found.mean } : noAnswers
}

/** The own questions with their means, which are in no other figure: the active ones, and retired ones that were answered in these days. */
const ownQuestionMeans = async (
  db: Reader,
  ownerId: string,
  compared: ComparedPeriods,
): Promise<ReviewResults['ownQuestions']> => {
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

/** The results of the owner's answers: everything is counted in the database, with concurrent queries. */
const loadResults = async (
  db: Reader,
  owner: Owner,
  compared: ComparedPeriods,
  language: Language,
): Promise<z.input<(typeof reviewResultsApi)['results']['reply']>> => {
  const { uniqueId } = owner
  const { period, before } = compared
  const [summary, counts, means, ownQuestions, words, others, days] = await Promise.all([
    summaryOf(db, owner, async () => [], language),
    countAnswers(db, uniqueId, compared),
    meansByQuestion(db, uniqueId, compared, 'ratings'),
    ownQuestionMeans(db, uniqueId, compared),
    countWords(db, uniqueId, period),
    meansOfOthers(db, uniqueId),
    daysUntil(db, uniqueId, period.to),
  ])
  const inPeriod = days.filter(({ day }) => day >= period.from)
  const ids = new Set([...means.map(({ questionId }) => questionId), ...inPeriod.flatMap((day) => Object.keys(day.breakdown))])
  for (const { questionId } of summary.breakDownScore.breakdown) ids.add(questionId)
  const questions = await questionsByIds(db, [...ids], language)
  return {
    summary,
    period,
    before,
    score: {
      now: totalOf(counts.filter(({ isNow }) => isNow)),
      before: totalOf(counts.filter(({ isNow }) => !isNow)),
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
    history: dailyMeans(days, period.from, [...questions.keys()]),
  }
}

/** The parts of the download, in the words of the screen. */
const partNames = {
  SCORE: phrase('Score'),
  QUESTION: phrase('Question'),
  OWN_QUESTION: phrase('Your own questions'),
  STARS: phrase('Stars'),
  COUNTRY: phrase('Country'),
  WORD: phrase('Words in remarks'),
}

/** A line of the download: its subject, and its figures in the period, before it and of others. */
interface Line {
  part: keyof typeof partNames
  name: string
  now: { answers: number; mean?: number | null }
  before?: { answers: number; mean?: number | null }
  others?: number | null
}

const columns: readonly ExportColumn<Line>[] = [
  { header: phrase('Kind'), value: ({ part }) => partNames[part], isTranslated: true, width: 24 },
  { header: phrase('Name'), value: ({ name }) => name, width: 48 },
  { header: phrase('Answers'), value: ({ now }) => now.answers },
  { header: phrase('Score'), value: ({ now }) => now.mean },
  { header: phrase('Answers in the period before'), value: ({ before }) => before?.answers },
  { header: phrase('Score in the period before'), value: ({ before }) => before?.mean },
  { header: phrase('Members like you'), value: ({ others }) => others },
]

const linesOf = (
  { score, questions, ownQuestions, stars, countries, words, period }: Awaited<ReturnType<typeof loadResults>>,
  language: Language,
): Line[] => [
  { part: 'SCORE', name: `${period.from} – ${period.to}`, ...score },
  ...questions.map(({ headline, now, before, others }): Line => ({ part: 'QUESTION', name: headline, now, before, others })),
  ...ownQuestions.map(({ question, now, before }): Line => ({ part: 'OWN_QUESTION', name: question, now, before })),
  ...stars.map(({ stars: name, now, before }): Line => ({
    part: 'STARS',
    name: String(name),
    now: { answers: now },
    before: { answers: before },
  })),
  ...countries.map(({ country, answers, score: mean }): Line => ({
    part: 'COUNTRY',
    name: country === null ? '' : countryNameIn(language, country),
    now: { answers, mean },
  })),
  ...words.map(({ word: name, remarks, score: mean }): Line => ({ part: 'WORD', name, now: { answers: remarks, mean } })),
]

type Needs = Parameters<typeof downloadHandlers>[1] & { db: Database; settings: TenantSettings }

/** The results of an owner's answers, on the screen and as a download. */
export const reviewResultsRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const self = selfReader(settings)
  const resolvePeriods = async (range: Range, { scope }: RequestContext) =>
    toComparedPeriods(range, todayIn((await settings.of(scope.tenantId)).TIME_ZONE))
  const loadOwn = async (range: Range, context: ReadContext) => {
    const compared = await resolvePeriods(range, context)
    const { owner, language } = await self(context)
    return { results: await loadResults(context.db, owner, compared, language), language }
  }
  const { export: exportResults, exportFile: exportResultsFile } = downloadHandlers(
    {
      path: '/api/review/results/export',
      rules: reviewPolicy.export,
      kind: 'review',
      title: 'Results',
      columns: () => columns,
      check: resolvePeriods,
      rows: async function* (range: Range, context) {
        const { results, language } = await loadOwn(range, context)
        yield linesOf(results, language)
      },
    },
    appContext,
  )
  return routes(reviewResultsApi, {
    results: async (range, context) => (await loadOwn(range, context)).results,
    exportResults,
    exportResultsFile,
  })
}
