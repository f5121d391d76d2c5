import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { described } from '#kit/http/refuse'
import { pageViews } from '#site/schema/analytics.table'

/** Patterns of one tenant and day that are told apart. Further ones count together. */
const MOST_PATTERNS = 200
export const FURTHER = '*'
const SECONDS = 5

interface View {
  tenantId: string
  day: string
  pattern: string
}
type Counts = Map<string, number>

const addTo = (counts: Counts, pattern: string, more: number) => {
  const known = counts.has(pattern) || counts.size < MOST_PATTERNS ? pattern : FURTHER
  counts.set(known, (counts.get(known) ?? 0) + more)
}

/** The patterns of a day as they are told apart: those that stand there, and new ones as long as there is room. */
const within = async (tx: Tx, day: string, counts: Counts) => {
  const there = await tx.select({ pattern: pageViews.pattern }).from(pageViews).where(eq(pageViews.day, day))
  const known = new Map(there.map(({ pattern }) => [pattern, 0]))
  for (const [pattern, count] of counts) addTo(known, pattern, count)
  return [...known].filter(([, count]) => count > 0).map(([pattern, count]) => ({ day, pattern, count }))
}

/** Adds what was counted of a day. Nodes take turns, so that they agree on what is told apart. */
const keepDay = async (tx: Tx, tenantId: string, day: string, counts: Counts) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`page views of ${tenantId}`}, 5))`)
  const target = [pageViews.tenantId, pageViews.day, pageViews.pattern]
  await tx
    .insert(pageViews)
    .values(await within(tx, day, counts))
    .onConflictDoUpdate({ target, set: { count: sql`${pageViews.count} + excluded.count`, updatedAt: sql`now()` } })
}

const daysOf = (counted: ReadonlyMap<string, Counts>) =>
  [...counted].map(([key, counts]) => {
    const [tenantId, day] = key.split(' ') as [string, string]
    return { tenantId, day, counts }
  })

/** Counts in memory, and writes every few seconds what it has counted since. What could not be written is counted again. */
export const openCounter = (db: Database, logger: Logger) => {
  let counted = new Map<string, Counts>()
  let writing: Promise<void> = Promise.resolve()

  const add = ({ tenantId, day, pattern }: View, more = 1) => {
    const key = `${tenantId} ${day}`
    const counts = counted.get(key) ?? new Map<string, number>()
    counted.set(key, counts)
    addTo(counts, pattern, more)
  }

  const writeAll = async () => {
    const batch = counted
    counted = new Map()
    for (const { tenantId, day, counts } of daysOf(batch))
      await db
        .write(tenantScope(tenantId), (tx) => keepDay(tx, tenantId, day, counts))
        .catch((error: unknown) => {
          logger.warn({ tenant: tenantId, error: described(error) }, 'page views could not be written')
          for (const [pattern, count] of counts) add({ tenantId, day, pattern }, count)
        })
  }
  /** Writes what was counted until now, one batch after the other. */
  const write = () => (writing = writing.then(writeAll))

  const timer = setInterval(() => void write(), SECONDS * 1000).unref()
  const close = async () => {
    clearInterval(timer)
    await write()
  }
  return { add, write, close }
}
