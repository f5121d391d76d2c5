import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { DAY_MS } from '#kit/days'
import { pseudoRandom } from '#kit/record/demo'
import { pageViews } from '#site/schema/analytics.table'

/** Page views on an ordinary working day, by pattern. */
const usualViews = {
  '/': 62,
  '/knowledgeCentre': 34,
  '/blog/:slug': 71,
  '/xareview': 17,
  '/company/:uniqueId': 26,
  '/solutions': 15,
  '/pricing': 22,
  '/aboutUs': 9,
  '/self-assessment': 12,
  '/self-assessment/:uniqueId': 5,
  '/signup': 6,
  '/auth/login': 24,
  '/status/404': 2,
}

const DAYS = 365

/** Fewer on Fridays, few at weekends; August and the days around New Year are quiet. */
const dayFactor = (day: Date) => {
  const week = [0.25, 1.05, 1.15, 1.1, 1, 0.8, 0.2][day.getUTCDay()]!
  const [month, date] = [day.getUTCMonth(), day.getUTCDate()]
  const isQuiet = month === 7 || (month === 11 && date > 22) || (month === 0 && date < 5)
  return week * (isQuiet ? 0.55 : 1)
}

/** The page views of one day, so many days ago: they grow month by month. */
const viewsOf = (ago: number, share: number) => {
  const at = new Date(Date.now() - ago * DAY_MS)
  const day = at.toISOString().slice(0, 10)
  const grown = 0.6 + (0.4 * (DAYS - ago)) / DAYS
  return Object.entries(usualViews).flatMap(([pattern, many]) => {
    const variation = 0.75 + pseudoRandom(50, day, pattern) / 100
    const count = Math.round(many * share * grown * dayFactor(at) * variation)
    return count > 0 ? [{ day, pattern, count }] : []
  })
}

/** Adds a year of page views of a tenant; `share`: the proportion of a busy tenant's views. */
export const addPageViews = async (tx: Tx, share: number) => {
  const days = Array.from({ length: DAYS }, (_, ago) => viewsOf(ago, share))
  await insertMany(tx, pageViews, days.flat())
}
