import { Anchor } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useText } from '#kit/text'
import { Figures } from '#ui/chart/Figures'
import { LineChart } from '#ui/chart/LineChart'
import { Card } from '#ui/page/Card'
import { EmptyState } from '#ui/page/EmptyState'
import { dayOf } from '#ui/values/dates'
import { useFigure } from '#ui/values/useFigure'
import { Patterns } from './Patterns.tsx'
import { everyDay, type rangeOf, ticksTo } from './views.ts'

interface ViewsProps {
  range: ReturnType<typeof rangeOf>
  views: {
    total: number
    days: readonly { day: string; count: number }[]
    patterns: readonly { pattern: string; count: number }[]
  }
  /** The kind of page whose days are shown; empty: all. */
  pattern: string
  /** The address that shows the days of a kind of page, or with the empty text those of all. */
  addressOf: (pattern: string) => string
}

/** What was opened in these days: day by day, and by the kind of page. */
export const Views = ({ range, views: { total, days, patterns }, pattern, addressOf }: ViewsProps) => {
  const t = useText()
  const between = { from: dayOf(range.dateFrom) ?? '', to: dayOf(range.dateTo) ?? '' }
  if (total === 0) {
    return (
      <EmptyState
        icon={IconChartLine}
        title={t('No page was opened in these days')}
        text={t('From {from} to {to} nothing was counted.', between)}
      />
    )
  }
  return (
    <>
      <Card title={pattern ? t('{page} by day', { page: pattern }) : t('By day')} about={t('From {from} to {to}', between)}>
        {pattern && (
          <Anchor component={Link} to={addressOf('')} preventScrollReset>
            {t('Show all pages')}
          </Anchor>
        )}
        <ByDay counts={everyDay(range, days)} />
      </Card>
      <Card title={t('By kind of page')} about={t('What stands after a colon is another one each time: an article, a company.')}>
        <Patterns patterns={patterns} chosen={pattern} addressOf={addressOf} />
      </Card>
    </>
  )
}

const ByDay = ({ counts }: { counts: { day: string; count: number }[] }) => {
  const t = useText()
  const figure = useFigure()
  const ticks = ticksTo(Math.max(...counts.map(({ count }) => count)))
  const line = { key: 'views', label: t('Page views'), values: counts.map(({ count }) => count), isMain: true }
  return (
    <div>
      <LineChart
        label={t('Page views')}
        days={counts.map(({ day }) => day)}
        lines={[line]}
        most={ticks.at(-1)!}
        ticks={ticks}
        figure={figure}
      />
      <Figures
        label={t('Page views')}
        heads={[t('Date'), t('Page views')]}
        rows={counts.map(({ day, count }) => [dayOf(day) ?? '', figure(count)])}
      />
    </div>
  )
}
