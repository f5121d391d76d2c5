import { daysFrom } from '#ui/values/dates'

/** Monday and Sunday of the week that a day lies in. */
export const weekOf = (day: string) => {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return { dateFrom: daysFrom(day, -sinceMonday), dateTo: daysFrom(day, 6 - sinceMonday) }
}
