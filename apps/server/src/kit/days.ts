import { sql } from 'drizzle-orm'

/** Milliseconds of a day in UTC. */
export const DAY_MS = 86_400_000

/** The instant at which a day begins in a time zone, `after` days later. Takes days of 23 and 25 hours into account. */
export const startOfDay = (day: string, timeZone: string, after = 0) =>
  sql`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`

/** The day so many days after (or before) a day, both as `YYYY-MM-DD`. */
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Formats a calendar day as DD-MM-YYYY. */
export const formatDay = (day: string) => day.split('-').toReversed().join('-')

/** Formats instants in a time zone, or in UTC where it is empty: the date as `YYYY-MM-DD`, or the time of day as `HH:MM:SS`. For many instants. */
export const formatterIn = (timeZone: string, part: 'date' | 'time') => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone || 'UTC',
    ...(part === 'date' ? {} : { timeStyle: 'medium' }),
  })
  return (instant: Date) => format.format(instant)
}

/** Today's date in a time zone, as `YYYY-MM-DD`. */
export const todayIn = (timeZone: string) => formatterIn(timeZone, 'date')(new Date())
