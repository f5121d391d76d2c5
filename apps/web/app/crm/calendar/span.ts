import { monthsAfter, weeksOf } from '#ui/form/DateInput'
import { daysFrom } from '#ui/values/dates'

export const views = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof views)[number]

/** Days that the agenda shows from its first one on. */
const AGENDA_DAYS = 30

export const viewIn = (word: string | null) => views.find((view) => view === word)

/** The weeks of a month, from Monday to Sunday: five or six, or four where a month fits so well. */
const monthOf = (day: string) => weeksOf(day).filter((week) => week.some((one) => one.slice(0, 7) === day.slice(0, 7)))

const weekOf = (day: string) => weeksOf(day).filter((week) => week.includes(day))

/** What a view shows in weeks; the agenda and a day are lists. */
export const weeksIn = (view: View, day: string) => (view === 'month' ? monthOf(day) : weekOf(day))

/** The first and the last day that a view shows. */
export const spanOf = (view: View, day: string) => {
  if (view === 'day') return { from: day, to: day }
  if (view === 'agenda') return { from: day, to: daysFrom(day, AGENDA_DAYS - 1) }
  const days = weeksIn(view, day).flat()
  return { from: days[0]!, to: days.at(-1)! }
}

/** The day of the span after this one, or before it. */
export const stepped = (view: View, day: string, steps: 1 | -1) => {
  if (view === 'month') return monthsAfter(day, steps)
  const days = { week: 7, day: 1, agenda: AGENDA_DAYS }[view]
  return daysFrom(day, days * steps)
}

/** What a span is called: a month, or its days. */
export const spanTitle = (view: View, day: string, language: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(day))
  if (view === 'day') return format({ dateStyle: 'full' }).format(new Date(day))
  const { from, to } = spanOf(view, day)
  return format({ dateStyle: 'medium' }).formatRange(new Date(from), new Date(to))
}

/** Where an arrow or another key leads from a day. */
export const dayByKey = (key: string, from: string): string | undefined => {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return daysFrom(from, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (months !== undefined) return monthsAfter(from, months)
  const [week = []] = weekOf(from)
  return { Home: week[0], End: week.at(-1) }[key]
}
