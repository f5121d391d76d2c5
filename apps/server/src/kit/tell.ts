import { type SQL, sql } from 'drizzle-orm'

/** What changed, by ids alone: whoever hears it reads the rows itself. */
export interface News {
  topic: string
  tenantId: string
  id?: string
}
interface Telling {
  execute(query: SQL): PromiseLike<unknown>
}

const told = new WeakMap<object, News[]>()

/** What this transaction has told so far. */
export const newsOf = (tx: object): readonly News[] => told.get(tx) ?? []

/**
 * Tells every node when this transaction has committed, and not before: this one at once, the others by PostgreSQL. For what is
 * rare: a NOTIFY makes commits wait for one another.
 */
export const tell = async (tx: Telling, news: News) => {
  told.set(tx, [...newsOf(tx), news])
  await tx.execute(sql`select pg_notify('tradewind', ${JSON.stringify(news)})`)
}
