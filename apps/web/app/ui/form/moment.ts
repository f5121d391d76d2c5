const minute = 60_000

/** A time zone's offset from UTC at a moment, in milliseconds. */
const zoneOffsetAt = (moment: number, zone: string) => {
  const formatted = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(moment)
  return Date.parse(`${formatted.replace(' ', 'T')}Z`) - Math.floor(moment / minute) * minute
}

/** The local date and time in a zone at a moment: '2026-03-09T14:30'. */
const localTimeAt = (instant: string, zone: string) => {
  const moment = Date.parse(instant)
  return new Date(moment + zoneOffsetAt(moment, zone)).toISOString().slice(0, 16)
}

/** The moment of a local date and time in a zone; in the hour that a clock change skips, a time one hour earlier or later. */
const instantAt = (clock: string, zone: string) => {
  const asUtc = Date.parse(`${clock}Z`)
  const firstGuess = asUtc - zoneOffsetAt(asUtc, zone)
  return new Date(asUtc - zoneOffsetAt(firstGuess, zone)).toISOString()
}

const isValid = (text: string) => !Number.isNaN(Date.parse(text))
const isClock = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && isValid(text)
const isInstant = (text: string) => /(Z|[+-]\d{2}:?\d{2})$/.test(text) && isValid(text)

/** Day and time for two inputs: '2026-03-09' and '14:30'. A form holds a moment as the server sent it, or the typed text: '2026-03-09T', 'T14:30'. */
export const splitMoment = (value: string, zone: string) => {
  const both = isInstant(value) ? localTimeAt(value, zone) : value
  const separator = both.lastIndexOf('T')
  return separator < 0 ? { day: both, time: '' } : { day: both.slice(0, separator), time: both.slice(separator + 1) }
}

/** The form's value for a typed day and time, or only one of them; empty if both are empty. A T that is typed as time must not split it. */
export const joinMoment = (day: string, time: string) => (day || time ? `${day}T${time.replaceAll('T', 't')}` : '')

/** The form's value as it is sent: half a moment as it was typed, so that the server can say what is missing. */
export const toMomentInput = (value: string, zone: string) => toInstant(value, zone) || value

/** Converts the form's value to the moment that is meant; empty if day or time is missing, or is none. */
export const toInstant = (value: string, zone: string) => {
  if (isClock(value)) return instantAt(value, zone)
  return isInstant(value) ? value : ''
}
