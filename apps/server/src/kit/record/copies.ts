import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/database.ts'
import { updateMany } from '../database/insert.ts'
import { type Copier, copiersOf, type Entity } from './entity.ts'

type Values = Record<string, unknown>
const BATCH = 1000

/** The columns that are copied from a record, with its current values. */
const copyFields = (fields: Copier['fields'], record: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, from]) => [name, record[from]]))

/**
 * The columns that rows copy of the records that they reference, with their current values: by the column that references the record, and by its id.
 * Records in the trash are left out. Locks the others (FOR SHARE).
 */
export const currentCopies = async ({ copies = [] }: Entity, rows: readonly Readonly<Values>[], tx: Tx) => {
  const found = new Map<string, ReadonlyMap<unknown, Readonly<Values>>>()
  for (const { of, column, fields } of copies) {
    const { table } = of
    const ids = new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string'))
    const isLive = and(inArray(table.uniqueId, [...ids]), isNull(table.deletedAt))
    const records = ids.size === 0 ? [] : await tx.select().from(table).where(isLive).orderBy(table.uniqueId).for('share')
    found.set(column, new Map(records.map((record: Values) => [record['uniqueId'], copyFields(fields, record)])))
  }
  return found
}

/** Selects and locks the rows that reference one of these records in this column, 1000 at a time. `only`: limits them to these ids. */
async function* lockReferencingRows(tx: Tx, { table }: Entity, by: string, ids: readonly unknown[], only?: readonly string[]) {
  const column = (table as unknown as Record<string, AnyPgColumn>)[by]!
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const idFilter = only && sql`${table.uniqueId} = any(${sql.param([...only])}::uuid[])`
    const next = and(inArray(column, [...ids]), gt(table.uniqueId, last), idFilter)
    const rows: Values[] = await tx.select().from(table).where(next).orderBy(table.uniqueId).limit(BATCH).for('update')
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!['uniqueId'] as string
  }
}

/** Updates all copies of these changed fields in other records, and recursively the copies of those. Returns the kinds of these records. */
export const updateCopies = async (
  tx: Tx,
  of: Entity,
  changed: readonly string[],
  records: readonly Values[],
): Promise<ReadonlySet<Entity>> => {
  const kinds = new Set<Entity>()
  const byId = new Map(records.map((record) => [record['uniqueId'], record]))
  for (const { into, column, fields } of copiersOf(of)) {
    const copied = Object.entries(fields).filter(([, from]) => changed.includes(from))
    if (copied.length === 0) continue
    for await (const rows of lockReferencingRows(tx, into, column, [...byId.keys()])) {
      const renewed = rows.map((row): Values => {
        const news = Object.fromEntries(copied.map(([name, from]) => [name, byId.get(row[column])![from]]))
        return { ...row, ...news, ...into.computedColumns({ ...row, ...news }) }
      })
      const columns = copied.map(([name]) => name)
      await updateMany(tx, into.table, [...columns, ...Object.keys(into.computedColumns(renewed[0]!))], renewed)
      for (const kind of [into, ...(await updateCopies(tx, into, columns, renewed))]) kinds.add(kind)
    }
  }
  return kinds
}

/** A timestamp that is later than the last change, even if the clock goes backwards. */
export const timestampAfter = (updatedAt: unknown) =>
  new Date(Math.max(Date.now(), Date.parse(String(updatedAt)) + 1)).toISOString()

/**
 * Changes rows that reference one of some records so that they reference another record, updates the fields that they copy from it, and then copies of
 * those. Returns the rows with the ids that they referenced before.
 */
export const replaceReferences = async (
  tx: Tx,
  { into, column, fields }: Copier,
  { ids, onlyIds }: { ids: readonly string[]; onlyIds?: readonly string[] },
  record: Values,
) => {
  const columns = [column, ...Object.keys(fields)]
  const news = { [column]: record['uniqueId'], ...copyFields(fields, record) }
  const replaced: { uniqueId: string; was: string }[] = []
  for await (const rows of lockReferencingRows(tx, into, column, ids, onlyIds)) {
    const renewed = rows.map((row): Values => {
      const updated = { ...row, ...news, updatedAt: timestampAfter(row['updatedAt']) }
      return { ...updated, ...into.computedColumns(updated) }
    })
    await updateMany(tx, into.table, [...columns, 'updatedAt', ...Object.keys(into.computedColumns(renewed[0]!))], renewed)
    await updateCopies(tx, into, columns, renewed)
    replaced.push(...rows.map((row) => ({ uniqueId: row['uniqueId'] as string, was: row[column] as string })))
  }
  return replaced
}
