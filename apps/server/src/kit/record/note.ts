import { insertLater } from '../database/insert.ts'
import type { WriteContext } from '../http/context.ts'
import { recordActivity } from './activity.ts'
import { auditRow, audits, type Changes } from './audit.ts'
import type { Entity } from './entity.ts'
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
