import type { Rules } from '@tradewind/contract/kit/policy'
import type { SQL } from 'drizzle-orm'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { WriteContext } from '#kit/http/context'
import { type Entity, rowCondition } from '#kit/record/entity'
import type { Done } from '../schema/bulk.table.ts'

export type Values = Readonly<Record<string, unknown>> & { uniqueId: string }

/** An action on many records, with its conditions. */
export interface BulkHandler {
  of: Entity
  /** Maps the condition of the selected records to that of the changed rows, if these are of another kind. */
  toChangedRows?: (chosen: SQL) => SQL
  /** Whether the actor may do it to a row. */
  may: SQL
  /** Whether it would change nothing in a row. */
  same: SQL
  /** Applies the action to rows that may be changed and are not the same already. Returns the data for Undo. */
  apply: (rows: readonly Values[], context: WriteContext) => Promise<Done[]>
}

/** The result of an Undo, with the titles of the records that it left unchanged. */
export interface Undone {
  restored: number
  unchanged: string[]
}
export type Undo = (done: readonly Done[], context: WriteContext) => Promise<Undone>

/** The condition for the rows that these rules reach. */
export const reachCondition = (of: Entity, rules: Rules, { actor }: Pick<WriteContext, 'actor'>): SQL =>
  rowCondition(of, rules, actor) ?? sql`true`

export const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
export const titleOf = (of: Entity, row: Readonly<Record<string, unknown>>) => String(row[of.title])

/** The rows with these ids, not deleted, that these rules reach, locked until the transaction ends. */
export const lockRows = async (of: Entity, rules: Rules, ids: readonly string[], context: WriteContext): Promise<Values[]> => {
  if (ids.length === 0) return []
  const { table } = of
  const where = and(inArray(table.uniqueId, [...ids]), isNull(table.deletedAt), reachCondition(of, rules, context))
  const rows = await context.tx.select().from(table).where(where).orderBy(table.uniqueId).for('update')
  return rows as Values[]
}

/** The titles of the records with these ids, also in the trash, except those in `but`: empty for records that the actor may not see. */
export const titlesExcept = async (of: Entity, ids: readonly string[], but: ReadonlySet<string>, context: WriteContext) => {
  const remaining = ids.filter((one) => !but.has(one))
  if (remaining.length === 0) return []
  const isVisible = and(inArray(of.table.uniqueId, remaining), reachCondition(of, of.policy.see, context))
  const rows = (await context.tx.select().from(of.table).where(isVisible)) as Values[]
  const titles = rows.map((row) => titleOf(of, row))
  return [...titles, ...Array.from({ length: remaining.length - titles.length }, () => '')]
}
