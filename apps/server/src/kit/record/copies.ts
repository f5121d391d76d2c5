import { and, gt, inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/database.ts'
import { updateMany } from '../database/insert.ts'
import { copiersOf, type Entity } from './entity.ts'

type Values = Record<string, unknown>
const BATCH = 1000

/** The rows that name one of these records in this column, a thousand at a time. */
async function* naming(tx: Tx, { table }: Entity, by: string, ids: readonly unknown[]) {
  const column = (table as unknown as Record<string, AnyPgColumn>)[by]!
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const next = and(inArray(column, [...ids]), gt(table.uniqueId, last))
    const rows: Values[] = await tx.select().from(table).where(next).orderBy(table.uniqueId).limit(BATCH).for('update')
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!['uniqueId'] as string
  }
}

/** Carries a change of these fields of records to whatever holds copies of them, and on to what holds copies of those. */
export const followChange = async (tx: Tx, of: Entity, changed: readonly string[], records: readonly Values[]): Promise<void> => {
  const byId = new Map(records.map((record) => [record['uniqueId'], record]))
  for (const { into, by, take } of copiersOf(of)) {
    const taken = Object.entries(take).filter(([, from]) => changed.includes(from))
    if (taken.length === 0) continue
    for await (const rows of naming(tx, into, by, [...byId.keys()])) {
      const renewed = rows.map((row): Values => {
        const news = Object.fromEntries(taken.map(([own, from]) => [own, byId.get(row[by])![from]]))
        return { ...row, ...news, ...into.computedColumns({ ...row, ...news }) }
      })
      const own = taken.map(([name]) => name)
      await updateMany(tx, into.table, [...own, ...Object.keys(into.computedColumns(renewed[0]!))], renewed)
      await followChange(tx, into, own, renewed)
    }
  }
}
