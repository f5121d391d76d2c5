import { type CalendarKind, calendarKinds } from '@tradewind/contract/crm/calendar.constants'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { useSearchParams } from 'react-router'
import { useCurrentDay } from '#crm/useCurrentDay'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { addMonths, weeksOf } from '#ui/form/Calendar'
import { parseDay } from '#ui/form/DateInput'
import { addDays } from '#ui/values/dates'

export const views = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof views)[number]

/** The number of days that the agenda shows. */
const AGENDA_DAYS = 30

const viewIn = (word: string | null) => views.find((view) => view === word)

/** The weeks of a month, from Monday to Sunday: five or six, or four if a month fits exactly. */
const monthOf = (day: string) => weeksOf(day).filter((week) => week.some((one) => one.slice(0, 7) === day.slice(0, 7)))

const weekOf = (day: string) => weeksOf(day).filter((week) => week.includes(day))

/** The weeks that a view shows; the agenda and a day are lists. */
export const weeksIn = (view: View, day: string) => (view === 'month' ? monthOf(day) : weekOf(day))

/** The first and the last day that a view shows. */
export const spanOf = (view: View, day: string) => {
  if (view === 'day') return { from: day, to: day }
  if (view === 'agenda') return { from: day, to: addDays(day, AGENDA_DAYS - 1) }
  const days = weeksIn(view, day).flat()
  return { from: days[0]!, to: days.at(-1)! }
}

/** A day in the next range of a view, or in the previous one. */
export const stepDay = (view: View, day: string, steps: 1 | -1) => {
  if (view === 'month') return addMonths(day, steps)
  const days = { week: 7, day: 1, agenda: AGENDA_DAYS }[view]
  return addDays(day, days * steps)
}

/** The title of a range: a month, or its days. */
export const spanTitle = (view: View, day: string, language: string) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone: 'UTC' })
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(day))
  if (view === 'day') return format({ dateStyle: 'full' }).format(new Date(day))
  const { from, to } = spanOf(view, day)
  return format({ dateStyle: 'medium' }).formatRange(new Date(from), new Date(to))
}

/** The day that an arrow or another key leads to. */
export const dayByKey = (key: string, from: string): string | undefined => {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(from, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (months !== undefined) return addMonths(from, months)
  const [week = []] = weekOf(from)
  return { Home: week[0], End: week.at(-1) }[key]
}

type AddressParam = 'view' | 'day' | 'kinds' | 'mine'
type Change = Partial<Record<AddressParam, string>>

const kindsIn = (words: string | null): readonly CalendarKind[] => {
  const requested = (words ?? '').split(',')
  const kinds = calendarKinds.filter((kind) => requested.includes(kind))
  return kinds.length > 0 ? kinds : calendarKinds
}

const withChange = (params: URLSearchParams, change: Change) => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change))
    if (value) next.set(name, value)
    else next.delete(name)
  return next
}

/** View, day and filters in the address, so that Back, a reload and a shared link show the same. On a phone the default view is the agenda. */
export const useCalendarAddress = () => {
  const [params, setParams] = useSearchParams()
  const isNarrow = useIsNarrow()
  const currentDay = useCurrentDay()
  return {
    view: viewIn(params.get('view')) ?? (isNarrow ? 'agenda' : 'month'),
    day: parseDay(params.get('day') ?? '') ?? currentDay,
    kinds: kindsIn(params.get('kinds')),
    mine: params.get('mine') === 'true',
    /** `replace`: Back does not lead to the previous state. */
    change: (change: Change, { replace = false }: { replace?: boolean } = {}) =>
      setParams(withChange(new URLSearchParams(location.search), change), { preventScrollReset: true, replace }),
    addressAfter: (change: Change) => `?${withChange(params, change)}`,
  }
}

/** The input of the call that reads what an address shows. */
export const queryOf = ({ view, day, kinds, mine }: ReturnType<typeof useCalendarAddress>) => ({
  ...spanOf(view, day),
  kinds: kinds.join(','),
  ...(mine && { mine }),
})
