import { insertMany } from '../../database/insert.ts'
import type { Writing } from '../../http/context.ts'
import { happen } from './activity.ts'
import { audits, auditRow, type Changes } from './audit.ts'
import type { Kind } from '../kind.ts'

type Values = Record<string, unknown>
type Doing = 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'IMPORTED'

/** Notes what was done to records of a kind: in the audit trail, on the timelines that they stand on, and for what follows them. */
export const note = async (context: Writing, of: Kind, action: Doing, rows: readonly Values[], changes: Changes = {}) => {
  const entries = rows.map((row) =>
    auditRow(context, {
      action,
      kind: of.name,
      recordId: row['uniqueId'] as string,
      title: String(row[of.title]),
      changes,
    }),
  )
  await insertMany(context.tx, audits, entries)
  await happen(context, of, rows, { action })
  await of.followed?.(context.tx, rows)
}
