import type { KpiRow } from '@tradewind/contract/crm/dashboard.contract'
import { LEVEL3 } from '@tradewind/contract/roles'
import { useCall } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { phrase } from '#kit/text'
import { useZone } from '#kit/zone'
import { daysFrom, today, weekOf } from '#ui/values/dates'

/** What the address asks for, how that is changed, and what the server says to it. Any change begins at the first page. */
export const useKpi = () => {
  const day = today(useZone())
  const byUserAlone = useActor().roles.includes(LEVEL3[0])
  const address = useListAddress({ filters: fields, sort: '' })
  const said = askedBy(address.filters, day)
  const asked: Asked = byUserAlone ? { ...said, filterType: 'USER' } : said
  const counted = useCall('GET /api/dashboard/reportsKpi', { ...asked, compare: true, page: address.page - 1 }, { keeps: true })
  return {
    asked,
    counted,
    byUserAlone,
    today: day,
    page: address.page,
    usual: askedBy({ filterType: '', dateFrom: '', dateTo: '', size: address.filters.size }, day),
    change: (next: Asked) => address.change({ filters: saidBy(next, day) }),
    addressOf: (page: number) => address.addressAfter({ page }),
  }
}
export type Kpi = ReturnType<typeof useKpi>

/** What reports are counted by. */
export type Aggregation = 'USER' | 'COUNTRY' | 'COMPANY'

export const aggregations: Readonly<Record<Aggregation, string>> = {
  USER: phrase('Users'),
  COUNTRY: phrase('Countries'),
  COMPANY: phrase('Companies'),
}

/** Records per page. */
export const sizes = [5, 10, 20, 50, 100, 500] as const
const usualSize = 20

/** What the address says, as texts; what it leaves out is empty. */
export interface Said {
  filterType: string
  dateFrom: string
  dateTo: string
  size: string
}
export const fields = ['filterType', 'dateFrom', 'dateTo', 'size'] as const satisfies readonly (keyof Said)[]

export interface Asked {
  filterType: Aggregation
  dateFrom: string
  dateTo: string
  size: number
}

/** The first day of the month that lies so many months from that of a day. */
const monthFrom = (day: string, months: number) => {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

const monthOf = (day: string, months: number, length = 1) => ({
  dateFrom: monthFrom(day, months),
  dateTo: daysFrom(monthFrom(day, months + length), -1),
})

/** Ranges that are often asked for, by the day that it is. */
export const presets = {
  THIS_WEEK: { text: phrase('This week'), days: weekOf },
  LAST_WEEK: { text: phrase('Last week'), days: (day: string) => weekOf(daysFrom(day, -7)) },
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

/** The preset that a range is; none where it was chosen day by day. */
export const presetOf = ({ dateFrom, dateTo }: Pick<Asked, 'dateFrom' | 'dateTo'>, day: string) =>
  (Object.keys(presets) as Preset[]).find((name) => {
    const days = presets[name].days(day)
    return days.dateFrom === dateFrom && days.dateTo === dateTo
  })

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isAggregation = (text: string): text is Aggregation => Object.hasOwn(aggregations, text)

/** What is asked for. What the address leaves out or spells wrong is as usual: users, this week, 20 a page. */
export const askedBy = (said: Said, now: string): Asked => {
  const week = weekOf(now)
  return {
    filterType: isAggregation(said.filterType) ? said.filterType : 'USER',
    dateFrom: isDay(said.dateFrom) ? said.dateFrom : week.dateFrom,
    dateTo: isDay(said.dateTo) ? said.dateTo : week.dateTo,
    size: sizes.find((size) => String(size) === said.size) ?? usualSize,
  }
}

/** What the address says of this: what is as usual is left out. */
export const saidBy = (asked: Asked, now: string): Said => {
  const usual = askedBy({ filterType: '', dateFrom: '', dateTo: '', size: '' }, now)
  const isThisWeek = asked.dateFrom === usual.dateFrom && asked.dateTo === usual.dateTo
  return {
    filterType: asked.filterType === usual.filterType ? '' : asked.filterType,
    dateFrom: isThisWeek ? '' : asked.dateFrom,
    dateTo: isThisWeek ? '' : asked.dateTo,
    size: asked.size === usual.size ? '' : String(asked.size),
  }
}

/** What a row was counted by: rows of the question before may still be in sight. */
export const aggregationOf = (row: KpiRow): Aggregation => {
  if (row.companyUID) return 'COMPANY'
  return row.userId ? 'USER' : 'COUNTRY'
}

const most = 10

/** The pages that are linked, from 1: ten at most, around the one in sight. */
export const pagesAround = (page: number, pages: number) => {
  const first = Math.max(1, Math.min(page - most / 2, pages - most + 1))
  return Array.from({ length: Math.min(most, pages) }, (_, at) => first + at)
}
