import { type CountryCode, countryCodes, countryName } from '@tradewind/contract/countries'
import { languages } from '@tradewind/contract/kit/language'
import { MOST_COUNTED } from '@tradewind/contract/kit/page'
import { Column, getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Total } from './database.ts'
import { type Scope, type Statement, statement } from './scoped.ts'
import type { SoftDeleteTable } from './table.ts'
import { allOf, countAmong, isAmong, LONG, namedAndCounted, onWalk, rememberedTotal, totalKey, totalOf } from './total.ts'

interface Fields {
  /** All columns, aliased to the names of their fields. */
  named: SQL
  /** Decodes a row that PostgreSQL sent, to its fields' own values and no others. */
  read: (raw: Record<string, unknown>) => Record<string, unknown>
}

const readsItself = (column: AnyPgColumn) => column.mapFromDriverValue === Column.prototype.mapFromDriverValue

const makeFields = (table: PgTable): Fields => {
  const columns = Object.entries(getTableColumns(table)) as [string, AnyPgColumn][]
  const fields = columns.map(([name, column]) => ({ name, column: readsItself(column) ? undefined : column }))
  const named = columns.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)
  const read: Fields['read'] = (raw) => {
    const row: Record<string, unknown> = {}
    for (const { name, column } of fields)
      row[name] = column && raw[name] !== null ? column.mapFromDriverValue(raw[name]) : raw[name]
    return row
  }
  return { named: sql.join(named, sql`, `), read }
}

const fieldsByTable = new WeakMap<PgTable, Fields>()

/** How to select and decode a table's rows where Drizzle's own way would cost more than the query. */
export const fieldsOf = (table: PgTable): Fields => {
  const fields = fieldsByTable.get(table) ?? makeFields(table)
  fieldsByTable.set(table, fields)
  return fields
}

/** The default page size. */
export const SIZE = 20

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
type Asked = { [Part in keyof Paging]-?: NonNullable<Paging[Part]> }
/** One page, and the total. */
export interface CountedPage<Row> extends Total {
  rows: Row[]
}
/** One page, and the total unless it is requested separately. */
export type Page<Row> = CountedPage<Row> | { rows: Row[]; total: undefined; estimated?: undefined }

/** A page of rows that are all in memory, or all of them where no page is requested. For lists that are always short. */
export const pageOf = <Row>(all: Row[], { page, size }: Pick<Paging, 'page' | 'size'>): CountedPage<Row> => {
  const from = (page ?? 0) * (size ?? SIZE)
  const rows = page === undefined && size === undefined ? all : all.slice(from, from + (size ?? SIZE))
  return { rows, total: all.length, estimated: false }
}

/** The scope placeholders of a prepared statement. */
const givenScope: Readonly<Record<keyof Scope, Placeholder>> = {
  tenantId: sql.placeholder('tenantId'),
  partitionId: sql.placeholder('partitionId'),
}

const viewOf = (table: PgTable) => sql.identifier(`${getTableName(table)}_live`)

/**
 * The rows of a partition or tenant that are not deleted, by the table's live view, where every index can be used. For finding ids; rows are read
 * from the table. The scope is in it as constants, too, or PostgreSQL would look up the view's settings for each row.
 */
export const liveRows = (table: PgTable, { tenantId, partitionId }: Scope | typeof givenScope) => {
  const inPartition = 'partitionId' in getTableColumns(table) ? sql` and world_id = ${partitionId}` : sql``
  return sql`(select * from ${viewOf(table)} where tenant_id = ${tenantId}${inPartition}) as ${sql.identifier(getTableName(table))}`
}

/**
 * The row is not deleted and matches a condition for which no index of the table with row-level security could be used, such as LIKE and `lower`.
 * `offset 0` keeps PostgreSQL from merging view and table. `few`: few rows match, as with a unique name, and they are found once. Where PostgreSQL
 * has no statistics yet, as in a table that has just been filled, it would otherwise search again for each row.
 */
export const liveWhere = (table: SoftDeleteTable, condition: SQL, scope: Scope, rows: 'any' | 'few' = 'any') => {
  const found = sql`select ${table.uniqueId} from ${liveRows(table, scope)} where ${condition}`
  return rows === 'few' ? sql`${table.uniqueId} = any(array(${found}))` : sql`${table.uniqueId} in (${found} offset 0)`
}

/** Lower case, without accents. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Normalizes search text for storing and for searching. */
export const plain = (text: string) => fold(text).replace(/\s+/g, ' ')

/** The searched columns as stored: folded, one line each. */
export const lines = (...columns: (string | null | undefined)[]) => columns.map((text) => plain(text ?? '')).join('\n')

/** The needle occurs in the searched columns, or in the one at this line, counted from 1. */
export const contains = (table: SoftDeleteTable, needle = '', line?: number): Where => {
  const text = plain(needle.trim())
  if (!text) return undefined
  if (!line) return sql`${table.searchText} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
  // LIKE plus a check of the line would be two correlated conditions, and the planner would expect far too few rows.
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}[^\\n]*${asPattern(text)}`}`
}

/** Escapes a text for use in a regular expression. */
const asPattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** The searched column at this line equals this text, ignoring case and accents. */
export const lineIs = (table: SoftDeleteTable, text: string, line: number): SQL => {
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}${asPattern(plain(text.trim()))}(\\n|$)`}`
}

/** The searched column at this line differs from this text, or is empty. Most rows match: the check of each row is as cheap as possible. */
export const lineIsNot = (table: SoftDeleteTable, text: string, line: number): SQL =>
  sql`split_part(${table.searchText}, ${'\n'}, ${line}::int) <> ${plain(text.trim())}`

/** The condition of a list's rows: what the actor may see, and the filters. */
export const metBy = (reached: RowFilter, ...filters: Where[]) => allOf(reached === 'all' ? undefined : reached, ...filters)

/** The requested order, with the id as tie-breaker. */
const orderOf = (table: SoftDeleteTable, sorts: Sorts, sort: string) => {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const name = sort.replace('-', '')
  const key = sorts[name]!
  // Rows without a value in a custom field come last in both directions.
  const last = name.startsWith('custom.') ? sql` nulls last` : sql``
  return { key, way, by: sql`${key} ${way}${last}, ${table.uniqueId} ${way}` }
}
type Order = ReturnType<typeof orderOf>

/** The source of a list: a partition's table, and its sort keys. */
interface Listed<T extends SoftDeleteTable> {
  table: T
  sorts: Sorts
}

/** The SQL that finds a page. `hits`: CTEs, of which `counted` has the number of hits, or one more than the maximum that is counted. */
interface Found {
  hits: SQL
  ids: SQL
}
type LiveRows = ReturnType<typeof liveRows>

/** A list without conditions is counted up to `most` and read in order, both by an index alone. */
const everything = (table: SoftDeleteTable, from: LiveRows, { by }: Order, window: SQL, most = MOST_COUNTED): Found => ({
  hits: sql`counted as (select count(*)::int as hits from (select from ${from} limit ${sql.raw(String(most + 1))}) hit)`,
  ids: sql`select ${table.uniqueId} from ${from} order by ${by} ${window}`,
})

/** Few hits are found by their index and sorted; many are found soon by scanning in order. Left to choose between the two, the planner guesses wrong. */
const those = (table: SoftDeleteTable, met: SQL, from: LiveRows, { key, way, by }: Order, window: SQL): Found => {
  const counted = sql`(select hits from counted)`
  const few = sql`select id from hit where ${counted} <= ${MOST_COUNTED} order by key ${way}, id ${way} ${window}`
  const walk = sql`select ${table.uniqueId} from ${from} where ${met} and ${counted} > ${MOST_COUNTED} order by ${by} ${window}`
  return {
    hits: sql`hit as materialized (select ${table.uniqueId} as id, ${key} as key from ${from} where ${met} limit ${MOST_COUNTED + 1}),
      counted as materialized (select count(*)::int as hits from hit)`,
    ids: sql`(${few}) union all (${walk})`,
  }
}

const rowsWhere = (table: SoftDeleteTable, where: SQL, { by }: Order) =>
  sql`select ${fieldsOf(table).named} from ${table} where ${where} order by ${by}`
const rowsOf = (table: SoftDeleteTable, hits: SQL, where: SQL, { by }: Order) =>
  sql`with ${hits} select ${fieldsOf(table).named}, (select hits from counted) as "hits in all" from ${table} where ${where} order by ${by}`

type Raw = Record<string, unknown> & { 'hits in all'?: number }
const hitsOf = (rows: Raw[]) => rows[0]?.['hits in all'] ?? 0

const openings = new Map<string, Statement>()

/** The first page of a list without conditions, with which most lists open: prepared as a statement for each order, with a count up to `most` and without one. */
const openingOf = ({ table, sorts }: Listed<SoftDeleteTable>, sort: string, most: number) => {
  const name = `first of ${getTableName(table)} by ${sort}${most > 0 ? `, counted to ${most}` : ''}`
  const known = openings.get(name)
  if (known) return known
  const order = orderOf(table, sorts, sort)
  const lives = sql`${table.deletedAt} is null`
  const { hits } = everything(table, liveRows(table, givenScope), order, sql``, most)
  const rows = most > 0 ? rowsOf(table, hits, lives, order) : rowsWhere(table, lives, order)
  const made = statement(name, sql`${rows} ${sql.raw(`limit ${SIZE}`)}`)
  openings.set(name, made)
  return made
}

const isOpening = ({ page, size }: Asked, met: Where) => !met && page === 0 && size === SIZE

// For an expensive search the planner estimates a full scan of the table as cheap as a look-up of each id, unless the ids are an array.
const within = (table: SoftDeleteTable, ids: SQL) => sql`${table.uniqueId} = any(array(${ids}))`

/**
 * Returns any page and the number of hits, counted up to `most` where there are no conditions. A page beyond the last hit has no row that carries the
 * count: it is counted separately.
 */
const countedPage = async (db: Reader, listed: Listed<SoftDeleteTable>, asked: Asked, met: Where, most = MOST_COUNTED) => {
  const { table, sorts } = listed
  const { page, size, sort } = asked
  if (isOpening(asked, met)) {
    const rows = await db.ask<Raw>(openingOf(listed, sort, most), { ...db.scope })
    return { rows, hits: hitsOf(rows) }
  }
  const order = orderOf(table, sorts, sort)
  const window = sql`limit ${size} offset ${page * size}`
  const from = liveRows(table, db.scope)
  const found = met ? those(table, met, from, order, window) : everything(table, from, order, window, most)
  const { rows } = await db.execute<Raw>(rowsOf(table, found.hits, within(table, found.ids), order))
  if (rows.length > 0 || page === 0) return { rows, hits: hitsOf(rows) }
  const counted = await db.execute<Raw>(sql`with ${found.hits} select hits as "hits in all" from counted`)
  return { rows, hits: hitsOf(counted.rows) }
}

/** The number of first rows to scan in order before an index search is cheaper. */
const WALKED = 5000
/** The same where it is unknown whether the list is long: so many rows cost little compared to an index search. */
const TRIED = 1000

const firstRows = (table: SoftDeleteTable, scope: Scope, { by }: Order, most: number) => {
  const named = sql.identifier(getTableName(table))
  return sql`(select * from ${liveRows(table, scope)} order by ${by} limit ${sql.raw(String(most))}) as ${named}`
}

/**
 * A page of a list that is known to be long, found by scanning in order. Where the list could be counted, the scan is limited to `most` rows, and
 * then returns fewer rows than a full page.
 */
const walkedPage = async (db: Reader, listed: Listed<SoftDeleteTable>, asked: Asked, met: Where, most?: number) => {
  const { table, sorts } = listed
  const { page, size, sort } = asked
  if (isOpening(asked, met)) return db.ask<Raw>(openingOf(listed, sort, 0))
  const order = orderOf(table, sorts, sort)
  const from = met && most ? firstRows(table, db.scope, order, most) : liveRows(table, db.scope)
  const window = sql`limit ${size} offset ${page * size}`
  const walk = sql`select ${table.uniqueId} from ${from} ${met && sql`where ${met}`} order by ${order.by} ${window}`
  const { rows } = await db.execute<Raw>(rowsWhere(table, within(table, walk), order))
  return rows
}

/** A page found by scanning rows whose ids are listed by queries, and their number: the ids are collected once for both. No rows for a short list. */
const namedPage = async (db: Reader, { table, sorts }: Listed<SoftDeleteTable>, { page, size, sort }: Asked, met: SQL) => {
  const order = orderOf(table, sorts, sort)
  const isNamed = sql`(${table.uniqueId} in (select id from named)) is true`
  const walk = sql`select ${table.uniqueId} from ${firstRows(table, db.scope, order, WALKED)}
    where ${isNamed} and (select hits from counted) >= ${LONG} order by ${order.by} limit ${size} offset ${page * size}`
  const { rows } = await db.execute<Raw>(rowsOf(table, namedAndCounted(table, met), within(table, walk), order))
  return { rows, hits: hitsOf(rows) }
}

/** Returns a page of a list whose total is known. */
const knownPage = async (db: Reader, listed: Listed<SoftDeleteTable>, asked: Asked, met: Where, { estimated }: Total) => {
  const walked = await walkedPage(db, listed, asked, estimated ? met : onWalk(listed.table, met), estimated ? undefined : WALKED)
  if (estimated || walked.length === asked.size) return walked
  const { rows } = await countedPage(db, listed, asked, met)
  return rows
}

/**
 * One page of the rows of a partition's table that match the conditions, and the total: one round trip up to 10,000. A longer list is counted once,
 * and its pages are then found by scanning in order.
 */
export const listPage = async <T extends SoftDeleteTable>(
  db: Reader,
  listed: Listed<T>,
  asked: Asked,
  reached: RowFilter,
  ...filters: Where[]
): Promise<CountedPage<T['$inferSelect']>> => {
  const met = metBy(reached, ...filters)
  let found: Raw[] | undefined
  const count = async () => {
    const named = met && isAmong(met) ? await namedPage(db, listed, asked, met) : undefined
    const { rows, hits } = named?.rows.length === asked.size ? named : await countedPage(db, listed, asked, met)
    found = rows
    return totalOf(db, hits, met ? undefined : liveRows(listed.table, db.scope))
  }
  const { total, estimated } = await rememberedTotal(db, totalKey(listed.table, db.scope, met), count)
  found ??= await knownPage(db, listed, asked, met, { total, estimated })
  return { rows: found.map(fieldsOf(listed.table).read), total, estimated }
}

/**
 * The same, with the total only where that costs nothing: it is cached, or the list is short. Else the page comes without it, and the total is
 * requested separately (`countMatching`).
 */
export const pageBeforeTotal = async <T extends SoftDeleteTable>(
  db: Reader,
  listed: Listed<T>,
  asked: Asked,
  reached: RowFilter,
  ...filters: Where[]
): Promise<Page<T['$inferSelect']>> => {
  const met = metBy(reached, ...filters)
  const counted = () => listPage(db, listed, asked, reached, ...filters)
  if (isAmong(met) || db.totals.known(totalKey(listed.table, db.scope, met))) return counted()
  const { read } = fieldsOf(listed.table)
  if (met) {
    const walked = await walkedPage(db, listed, asked, met, TRIED)
    return walked.length === asked.size ? { rows: walked.map(read), total: undefined } : counted()
  }
  const { rows, hits } = await countedPage(db, listed, asked, met, LONG)
  const isCounted = hits <= LONG
  return { rows: rows.map(read), ...(isCounted ? { total: hits, estimated: false } : { total: undefined }) }
}

/** The number of rows, not deleted, that match a condition, where their page is found another way. Cached like the totals of lists. */
export const totalMet = (db: Reader, table: SoftDeleteTable, met: Where): Promise<Total> => {
  const from = liveRows(table, db.scope)
  const count = async () => {
    if (isAmong(met)) return totalOf(db, await countAmong(db, table, met!))
    const { rows } = await db.execute<{ hits: number }>(
      sql`select count(*)::int as hits from (select from ${from} where ${met ?? sql`true`} limit ${MOST_COUNTED + 1}) hit`,
    )
    return totalOf(db, rows[0]!.hits, met ? undefined : from)
  }
  return rememberedTotal(db, totalKey(table, db.scope, met), count)
}

/** The whole list as one query for streaming: finds ids by the live view, and reads rows from the table. */
export const listAll = (
  { table, sorts }: Listed<SoftDeleteTable>,
  sort: string,
  scope: Scope,
  reached: RowFilter,
  ...filters: Where[]
) => {
  const met = metBy(reached, ...filters)
  const found = met ? liveWhere(table, met, scope) : sql`${table.deletedAt} is null`
  return sql`select ${fieldsOf(table).named} from ${table} where ${found} order by ${orderOf(table, sorts, sort).by}`
}

export type Making<From, To> = (rows: From[]) => To[] | Promise<To[]>

/** Maps the rows of a stream, batch by batch. */
export async function* batches<From, To>(pages: AsyncIterable<From[]>, make: Making<From, To>) {
  for await (const rows of pages) yield make(rows)
}

/** Maps the rows of a page or stream, batch by batch. */
export const each = async <From, To>(found: Page<From> | { stream: AsyncIterable<From[]> }, make: Making<From, To>) =>
  'stream' in found ? { stream: batches(found.stream, make) } : { ...found, rows: await make(found.rows) }

type CountryNames = readonly { code: CountryCode; name: string }[]

const englishNames: CountryNames = countryCodes.map((code) => ({ code, name: plain(countryName(code)) }))

let otherNames: CountryNames | undefined

/** The names of countries in the languages of the product. */
const namesAbroad = () =>
  (otherNames ??= languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countryCodes.map((code) => ({ code, name: plain(names.of(code) ?? '') }))
  }))

const codesIn = (names: CountryNames, text: string) => [
  ...new Set(names.filter(({ name }) => name.includes(text)).map(({ code }) => code)),
]

/**
 * The countries whose English name contains the needle, or if none, whose name in another language of the product does: 'Deutschl'. Rows store
 * country codes, which have an index.
 */
export const countriesNamed = (needle: string): CountryCode[] => {
  const text = plain(needle.trim())
  const found = codesIn(englishNames, text)
  return found.length > 0 ? found : codesIn(namesAbroad(), text)
}
