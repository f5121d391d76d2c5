import { and, count, eq, inArray, isNull, not, or, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { doForMost, type Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { violatedUniqueIndex } from '#kit/database/sharded'
import type { WriteContext } from '#kit/http/context'
import { logChanges } from '#kit/record/activity'
import { childrenOf, type Entity, rowFilter } from '#kit/record/entity'
import { moveToTrash, restoreWith, softDeleteWith } from '#kit/record/tree'
import { fullNamesOf } from '#platform/user/user.queries'
import type { Done } from '../schema/bulk.table.ts'
import { type BulkHandler, idsOf, reachCondition, titlesExcept, type Undo, type Values } from './handler.ts'

/** Counts the descendants of these records, not deleted, by kind and owner. */
const countBelonging = async (of: Entity, ids: SQL, { tx }: WriteContext) => {
  const found: { kind: string; whose: string | null; count: number }[] = []
  const countChildren = async (parent: Entity, those: SQL): Promise<void> => {
    for (const child of childrenOf(parent)) {
      const { table, name: kind } = child.of
      const columns = table as unknown as Record<string, AnyPgColumn>
      const condition = and(sql`${columns[child.column]} in (${those})`, isNull(table.deletedAt))!
      const whose = columns[child.of.whose ?? 'createdBy']!
      const rows = await tx.select({ whose, count: count() }).from(table).where(condition).groupBy(whose)
      found.push(...rows.map((row) => ({ kind, whose: row.whose as string | null, count: row.count })))
      if (rows.length > 0) await countChildren(child.of, sql`select ${table.uniqueId} from ${table} where ${condition}`)
    }
  }
  await countChildren(of, ids)
  return found
}

const uuidList = (ids: readonly string[]) =>
  sql.join(
    ids.map((one) => sql`${one}::uuid`),
    sql`, `,
  )

interface Owner {
  fullName: string | null
  count: number
}

/** Who has the most records first; of those with as many, by name, and former users last. */
const byCountAndName = (one: Owner, other: Owner) =>
  other.count - one.count ||
  Number(one.fullName === null) - Number(other.fullName === null) ||
  (one.fullName ?? '').localeCompare(other.fullName ?? '')

/** The number of records that belong to these, by kind and owner. `ids`: a query, or a list. */
export const belongingTo = async (of: Entity, ids: SQL | readonly string[], context: WriteContext) => {
  if (!(ids instanceof SQL) && ids.length === 0) return []
  const those = ids instanceof SQL ? ids : uuidList(ids)
  const found = await countBelonging(of, those, context)
  const names = await fullNamesOf(
    context.tx,
    found.map(({ whose }) => whose),
  )
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: rows.reduce((sum, { count: many }) => sum + many, 0),
    people: rows
      .map(({ whose, count: many }) => ({ uniqueId: whose, fullName: names.get(whose ?? '') ?? null, count: many }))
      .toSorted(byCountAndName),
  }))
}

/** Moves rows of a kind to the trash, with what belongs to them, all with the same timestamp. Returns that timestamp. */
export const removeRows = async (of: Entity, rows: readonly Values[], context: WriteContext) => {
  const { rows: found } = await context.tx.execute<{ now: string }>(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  const deletedAt = found[0]!.now
  await moveToTrash(of, idsOf(rows), context, deletedAt)
  await softDeleteWith(of, idsOf(rows), deletedAt, context)
  await logChanges(context, of, 'DELETED', rows)
  return deletedAt
}

/** The condition for rows with descendants that the actor may not delete; the deletion of a single record checks the same. Undefined if they may delete all of them. */
const hasUndeletableChildren = (of: Entity, actor: WriteContext['actor']): SQL | undefined => {
  const conditions = childrenOf(of).flatMap((child) => {
    const { table, policy } = child.of
    const allowed = rowFilter(child.of, policy.remove, actor)
    const within = or(allowed === 'all' ? undefined : sql`(${allowed}) is not true`, hasUndeletableChildren(child.of, actor))
    if (!within) return []
    const column = (table as unknown as Record<string, AnyPgColumn>)[child.column]!
    const condition = and(sql`${column} = ${of.table.uniqueId}`, isNull(table.deletedAt), within)
    return [sql`exists (select from ${table} where ${condition})`]
  })
  return or(...conditions)
}

/** Deletes many records, except those with descendants that only their owner may delete. */
export const removeHandler = (of: Entity, context: WriteContext): BulkHandler => {
  const undeletable = hasUndeletableChildren(of, context.actor)
  return {
    of,
    may: and(reachCondition(of, of.policy.remove, context), undeletable && not(undeletable))!,
    same: sql`false`,
    apply: async (rows, writing) => {
      const deletedAt = await removeRows(of, rows, writing)
      return rows.map(({ uniqueId }) => ({ uniqueId, deletedAt }))
    },
  }
}

interface Removed extends Done {
  deletedAt: string
}

/** The rows whose parents are not deleted. Locks the parents (FOR SHARE). */
const withLiveParents = async ({ parents = [] }: Entity, rows: readonly Values[], { tx }: WriteContext) => {
  let remaining = rows
  for (const { of, column } of parents) {
    const { table } = of
    const ids = [...new Set(remaining.map((row) => row[column] as string))]
    const isLive = and(inArray(table.uniqueId, ids), isNull(table.deletedAt))
    const found = await tx.select({ uniqueId: table.uniqueId }).from(table).where(isLive).orderBy(table.uniqueId).for('share')
    const alive = new Set(found.map(({ uniqueId }) => uniqueId))
    remaining = remaining.filter((row) => alive.has(row[column]))
  }
  return remaining
}

/** Restores rows from the trash. Returns those without a conflict with a unique index. */
const restoreRows = async (of: Entity, rows: readonly Values[], tx: Tx) => {
  if (rows.length === 0) return []
  const fields = ['deletedAt', 'deletedBy', 'updatedAt', ...Object.keys(of.computedColumns(rows[0] as never))]
  return doForMost(tx, rows, (part, some) => updateMany(part, of.table, fields, some), violatedUniqueIndex)
}

const alive = (of: Entity) => (row: Values) => {
  const updatedAt = new Date(Math.max(Date.now(), Date.parse(String(row['updatedAt'])) + 1)).toISOString()
  return { ...row, ...of.computedColumns(row), deletedAt: null, deletedBy: null, updatedAt } as Values
}

/** Restores records with what was deleted with them, if they are still in the trash since then, their parents are not deleted, and their names are free. */
export const undoRemove =
  (of: Entity): Undo =>
  async (all, context) => {
    const done = all as readonly Removed[]
    if (done.length === 0) return { restored: 0, unchanged: [] }
    const { deletedAt } = done[0]!
    const { table } = of
    const inTrash = and(
      inArray(table.uniqueId, idsOf(done)),
      eq(table.deletedAt, deletedAt),
      reachCondition(of, of.policy.restore, context),
    )
    const rows = (await context.tx.select().from(table).where(inTrash).orderBy(table.uniqueId).for('update')) as Values[]
    const ready = await withLiveParents(of, rows, context)
    const back = await restoreRows(of, ready.map(alive(of)), context.tx)
    await logChanges(context, of, 'RESTORED', back)
    await restoreWith(of, idsOf(back), deletedAt, context)
    const ids = new Set(idsOf(back))
    return { restored: ids.size, unchanged: await titlesExcept(of, idsOf(done), ids, context) }
  }
