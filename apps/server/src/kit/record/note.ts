import { eq } from 'drizzle-orm'
import { insertLater } from '../database/insert.ts'
import { nextUpdatedAt, type SoftDeleteTable } from '../database/table.ts'
import type { WriteContext } from '../http/context.ts'
import { recordActivity } from './activity.ts'
import { audit, auditRow, audits, type Changes } from './audit.ts'
import type { Entity, Row } from './entity.ts'
import { learnLater } from './words.ts'

type Values = Record<string, unknown>
type Doing = 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'IMPORTED'

/**
 * Notes what was done to records of a kind: in the audit trail, on the timelines that they are on, and for what follows them. `changes`: of all
 * rows, or of each.
 */
export const note = async (
  context: WriteContext,
  of: Entity,
  action: Doing,
  rows: readonly Values[],
  changes: Changes | ((row: Values) => Changes) = {},
) => {
  const changesOf = typeof changes === 'function' ? changes : () => changes
  const entries = rows.map((row) =>
    auditRow(context, {
      action,
      kind: of.name,
      recordId: row['uniqueId'] as string,
      title: String(row[of.title]),
      changes: changesOf(row),
    }),
  )
  insertLater(context.tx, audits, entries)
  await recordActivity(context, of, rows, { action, changes: rows[0] ? changesOf(rows[0]) : {} })
  if (action !== 'DELETED') learnLater(context, of, rows)
  await of.followed?.(context.tx, rows)
}

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
