import { eq } from 'drizzle-orm'
import { nextUpdatedAt, type SoftDeleteTable } from '../database/table.ts'
import type { WriteContext } from '../http/context.ts'
import { recordActivity } from './activity.ts'
import { audit, type Changes } from './audit.ts'
import type { Entity, Row } from './entity.ts'

interface Touched {
  changes: Changes
  /** What timelines say of it, where that is not that it was changed. */
  action?: 'SHARED'
  /** The timelines that it is on, where these are not the kind's own. */
  on?: readonly string[] | undefined
}

/** Notes a change of a record that is in other tables than its own, and raises its `updatedAt`. Gives the record as it is then. */
export const recordRelatedChange = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  uniqueId: string,
  { changes, action, on }: Touched,
  context: WriteContext,
) => {
  const table: SoftDeleteTable = of.table
  const raised = { updatedAt: nextUpdatedAt(table.updatedAt) }
  const [row] = (await context.tx.update(table).set(raised).where(eq(table.uniqueId, uniqueId)).returning()) as [Row<T>]
  const title = String((row as Record<string, unknown>)[of.title])
  await audit(context, { action: 'CHANGED', kind: of.name, recordId: uniqueId, title, changes })
  await recordActivity(context, of, [row], { action: action ?? 'CHANGED', ...(on && { on }) })
  return row
}
