import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import type { ExportColumn } from '@tradewind/workbook/export'
import type { Database } from '#kit/database/database'
import { todayIn } from '#kit/days'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { downloading, type Tickets } from '#kit/record/sheets'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { selfReader } from '../owner.ts'
import { comparedIn, resultsOf } from './results.ts'
import type { Range } from './summary.ts'

/** A line of the download: what it is about, and its figures in the period, before it and of others. */
interface Line {
  part: 'SCORE' | 'QUESTION' | 'OWN_QUESTION' | 'STARS' | 'COUNTRY' | 'WORD'
  name: string
  now: { answers: number; mean?: number | null }
  before?: { answers: number; mean?: number | null }
  others?: number | null
}

const columns: readonly ExportColumn<Line>[] = [
  { header: 'part', value: ({ part }) => part },
  { header: 'name', value: ({ name }) => name, width: 48 },
  { header: 'answers', value: ({ now }) => now.answers },
  { header: 'mean', value: ({ now }) => now.mean },
  { header: 'answersBefore', value: ({ before }) => before?.answers },
  { header: 'meanBefore', value: ({ before }) => before?.mean },
  { header: 'meanOfOthers', value: ({ others }) => others },
]

const linesOf = ({
  score,
  questions,
  ownQuestions,
  stars,
  countries,
  words,
  period,
}: Awaited<ReturnType<typeof resultsOf>>): Line[] => [
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
    name: country === null ? '' : countryName(country as CountryCode),
    now: { answers, mean },
  })),
  ...words.map(({ word: name, remarks, score: mean }): Line => ({ part: 'WORD', name, now: { answers: remarks, mean } })),
]

interface Needs {
  db: Database
  tickets: Tickets
  settings: TenantSettings
}

/** What somebody's answers say, on the screen and as a download. */
export const reviewResultsRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const self = selfReader(settings)
  const comparing = async (range: Range, { scope }: RequestContext) =>
    comparedIn(range, todayIn((await settings.of(scope.tenantId)).TIME_ZONE))
  const read = async (range: Range, context: ReadContext) => {
    const compared = await comparing(range, context)
    const { owner, language } = await self(context)
    return resultsOf(context.db, owner, compared, language)
  }
  const { export: exportResults, exportFile: exportResultsFile } = downloading(
    {
      path: '/api/review/results/export',
      rules: reviewPolicy.export,
      kind: 'review',
      title: 'Results',
      columns: () => columns,
      check: comparing,
      rows: async function* (range: Range, context) {
        yield linesOf(await read(range, context))
      },
    },
    appContext,
  )
  return routes(reviewResultsApi, { results: read, exportResults, exportResultsFile })
}
