import { say, Sentence } from '@tradewind/contract/kit/say'
import { and, eq, exists, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { preparedRead } from '../database/database.ts'
import { anyOf } from '../database/scoped.ts'
import { nextUpdatedAt } from '../database/table.ts'
import { conflict, forbidden } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { logChanges } from './activity.ts'
import { childrenOf, type Entity, rowFilter } from './entity.ts'

type Ids = readonly string[]

const columnOf = ({ table }: Entity, name: string) => (table as unknown as Record<string, AnyPgColumn>)[name]!

/** Sets these columns in every row of a kind that matches a condition, logs the action, and returns the rows' ids. */
const updateWhere = async (
  of: Entity,
  condition: SQL | undefined,
  values: object,
  action: 'DELETED' | 'RESTORED',
  context: WriteContext,
) => {
  const { table } = of
  const set = { ...values, updatedAt: nextUpdatedAt(table.updatedAt) }
  const changed: Record<string, unknown>[] = await context.tx.update(table).set(set).where(condition).returning()
  await logChanges(context, of, action, changed)
  return changed.map(({ uniqueId }) => uniqueId as string)
}

/**
 * Moves these records to the trash, without what belongs to them. `deletedAt`: one time for all of them; by default each has its own, later than its last
 * change. Returns their times.
 */
export const moveToTrash = ({ table }: Entity, ids: Ids, { tx, actor }: WriteContext, deletedAt?: string) => {
  const now = nextUpdatedAt(table.updatedAt)
  return tx
    .update(table)
    .set({ deletedAt: deletedAt ?? now, deletedBy: actor.uniqueId, updatedAt: now })
    .where(eq(table.uniqueId, anyOf(ids)))
    .returning({ deletedAt: table.deletedAt })
}

/** Throws a Refusal if the actor could not delete each of these belongings on its own. */
const assertMayDelete = async (of: Entity, condition: SQL | undefined, { tx, actor }: WriteContext) => {
  const allowed = rowFilter(of, of.policy.remove, actor)
  if (allowed === 'all') return
  if ((await tx.$count(of.table, and(condition, sql`(${allowed}) is not true`))) > 0)
    throw forbidden(say('It has records that belong to other people'))
}

/** Moves the belongings of these records to the trash, with the same deletion time. */
export const softDeleteWith = async (of: Entity, ids: Ids, deletedAt: string, context: WriteContext): Promise<void> => {
  if (ids.length === 0) return
  const values = { deletedAt, deletedBy: context.actor.uniqueId }
  for (const child of childrenOf(of)) {
    const condition = and(inArray(columnOf(child.of, child.column), [...ids]), isNull(child.of.table.deletedAt))
    await assertMayDelete(child.of, condition, context)
    await softDeleteWith(child.of, await updateWhere(child.of, condition, values, 'DELETED', context), deletedAt, context)
  }
}

const RESTORED_COLUMNS = { deletedAt: null, deletedBy: null }

/** Throws if a parent is in the trash: it must be restored first. Locks the parents (FOR SHARE). */
export const assertParentsLive = async ({ parents = [] }: Entity, row: Record<string, unknown>, { tx }: WriteContext) => {
  for (const { of, column, called } of parents) {
    const { uniqueId, deletedAt } = of.table
    const [parent] = await tx.select({ deletedAt }).from(of.table).where(eq(uniqueId, row[column])).for('share')
    if (parent?.deletedAt) throw conflict(say('Its {what} is in the trash. Restore that first.', { what: new Sentence(called) }))
  }
}

/** Subqueries of the deletion times of a row's parents that are in the trash: nothing is restored while a parent is deleted. */
const deletedParents = (of: Entity, tx: WriteContext['tx']) =>
  (of.parents ?? []).map((parent) => {
    const { table } = parent.of
    const isDeleted = and(eq(table.uniqueId, columnOf(of, parent.column)), isNotNull(table.deletedAt))
    return tx.select({ deletedAt: table.deletedAt }).from(table).where(isDeleted)
  })

/** Locks the parents of these rows, so that nobody deletes them until the transaction ends. */
const lockParents = async (of: Entity, condition: SQL | undefined, { tx }: WriteContext) => {
  for (const parent of of.parents ?? []) {
    const { uniqueId } = parent.of.table
    const parentIds = tx
      .select({ uniqueId: columnOf(of, parent.column) })
      .from(of.table)
      .where(condition)
    await tx.select({ uniqueId }).from(parent.of.table).where(inArray(uniqueId, parentIds)).orderBy(uniqueId).for('share')
  }
}

/** Restores the belongings that were moved to the trash together with these records. A row that has another deleted parent is restored later with that parent. */
export const restoreWith = async (of: Entity, ids: Ids, deletedAt: string, context: WriteContext): Promise<void> => {
  if (ids.length === 0) return
  for (const child of childrenOf(of)) {
    const condition = and(inArray(columnOf(child.of, child.column), [...ids]), eq(child.of.table.deletedAt, deletedAt))
    await lockParents(child.of, condition, context)
    const parents = deletedParents(child.of, context.tx)
    const returning = and(condition, ...parents.map((parent) => notExists(parent)))
    await restoreWith(child.of, await updateWhere(child.of, returning, RESTORED_COLUMNS, 'RESTORED', context), deletedAt, context)
    for (const parent of parents)
      await context.tx
        .update(child.of.table)
        .set({ deletedAt: sql`(${parent})` })
        .where(and(condition, exists(parent)))
  }
}

interface ChildCount {
  kind: string
  count: number
}
const childCounters = new Map<string, ReturnType<typeof preparedRead<ChildCount>>>()

const childCounter = (of: Entity) => {
  const existing = childCounters.get(of.name)
  if (existing) return existing
  const counts = childrenOf(of).map(({ of: child, column }) => {
    const condition = and(eq(columnOf(child, column), sql.placeholder('uniqueId')), isNull(child.table.deletedAt))
    return sql`select ${child.name}::text as kind, count(*)::int as count from ${child.table} where ${condition}`
  })
  const counter = preparedRead<ChildCount>(`children of ${of.name}`, sql.join(counts, sql` union all `))
  childCounters.set(of.name, counter)
  return counter
}

/** The number of records, not deleted, that belong to this one, by kind. */
export const countChildren = async (of: Entity, uniqueId: string, { tx }: Pick<WriteContext, 'tx'>) => {
  if (childrenOf(of).length === 0) return {}
  const counts = await childCounter(of)(tx, { uniqueId })
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))
}
