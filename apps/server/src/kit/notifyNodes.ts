import { type SQL, sql } from 'drizzle-orm'

/** What changed, by ids alone: whoever hears it reads the rows itself. */
export interface News {
  topic: string
  tenantId: string
  id?: string
  /** Whose affair it is, where it is one person's. */
  userId?: string
  /** What was written, where it is records of a kind. */
  records?: RecordNews
}

/** Records of a kind that were written, by their ids. */
interface RecordNews {
  kind: string
  partitionId: string
  /** Each with the `updatedAt` that it has since. Empty where they are many. */
  written: readonly { uniqueId: string; version: string }[]
  /** The records that they belong to, or did. */
  about: readonly string[]
}
interface Telling {
  execute(query: SQL): PromiseLike<unknown>
}

/** What a transaction has told: by PostgreSQL already, or still to be passed on. */
export interface Told extends News {
  isMention?: true
}

const told = new WeakMap<object, Told[]>()

/** What this transaction has told so far. */
export const newsOf = (tx: object): readonly Told[] => told.get(tx) ?? []

/** What a part of a transaction has told is told by the whole. */
export const passOn = (part: object, whole: object) => {
  told.set(whole, [...newsOf(whole), ...newsOf(part)])
}

/**
 * Tells every node when this transaction has committed, and not before: this one at once, the others by PostgreSQL. For what is
 * rare: a NOTIFY makes commits wait for one another.
 */
export const notifyNodes = async (tx: Telling, news: News) => {
  told.set(tx, [...newsOf(tx), news])
  await tx.execute(sql`select pg_notify('tradewind', ${JSON.stringify(news)})`)
}

/**
 * Tells every node soon after this transaction has committed, without holding its commit up. For what is frequent, and written
 * anyway: where the process dies in between, whoever missed it reads it later.
 */
export const notifyAfterCommit = (tx: object, news: News) => {
  told.set(tx, [...newsOf(tx), { ...news, isMention: true }])
}
