import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { Column, getTableColumns, getTableName, is, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Total } from './database.ts'
import { dialect, type Scope, type Statement, statement } from './scoped.ts'
import type { SoftDeleteTable } from './table.ts'
import {
  allOf,
  cachedTotal,
  countIds,
  forOrderedScan,
  idCountCtes,
  isIdCondition,
  LONG_LIST,
  totalKey,
  totalOf,
} from './total.ts'

interface Fields {
  /** All columns, aliased to the names of their fields. Compiled once: Drizzle would take longer for them than for the rest of a query. */
  columns: SQL
  /** Decodes a row that PostgreSQL sent, to its fields' own values and no others. */
  read: (raw: Record<string, unknown>) => Record<string, unknown>
}

const isDecodedByDriver = (column: AnyPgColumn) => column.mapFromDriverValue === Column.prototype.mapFromDriverValue

const makeFields = (table: PgTable): Fields => {
  const columns = Object.entries(getTableColumns(table)) as [string, AnyPgColumn][]
  const fields = columns.map(([name, column]) => ({ name, column: isDecodedByDriver(column) ? undefined : column }))
  const aliased = columns.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)
  const read: Fields['read'] = (raw) => {
    const row: Record<string, unknown> = {}
    for (const { name, column } of fields)
      row[name] = column && raw[name] !== null ? column.mapFromDriverValue(raw[name]) : raw[name]
    return row
  }
  return { columns: sql.raw(dialect.sqlToQuery(sql.join(aliased, sql`, `)).sql), read }
}

const fieldsByTable = new WeakMap<PgTable, Fields>()

/** How to select and decode a table's rows where Drizzle's own way would cost more than the query. */
export const fieldsOf = (table: PgTable): Fields => {
  const fields = fieldsByTable.get(table) ?? makeFields(table)
  fieldsByTable.set(table, fields)
  return fields
}

/** The default page size. */
export const DEFAULT_PAGE_SIZE = 20

type Where = SQL | undefined
/** What the actor's policy reaches. 'all' is explicit, so that a forgotten reach does not compile and a missing one does not mean everything. */
export type RowFilter = 'all' | SQL
export type Sorts = Readonly<Record<string, AnyPgColumn | SQL>>
/** The paging input of every list: a page, its size, and a sort key, with `-` before it for descending order. */
export interface Paging {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}
type PageRequest = { [Part in keyof Paging]-?: NonNullable<Paging[Part]> }
/** One page, and the total. */
export interface CountedPage<Row> extends Total {
  rows: Row[]
}
/** One page, and the total unless it is requested separately. */
export type Page<Row> = CountedPage<Row> | { rows: Row[]; total: undefined; estimated?: undefined }

/** A page of rows that are all in memory, or all of them where no page is requested. For lists that are always short. */
export const pageOf = <Row>(all: Row[], { page, size }: Pick<Paging, 'page' | 'size'>): CountedPage<Row> => {
  const from = (page ?? 0) * (size ?? DEFAULT_PAGE_SIZE)
  const rows = page === undefined && size === undefined ? all : all.slice(from, from + (size ?? DEFAULT_PAGE_SIZE))
  return { rows, total: all.length, estimated: false }
}

/** The scope placeholders of a prepared statement. */
export const scopePlaceholders = { tenantId: sql.placeholder('tenantId'), partitionId: sql.placeholder('partitionId') }
type LiveScope = Readonly<Record<keyof Scope, string | Placeholder>>

const viewOf = (table: PgTable) => sql.identifier(`${getTableName(table)}_live`)

/**
 * The rows of a partition or tenant that are not deleted, by the table's live view, where every index can be used. For finding ids; rows are read
 * from the table. The scope is in it as constants, too, or PostgreSQL would look up the view's settings for each row.
 */
export const liveRows = (table: PgTable, { tenantId, partitionId }: LiveScope) => {
  const inPartition = 'partitionId' in getTableColumns(table) ? sql` and world_id = ${partitionId}` : sql``
  return sql`(select * from ${viewOf(table)} where tenant_id = ${tenantId}${inPartition}) as ${sql.identifier(getTableName(table))}`
}

/**
 * The row is not deleted and matches a condition for which no index of the table with row-level security could be used, such as LIKE and `lower`.
 * `offset 0` keeps PostgreSQL from merging view and table. `byKey`: the ids are found once, and each row is read by its key. Where few rows match, as
 * with a unique name, and PostgreSQL has no statistics yet, as in a table that has just been filled, it would otherwise search again for each row; where
 * many match, it would read the whole partition. Not next to a condition by which rows are found: then the array of ids is scanned for each of those.
 */
export const liveWhere = (table: SoftDeleteTable, condition: SQL, scope: LiveScope, rows: 'any' | 'byKey' = 'any') => {
  const found = sql`select ${table.uniqueId} from ${liveRows(table, scope)} where ${condition}`
  return rows === 'byKey' ? sql`${table.uniqueId} = any(array(${found}))` : sql`${table.uniqueId} in (${found} offset 0)`
}

/** Lower case, without accents. Marks are removed before, too: normalizing a long run of them takes time that grows with its square. */
export const fold = (text: string) => (/[\u0080-\uFFFF]/.test(text) ? withoutAccents(text) : text).toLowerCase()
const withoutAccents = (text: string) => text.replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '')
/** Normalizes search text for storing and for searching. */
export const normalizeText = (text: string) => fold(text).replace(/\s+/g, ' ')

/** The searched columns as stored: folded, one line each. */
export const toSearchText = (...columns: (string | null | undefined)[]) =>
  columns.map((text) => normalizeText(text ?? '')).join('\n')

/** The needle occurs in the searched columns, or in the one at this line, counted from 1. */
export const searchContains = (table: Pick<SoftDeleteTable, 'searchText'>, needle = '', line?: number): Where => {
  const text = normalizeText(needle.trim())
  if (!text) return undefined
  if (!line) return sql`${table.searchText} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
  // LIKE plus a check of the line would be two correlated conditions, and the planner would expect far too few rows.
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}[^\\n]*${escapePattern(text)}`}`
}

/** Escapes a text for use in a regular expression. */
const escapePattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** The searched column at this line equals this text, ignoring case and accents. */
export const searchLineIs = (table: SoftDeleteTable, text: string, line: number): SQL => {
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}${escapePattern(normalizeText(text.trim()))}(\\n|$)`}`
}

/** The searched column at this line differs from this text, or is empty. Most rows match: the check of each row is as cheap as possible. */
export const searchLineIsNot = (table: SoftDeleteTable, text: string, line: number): SQL =>
  sql`split_part(${table.searchText}, ${'\n'}, ${line}::int) <> ${normalizeText(text.trim())}`

/** The condition of a list's rows: what the actor may see, and the filters. */
export const listCondition = (allowed: RowFilter, ...filters: Where[]) =>
  allOf(allowed === 'all' ? undefined : allowed, ...filters)

/**
 * The requested order, with the id as tie-breaker. Rows without a value come last in both directions, while a descending scan of an index has them
 * first (`emptyFirst`): `scan` is the order of that index, which is the requested one of all rows that have a value.
 */
export const orderOf = ({ table, sorts, emptyIsLatest }: ListSource, sort: string) => {
  const [name, way] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`]
  const key = sorts[name]!
  const emptyFirst = name !== sort && name !== emptyIsLatest && !(is(key, Column) && key.notNull)
  const last = emptyFirst ? sql` nulls last` : sql``
  const scan = sql`${key} ${way}, ${table.uniqueId} ${way}`
  return { key, way, last, scan, emptyFirst, by: sql`${key} ${way}${last}, ${table.uniqueId} ${way}` }
}
type Order = ReturnType<typeof orderOf>

type LiveRows = ReturnType<typeof liveRows>

/** A page as a part of SQL, and the number of rows up to its end. */
interface Window {
  window: SQL
  end: number
}
const windowOf = ({ page, size }: PageRequest): Window => ({
  window: sql`limit ${size} offset ${page * size}`,
  end: (page + 1) * size,
})

/**
 * The ids of the rows that match a condition, in order, by the order's index. If the index has rows without a value first, the others are read before
 * them, and they are read only as far as the page reaches.
 */
export const idsInOrder = (table: SoftDeleteTable, from: LiveRows, order: Order, { window, end }: Window, condition: Where) => {
  const { key, way, scan, emptyFirst } = order
  const where = condition ?? sql`true`
  if (!emptyFirst) return sql`select ${table.uniqueId} from ${from} where ${where} order by ${scan} ${window}`
  const rows = sql`select ${table.uniqueId} as id, ${key} as key from ${from} where ${where}`
  return sql`with valued as materialized (${rows} and ${key} is not null order by ${scan} limit ${end}),
      valueless as (${rows} and ${key} is null order by ${table.uniqueId} ${way} limit (select ${end}::int - count(*) from valued))
    select id from (select * from valued union all select * from valueless) ordered order by key ${way} nulls last, id ${way} ${window}`
}

/** The source of a list: a partition's table, and its sort keys. */
export interface ListSource<T extends SoftDeleteTable = SoftDeleteTable> {
  table: T
  sorts: Sorts
  /** The sort by which rows without a value are the latest: they have yet to get one. */
  emptyIsLatest?: string
}

/** The SQL that finds a page. `hits`: CTEs, of which `counted` has the number of hits, or one more than the maximum that is counted. */
interface PageSql {
  hits: SQL
  ids: SQL
}
const countedRows = (from: LiveRows, most: number) =>
  sql`counted as (select count(*)::int as hits from (select from ${from} limit ${sql.raw(String(most + 1))}) hit)`

/** A list without conditions is counted up to `most` and read in order, both by an index alone. */
const unfilteredPage = (table: SoftDeleteTable, from: LiveRows, order: Order, window: Window, most: number): PageSql => ({
  hits: countedRows(from, most),
  ids: idsInOrder(table, from, order, window, undefined),
})

/** Few hits are found by their index and sorted; many are found soon by scanning in order. Left to choose between the two, the planner guesses wrong. */
const filteredPage = (table: SoftDeleteTable, condition: SQL, from: LiveRows, order: Order, page: Window): PageSql => {
  const { key, way, last } = order
  const counted = sql`(select hits from counted)`
  const few = sql`select id from hit where ${counted} <= ${MAX_COUNTED} order by key ${way}${last}, id ${way} ${page.window}`
  const walk = idsInOrder(table, from, order, page, sql`${condition} and ${counted} > ${MAX_COUNTED}`)
  return {
    hits: sql`hit as materialized (select ${table.uniqueId} as id, ${key} as key from ${from} where ${condition} limit ${MAX_COUNTED + 1}),
      counted as materialized (select count(*)::int as hits from hit)`,
    ids: sql`(${few}) union all (${walk})`,
  }
}

const rowsWhere = (table: SoftDeleteTable, where: SQL, { by }: Order) =>
  sql`select ${fieldsOf(table).columns} from ${table} where ${where} order by ${by}`
const rowsOf = (table: SoftDeleteTable, hits: SQL, where: SQL, { by }: Order) =>
  sql`with ${hits} select ${fieldsOf(table).columns}, (select hits from counted) as "hits in all" from ${table} where ${where} order by ${by}`

type Raw = Record<string, unknown> & { 'hits in all'?: number }
const hitsOf = (rows: Raw[]) => rows[0]?.['hits in all'] ?? 0

const firstPageStatements = new Map<string, Statement>()

/** The first page of a list without conditions, with which most lists open: prepared as a statement for each order, with a count up to `most` and without one. */
const firstPageStatement = (source: ListSource, sort: string, most: number) => {
  const { table } = source
  const name = `first of ${getTableName(table)} by ${sort}${most > 0 ? `, counted to ${most}` : ''}`
  const existing = firstPageStatements.get(name)
  if (existing) return existing
  const order = orderOf(source, sort)
  const isNotDeleted = sql`${table.deletedAt} is null`
  const hits = countedRows(liveRows(table, scopePlaceholders), most)
  const rows = most > 0 ? rowsOf(table, hits, isNotDeleted, order) : rowsWhere(table, isNotDeleted, order)
  const prepared = statement(name, sql`${rows} ${sql.raw(`limit ${DEFAULT_PAGE_SIZE}`)}`)
  firstPageStatements.set(name, prepared)
  return prepared
}

const isFirstPage = ({ page, size }: PageRequest, { emptyFirst }: Order, condition: Where) =>
  !condition && !emptyFirst && page === 0 && size === DEFAULT_PAGE_SIZE

// For an expensive search the planner estimates a full scan of the table as cheap as a look-up of each id, unless the ids are an array.
const idInArray = (table: SoftDeleteTable, ids: SQL) => sql`${table.uniqueId} = any(array(${ids}))`

/**
 * Returns any page and the number of hits, counted up to `most` where there are no conditions. A page beyond the last hit has no row that carries the
 * count: it is counted separately.
 */
const countedPage = async (db: Reader, source: ListSource, query: PageRequest, condition: Where, most = MAX_COUNTED) => {
  const { table } = source
  const order = orderOf(source, query.sort)
  if (isFirstPage(query, order, condition)) {
    const rows = await db.runPrepared<Raw>(firstPageStatement(source, query.sort, most), { ...db.scope })
    return { rows, hits: hitsOf(rows) }
  }
  const window = windowOf(query)
  const from = liveRows(table, db.scope)
  const found = condition ? filteredPage(table, condition, from, order, window) : unfilteredPage(table, from, order, window, most)
  const { rows } = await db.execute<Raw>(rowsOf(table, found.hits, idInArray(table, found.ids), order))
  if (rows.length > 0 || query.page === 0) return { rows, hits: hitsOf(rows) }
  const counted = await db.execute<Raw>(sql`with ${found.hits} select hits as "hits in all" from counted`)
  return { rows, hits: hitsOf(counted.rows) }
}

/** The number of first rows to scan in order before an index search is cheaper. */
const MAX_SCANNED = 5000
/** The same where it is unknown whether the list is long: so many rows cost little compared to an index search. */
const MAX_TRIED_ROWS = 1000

/** The first rows in order; none without a value if the index has those first. */
const firstRows = (table: SoftDeleteTable, scope: Scope, { key, scan, emptyFirst }: Order, most: number) => {
  const alias = sql.identifier(getTableName(table))
  const valued = emptyFirst ? sql`where ${key} is not null` : sql``
  return sql`(select * from ${liveRows(table, scope)} ${valued} order by ${scan} limit ${sql.raw(String(most))}) as ${alias}`
}

/**
 * A page of a list that is known to be long, found by scanning in order. Where the list could be counted, the scan is limited to `most` rows, and
 * then returns fewer rows than a full page.
 */
const scannedPage = async (db: Reader, source: ListSource, query: PageRequest, condition: Where, most?: number) => {
  const { table } = source
  const order = orderOf(source, query.sort)
  if (isFirstPage(query, order, condition)) return db.runPrepared<Raw>(firstPageStatement(source, query.sort, 0))
  const page = windowOf(query)
  const walk =
    condition && most
      ? sql`select ${table.uniqueId} from ${firstRows(table, db.scope, order, most)} where ${condition} order by ${order.scan} ${page.window}`
      : idsInOrder(table, liveRows(table, db.scope), order, page, condition)
  const { rows } = await db.execute<Raw>(rowsWhere(table, idInArray(table, walk), order))
  return rows
}

/** A page found by scanning rows whose ids are listed by queries, and their number: the ids are collected once for both. No rows for a short list. */
const pageByIds = async (db: Reader, source: ListSource, query: PageRequest, condition: SQL) => {
  const { table } = source
  const order = orderOf(source, query.sort)
  const isNamed = sql`(${table.uniqueId} in (select id from named)) is true`
  const walk = sql`select ${table.uniqueId} from ${firstRows(table, db.scope, order, MAX_SCANNED)}
    where ${isNamed} and (select hits from counted) >= ${LONG_LIST} order by ${order.scan} ${windowOf(query).window}`
  const { rows } = await db.execute<Raw>(rowsOf(table, idCountCtes(table, condition), idInArray(table, walk), order))
  return { rows, hits: hitsOf(rows) }
}

/** Returns a page of a list whose total is known. */
const pageWithKnownTotal = async (db: Reader, source: ListSource, query: PageRequest, condition: Where, { estimated }: Total) => {
  const scanned = await scannedPage(
    db,
    source,
    query,
    estimated ? condition : forOrderedScan(source.table, condition),
    estimated ? undefined : MAX_SCANNED,
  )
  if (estimated || scanned.length === query.size) return scanned
  const { rows } = await countedPage(db, source, query, condition)
  return rows
}

/**
 * One page of the rows of a partition's table that match the conditions, and the total: one round trip up to 10,000. A longer list is counted once,
 * and its pages are then found by scanning in order.
 */
export const listPage = async <T extends SoftDeleteTable>(
  db: Reader,
  source: ListSource<T>,
  query: PageRequest,
  allowed: RowFilter,
  ...filters: Where[]
): Promise<CountedPage<T['$inferSelect']>> => {
  const condition = listCondition(allowed, ...filters)
  let found: Raw[] | undefined
  const count = async () => {
    const byIds = condition && isIdCondition(condition) ? await pageByIds(db, source, query, condition) : undefined
    const { rows, hits } = byIds?.rows.length === query.size ? byIds : await countedPage(db, source, query, condition)
    found = rows
    return totalOf(db, hits, condition ? undefined : liveRows(source.table, db.scope))
  }
  const { total, estimated } = await cachedTotal(db, totalKey(source.table, db.scope, condition), count)
  found ??= await pageWithKnownTotal(db, source, query, condition, { total, estimated })
  return { rows: found.map(fieldsOf(source.table).read), total, estimated }
}

/**
 * The same, with the total only where that costs nothing: it is cached, or the list is short. Else the page comes without it, and the total is
 * requested separately (`countMatching`).
 */
export const listPageWithCheapTotal = async <T extends SoftDeleteTable>(
  db: Reader,
  source: ListSource<T>,
  query: PageRequest,
  allowed: RowFilter,
  ...filters: Where[]
): Promise<Page<T['$inferSelect']>> => {
  const condition = listCondition(allowed, ...filters)
  const counted = () => listPage(db, source, query, allowed, ...filters)
  if (isIdCondition(condition) || db.totals.peek(totalKey(source.table, db.scope, condition))) return counted()
  const { read } = fieldsOf(source.table)
  if (condition) {
    const scanned = await scannedPage(db, source, query, condition, MAX_TRIED_ROWS)
    return scanned.length === query.size ? { rows: scanned.map(read), total: undefined } : counted()
  }
  const { rows, hits } = await countedPage(db, source, query, condition, LONG_LIST)
  const isCounted = hits <= LONG_LIST
  return { rows: rows.map(read), ...(isCounted ? { total: hits, estimated: false } : { total: undefined }) }
}

/** The number of rows, not deleted, that match a condition, where their page is found another way. Cached like the totals of lists. */
export const countMatching = (db: Reader, table: SoftDeleteTable, condition: Where): Promise<Total> => {
  const from = liveRows(table, db.scope)
  const count = async () => {
    if (isIdCondition(condition)) return totalOf(db, await countIds(db, table, condition!))
    const { rows } = await db.execute<{ hits: number }>(
      sql`select count(*)::int as hits from (select from ${from} where ${condition ?? sql`true`} limit ${MAX_COUNTED + 1}) hit`,
    )
    return totalOf(db, rows[0]!.hits, condition ? undefined : from)
  }
  return cachedTotal(db, totalKey(table, db.scope, condition), count)
}

/** The whole list as one query for streaming: finds ids by the live view, and reads rows from the table. */
export const listAll = (source: ListSource, sort: string, scope: Scope, allowed: RowFilter, ...filters: Where[]) => {
  const { table } = source
  const condition = listCondition(allowed, ...filters)
  const found = condition ? liveWhere(table, condition, scope) : sql`${table.deletedAt} is null`
  return sql`select ${fieldsOf(table).columns} from ${table} where ${found} order by ${orderOf(source, sort).by}`
}

export type MapRows<From, To> = (rows: From[]) => To[] | Promise<To[]>

/** Maps the rows of a stream, batch by batch. */
export async function* mapBatches<From, To>(pages: AsyncIterable<From[]>, make: MapRows<From, To>) {
  for await (const rows of pages) yield make(rows)
}

/** Maps the rows of a page or stream, batch by batch. */
export const mapPage = async <From, To>(found: Page<From> | { stream: AsyncIterable<From[]> }, make: MapRows<From, To>) =>
  'stream' in found ? { stream: mapBatches(found.stream, make) } : { ...found, rows: await make(found.rows) }
