import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from './database.ts'
import {
  batches,
  type CountedPage,
  each,
  fieldsOf,
  listAll,
  listPage,
  type Making,
  type Paging,
  type RowFilter,
  SIZE,
  type Sorts,
} from './list.ts'
import type { SoftDeleteTable } from './table.ts'
import { countUpTo } from './total.ts'

type Fetched = Record<string, unknown>

type Reached = readonly [reached: RowFilter, ...filters: (SQL | undefined)[]]
type Whole<Row> = { stream: AsyncIterable<Row[]> }

/**
 * A page of the rows of a partition's or tenant's table that match the conditions, or all of them, streamed, where no page is requested; each batch
 * of rows as `make` maps it.
 */
export const listTable = async <T extends SoftDeleteTable, A extends Paging, Shown = T['$inferSelect']>(
  listed: { table: T; sorts: Sorts },
  { page, size, sort = '-dateCreated' }: A,
  { db, stream }: { db: Reader } & Pick<Reads, 'stream'>,
  [reached, ...filters]: Reached,
  make: Making<T['$inferSelect'], Shown> = (rows) => rows as Shown[],
) => {
  const list = async (): Promise<CountedPage<T['$inferSelect']> | Whole<T['$inferSelect']>> => {
    if (page !== undefined || size !== undefined)
      return listPage(db, listed, { page: page ?? 0, size: size ?? SIZE, sort }, reached, ...filters)
    const { read } = fieldsOf(listed.table)
    return { stream: batches(stream(listAll(listed, sort, db.scope, reached, ...filters)), (rows) => rows.map(read)) }
  }
  return each(await list(), make) as Promise<
    A extends { page: number; size: number } ? CountedPage<Shown> : CountedPage<Shown> | Whole<Shown>
  >
}

/**
 * The source of a list where `listTable` is not enough: an ordered query, which gets the number of first rows that are needed if a page is requested,
 * and a query with the same number of rows for counting.
 */
interface Query {
  all: SQL | ((most: number | undefined) => SQL)
  counted: SQL
}
interface Reads {
  db: Pick<Reader, 'execute'>
  stream: (query: SQL) => AsyncIterable<Fetched[]>
}

/** A page of a query's rows, or all of them, streamed, where no page is requested; each batch as `make` maps it. */
export const listRows = async <Shown>(
  { all, counted }: Query,
  { page, size }: Paging,
  { db, stream }: Reads,
  make: Making<Fetched, Shown>,
) => {
  const query = (most?: number) => (typeof all === 'function' ? all(most) : all)
  if (page === undefined && size === undefined) return { stream: batches(stream(query()), make) }
  const [many, before] = [size ?? SIZE, (page ?? 0) * (size ?? SIZE)]
  const [{ rows }, total] = await Promise.all([
    db.execute<Fetched>(sql`${query(before + many)} limit ${many} offset ${before}`),
    countUpTo(db, counted),
  ])
  return { rows: await make(rows), ...total }
}
