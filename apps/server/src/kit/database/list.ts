import { and, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from './database.ts'
import type { WorldTable } from './table.ts'

/** Totals are exact up to here; above, they are PostgreSQL's own estimate. */
export const EXACT = 10_000

type Where = SQL | undefined
/** What the asker's policy reaches. A word for everything, so that a forgotten reach does not compile and a missing one is not everything. */
export type Reached = 'all' | SQL
export type Sorts = Readonly<Record<string, AnyPgColumn | SQL>>
export interface Asked {
  page: number
  size: number
  /** A key of the sorts, with `-` before it for the other way. */
  sort: string
}
/** One page, how many there are in all, and whether that is an estimate. */
export interface Page<Row> {
  rows: Row[]
  total: number
  estimated: boolean
}

/** The living rows of a world, by the view beside the table: there LIKE may use its index. For finding ids; rows come from the table. */
export const living = (table: PgTable) =>
  sql`${sql.identifier(`${getTableName(table)}_live`)} as ${sql.identifier(getTableName(table))}`

/** Lower case, without accents: how search text is kept and asked for. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Searched columns as they are kept: folded, a line each. */
export const lines = (...columns: (string | null | undefined)[]) =>
  columns.map((text) => fold(text ?? '').replace(/\s+/g, ' ')).join('\n')

const pattern = (needle: string) =>
  `%${fold(needle)
    .replace(/\s+/g, ' ')
    .replace(/[\\%_]/g, '\\$&')}%`

/** The needle stands somewhere in the searched columns, or in the one at this line of them, counted from 1. */
export const contains = (table: WorldTable, needle: string | undefined, line?: number): Where => {
  const sought = needle?.trim()
  if (!sought) return undefined
  const anywhere = sql`${table.searchText} like ${pattern(sought)}`
  return line ? sql`${anywhere} and split_part(${table.searchText}, E'\n', ${line}) like ${pattern(sought)}` : anywhere
}

export const metBy = (reached: Reached, ...filters: Where[]) => and(reached === 'all' ? undefined : reached, ...filters)

/** The order that was asked for, ties broken by id. */
const orderOf = (table: WorldTable, sorts: Sorts, sort: string) => {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return { key: sorts[sort.replace('-', '')]!, way, by: sql`${sorts[sort.replace('-', '')]!} ${way}, ${table.uniqueId} ${way}` }
}

/** What is listed: a world's table, and what it may be sorted by. */
interface Listed<T extends WorldTable> {
  table: T
  sorts: Sorts
}

/** The ids of one page, in a CTE of the hits and a query. Few hits are found by their index and sorted; many are soon met on a walk
 * in order. Left to guess between the two, the planner guesses wrong. */
const pageOf = (db: Reader, { table, sorts }: Listed<WorldTable>, asked: Asked, met: Where) => {
  const { key, way, by } = orderOf(table, sorts, asked.sort)
  const window = sql`limit ${asked.size} offset ${asked.page * asked.size}`
  const walk = (condition: Where) =>
    sql`(select ${table.uniqueId} from ${living(table)} ${condition && sql`where ${condition}`} order by ${by} ${window})`
  const found = sql`select ${table.uniqueId} as id, ${met ? key : null} as key from ${living(table)} ${met && sql`where ${met}`}`
  const hit = db.$with('hit', { id: sql`id` }).as(sql`${found} limit ${EXACT + 1}`)
  const hits = sql<number>`(select count(*)::int from hit)`
  const few = sql`(select id from hit where ${hits} <= ${EXACT} order by key ${way}, id ${way} ${window})`
  const ids = met ? sql`${few} union all ${walk(and(met, sql`${hits} > ${EXACT}`))}` : walk(undefined)
  return { hit, hits, ids, by }
}

/** One page of what a world's table holds and the conditions let through, and how many there are in all. One round trip up to 10,000. */
export const listPage = async <T extends WorldTable>(
  db: Reader,
  listed: Listed<T>,
  asked: Asked,
  reached: Reached,
  ...filters: Where[]
): Promise<Page<T['$inferSelect']>> => {
  const table: WorldTable = listed.table
  const met = metBy(reached, ...filters)
  const { hit, hits, ids, by } = pageOf(db, listed, asked, met)
  const columns = getTableColumns(table)
  const inPage = sql`${table.uniqueId} in (${ids})`
  const found = await db.with(hit).select({ row: columns, hits }).from(table).where(inPage).orderBy(by)
  const rows = found.map(({ row }) => row as T['$inferSelect'])
  const one = sql`(values (1)) one`
  const beyond = async () => (await db.with(hit).select({ hits }).from(one))[0]!.hits
  const counted = found[0]?.hits ?? (asked.page > 0 ? await beyond() : 0)
  if (counted <= EXACT) return { rows, total: counted, estimated: false }
  return { rows, total: await estimate(db, table, met), estimated: true }
}

/** PostgreSQL's guess from its statistics: near for columns, rough where the condition asks another table. */
const estimate = async (db: Reader, table: PgTable, met: Where) => {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from ${living(table)} ${met && sql`where ${met}`}`,
  )
  return Math.max(EXACT + 1, rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'])
}

/** The whole list as one query, for streaming: found by the view, read through the table. */
export const listAll = (table: WorldTable, sorts: Sorts, sort: string, reached: Reached, ...filters: Where[]) => {
  const met = metBy(reached, ...filters)
  const columns = getTableColumns(table)
  const named = sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const found = met
    ? sql`where ${table.uniqueId} in (select ${table.uniqueId} from ${living(table)} where ${met})`
    : sql`where ${table.deletedAt} is null`
  return sql`select ${named} from ${table} ${found} order by ${orderOf(table, sorts, sort).by}`
}
