import { Button, Group } from '@mantine/core'
import type { KpiRow } from '@tradewind/contract/crm/dashboard.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { LEVEL3 } from '@tradewind/contract/roles'
import { useState } from 'react'
import { useCurrentDay } from '#crm/useCurrentDay'
import { useCall } from '#kit/api/query'
import { changesSince } from '#kit/browser/drafts'
import { useListAddress } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { DateInput, isInvalidDay } from '#ui/form/DateInput'
import { NativeSelect } from '#ui/form/NativeSelect'
import { addDays, weekOf } from '#ui/values/dates'

/** The query from the address, the function that changes it, and the server's reply. Any change goes to the first page. */
export const useKpi = () => {
  const day = useCurrentDay()
  const byUserAlone = useActor().roles.includes(LEVEL3[0])
  const address = useListAddress({ filters: fields, sort: '' })
  const parsed = parseQuery(address.filters, day)
  const query: KpiQuery = byUserAlone ? { ...parsed, filterType: 'USER' } : parsed
  const counted = useCall(
    'GET /api/dashboard/reportsKpi',
    { ...query, compare: true, page: address.page - 1 },
    { keepsPreviousData: true },
  )
  return {
    query,
    counted,
    byUserAlone,
    today: day,
    page: address.page,
    usual: parseQuery({ filterType: '', dateFrom: '', dateTo: '', size: address.filters.size }, day),
    change: (next: KpiQuery) => address.change({ filters: formatQuery(next, day) }),
    addressOf: (page: number) => address.addressAfter({ page }),
  }
}
export type Kpi = ReturnType<typeof useKpi>

/** What reports are grouped by. */
export type Aggregation = 'USER' | 'COUNTRY' | 'COMPANY'

const aggregations: Readonly<Record<Aggregation, string>> = {
  USER: phrase('Users'),
  COUNTRY: phrase('Countries'),
  COMPANY: phrase('Companies'),
}

/** Records per page. */
const sizes = [5, 10, 20, 50, 100, 500] as const
const defaultSize = 20

/** The parameters of the address, as strings; a missing one is empty. */
interface AddressParams {
  filterType: string
  dateFrom: string
  dateTo: string
  size: string
}
const fields = ['filterType', 'dateFrom', 'dateTo', 'size'] as const satisfies readonly (keyof AddressParams)[]

export interface KpiQuery {
  filterType: Aggregation
  dateFrom: string
  dateTo: string
  size: number
}

/** The first day of the month that is `months` months after that of `day`. */
const monthFrom = (day: string, months: number) => {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

const monthOf = (day: string, months: number, length = 1) => ({
  dateFrom: monthFrom(day, months),
  dateTo: addDays(monthFrom(day, months + length), -1),
})

/** Common ranges, relative to today. */
export const presets = {
  THIS_WEEK: { text: phrase('This week'), days: weekOf },
  LAST_WEEK: { text: phrase('Last week'), days: (day: string) => weekOf(addDays(day, -7)) },
  THIS_MONTH: { text: phrase('This month'), days: (day: string) => monthOf(day, 0) },
  LAST_MONTH: { text: phrase('Last month'), days: (day: string) => monthOf(day, -1) },
  THIS_QUARTER: {
    text: phrase('This quarter'),
    days: (day: string) => monthOf(day, -((Number(day.slice(5, 7)) - 1) % 3), 3),
  },
  LAST_12_MONTHS: {
    text: phrase('Last 12 months'),
    days: (day: string) => ({ dateFrom: monthFrom(day, -11), dateTo: monthOf(day, 0).dateTo }),
  },
} as const
export type Preset = keyof typeof presets

/** The preset of a range; undefined if it was chosen day by day. */
export const presetOf = ({ dateFrom, dateTo }: Pick<KpiQuery, 'dateFrom' | 'dateTo'>, day: string) =>
  (Object.keys(presets) as Preset[]).find((name) => {
    const days = presets[name].days(day)
    return days.dateFrom === dateFrom && days.dateTo === dateTo
  })

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isAggregation = (text: string): text is Aggregation => Object.hasOwn(aggregations, text)

/** Parses the query. Missing or invalid parameters have their defaults: users, this week, 20 a page. */
export const parseQuery = (params: AddressParams, now: string): KpiQuery => {
  const week = weekOf(now)
  return {
    filterType: isAggregation(params.filterType) ? params.filterType : 'USER',
    dateFrom: isDay(params.dateFrom) ? params.dateFrom : week.dateFrom,
    dateTo: isDay(params.dateTo) ? params.dateTo : week.dateTo,
    size: sizes.find((size) => String(size) === params.size) ?? defaultSize,
  }
}

/** Formats the query for the address; defaults are left out. */
export const formatQuery = (query: KpiQuery, now: string): AddressParams => {
  const usual = parseQuery({ filterType: '', dateFrom: '', dateTo: '', size: '' }, now)
  const isThisWeek = query.dateFrom === usual.dateFrom && query.dateTo === usual.dateTo
  return {
    filterType: query.filterType === usual.filterType ? '' : query.filterType,
    dateFrom: isThisWeek ? '' : query.dateFrom,
    dateTo: isThisWeek ? '' : query.dateTo,
    size: query.size === usual.size ? '' : String(query.size),
  }
}

/** What a row was grouped by: rows of the previous query may still be shown. */
export const aggregationOf = (row: KpiRow): Aggregation => {
  if (row.companyUID) return 'COMPANY'
  return row.userId ? 'USER' : 'COUNTRY'
}

const MAX_LINKS = 10

/** The pages that are linked, from 1: at most ten, around the current one. */
export const pagesAround = (page: number, pages: number) => {
  const first = Math.max(1, Math.min(page - MAX_LINKS / 2, pages - MAX_LINKS + 1))
  return Array.from({ length: Math.min(MAX_LINKS, pages) }, (_, at) => first + at)
}

/** Typed days take effect by Apply, and with the period. What is chosen takes effect immediately. */
export const KpiFilters = ({ kpi }: { kpi: Kpi }) => {
  const t = useText()
  const { query, usual, change, counted } = kpi
  const [typed, type] = useTyped(query)
  const apply = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = (['dateFrom', 'dateTo'] as const).find((field) => isInvalidDay(typed[field]))
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    change({ ...typed, size: query.size })
  }
  const clear = () => {
    type(usual)
    change(usual)
  }
  return (
    <form role="search" aria-label={t('Reports KPI')} onSubmit={apply}>
      <Group align="flex-end" gap="xs">
        <AggregationSelect kpi={kpi} onChoose={(filterType) => change({ ...query, filterType })} />
        <PeriodSelect kpi={kpi} onChoose={(days) => change({ ...typed, ...days })} />
        <Days typed={typed} onType={type} refusals={counted.error?.fields ?? {}} />
        <NativeSelect
          label={t('Records Per Page')}
          data={sizes.map(String)}
          value={String(query.size)}
          onChange={(event) => change({ ...query, size: Number(event.currentTarget.value) })}
          flex="1 1 112px"
          maw={160}
        />
        <Button type="submit" variant="default">
          {t('Apply Filter')}
        </Button>
        <Button variant="subtle" onClick={clear}>
          {t('Clear Filter')}
        </Button>
      </Group>
    </form>
  )
}

interface Typing {
  typed: KpiQuery
  onType: (typed: KpiQuery) => void
}

const AggregationSelect = ({ kpi, onChoose }: { kpi: Kpi; onChoose: (aggregation: Aggregation) => void }) => {
  const t = useText()
  const choices = kpi.byUserAlone ? (['USER'] as const) : (Object.keys(aggregations) as Aggregation[])
  return (
    <NativeSelect
      label={t('Aggregation Type')}
      data={choices.map((value) => ({ value, label: t(aggregations[value]) }))}
      value={kpi.query.filterType}
      onChange={(event) => onChoose(event.currentTarget.value as Aggregation)}
      flex="1 1 116px"
      maw={220}
    />
  )
}

const PeriodSelect = ({ kpi, onChoose }: { kpi: Kpi; onChoose: (days: Pick<KpiQuery, 'dateFrom' | 'dateTo'>) => void }) => {
  const t = useText()
  const preset = presetOf(kpi.query, kpi.today)
  const choices = Object.entries(presets).map(([value, { text }]) => ({ value, label: t(text) }))
  return (
    <NativeSelect
      label={t('Period')}
      data={preset ? choices : [{ value: '', label: t('Chosen days') }, ...choices]}
      value={preset ?? ''}
      onChange={({ currentTarget: { value } }) => value && onChoose(presets[value as Preset].days(kpi.today))}
      flex="1 1 136px"
      maw={220}
    />
  )
}

const Days = ({ typed, onType, refusals }: Typing & { refusals: Readonly<Record<string, string>> }) => {
  const t = useText()
  const input = (field: 'dateFrom' | 'dateTo') => ({
    name: field,
    required: true,
    withAsterisk: false,
    value: typed[field],
    error: refusals[field] && t(refusals[field]),
    onChange: (value: string) => onType({ ...typed, [field]: value }),
    flex: '1 1 124px',
    maw: 220,
  })
  return (
    <>
      <DateInput label={t('Date From')} {...input('dateFrom')} />
      <DateInput label={t('Date To')} {...input('dateTo')} />
    </>
  )
}

/** The values of the filters: those of the address, until the user types. A new value in the address replaces what was typed. */
const useTyped = (query: KpiQuery) => {
  const [typed, setTyped] = useState(query)
  const [before, setBefore] = useState(query)
  const changes = changesSince({ ...before }, { ...query })
  if (Object.keys(changes).length > 0) {
    setBefore(query)
    setTyped({ ...typed, ...changes })
  }
  return [typed, setTyped] as const
}
