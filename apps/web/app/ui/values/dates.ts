import { zoneNow } from '#kit/zone'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes long, and a list has many days. */
const formatIn = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  formats.set(timeZone, made)
  return made
}

/** A day of the calendar, 'YYYY-MM-DD': the same one in every time zone. */
const isDay = (at: string) => /^\d{4}-\d{2}-\d{2}$/.test(at)

const partsIn = (instant: string, zone: string) => {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  const parts = formatIn(isDay(instant) ? 'UTC' : zone).formatToParts(date)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Intl.DateTimeFormatPartTypes, string>
}

/** DD-MM-YYYY in the reader's time zone, as the signed-in pages show days in every language. Null where there is no such day. */
export const dayOf = (instant: string, zone = zoneNow()) => {
  const parts = partsIn(instant, zone)
  return parts && `${parts.day}-${parts.month}-${parts.year}`
}

/** DD-MM-YYYY HH:MM. */
export const momentOf = (instant: string, zone = zoneNow()) => {
  const parts = partsIn(instant, zone)
  return parts && `${parts.day}-${parts.month}-${parts.year} ${parts.hour}:${parts.minute}`
}

/** The day of the calendar that it is now, as calls and date inputs spell it: 'YYYY-MM-DD'. */
export const today = (zone = zoneNow(), now = Date.now()) => {
  const parts = partsIn(new Date(now).toISOString(), zone)!
  return `${parts.year}-${parts.month}-${parts.day}`
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How far from now, in words: 'yesterday', '3 weeks ago'. A day of the calendar is counted from today. */
export const sinceThen = (at: string, language: string, now = Date.now(), zone = zoneNow()) => {
  const from = isDay(at) ? Date.parse(today(zone, now)) : now
  const seconds = (new Date(at).getTime() - from) / 1000
  const least = isDay(at) ? (['day', 86_400] as const) : (['second', 1] as const)
  const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? least
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / length), unit)
}

/** The day that lies so many days from another; before it where they are negative. */
export const daysFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Monday and Sunday of the week that a day lies in. */
export const weekOf = (day: string) => {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return { dateFrom: daysFrom(day, -sinceMonday), dateTo: daysFrom(day, 6 - sinceMonday) }
}
