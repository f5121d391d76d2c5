const day = 86_400_000

const written = /^(\d{1,2})(?:\s*[./\s-]\s*)(\d{1,2})(?:\s*[./\s-]\s*)(\d{4}|\d{2})$/
const iso = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/
const digits = /^(\d{2})(\d{2})(\d{4})$/

const isoFrom = (year: string, month: string, dayOfMonth: string) => {
  const full = year.length === 2 ? `20${year}` : year
  const spelled = `${full}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const time = Date.parse(`${spelled}T00:00:00Z`)
  // Date takes 31 February for 3 March.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(spelled)
  return exists && full >= '0001' ? spelled : null
}

/** The day that somebody has typed, as 'YYYY-MM-DD': 1.2.2026, 01-02-2026, 1/2/26, 01022026 and 2026-02-01 are 1 February 2026. Null where it is none. */
export const isoOf = (text: string) => {
  const typed = text.trim()
  const [, first, month, last] = written.exec(typed) ?? digits.exec(typed) ?? []
  if (first && month && last) return isoFrom(last, month, first)
  const [, year, monthOfYear, dayOfMonth] = iso.exec(typed) ?? []
  return year && monthOfYear && dayOfMonth ? isoFrom(year, monthOfYear, dayOfMonth) : null
}

/** What a date field holds for a typed text: the day as 'YYYY-MM-DD', or the text itself where it is no day. */
export const isoFromInput = (text: string) => isoOf(text) ?? text.trim()

/** A text that is there and is no day. */
export const isWrongDay = (held: string) => held.trim() !== '' && isoOf(held) === null

/** What a date field shows for what it holds: a day as DD-MM-YYYY, all else as it was typed. */
export const inputFromIso = (held: string) => {
  const spelled = isoOf(held)
  return spelled ? spelled.split('-').toReversed().join('-') : held
}

/** The time of day that somebody has typed, as 'HH:MM': 9:30, 09.30, 930 and 9 h 30 are half past nine. Null where it is none. */
export const timeOf = (text: string) => {
  const [, hours = '', minutes = ''] = /^(\d{1,2})(?:\s*[:.h]\s*)?(\d{2})$/i.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : null
}

/** So many days later, or earlier. */
export const daysAfter = (from: string, days: number) => new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)

/** The same day of another month, or its last day where it is shorter. */
export const monthsAfter = (from: string, months: number) => {
  const [year = 0, month = 1, dayOfMonth = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** 0 is Monday. */
export const weekdayOf = (at: string) => (new Date(at).getUTCDay() + 6) % 7

/** The six weeks, from Monday to Sunday, that show the month of a day. */
export const weeksOf = (at: string) => {
  const first = `${at.slice(0, 7)}-01`
  const start = daysAfter(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, weekday) => daysAfter(start, week * 7 + weekday)))
}
