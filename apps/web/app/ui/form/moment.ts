const minute = 60_000

/** A time zone's offset from UTC at a moment, in milliseconds. */
const aheadAt = (moment: number, zone: string) => {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(moment)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(moment / minute) * minute
}

/** The local date and time in a zone at a moment: '2026-03-09T14:30'. */
const clockAt = (instant: string, zone: string) => {
  const moment = Date.parse(instant)
  return new Date(moment + aheadAt(moment, zone)).toISOString().slice(0, 16)
}

/** The moment of a local date and time in a zone; in the hour that a clock change skips, a time one hour earlier or later. */
const instantAt = (clock: string, zone: string) => {
  const asUtc = Date.parse(`${clock}Z`)
  const near = asUtc - aheadAt(asUtc, zone)
  return new Date(asUtc - aheadAt(near, zone)).toISOString()
}

const isClock = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)
const isInstant = (text: string) => /(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))

/** Day and time for two inputs: '2026-03-09' and '14:30'. A form holds a moment as the server sent it, or the typed text: '2026-03-09T', 'T14:30'. */
export const partsOf = (held: string, zone: string) => {
  const both = isInstant(held) ? clockAt(held, zone) : held
  const between = both.lastIndexOf('T')
  return between < 0 ? { day: both, time: '' } : { day: both.slice(0, between), time: both.slice(between + 1) }
}

/** The form's value for a typed day and time, or only one of them; empty if both are empty. */
export const heldOf = (day: string, time: string) => (day || time ? `${day}T${time}` : '')

/** Converts the form's value to the moment that is sent; empty if day or time is missing. */
export const momentIn = (held: string, zone: string) => {
  if (isClock(held)) return instantAt(held, zone)
  return isInstant(held) ? held : ''
}
