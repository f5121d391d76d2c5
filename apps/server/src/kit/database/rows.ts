import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from './database.ts'
import {
  type CountedPage,
  DEFAULT_PAGE_SIZE,
  fieldsOf,
  listAll,
  listPage,
  mapBatches,
  mapPage,
  type MapRows,
  type Paging,
  type RowFilter,
  type Sorts,
} from './list.ts'
import type { SoftDeleteTable } from './table.ts'
import { countUpTo } from './total.ts'

type FetchedRow = Record<string, unknown>

type RowFilters = readonly [allowed: RowFilter, ...filters: (SQL | undefined)[]]
type RowStream<Row> = { stream: AsyncIterable<Row[]> }

/**
 * A page of the rows of a partition's or tenant's table that match the conditions, or all of them, streamed, where no page is requested; each batch
 * of rows as `make` maps it.
 */
export const listTable = async <T extends SoftDeleteTable, A extends Paging, Shown = T['$inferSelect']>(
  source: { table: T; sorts: Sorts },
  { page, size, sort = '-dateCreated' }: A,
  { db, stream }: { db: Reader } & Pick<ReadFunctions, 'stream'>,
  [allowed, ...filters]: RowFilters,
  make: MapRows<T['$inferSelect'], Shown> = (rows) => rows as Shown[],
) => {
  const list = async (): Promise<CountedPage<T['$inferSelect']> | RowStream<T['$inferSelect']>> => {
    if (page !== undefined || size !== undefined)
      return listPage(db, source, { page: page ?? 0, size: size ?? DEFAULT_PAGE_SIZE, sort }, allowed, ...filters)
    const { read } = fieldsOf(source.table)
    return { stream: mapBatches(stream(listAll(source, sort, db.scope, allowed, ...filters)), (rows) => rows.map(read)) }
  }
  return mapPage(await list(), make) as Promise<
    A extends { page: number; size: number } ? CountedPage<Shown> : CountedPage<Shown> | RowStream<Shown>
  >
}

/**
 * The source of a list where `listTable` is not enough: an ordered query, which gets the number of first rows that are needed if a page is requested,
 * and a query with the same number of rows for counting.
 */
interface ListQuery {
  all: SQL | ((most: number | undefined) => SQL)
  counted: SQL
}
interface ReadFunctions {
  db: Pick<Reader, 'execute'>
  stream: (query: SQL) => AsyncIterable<FetchedRow[]>
}

/** A page of a query's rows, or all of them, streamed, where no page is requested; each batch as `make` maps it. */
export const listRows = async <Shown>(
  { all, counted }: ListQuery,
  { page, size }: Paging,
  { db, stream }: ReadFunctions,
  make: MapRows<FetchedRow, Shown>,
) => {
  const query = (most?: number) => (typeof all === 'function' ? all(most) : all)
  if (page === undefined && size === undefined) return { stream: mapBatches(stream(query()), make) }
  const [limit, offset] = [size ?? DEFAULT_PAGE_SIZE, (page ?? 0) * (size ?? DEFAULT_PAGE_SIZE)]
  const [{ rows }, total] = await Promise.all([
    db.execute<FetchedRow>(sql`${query(offset + limit)} limit ${limit} offset ${offset}`),
    countUpTo(db, counted),
  ])
  return { rows: await make(rows), ...total }
}
