import { eq } from 'drizzle-orm'
import { nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { recordActivity } from '#kit/record/activity'
import { audit, type Changes } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'

interface RelatedChange {
  changes: Changes
  /** The action shown on timelines, if not 'CHANGED'. */
  action?: 'SHARED'
  /** The subjects of the timelines that show it, if not the default ones of the kind. */
  on?: readonly string[] | undefined
}

/** Records a change that is stored in other tables than the record's own, and raises its `updatedAt`. Returns the updated record. */
export const recordRelatedChange = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  uniqueId: string,
  { changes, action, on }: RelatedChange,
  context: WriteContext,
) => {
  const table: SoftDeleteTable = of.table
  const newUpdatedAt = { updatedAt: nextUpdatedAt(table.updatedAt) }
  const [row] = (await context.tx.update(table).set(newUpdatedAt).where(eq(table.uniqueId, uniqueId)).returning()) as [
    T['$inferSelect'],
  ]
  const title = String((row as Record<string, unknown>)[of.title])
  await audit(context, { action: 'CHANGED', kind: of.name, recordId: uniqueId, title, changes })
  await recordActivity(context, of, [row], { action: action ?? 'CHANGED', ...(on && { on }) })
  return row
}
