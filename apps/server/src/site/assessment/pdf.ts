import type { Language } from '@tradewind/contract/kit/language'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { assessmentCategoryList, bandOf } from '@tradewind/contract/site/assessment.constants'
import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { feedbackFor, whyItMatters } from '@tradewind/contract/site/assessment.feedback'
import {
  type Averages,
  bandNames,
  headlineOf,
  MIN_COMPARED,
  overallOf,
  overviewOf,
  weakestOf,
} from '@tradewind/contract/site/assessment.scores'
import { concurrencyLimit } from '#kit/concurrency'
import { tooMany } from '#kit/errors'
import { requestThread } from '#kit/thread'
import type { Area, Mark, ResultSheet } from './pdf.draw.ts'
import type { DrawExchange } from './pdf.thread.ts'

type Translate = (english: string, values?: Record<string, string>) => string

/** The texts of a sheet: the tenant's translator, the language, and the time zone of the days. */
interface Speech {
  t: Translate
  language: Language
  timeZone: string
}

const scoreText = (score: number, language: Language, digits = 2) =>
  score.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** In the format of the page. */
const dayText = (at: string, { language, timeZone }: Speech) =>
  new Date(at).toLocaleDateString(dateLocale(language), { dateStyle: 'long', timeZone })

const markOf = (value: number, { t, language }: Speech): Mark => {
  const band = bandOf(value) ?? 'NOT_READY'
  return { value, text: scoreText(value, language), band, bandName: t(bandNames[band]) }
}

const leadOf = (averages: Averages, { t, language }: Speech) => {
  const { ends } = overviewOf(averages)
  if (!ends) return t(phrase('All areas are at the same level. Below you can read what that means for each of them.'))
  const { highest, lowest } = ends
  return t(phrase('Your strongest area is “{strong}” with {high} of 5. The one to work on first is “{weak}” with {low} of 5.'), {
    strong: t(highest.category),
    high: scoreText(highest.average, language),
    weak: t(lowest.category),
    low: scoreText(lowest.average, language),
  })
}

interface Column {
  title: string
  averages: Averages
  digits: number
}

/** The averages of others and the previous answers, as far as they are available. */
const columnsOf = ({ comparison, before }: AssessmentResult, { t }: Speech): Column[] =>
  [
    { title: t(phrase('All')), averages: comparison.all, digits: 1 },
    { title: t(phrase('Your country')), averages: comparison.country, digits: 1 },
    { title: t(phrase('Before')), averages: before?.averages, digits: 2 },
  ].flatMap(({ averages, ...column }) => (averages ? [{ ...column, averages }] : []))

const areaOf = (category: string, average: number, columns: readonly Column[], speech: Speech): Area => {
  const { t, language } = speech
  const figure = ({ averages, digits }: Column) => {
    const other = averages.find((one) => one.category === category)
    return other ? scoreText(other.average, language, digits) : null
  }
  return {
    ...markOf(average, speech),
    axis: assessmentCategoryList.indexOf(category),
    name: t(category),
    why: t(whyItMatters(category)),
    feedback: t(feedbackFor(category, average)),
    comparisons: columns.map(figure),
  }
}

const legendOf = ({ comparison, before }: AssessmentResult, speech: Speech) => {
  const { t } = speech
  return [
    t(
      phrase(
        'Above 4 is strong, 2 to 4 is insufficient, below 2 is not ready. Scores go from 0 to 5; the chart reaches from 0 in the middle to 6.',
      ),
    ),
    ...(comparison.all
      ? [
          t(
            phrase(
              'The means of other companies, each at its newest answers. They are shown from {count} companies on, and name nobody.',
            ),
            { count: String(MIN_COMPARED) },
          ),
        ]
      : []),
    ...(before ? [t(phrase('Before: your answers of {day}.'), { day: dayText(before.dateCreated, speech) })] : []),
  ]
}

/** What to do first: the feedback on the weak areas; if none is weak, on the lowest one. */
const stepsOf = (averages: Averages, { t }: Speech) => {
  const weakest = weakestOf(averages)
  const lowest = averages.toSorted((one, other) => one.average - other.average).slice(0, 1)
  return (weakest.length > 0 ? weakest : lowest).map(({ category, average }) => ({
    name: t(category),
    text: t(feedbackFor(category, average)),
  }))
}

const wordsOf = ({ t }: Speech): ResultSheet['labels'] => ({
  area: t(phrase('Area')),
  score: t(phrase('Score')),
  standing: t(phrase('Standing')),
  next: t(phrase('What to do next')),
  areas: t(phrase('Area by area')),
  why: t(phrase('Why it matters')),
  where: t(phrase('Where you stand')),
  ofFive: t(phrase('of 5')),
})

const pageOf = (page: string, { t }: Speech) => t(phrase('Page {page} of {pages}'), { page, pages: '2' })

/** The content of the two pages of a result. They do not name the person who answered. */
export const sheetOf = (result: AssessmentResult, company: string, logo: Uint8Array | null, speech: Speech): ResultSheet => {
  const { t, language } = speech
  const { averages, dateCreated } = result
  const columns = columnsOf(result, speech)
  const { text, count } = headlineOf(averages)
  return {
    language,
    title: t(phrase('Result of your self-assessment')),
    at: dateCreated,
    day: dayText(dateCreated, speech),
    company,
    logo,
    headline: t(text, { count: String(count) }),
    lead: leadOf(averages, speech),
    overall: { ...markOf(overallOf(averages) ?? 0, speech), label: t(phrase('Overall')) },
    axes: assessmentCategoryList.map((category) => {
      const average = averages.find((one) => one.category === category)?.average
      return {
        name: t(category),
        score: average === undefined ? t('N/A') : scoreText(average, language),
      }
    }),
    areas: averages.map(({ category, average }) => areaOf(category, average, columns, speech)),
    columnHeaders: columns.map(({ title }) => title),
    legend: legendOf(result, speech),
    steps: stepsOf(averages, speech),
    labels: wordsOf(speech),
    footer: t(phrase('This result names nobody. Scores are what the company said of itself.')),
    pages: [pageOf('1', speech), pageOf('2', speech)],
  }
}

/* Drawing a sheet takes a tenth of a second, most of it for fonts: a worker thread draws it, so that the event loop is not blocked. */

const { run } = concurrencyLimit({
  maxRunning: 2,
  maxWaiting: 50,
  createError: () => tooMany(5, say('Too much at once. Please try again in a moment.')),
})

const thread = requestThread<DrawExchange>({
  module: new URL('./pdf.thread.ts', import.meta.url),
  seconds: 20,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
})

/** The result as a PDF of two pages. Throws 429 if too many are waiting. */
export const createPdf = (sheet: ResultSheet) => run(async () => Buffer.from(await thread.call(sheet)))
