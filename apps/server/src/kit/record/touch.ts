import { eq } from 'drizzle-orm'
import { later, type LivingTable } from '../database/table.ts'
import type { Writing } from '../http/context.ts'
import { anyKind, type Kind, type Row } from './kind.ts'
import { happen } from './trail/activity.ts'
import { audit, type Changes } from './trail/audit.ts'

interface Touched {
  changes: Changes
  /** What timelines say of it, where that is not that it was changed. */
  action?: 'SHARED'
  /** The timelines that it stands on, where these are not the kind's own. */
  on?: readonly string[] | undefined
}

/** Notes a change of a record that stands in other tables than its own, and raises its `updatedAt`. Gives the record as it is then. */
export const touch = async <T extends LivingTable>(
  of: Kind<T>,
  uniqueId: string,
  { changes, action, on }: Touched,
  context: Writing,
) => {
  const table: LivingTable = of.table
  const raised = { updatedAt: later(table.updatedAt) }
  const [row] = (await context.tx.update(table).set(raised).where(eq(table.uniqueId, uniqueId)).returning()) as [Row<T>]
  const title = String(row[of.title])
  await audit(context, { action: 'CHANGED', kind: of.name, recordId: uniqueId, title, changes })
  await happen(context, anyKind(of), [row], { action: action ?? 'CHANGED', ...(on && { on }) })
  return row
}
