import { MOST_COUNTED } from '@tradewind/contract/kit/page'
import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Total } from './database.ts'
import { dialect, type Scope } from './scoped.ts'
import { type Planned, rowsPlanned } from './sharded.ts'
import type { SoftDeleteTable } from './table.ts'

/** Lists shorter than this are soon counted, and always are. */
export const LONG = 1000
const isLong = ({ total }: Total) => total >= LONG

type Asks = Pick<Reader, 'execute'>

/** PostgreSQL's guess from its statistics, which is near where only the partition is asked for. */
const estimate = async (db: Asks, from: SQL) => {
  const { rows } = await db.execute<{ 'QUERY PLAN': [Planned] }>(sql`explain (format json) select from ${from}`)
  return Math.max(MOST_COUNTED + 1, rowsPlanned(rows[0]!['QUERY PLAN'][0]))
}

/** Exact up to what is counted; above, an estimate where there is a good one (`all`: the whole partition), else "more than that". */
export const totalOf = async (db: Asks, hits: number, all?: SQL): Promise<Total> => {
  if (hits <= MOST_COUNTED) return { total: hits, estimated: false }
  return { total: all ? await estimate(db, all) : MOST_COUNTED, estimated: true }
}

/** How many rows a query has: counted up to 10,000, and "more than that" above. */
export const countUpTo = async (db: Asks, query: SQL): Promise<Total> => {
  const { rows } = await db.execute<{ hits: number }>(
    sql`select count(*)::int as hits from (select from (${query}) found limit ${MOST_COUNTED + 1}) hit`,
  )
  return totalOf(db, rows[0]!.hits)
}

/** What the total of a table's rows that meet a condition is remembered by. */
export const totalKey = (table: PgTable, { tenantId, partitionId }: Scope, met: SQL | undefined) => {
  const { sql: text, params } = dialect.sqlToQuery(met ?? sql``)
  return JSON.stringify([getTableName(table), tenantId, partitionId, text, params])
}

/** A total as it is remembered, where it is, or counted now. */
export const rememberedTotal = (db: Pick<Reader, 'scope' | 'totals'>, key: string, count: () => Promise<Total>): Promise<Total> =>
  db.totals.get(key, async () => ({ ...(await count()), partitionId: db.scope.partitionId }), isLong)

const idsByCondition = new WeakMap<SQL, readonly SQL[]>()
const together = (queries: readonly SQL[], by: SQL) => sql.join([...queries], by)

/** The row is one of those whose ids these queries find in other tables, where none is kept of a row that is gone for good. */
export const among = (table: Pick<SoftDeleteTable, 'uniqueId'>, queries: readonly SQL[]): SQL => {
  const condition = sql`${table.uniqueId} in (${together(queries, sql` union `)})`
  idsByCondition.set(condition, queries)
  return condition
}

/** All of these hold. One alone stays what it is. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL | undefined => {
  const given = conditions.filter((one) => one !== undefined)
  return given.length === 1 ? given[0] : and(...given)
}

/** Whether the rows that meet a condition are named by their ids alone. */
export const isAmong = (met: SQL | undefined) => met !== undefined && idsByCondition.has(met)

/** The same condition for a walk that soon ends: the ids are put together once, and each row is looked for among them. `is true` keeps PostgreSQL from a join. */
export const onWalk = (table: SoftDeleteTable, met: SQL | undefined) => {
  const queries = met && idsByCondition.get(met)
  return queries ? sql`(${table.uniqueId} in (${together(queries, sql` union all `)})) is true` : met
}

/**
 * CTEs for rows that are named by their ids: `named` has each id once, `counted` how many of them live, or one more than are counted: the ids but for
 * those in the trash. No living row is looked at.
 */
export const namedAndCounted = (table: SoftDeleteTable, met: SQL) => {
  const ids = together(idsByCondition.get(met)!, sql` union all `)
  const isGone = sql`exists (select from ${table} where ${table.uniqueId} = named.id and ${table.deletedAt} is not null)`
  return sql`named as materialized (select distinct id from (${ids}) found (id)),
    counted as materialized (select count(*)::int as hits from (select from named where not ${isGone} limit ${MOST_COUNTED + 1}) hit)`
}

/** How many living rows are named by these ids, or one more than are counted. */
export const countAmong = async (db: Asks, table: SoftDeleteTable, met: SQL) => {
  const { rows } = await db.execute<{ hits: number }>(sql`with ${namedAndCounted(table, met)} select hits from counted`)
  return rows[0]!.hits
}
