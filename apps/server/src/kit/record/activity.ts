import { timelineActions, type TimelineEntry } from '@tradewind/contract/kit/history'
import { sql } from 'drizzle-orm'
import { index, type PgTable, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/database.ts'
import { insertDeferred } from '../database/insert.ts'
import { logTable } from '../database/table.ts'
import type { WriteContext } from '../http/context.ts'
import { type News, newsOf as newsOfTransaction, notifyAfterCommit } from '../notifyNodes.ts'
import { auditRow, audits, type Changes } from './audit.ts'
import type { Entity } from './entity.ts'
import { queueTitleWords } from './titleWords.ts'

/** Maximum number of records that are listed individually: a node message has at most 8,000 bytes. */
const MAX_LISTED_RECORDS = 20

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

interface Related {
  action: TimelineEntry['action'] | 'RECALCULATED'
  changes: Changes
  /** The records on whose timelines the action is. */
  timelines: readonly string[]
}

/** The ids that records relate to: their parents, the subjects of their timelines, and what a change has detached them from. */
const relatedIdsOf = ({ parents = [], subjects }: Entity, rows: readonly Values[], { changes, timelines }: Related) => {
  const now = rows.flatMap((row) => [...parents.map(({ column }) => row[column]), ...(subjects?.(row as never) ?? [])])
  const before = Object.values(changes).map((change) => change.before)
  return [...new Set([...now, ...before, ...timelines].filter(isId))]
}

/** Actions whose rows have the version from before them: a page that wrote that version must not take the action for its own. */
const withoutVersion: ReadonlySet<Related['action']> = new Set(['DELETED', 'ATTACHED', 'DETACHED', 'RECALCULATED'])

const newsOf = (of: Entity, rows: readonly Values[], related: Related): Omit<NonNullable<News['records']>, 'partitionId'> => {
  if (rows.length > MAX_LISTED_RECORDS) return { kind: of.name, written: [], about: [] }
  const versionOf = (row: Values) => (withoutVersion.has(related.action) ? '' : (row['updatedAt'] as string))
  const written = rows.map((row) => ({ uniqueId: row['uniqueId'] as string, version: versionOf(row) }))
  const about = relatedIdsOf(of, rows, related).slice(0, 3 * MAX_LISTED_RECORDS)
  return { kind: of.name, written, about, changed: Object.keys(related.changes).filter((field) => field in of.table) }
}

/** The partition that news of an entity's records concerns. Records of a tenant concern all its partitions. */
const partitionOf = ({ table }: { table: PgTable }, { partitionId }: WriteContext['scope']) =>
  'partitionId' in table ? { partitionId } : {}

/** Notifies open pages after the commit that records were written. Each page reloads the records that it shows. */
const notifyOfRecords = (
  { tx, scope }: Pick<WriteContext, 'tx' | 'scope'>,
  of: Entity,
  rows: readonly Values[],
  related: Related,
) => {
  if (rows.length === 0) return
  // A record to which several files are attached is written several times.
  const distinctRows = [...new Map(rows.map((row) => [row['uniqueId'], row])).values()]
  const records = { ...newsOf(of, distinctRows, related), ...partitionOf(of, scope) }
  notifyAfterCommit(tx, { topic: 'record', tenantId: scope.tenantId, records })
}

/** Notifies open pages after the commit that any records of these kinds may have changed: each page reloads what it shows of them. */
export const notifyOfKinds = (
  { tx, scope }: Pick<WriteContext, 'tx' | 'scope'>,
  kinds: Iterable<{ name: string; table: PgTable }>,
) => {
  for (const [kind, of] of new Map(Array.from(kinds, (one) => [one.name, one])))
    notifyAfterCommit(tx, {
      topic: 'record',
      tenantId: scope.tenantId,
      records: { kind, ...partitionOf(of, scope), written: [], about: [] },
    })
}

/** Notifies open pages after the commit that columns of these rows were recalculated, which does not make a new version of the records. */
export const notifyOfRecalculated = (tx: Tx, of: Entity, rows: readonly Values[]) => {
  const partitions = Map.groupBy(rows, ({ tenantId, partitionId = tenantId }) => partitionId as string)
  for (const [partitionId, ofPartition] of partitions) {
    const scope = { tenantId: ofPartition[0]!['tenantId'] as string, partitionId }
    notifyOfRecords({ tx, scope }, of, ofPartition, { action: 'RECALCULATED', changes: {}, timelines: [] })
  }
}

/** Has open pages of these users read all their records again after the commit: others may be visible to them now. */
export const notifyOfAccess = (tx: Tx, tenantId: string, userIds: Iterable<string>) => {
  for (const userId of new Set(userIds)) notifyAfterCommit(tx, { topic: 'access', tenantId, userId })
}

/** Has open pages of a user read again after the commit what they show of a kind that nobody else sees. */
export const notifyOfOwn = (tx: Tx, tenantId: string, userId: string, kind: string) => {
  const isSaid = newsOfTransaction(tx).some(({ topic, userId: whom, id }) => topic === 'own' && whom === userId && id === kind)
  if (!isSaid) notifyAfterCommit(tx, { topic: 'own', tenantId, userId, id: kind })
}

export const activityAction = pgEnum('happening', timelineActions)

/** The timeline entries of companies, contacts and projects: one row for each of them, written in the same transaction as the change. */
export const activities = logTable(
  'activity',
  {
    /** The company, contact or project whose timeline it is on. */
    subjectId: uuid().notNull(),
    action: activityAction().notNull(),
    /** The kind, id and title (at that time) of the record that was changed. */
    kind: text().notNull(),
    recordId: uuid().notNull(),
    title: text().notNull(),
    byName: text().notNull(),
  },
  (t) => [
    index('activity_of_subject').on(t.tenantId, t.partitionId, t.subjectId, t.dateCreated, t.uniqueId),
    // Finds whether a timeline already has an entry for a summary.
    index('activity_of_summary')
      .on(t.tenantId, t.partitionId, t.recordId, t.subjectId)
      .where(sql`kind = 'summary' and action in ('CREATED', 'SHARED')`),
  ],
)

type Values = Record<string, unknown>
interface ActivityDetails {
  action: TimelineEntry['action']
  /** The subjects whose timelines it is on, for all rows or for each row; by default those of the entity. */
  on?: readonly (string | null)[] | ((row: Values) => readonly (string | null)[])
  changes?: Changes
}
/** The person who did it, and the time if it is not now. */
interface ActivityAuthor {
  byName: string
  createdBy: string
  dateCreated?: string
}

/** The timeline entries of an action on a record: one row for each timeline. */
export const activityRowsOf = (
  of: Entity,
  row: Values,
  { action, on = of.subjects?.(row) ?? [] }: ActivityDetails,
  by: ActivityAuthor,
) => {
  const entry = { action, kind: of.name, recordId: row['uniqueId'], title: String(row[of.title]), ...by }
  const timelines = typeof on === 'function' ? on(row) : on
  const subjects = [...new Set(timelines)].filter((subjectId) => typeof subjectId === 'string')
  return subjects.map((subjectId) => ({ subjectId, ...entry }))
}

/** What the entries of one action on several records of a kind have in common, in the audit trail as on timelines. */
const sharedFields = ['action', 'kind', 'byName', 'createdBy']

/** Adds timeline entries for an action on records, and notifies open pages. */
export const recordActivity = async (context: WriteContext, of: Entity, rows: readonly Values[], about: ActivityDetails) => {
  const { tx, actor } = context
  const by = { byName: actor.fullName, createdBy: actor.uniqueId }
  const activityRows = rows.flatMap((row) => activityRowsOf(of, row, about, by))
  insertDeferred(tx, activities, activityRows, sharedFields)
  const timelines = activityRows.map(({ subjectId }) => subjectId)
  notifyOfRecords(context, of, rows, { action: about.action, changes: about.changes ?? {}, timelines })
}

type RecordAction = 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'IMPORTED'

/**
 * Logs an action on records of a kind: in the audit trail, on their timelines, and by the entity's `followed` hook. `changes`: the same for all
 * rows, or a function of the row.
 */
export const logChanges = async (
  context: WriteContext,
  of: Entity,
  action: RecordAction,
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
  insertDeferred(context.tx, audits, entries, typeof changes === 'function' ? sharedFields : [...sharedFields, 'changes'])
  await recordActivity(context, of, rows, { action, changes: rows[0] ? changesOf(rows[0]) : {} })
  if (action !== 'DELETED') queueTitleWords(context, of, rows)
  await of.followed?.(context.tx, rows)
}
