import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import type { Entity } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { bulkBatches, bulkOperations, type BulkRow, type Done } from '../schema/bulk.table.ts'
import { EXAMPLES, judged } from './bulk.queries.ts'
import { type Doing, lockRows } from './doing.ts'
import { doingOf, undoOf } from './doings.ts'

type Batch = typeof bulkBatches.$inferSelect

/** Keeps what became of an operation. */
export const keep = async (operation: BulkRow, change: Partial<BulkRow>, { tx }: WriteContext) => {
  const [row] = await tx
    .update(bulkOperations)
    .set({ ...change, updatedAt: nextUpdatedAt(bulkOperations.updatedAt) })
    .where(eq(bulkOperations.uniqueId, operation.uniqueId))
    .returning()
  return row!
}

const takeBatch = async (doing: Doing, { ids }: Batch, context: WriteContext) => {
  const { of } = doing
  const rows = await lockRows(of, of.policy.see, ids, context)
  const { rows: found } = await context.tx.execute<{ id: string; title: string; may: boolean; same: boolean }>(
    judged(
      doing,
      inArray(
        of.table.uniqueId,
        rows.map(({ uniqueId }) => uniqueId),
      ),
    ),
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  const chosen = rows.filter(({ uniqueId }) => byId.get(uniqueId)!.may && !byId.get(uniqueId)!.same)
  const done = chosen.length > 0 ? await doing.apply(chosen, context) : []
  const same = found.filter((one) => one.may && one.same).length
  const refused = found.filter((one) => !one.may).map(({ title }) => title)
  return { done, same, refused, refusedCount: ids.length - done.length - same }
}

interface Keeping {
  of: Entity
  notify: Notify
}

/** Changes the next part of the records of an operation. Gives the operation as it is then. */
export const stepOn = async (operation: BulkRow, { of, notify }: Keeping, context: WriteContext): Promise<BulkRow> => {
  const { tx } = context
  const doing = await doingOf(of, operation.action === 'DELETE' ? undefined : operation.change, context, notify)
  const open = and(eq(bulkBatches.operationId, operation.uniqueId), isNull(bulkBatches.done))
  const [batch] = await tx.select().from(bulkBatches).where(open).orderBy(asc(bulkBatches.number)).limit(1).for('update')
  if (!batch) {
    await doing.finish?.(operation, context)
    return keep(operation, { state: 'DONE' }, context)
  }
  const { done, same, refused, refusedCount } = await takeBatch(doing, batch, context)
  await tx.update(bulkBatches).set({ done }).where(eq(bulkBatches.uniqueId, batch.uniqueId))
  return keep(
    operation,
    {
      state: 'RUNNING',
      looked: operation.looked + batch.ids.length,
      changed: operation.changed + done.length,
      same: operation.same + same,
      refused: operation.refused + refusedCount,
      refusedExamples: [...operation.refusedExamples, ...refused].slice(0, EXAMPLES),
    },
    context,
  )
}

/** Puts the next part of the records of an operation back. */
export const stepBack = async (operation: BulkRow, { of }: Keeping, context: WriteContext): Promise<BulkRow> => {
  const { tx } = context
  const open = and(
    eq(bulkBatches.operationId, operation.uniqueId),
    isNotNull(bulkBatches.done),
    eq(bulkBatches.undone, false),
    sql`${bulkBatches.done} <> '[]'::jsonb`,
  )
  const [batch] = await tx.select().from(bulkBatches).where(open).orderBy(asc(bulkBatches.number)).limit(1).for('update')
  if (!batch) return keep(operation, { state: 'UNDONE' }, context)
  const { restored, left } = await undoOf(of, operation)(batch.done as readonly Done[], context)
  await tx.update(bulkBatches).set({ undone: true }).where(eq(bulkBatches.uniqueId, batch.uniqueId))
  const examples = [...operation.leftExamples, ...left].filter(Boolean).slice(0, EXAMPLES)
  const counted = { restored: operation.restored + restored, left: operation.left + left.length, leftExamples: examples }
  return keep(operation, counted, context)
}
