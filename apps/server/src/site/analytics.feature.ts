import { say } from '@tradewind/contract/kit/say'
import { analyticsApi } from '@tradewind/contract/site/analytics.contract'
import { and, between, desc, eq, sql, sum } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import { DAY_MS, todayIn } from '#kit/days'
import { invalid, tooMany } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { networkOf } from '#kit/http/address'
import { type ManualContext, manualTransaction, type ReadContext } from '#kit/http/context'
import { describeError } from '#kit/http/refuse'
import { routes } from '#kit/http/routes'
import type { AppContext } from '../appContext.ts'
import { pageViews } from './schema/analytics.table.ts'

/** The maximum number of distinct patterns of one tenant and day. Further ones are counted together. */
const MAX_PATTERNS = 200
const OTHER_PATTERNS = '*'
const FLUSH_SECONDS = 5

interface View {
  tenantId: string
  day: string
  pattern: string
}
type Counts = Map<string, number>

const addCount = (counts: Counts, pattern: string, more: number) => {
  const key = counts.has(pattern) || counts.size < MAX_PATTERNS ? pattern : OTHER_PATTERNS
  counts.set(key, (counts.get(key) ?? 0) + more)
}

/** The counts of a day by pattern: patterns that already have a row, and new ones up to the limit. */
const limitPatterns = async (tx: Tx, day: string, counts: Counts) => {
  const existing = await tx.select({ pattern: pageViews.pattern }).from(pageViews).where(eq(pageViews.day, day))
  const limitedCounts = new Map(existing.map(({ pattern }) => [pattern, 0]))
  for (const [pattern, count] of counts) addCount(limitedCounts, pattern, count)
  return [...limitedCounts].filter(([, count]) => count > 0).map(([pattern, count]) => ({ day, pattern, count }))
}

/** Adds the counts of a day. Takes a lock, so that nodes agree on the set of distinct patterns. */
const saveDay = async (tx: Tx, tenantId: string, day: string, counts: Counts) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`page views of ${tenantId}`}, 5))`)
  const target = [pageViews.tenantId, pageViews.day, pageViews.pattern]
  await tx
    .insert(pageViews)
    .values(await limitPatterns(tx, day, counts))
    .onConflictDoUpdate({ target, set: { count: sql`${pageViews.count} + excluded.count`, updatedAt: excludedUpdatedAt } })
}

const daysOf = (counted: ReadonlyMap<string, Counts>) =>
  [...counted].map(([key, counts]) => {
    const [tenantId, day] = key.split(' ') as [string, string]
    return { tenantId, day, counts }
  })

/** Counts in memory, and writes the new counts every few seconds. Counts that could not be written are added to the next batch. */
const createCounter = (db: Database, logger: Logger) => {
  let counted = new Map<string, Counts>()
  let writing: Promise<void> = Promise.resolve()

  const add = ({ tenantId, day, pattern }: View, more = 1) => {
    const key = `${tenantId} ${day}`
    const counts = counted.get(key) ?? new Map<string, number>()
    counted.set(key, counts)
    addCount(counts, pattern, more)
  }

  const writeAll = async () => {
    const batch = counted
    counted = new Map()
    for (const { tenantId, day, counts } of daysOf(batch))
      await db
        .write(tenantScope(tenantId), (tx) => saveDay(tx, tenantId, day, counts))
        .catch((error: unknown) => {
          logger.warn({ tenant: tenantId, error: describeError(error) }, 'page views could not be written')
          for (const [pattern, count] of counts) add({ tenantId, day, pattern }, count)
        })
  }
  /** Writes the counts collected so far, one batch after the other. */
  const write = () => (writing = writing.then(writeAll))

  const timer = setInterval(() => void write(), FLUSH_SECONDS * 1000).unref()
  const close = async () => {
    clearInterval(timer)
    await write()
  }
  return { add, write, close }
}

const MINUTE_MS = 60_000

/** Allows this many calls a minute from one network on this node, and rejects further ones with 429. The state covers one minute, in memory only. */
const createRateLimit = (most: number) => {
  const callsByNetwork = new Map<string, number>()
  let windowStart = 0
  return (ip: string) => {
    const now = Date.now()
    if (Math.abs(now - windowStart) >= MINUTE_MS) {
      callsByNetwork.clear()
      windowStart = now
    }
    const network = networkOf(ip)
    const times = (callsByNetwork.get(network) ?? 0) + 1
    if (times > most) throw tooMany((windowStart + MINUTE_MS - now) / 1000)
    callsByNetwork.set(network, times)
  }
}

type Needs = Pick<AppContext, 'db' | 'settings' | 'logger'>
interface Range {
  dateFrom: string
  dateTo: string
}
interface PageViewQuery extends Range {
  pattern?: string | undefined
}

const MAX_DAYS = 366

const checkRange = ({ dateFrom, dateTo }: Range) => {
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS + 1
  if (days < 1) throw invalid({ dateTo: say('The end date is before the start date') })
  if (days > MAX_DAYS) throw invalid({ dateTo: say('Choose one year at most') })
}

const countViews = async ({ pattern, ...range }: PageViewQuery, { db }: ReadContext) => {
  const { day, pattern: patternColumn } = pageViews
  const inRange = between(day, range.dateFrom, range.dateTo)
  const ofPattern = pattern === undefined ? inRange : and(inRange, eq(patternColumn, pattern))
  const count = sum(pageViews.count).mapWith(Number)
  const [days, patterns] = await Promise.all([
    db.select({ day, count }).from(pageViews).where(ofPattern).groupBy(day).orderBy(day),
    db
      .select({ pattern: patternColumn, count })
      .from(pageViews)
      .where(inRange)
      .groupBy(patternColumn)
      .orderBy(desc(count), patternColumn),
  ])
  return { total: patterns.reduce((total, one) => total + one.count, 0), days, patterns }
}

/** Page views are counted in memory, written every few seconds and at shutdown, and never identify the visitor. */
const analyticsRoutes = ({ db, settings, logger }: Needs) => {
  const counter = createCounter(db, logger)
  const checkRate = createRateLimit(600)
  const calls = routes(analyticsApi, {
    // Manual: it opens no transaction.
    pageView: manualTransaction(async ({ pattern }: { pattern: string }, { scope: { tenantId }, ip }: ManualContext) => {
      checkRate(ip)
      const { TIME_ZONE } = await settings.of(tenantId)
      counter.add({ tenantId, day: todayIn(TIME_ZONE), pattern })
      return {}
    }),
    pageViews: async (query, context) => {
      checkRange(query)
      await counter.write()
      return countViews(query, context)
    },
  })
  return { calls, close: counter.close }
}

/** Counts of page views. */
export const analyticsFeature = (context: AppContext): Feature => ({
  mount: (app) => {
    const { calls, close } = analyticsRoutes(context)
    calls(app, context)
    app.addHook('onClose', close)
  },
  retention: [{ table: pageViews, since: pageViews.day, setting: 'KEEP_PAGE_VIEW_DAYS' }],
})
