import { type SQL, sql } from 'drizzle-orm'

/** What changed, by ids only: the receiver reads the rows itself. */
export interface News {
  topic: string
  tenantId: string
  id?: string
  /** The user whom it concerns, where it is one user. */
  userId?: string
  /** The written records, where the news is about records of a kind. */
  records?: RecordNews
}

/** The written records of one kind, by their ids. */
interface RecordNews {
  kind: string
  /** The partition of the records. Those of a tenant have none, and concern all its partitions. */
  partitionId?: string
  /** Each with its new `updatedAt`. Empty where there are many. */
  written: readonly { uniqueId: string; version: string }[]
  /** The records that they belong to, or belonged to. */
  about: readonly string[]
  /** The columns that were changed, where they are known. */
  changed?: readonly string[]
}
interface SqlExecutor {
  execute(query: SQL): PromiseLike<unknown>
}

/** News of a transaction: already sent by PostgreSQL, or to be sent after the commit. */
export interface TransactionNews extends News {
  sendsAfterCommit?: true
}

const newsByTransaction = new WeakMap<object, TransactionNews[]>()

/** The news of this transaction so far. */
export const newsOf = (tx: object): readonly TransactionNews[] => newsByTransaction.get(tx) ?? []

/** Adds the news of a nested transaction to the outer one. */
export const mergeNews = (part: object, outer: object) => {
  newsByTransaction.set(outer, [...newsOf(outer), ...newsOf(part)])
}

/**
 * Notifies every node when this transaction has committed, and not before: this node immediately, the others by PostgreSQL. For rare news: a NOTIFY
 * makes commits wait for one another.
 */
export const notifyNodes = async (tx: SqlExecutor, news: News) => {
  newsByTransaction.set(tx, [...newsOf(tx), news])
  await tx.execute(sql`select pg_notify('tradewind', ${JSON.stringify(news)})`)
}

/**
 * Notifies every node soon after this transaction has committed, without delaying the commit. For frequent news about rows that are written anyway:
 * where the process dies in between, nodes that missed it read the rows later.
 */
export const notifyAfterCommit = (tx: object, news: News) => {
  newsByTransaction.set(tx, [...newsOf(tx), { ...news, sendsAfterCommit: true }])
}
