import { sql } from 'drizzle-orm'

/** The moment at which a day begins in a time zone, so many days `after` it: days of 23 and of 25 hours begin where they begin. */
export const dayBegins = (day: string, timeZone: string, after = 0) =>
  sql`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`

/** A day of the calendar as people read it: DD-MM-YYYY. */
export const dayFirst = (day: string) => day.split('-').toReversed().join('-')

/** Today's date in a time zone, or where none is named in UTC: `YYYY-MM-DD`. */
export const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone || 'UTC' }).format(new Date())
