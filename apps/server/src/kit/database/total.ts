import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Total } from './database.ts'
import { dialect, type Scope } from './scoped.ts'
import { type QueryPlan, rowsPlanned } from './sharded.ts'
import type { SoftDeleteTable } from './table.ts'

/** Lists shorter than this are always counted, since that is fast. */
export const LONG_LIST = 1000
const isLong = ({ total }: Total) => total >= LONG_LIST

type QueryExecutor = Pick<Reader, 'execute'>

/**
 * PostgreSQL's estimate from its statistics, which is accurate where the partition is the only condition. Statistics from before many rows were added
 * may say fewer than were counted: then it is "more than that".
 */
const estimateRows = async (db: QueryExecutor, from: SQL) => {
  const { rows } = await db.execute<{ 'QUERY PLAN': [QueryPlan] }>(sql`explain (format json) select from ${from}`)
  return Math.max(MAX_COUNTED, rowsPlanned(rows[0]!['QUERY PLAN'][0]))
}

/** The exact total up to the counted maximum; above, an estimate where there is a good one (`all`: the whole partition), else "more than that". */
export const totalOf = async (db: QueryExecutor, hits: number, all?: SQL): Promise<Total> => {
  if (hits <= MAX_COUNTED) return { total: hits, estimated: false }
  return { total: all ? await estimateRows(db, all) : MAX_COUNTED, estimated: true }
}

/** The number of rows of a query: counted up to 10,000, and "more than that" above. */
export const countUpTo = async (db: QueryExecutor, query: SQL): Promise<Total> => {
  const { rows } = await db.execute<{ hits: number }>(
    sql`select count(*)::int as hits from (select from (${query}) found limit ${MAX_COUNTED + 1}) hit`,
  )
  return totalOf(db, rows[0]!.hits)
}

/** The cache key of the total of a table's rows that match a condition. */
export const totalKey = (table: PgTable, { tenantId, partitionId }: Scope, condition: SQL | undefined) => {
  const { sql: text, params } = dialect.sqlToQuery(condition ?? sql``)
  return JSON.stringify([getTableName(table), tenantId, partitionId, text, params])
}

/** Returns the cached total, or counts now. */
export const cachedTotal = (db: Pick<Reader, 'scope' | 'totals'>, key: string, count: () => Promise<Total>): Promise<Total> =>
  db.totals.get(key, async () => ({ ...(await count()), ...db.scope }), isLong)

const idsByCondition = new WeakMap<SQL, readonly SQL[]>()
const joinSql = (queries: readonly SQL[], by: SQL) => sql.join([...queries], by)

/** The row's id is in the results of these queries on other tables, which must contain no ids of permanently deleted rows. */
export const idInQueries = (table: Pick<SoftDeleteTable, 'uniqueId'>, queries: readonly SQL[]): SQL => {
  const condition = sql`${table.uniqueId} in (${joinSql(queries, sql` union `)})`
  idsByCondition.set(condition, queries)
  return condition
}

/** All of these conditions. A single one is returned unchanged. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL | undefined => {
  const defined = conditions.filter((one) => one !== undefined)
  return defined.length === 1 ? defined[0] : and(...defined)
}

/** Whether a condition selects rows by queries of ids only (`idInQueries`). */
export const isIdCondition = (condition: SQL | undefined) => condition !== undefined && idsByCondition.has(condition)

/**
 * The same condition for an ordered scan that ends soon: the ids are collected once, and each row is looked up among them. `is true` keeps PostgreSQL
 * from using a join.
 */
export const forOrderedScan = (table: SoftDeleteTable, condition: SQL | undefined) => {
  const queries = condition && idsByCondition.get(condition)
  return queries ? sql`(${table.uniqueId} in (${joinSql(queries, sql` union all `)})) is true` : condition
}

/**
 * CTEs for rows that are selected by their ids: `named` has each id once, `counted` the number that are not deleted, or one more than the counted
 * maximum: the ids without those in the trash. Reads only rows that are deleted.
 */
export const idCountCtes = (table: SoftDeleteTable, condition: SQL) => {
  const ids = joinSql(idsByCondition.get(condition)!, sql` union all `)
  const isGone = sql`exists (select from ${table} where ${table.uniqueId} = named.id and ${table.deletedAt} is not null)`
  return sql`named as materialized (select distinct id from (${ids}) found (id)),
    counted as materialized (select count(*)::int as hits from (select from named where not ${isGone} limit ${MAX_COUNTED + 1}) hit)`
}

/** The number of rows, not deleted, that these ids select, or one more than the counted maximum. */
export const countIds = async (db: QueryExecutor, table: SoftDeleteTable, condition: SQL) => {
  const { rows } = await db.execute<{ hits: number }>(sql`with ${idCountCtes(table, condition)} select hits from counted`)
  return rows[0]!.hits
}
