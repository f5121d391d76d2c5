import { administrativeKinds, type AuditAction } from '@tradewind/contract/kit/history'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { insertDeferred } from '../database/insert.ts'
import { logTable } from '../database/table.ts'
import { StaleRecord } from '../errors.ts'
import type { RequestContext, WriteContext } from '../http/context.ts'
import { newsOf, notifyAfterCommit } from '../notifyNodes.ts'

/** For each field the value before and after; for a custom field also its label at that time. */
export type Changes = Record<string, { before: unknown; after: unknown; label?: string }>

/** The audit trail: who did what to which record. Written in the same transaction as the change, and never changed. */
export const audits = logTable(
  'audit',
  {
    action: text().$type<AuditAction>().notNull(),
    kind: text().notNull(),
    recordId: uuid(),
    /** The title of the record at that time. */
    title: text().notNull().default(''),
    byName: text().notNull(),
    changes: jsonb().$type<Changes>().notNull(),
  },
  (t) => [
    index('audit_of_record').on(t.tenantId, t.partitionId, t.recordId, t.uniqueId),
    index('audit_of_kind').on(t.tenantId, t.partitionId, t.kind, t.dateCreated, t.uniqueId),
    index('audit_by_action').on(t.tenantId, t.partitionId, t.action, t.dateCreated, t.uniqueId),
  ],
)

interface AuditEntry {
  action: AuditAction
  kind: string
  recordId?: string
  title?: string
  changes?: Changes
}

export const auditRow = (
  { actor }: Pick<RequestContext, 'actor'>,
  { action, kind, recordId, title = '', changes = {} }: AuditEntry,
) => ({
  action,
  kind,
  recordId: recordId ?? null,
  title,
  changes,
  createdBy: actor.uniqueId || null,
  byName: actor.fullName,
})

/** Actions that change nothing that a page shows. */
const changesNothing: ReadonlySet<AuditAction> = new Set(['EXPORTED', 'SIGNED_IN', 'SIGNED_OUT', 'REFUSED'])

/** Notifies open pages after the commit, once for each kind, that there are changes in the administration. */
const notifyOfAdministration = ({ tx, scope }: WriteContext, entries: readonly AuditEntry[]) => {
  const changed = administrativeKinds.filter((kind) =>
    entries.some((entry) => entry.kind === kind && !changesNothing.has(entry.action)),
  )
  for (const kind of changed) {
    const isSaid = newsOf(tx).some(({ records }) => records?.kind === kind && records.written.length === 0)
    if (!isSaid) notifyAfterCommit(tx, { topic: 'record', tenantId: scope.tenantId, records: { kind, written: [], about: [] } })
  }
}

/** Adds entries to the audit trail in the current transaction, and notifies open pages of changes in the administration. */
export const audit = async (context: WriteContext, ...entries: AuditEntry[]) => {
  const rows = entries.map((entry) => auditRow(context, entry))
  insertDeferred(context.tx, audits, rows)
  notifyOfAdministration(context, entries)
}

/** The fields whose values differ between the two states. */
export const changesOf = (before: object, after: object): Changes =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, { before: before[field as keyof object] ?? null, after: value ?? null }] as const)
      .filter(([, { before: was, after: is }]) => JSON.stringify(was) !== JSON.stringify(is)),
  )

/** Clears titles and changes of the audit entries of records. `records`: a query that selects their partitions and ids. */
export const clearAuditEntries = (tx: Tx, records: SQL) =>
  tx
    .update(audits)
    .set({ title: '', changes: {} })
    .where(sql`(${audits.partitionId}, ${audits.recordId}) in ${records}`)

interface VersionedRecord {
  uniqueId: string
  /** Null if it was never changed. */
  updatedAt: string | null
}
/** The fields to change, and the version (`updatedAt`) that the change is based on; without one the last write wins. */
interface Change {
  updatedAt?: string | null | undefined
  [field: string]: unknown
}

const time = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** Whether the actor made the last change of these fields; or of any field, if the audit trail names none of them. */
const isOwnChange = async ({ uniqueId }: VersionedRecord, change: Change, { tx, actor }: WriteContext) => {
  const fields = sql`array[${sql.join(
    Object.keys(change).map((field) => sql`${field}`),
    sql`, `,
  )}]::text[]`
  const [last] = await tx
    .select({ by: audits.createdBy })
    .from(audits)
    .where(and(eq(audits.recordId, uniqueId), eq(audits.action, 'CHANGED')))
    .orderBy(sql`${audits.changes} ?| ${fields} desc`, desc(audits.uniqueId))
    .limit(1)
  return last?.by === actor.uniqueId
}

/**
 * Throws StaleRecord if a change is based on an older version of the record. The error contains the current record (`toReply`: in the shape of the call's
 * reply) and whether the actor made the last change, for example in another tab.
 */
export const assertCurrent = async <Row extends VersionedRecord>(
  change: Change,
  row: Row,
  context: WriteContext,
  toReply: (row: Row) => object | Promise<object> = (same) => same,
) => {
  if (change.updatedAt === undefined || time(change.updatedAt) === time(row.updatedAt)) return
  throw new StaleRecord(await toReply(row), await isOwnChange(row, change, context))
}
