import type { Rules } from '@tradewind/contract/kit/policy'
import type { SQL } from 'drizzle-orm'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { WriteContext } from '#kit/http/context'
import { type Entity, rowFilter } from '#kit/record/entity'
import type { Done } from '../schema/bulk.table.ts'

export type Values = Readonly<Record<string, unknown>> & { uniqueId: string }

/** What is done to each of many records, and how it is taken back. */
export interface Doing {
  of: Entity
  /** Its rows, by the condition on those that were chosen, where what is changed is of another kind than they are. */
  within?: (chosen: SQL) => SQL
  /** Who may do it to a row. */
  may: SQL
  /** It would change nothing of a row. */
  same: SQL
  /** Does it to rows that it changes and that may be changed. Gives what takes it back. */
  apply: (rows: readonly Values[], context: WriteContext) => Promise<Done[]>
  /** What follows when all are done. */
  finish?: (operation: { uniqueId: string; changed: number }, context: WriteContext) => Promise<void>
}

/** What became of an Undo: the titles of the records that it left as they are. */
export interface Undone {
  restored: number
  left: string[]
}
export type Undo = (done: readonly Done[], context: WriteContext) => Promise<Undone>

/** The rows that these rules reach, as a condition. */
export const reachSql = (of: Entity, rules: Rules, { actor }: Pick<WriteContext, 'actor'>): SQL => {
  const reach = rowFilter(of, rules, actor)
  return reach === 'all' ? sql`true` : reach
}

export const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
export const titleOf = (of: Entity, row: Readonly<Record<string, unknown>>) => String(row[of.title])

/** The living rows with these ids that these rules reach, locked until the transaction ends. */
export const lockRows = async (of: Entity, rules: Rules, ids: readonly string[], context: WriteContext): Promise<Values[]> => {
  if (ids.length === 0) return []
  const { table } = of
  const where = and(inArray(table.uniqueId, [...ids]), isNull(table.deletedAt), reachSql(of, rules, context))
  const rows = await context.tx.select().from(table).where(where).orderBy(table.uniqueId).for('update')
  return rows as Values[]
}

/** The titles of those among these records, in the trash too, that are not among the others. */
export const titlesBut = async (of: Entity, ids: readonly string[], but: ReadonlySet<string>, { tx }: WriteContext) => {
  const wanted = ids.filter((one) => !but.has(one))
  if (wanted.length === 0) return []
  const rows = (await tx.select().from(of.table).where(inArray(of.table.uniqueId, wanted))) as Values[]
  const titles = rows.map((row) => titleOf(of, row))
  return [...titles, ...Array.from({ length: wanted.length - titles.length }, () => '')]
}
