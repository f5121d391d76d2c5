import { Text } from '@mantine/core'
import type { HistoricScore } from '@tradewind/contract/trust/review.schemas'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import { scoreText } from '@tradewind/contract/trust/star'
import { useCall } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { type Say, useLanguage, useText } from '#kit/text'
import { Figures } from '#ui/chart/Figures'
import { type Line, LineChart } from '#ui/chart/LineChart'
import { Filters } from '#ui/list/Filters'
import { Card } from '#ui/page/Card'
import { Read } from '#ui/page/Read'
import { dayOf } from '#ui/values/dates'
import { NoData } from './NoData.tsx'

const meanOf = ({ breakDownScore }: HistoricScore, id: string) =>
  breakDownScore.breakdown.find(({ questionId }) => questionId === id)?.breakdownScore ?? null

/** The score over time, and the mean of each question that was answered; before its first answer a question has none. */
export const linesOf = (history: readonly HistoricScore[], scoreName: string): Line[] => {
  const headlines = new Map<string, string>()
  for (const { breakDownScore } of history)
    for (const { questionId, headline } of breakDownScore.breakdown) headlines.set(questionId, headline)
  const score = history.map(({ breakDownScore }) => breakDownScore.score)
  const questions = [...headlines].map(([key, label]) => ({ key, label, values: history.map((day) => meanOf(day, key)) }))
  return [{ key: 'score', label: scoreName, values: score, isMain: true }, ...questions]
}

const days = ['dateFrom', 'dateTo'] as const

/** How the means came about, day by day. */
export const Trends = () => {
  const t = useText()
  const { filters, change } = useListAddress({ filters: days, sort: '-dateCreated' })
  const { dateFrom: fromDate, dateTo: toDate } = filters
  const asked = { ...(fromDate && { fromDate }), ...(toDate && { toDate }) }
  return (
    <Card title={t('Trends')} about={t('The average of all answers up to each day. Choose a question to highlight its line.')}>
      <Filters filters={labelsIn(t)} applied={filters} onApply={(next) => change({ filters: next })} />
      <History asked={asked} />
    </Card>
  )
}

const History = ({ asked }: { asked: { fromDate?: string; toDate?: string } }) => {
  const t = useText()
  const read = useCall('GET /api/review/historicData', asked, { keeps: true })
  if (read.error?.status === 422) {
    return (
      <Text role="alert" c="var(--mantine-color-error)">
        {Object.values(read.error.fields)
          .map((fault) => t(fault))
          .join(' ') || t(read.error.message)}
      </Text>
    )
  }
  return (
    <Read of={read} height={400}>
      {({ rows }) => (rows.length > 0 ? <HistoryChart history={rows} /> : <NoData />)}
    </Read>
  )
}

const labelsIn = (t: Say) => ({
  dateFrom: { label: t('Date From'), type: 'date' } as const,
  dateTo: { label: t('Date To'), type: 'date' } as const,
})

const HistoryChart = ({ history }: { history: readonly HistoricScore[] }) => {
  const t = useText()
  const language = useLanguage()
  const lines = linesOf(history, t('Score'))
  const shown = (value: number | null | undefined) => (value == null ? '–' : scoreText(value, language))
  const rows = history.map(({ date }, at) => [dayOf(date) ?? '', ...lines.map(({ values }) => shown(values[at]))])
  return (
    <div>
      <LineChart label={t('Trends')} days={history.map(({ date }) => date)} lines={lines} most={HIGHEST} figure={shown} />
      <Figures label={t('Trends')} heads={[t('Date'), ...lines.map(({ label }) => label)]} rows={rows} />
    </div>
  )
}
