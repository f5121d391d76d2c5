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
  /** All columns under the names of their fields. */
  named: SQL
  /** A row as PostgreSQL sent it, with its fields' own values and no others. */
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

/** How a table's rows are asked for and read where Drizzle's own way would cost more than the query. */
export const fieldsOf = (table: PgTable): Fields => {
  const fields = fieldsByTable.get(table) ?? makeFields(table)
  fieldsByTable.set(table, fields)
  return fields
}

/** Rows of a page where none is said. */
export const SIZE = 20

type Where = SQL | undefined
/** What the asker's policy reaches. A word for everything, so that a forgotten reach does not compile and a missing one is not everything. */
export type RowFilter = 'all' | SQL
export type Sorts = Readonly<Record<string, AnyPgColumn | SQL>>
/** What every list may be asked: a page, its size, and a key of the sorts, with `-` before it for the other way. */
export interface Paging {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}
type Asked = { [Part in keyof Paging]-?: NonNullable<Paging[Part]> }
/** One page, and how many there are in all. */
export interface CountedPage<Row> extends Total {
  rows: Row[]
}
/** One page, and how many there are in all, unless that is asked for alone. */
export type Page<Row> = CountedPage<Row> | { rows: Row[]; total: undefined; estimated?: undefined }

/** A page of rows that are all at hand, or all of them where no page is asked for. For lists that are short by their nature. */
export const pageOf = <Row>(all: Row[], { page, size }: Pick<Paging, 'page' | 'size'>): CountedPage<Row> => {
  const from = (page ?? 0) * (size ?? SIZE)
  const rows = page === undefined && size === undefined ? all : all.slice(from, from + (size ?? SIZE))
  return { rows, total: all.length, estimated: false }
}

/** The scope of a statement that is kept. */
const givenScope: Readonly<Record<keyof Scope, Placeholder>> = {
  tenantId: sql.placeholder('tenantId'),
  partitionId: sql.placeholder('partitionId'),
}

const viewOf = (table: PgTable) => sql.identifier(`${getTableName(table)}_live`)

/**
 * The living rows of a partition or tenant, by the view beside the table: there every index serves. For finding ids; rows come from the table.
 * The scope is in it as constants, too, or PostgreSQL would look up the view's settings for each row that it meets.
 */
export const liveRows = (table: PgTable, { tenantId, partitionId }: Scope | typeof givenScope) => {
  const inPartition = 'partitionId' in getTableColumns(table) ? sql` and world_id = ${partitionId}` : sql``
  return sql`(select * from ${viewOf(table)} where tenant_id = ${tenantId}${inPartition}) as ${sql.identifier(getTableName(table))}`
}

/**
 * The row lives and meets a condition that no index of the walled table could serve, such as LIKE and `lower`. `offset 0` keeps
 * PostgreSQL from taking view and table for one. `few` meet it, as with a name that is unique: they are found once. Where PostgreSQL has no
 * statistics yet, as in a table that has just been filled, it would otherwise look for them anew with each row.
 */
export const liveWhere = (table: SoftDeleteTable, condition: SQL, scope: Scope, rows: 'any' | 'few' = 'any') => {
  const found = sql`select ${table.uniqueId} from ${liveRows(table, scope)} where ${condition}`
  return rows === 'few' ? sql`${table.uniqueId} = any(array(${found}))` : sql`${table.uniqueId} in (${found} offset 0)`
}

/** Lower case, without accents. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** How search text is kept and asked for. */
export const plain = (text: string) => fold(text).replace(/\s+/g, ' ')

/** Searched columns as they are kept: folded, a line each. */
export const lines = (...columns: (string | null | undefined)[]) => columns.map((text) => plain(text ?? '')).join('\n')

/** The needle stands somewhere in the searched columns, or in the one at this line of them, counted from 1. */
export const contains = (table: SoftDeleteTable, needle = '', line?: number): Where => {
  const text = plain(needle.trim())
  if (!text) return undefined
  if (!line) return sql`${table.searchText} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
  // LIKE and a look at the line would be two conditions that go together, and the planner would expect far too little of them.
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}[^\\n]*${asPattern(text)}`}`
}

/** A text that a pattern finds as it is. */
const asPattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** The searched column at this line is this text, whatever its case and accents. */
export const lineIs = (table: SoftDeleteTable, text: string, line: number): SQL => {
  const before = '[^\\n]*\\n'.repeat(line - 1)
  return sql`${table.searchText} ~ ${`^${before}${asPattern(plain(text.trim()))}(\\n|$)`}`
}

/** It is another one, or nothing. Most rows are: each is looked at as cheaply as can be. */
export const lineIsNot = (table: SoftDeleteTable, text: string, line: number): SQL =>
  sql`split_part(${table.searchText}, ${'\n'}, ${line}::int) <> ${plain(text.trim())}`

/** What a list's rows meet: what who asks may see, and its filters. */
export const metBy = (reached: RowFilter, ...filters: Where[]) => allOf(reached === 'all' ? undefined : reached, ...filters)

/** The order that was asked for, ties broken by id. */
const orderOf = (table: SoftDeleteTable, sorts: Sorts, sort: string) => {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const name = sort.replace('-', '')
  const key = sorts[name]!
  // What holds nothing in a field of the tenant's own comes last, either way.
  const last = name.startsWith('custom.') ? sql` nulls last` : sql``
  return { key, way, by: sql`${key} ${way}${last}, ${table.uniqueId} ${way}` }
}
type Order = ReturnType<typeof orderOf>

/** What is listed: a partition's table, and what it may be sorted by. */
interface Listed<T extends SoftDeleteTable> {
  table: T
  sorts: Sorts
}

/** Where a page is found. `hits`: CTEs, of which `counted` holds how many hits there are, or one more than are counted. */
interface Found {
  hits: SQL
  ids: SQL
}
type LiveRows = ReturnType<typeof liveRows>

/** All that a partition holds is counted up to so many and walked through in order by an index alone. */
const everything = (table: SoftDeleteTable, from: LiveRows, { by }: Order, window: SQL, most = MOST_COUNTED): Found => ({
  hits: sql`counted as (select count(*)::int as hits from (select from ${from} limit ${sql.raw(String(most + 1))}) hit)`,
  ids: sql`select ${table.uniqueId} from ${from} order by ${by} ${window}`,
})

/** Few hits are found by their index and sorted; many are soon met on a walk in order. Left to guess between the two, the planner guesses wrong. */
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

/** The first page of all that a partition holds, which most lists open with: kept as a statement for each order, with a count up to so many and without. */
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

// Beside a dear search the planner takes a walk over the whole table for as good as a look at each id, unless the ids are an array.
const within = (table: SoftDeleteTable, ids: SQL) => sql`${table.uniqueId} = any(array(${ids}))`

/** Any page, and how many hits there are; of all that a partition holds up to `most`. One beyond the last hit has no rows that tell: they are counted alone. */
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

/** The first rows of an order, as many as a walk looks at before the hits are better found by their index. */
const WALKED = 5000
/** The same where it is not known that there are many: so many cost little beside a search by an index. */
const TRIED = 1000

const firstRows = (table: SoftDeleteTable, scope: Scope, { by }: Order, most: number) => {
  const named = sql.identifier(getTableName(table))
  return sql`(select * from ${liveRows(table, scope)} order by ${by} limit ${sql.raw(String(most))}) as ${named}`
}

/**
 * A page of a list that is known to be long, met on a walk in order. Of one that is not too long to be counted the walk ends soon (`most` rows), and
 * says so by fewer rows than a page has.
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

/** A page on a walk of rows that are named by their ids, and how many there are: the ids are put together once for both. Of a short list no rows. */
const namedPage = async (db: Reader, { table, sorts }: Listed<SoftDeleteTable>, { page, size, sort }: Asked, met: SQL) => {
  const order = orderOf(table, sorts, sort)
  const isNamed = sql`(${table.uniqueId} in (select id from named)) is true`
  const walk = sql`select ${table.uniqueId} from ${firstRows(table, db.scope, order, WALKED)}
    where ${isNamed} and (select hits from counted) >= ${LONG} order by ${order.by} limit ${size} offset ${page * size}`
  const { rows } = await db.execute<Raw>(rowsOf(table, namedAndCounted(table, met), within(table, walk), order))
  return { rows, hits: hitsOf(rows) }
}

/** A page of a list whose total is known. */
const knownPage = async (db: Reader, listed: Listed<SoftDeleteTable>, asked: Asked, met: Where, { estimated }: Total) => {
  const walked = await walkedPage(db, listed, asked, estimated ? met : onWalk(listed.table, met), estimated ? undefined : WALKED)
  if (estimated || walked.length === asked.size) return walked
  const { rows } = await countedPage(db, listed, asked, met)
  return rows
}

/**
 * One page of what a partition's table holds and the conditions let through, and how many there are in all: one round trip up to 10,000. A
 * longer list is counted once, and its pages are then met on a walk.
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
 * The same, whose total is told where that costs nothing: it is remembered, or the list is short. Else the rows come without it, and it is asked
 * for alone (`totalMet`).
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

/** How many of the living rows meet a condition, where a page of them is found another way. Remembered as the totals of lists are. */
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

/** The whole list as one query, for streaming: found by the view, read through the table. */
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

/** What is made of the rows of a stream, batch by batch. */
export async function* batches<From, To>(pages: AsyncIterable<From[]>, make: Making<From, To>) {
  for await (const rows of pages) yield make(rows)
}

/** A list whose rows are, batch by batch, what is made of another's. */
export const each = async <From, To>(found: Page<From> | { stream: AsyncIterable<From[]> }, make: Making<From, To>) =>
  'stream' in found ? { stream: batches(found.stream, make) } : { ...found, rows: await make(found.rows) }

type CountryNames = readonly { code: CountryCode; name: string }[]

const englishNames: CountryNames = countryCodes.map((code) => ({ code, name: plain(countryName(code)) }))

let otherNames: CountryNames | undefined

/** What countries are called in the languages of the product. */
const namesAbroad = () =>
  (otherNames ??= languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countryCodes.map((code) => ({ code, name: plain(names.of(code) ?? '') }))
  }))

const codesIn = (names: CountryNames, text: string) => [
  ...new Set(names.filter(({ name }) => name.includes(text)).map(({ code }) => code)),
]

/**
 * The countries in whose English names the needle stands, or where there is none, in whose names in another language of the product: 'Deutschl'.
 * Rows keep codes, and these have an index.
 */
export const countriesNamed = (needle: string): CountryCode[] => {
  const text = plain(needle.trim())
  const found = codesIn(englishNames, text)
  return found.length > 0 ? found : codesIn(namesAbroad(), text)
}
