import { Anchor, Stack, Table, Text } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { analyticsPolicy } from '@tradewind/contract/site/policies'
import { Fragment, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useCall } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { session } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { zoneOf } from '#kit/zone'
import { Filters } from '#ui/list/Filters'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, QueryContent } from '#ui/page/states'
import { Chart, Figures } from '#ui/values/Chart'
import { dayInSentence, formatDay, today } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'

/**
 * Rounds the shares of a total to so many decimals of a percent, as fractions: halves are rounded up, and the sum stays the total. What
 * rounding would add or lose is balanced where it changes a share least.
 */
export const sharesOf = (parts: readonly number[], decimals = 0): number[] => {
  const steps = 100 * 10 ** decimals
  const total = parts.reduce((sum, part) => sum + part, 0)
  if (total === 0) return parts.map(() => 0)
  const floors = parts.map((part) => Math.floor((part * steps) / total))
  const fractionAt = (at: number) => (parts[at]! * steps) % total
  const remainder = steps - floors.reduce((sum, floor) => sum + floor, 0)
  const roundedUp = new Set(
    parts
      .map((_, at) => at)
      .toSorted((one, other) => fractionAt(other) - fractionAt(one))
      .slice(0, remainder),
  )
  return floors.map((floor, at) => (floor + (roundedUp.has(at) ? 1 : 0)) / steps)
}

const DAY = 86_400_000
const isoDayAt = (time: number) => new Date(time).toISOString().slice(0, 10)

interface Range {
  dateFrom: string
  dateTo: string
}

/** The days in the address; if one of them is missing, the last thirty days. */
export const rangeOf = ({ dateFrom, dateTo }: Range, day: string): Range =>
  dateFrom && dateTo ? { dateFrom, dateTo } : { dateFrom: isoDayAt(Date.parse(day) - 29 * DAY), dateTo: day }

/** The count of each day of a range, with 0 for days without a count. */
export const fillDays = ({ dateFrom, dateTo }: Range, counted: readonly { day: string; count: number }[]) => {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  const length = Math.max(1, (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY + 1)
  return Array.from({ length }, (_, at) => isoDayAt(Date.parse(dateFrom) + at * DAY)).map((day) => ({
    day,
    count: counts.get(day) ?? 0,
  }))
}

/** Round numbers at equal distances from 0 to at least `most`, six or seven at most. */
export const chartTicks = (most: number): number[] => {
  const rough = Math.max(1, most / 5)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step)
}

export const handle = { name: phrase('Page views') }
export const clientLoader = guard({ rules: analyticsPolicy.see })

const filterNames = ['dateFrom', 'dateTo', 'pattern'] as const

/** The tenant's time zone, by whose days views are counted. */
const useTenantZone = () => {
  const choices = useSyncExternalStore(session.subscribe, session.choices, () => null)
  return zoneOf({ timeZone: null, tenantTimeZone: choices?.tenantTimeZone ?? '' }, () => 'UTC')
}

/** Shows which pages are opened, and how often. The days are in the address, and so is the page pattern whose days are shown. */
export default function Analytics() {
  const t = useText()
  const figure = useFormatCount()
  const { filters, change, addressAfter } = useListAddress({ filters: filterNames, sort: '' })
  const { pattern, ...days } = filters
  const range = rangeOf(days, today(useTenantZone()))
  const read = useCall('GET /api/analytics/pageViews', { ...range, ...(pattern && { pattern }) }, { keepsPreviousData: true })
  return (
    <Stack gap="lg">
      <PageHeader title={t('Page views')} count={read.data && figure(read.data.total)} />
      <Text c="dimmed" maw="72ch">
        {t(
          'Counted by day and page type, never by person: no cookies, no addresses and no accounts are stored. Browsers that ask not to be tracked, and those without JavaScript, are not counted.',
        )}
      </Text>
      <Filters
        filters={{
          dateFrom: { label: t('Date From'), type: 'date', requiredFilter: 'dateTo' },
          dateTo: { label: t('Date To'), type: 'date', requiredFilter: 'dateFrom' },
        }}
        applied={days}
        onApply={(next) => change({ filters: { ...next, pattern } })}
      />
      {read.error?.status === 422 ? (
        <Refusal failure={read.error} />
      ) : (
        <QueryContent of={read} height={400}>
          {(views) => (
            <Views
              range={range}
              views={views}
              pattern={pattern}
              addressOf={(one) => addressAfter({ filters: { ...filters, pattern: one } })}
            />
          )}
        </QueryContent>
      )}
    </Stack>
  )
}

/** Explains why the requested days are invalid. */
const Refusal = ({ failure: { fields, message } }: { failure: Failure }) => {
  const t = useText()
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {Object.values(fields)
        .map((fault) => t(fault))
        .join(' ') || t(message)}
    </Text>
  )
}

interface ViewsProps {
  range: ReturnType<typeof rangeOf>
  views: {
    total: number
    days: readonly { day: string; count: number }[]
    patterns: readonly { pattern: string; count: number }[]
  }
  /** The page pattern whose days are shown; empty: all. */
  pattern: string
  /** The address that shows the days of a page pattern, or for the empty text those of all pages. */
  addressOf: (pattern: string) => string
}

/** The page views in these days: by day, and by page pattern. */
const Views = ({ range, views: { total, days, patterns }, pattern, addressOf }: ViewsProps) => {
  const t = useText()
  const between = { from: dayInSentence(range.dateFrom), to: dayInSentence(range.dateTo) }
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
      <Card title={pattern ? t('{page} by day', { page: pattern }) : t('By day')} description={t('From {from} to {to}', between)}>
        {pattern && (
          <Anchor component={Link} to={addressOf('')} preventScrollReset>
            {t('Show all pages')}
          </Anchor>
        )}
        <ByDay counts={fillDays(range, days)} />
      </Card>
      <Card title={t('By kind of page')} description={t('The part after a colon varies: an article, a company.')}>
        <Patterns patterns={patterns} selectedPattern={pattern} addressOf={addressOf} />
      </Card>
    </>
  )
}

const ByDay = ({ counts }: { counts: { day: string; count: number }[] }) => {
  const t = useText()
  const figure = useFormatCount()
  const ticks = chartTicks(Math.max(...counts.map(({ count }) => count)))
  return (
    <div>
      <Chart
        label={t('Page views')}
        days={counts.map(({ day }) => day)}
        series={[{ name: t('Page views'), values: counts.map(({ count }) => count) }]}
        ticks={ticks}
        figure={figure}
        height={360}
      />
      <Figures
        label={t('Page views')}
        heads={[t('Date'), t('Page views')]}
        rows={counts.map(({ day, count }) => [formatDay(day) ?? '', figure(count)])}
      />
    </div>
  )
}

interface PatternsProps {
  patterns: readonly { pattern: string; count: number }[]
  /** The pattern whose days are shown. */
  selectedPattern: string
  addressOf: (pattern: string) => string
}

/** Smaller shares are displayed as less than this instead of 0. */
const MIN_SHARE = 0.001

/** Each page pattern with its count and its share of the total, most opened first. Each links to its days. */
const Patterns = ({ patterns, selectedPattern, addressOf }: PatternsProps) => {
  const t = useText()
  const figure = useFormatCount()
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const shares = sharesOf(
    patterns.map(({ count }) => count),
    1,
  )
  const shareAt = (at: number) => (shares[at]! < MIN_SHARE ? `< ${percent.format(MIN_SHARE)}` : percent.format(shares[at]!))
  return (
    <Table tabularNums horizontalSpacing="xs" aria-label={t('By kind of page')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind of page')}</Table.Th>
          <Table.Th ta="right" w={92}>
            {t('Page views')}
          </Table.Th>
          <Table.Th ta="right" w={92}>
            {t('Share of all')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {patterns.map(({ pattern, count }, at) => (
          <Table.Tr key={pattern}>
            <Table.Th scope="row" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              <Pattern pattern={pattern} isSelected={pattern === selectedPattern} addressOf={addressOf} />
            </Table.Th>
            <Table.Td ta="right">{figure(count)}</Table.Td>
            <Table.Td ta="right">{shareAt(at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface PatternProps extends Pick<PatternsProps, 'addressOf'> {
  pattern: string
  isSelected: boolean
}

const Pattern = ({ pattern, isSelected, addressOf }: PatternProps) => (
  <Anchor
    component={Link}
    to={addressOf(pattern)}
    preventScrollReset
    aria-current={isSelected || undefined}
    fw={isSelected ? 700 : undefined}
  >
    {pattern.split(/(?=\/)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </Anchor>
)
