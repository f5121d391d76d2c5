import { currentZone } from '#kit/zone'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, since creating a format is slow and a list has many days. */
const dateTimeFormat = (timeZone: string) => {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  formats.set(timeZone, format)
  return format
}

/** A calendar day, 'YYYY-MM-DD': the same one in every time zone. */
export const isDay = (at: string) => /^\d{4}-\d{2}-\d{2}$/.test(at)

const datePartsIn = (instant: string, zone: string) => {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  const parts = dateTimeFormat(isDay(instant) ? 'UTC' : zone).formatToParts(date)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Intl.DateTimeFormatPartTypes, string>
}

/** DD-MM-YYYY in the reader's time zone, the format of the signed-in pages in every language. Null if the date is invalid. */
export const formatDay = (instant: string, zone = currentZone()) => {
  const parts = datePartsIn(instant, zone)
  return parts && `${parts.day}-${parts.month}-${parts.year}`
}

/** DD-MM-YYYY HH:MM. */
export const formatMoment = (instant: string, zone = currentZone()) => {
  const parts = datePartsIn(instant, zone)
  return parts && `${parts.day}-${parts.month}-${parts.year} ${parts.hour}:${parts.minute}`
}

/** The current calendar day, in the format of calls and date inputs: 'YYYY-MM-DD'. */
export const today = (zone = currentZone(), now = Date.now()) => {
  const parts = datePartsIn(new Date(now).toISOString(), zone)!
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The day so many days after another one; before it if negative. */
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Monday and Sunday of the week of a day. */
export const weekOf = (day: string) => {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return { dateFrom: addDays(day, -sinceMonday), dateTo: addDays(day, 6 - sinceMonday) }
}

/** A day as `formatDay` writes it, for a sentence: no line ends at one of its hyphens. Empty if the date is invalid. */
export const dayInSentence = (instant: string) => formatDay(instant)?.replaceAll('-', '\u2011') ?? ''
