import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { notifyOfAccess, recordActivity } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import { nextSteps, nextStepsEntity } from './schema/nextSteps.table.ts'

type Row = typeof nextSteps.$inferSelect
type Status = Row['nextStepsStatus']

/** Records in the audit trail that these tasks have another status. */
const auditStatus = (rows: readonly Row[], before: Status, after: Status, context: WriteContext) => {
  const changes = { nextStepsStatus: { before, after } }
  const common = { action: 'CHANGED', kind: nextStepsEntity.name, changes } as const
  return audit(context, ...rows.map(({ uniqueId, todo }) => ({ ...common, recordId: uniqueId, title: todo })))
}

/** Closes open tasks, and records it. Returns them as they are now. */
export const closeTasks = async (ids: readonly string[], context: WriteContext) => {
  const { tx, actor, scope } = context
  const closed = { nextStepsStatus: 'CLOSED', closedAt: sql`now()`, closedBy: actor.uniqueId } as const
  const rows = await tx
    .update(nextSteps)
    .set({ ...closed, updatedAt: nextUpdatedAt(nextSteps.updatedAt) })
    .where(inArray(nextSteps.uniqueId, [...ids]))
    .returning()
  await auditStatus(rows, 'OPEN', 'CLOSED', context)
  await recordActivity(context, nextStepsEntity, rows, { action: 'CLOSED' })
  // Levels see no closed tasks.
  const others = rows
    .flatMap(({ assignedUser, createdBy }) => [assignedUser, createdBy])
    .filter((userId) => userId !== null && userId !== actor.uniqueId)
  notifyOfAccess(tx, scope.tenantId, others as string[])
  return rows
}

/** Reopens closed tasks that fulfil the condition, if there is one, and records it. Returns them as they are now. */
export const reopenTasks = async (ids: readonly string[], context: WriteContext, condition?: SQL) => {
  const opened = { nextStepsStatus: 'OPEN', closedAt: null, closedBy: null } as const
  const rows = await context.tx
    .update(nextSteps)
    .set({ ...opened, updatedAt: nextUpdatedAt(nextSteps.updatedAt) })
    .where(and(inArray(nextSteps.uniqueId, [...ids]), condition))
    .returning()
  await auditStatus(rows, 'CLOSED', 'OPEN', context)
  await recordActivity(context, nextStepsEntity, rows, { action: 'CHANGED' })
  return rows
}
