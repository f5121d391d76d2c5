import type { ImportKind, NotUndoneReason } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { NotUndoneRow, UndoOutcome } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { referencesTo } from '#crm/merge/mergeable'
import { changedSince, stateRestorer } from '#crm/merge/previousState'
import { nextUpdatedAt } from '#kit/database/table'
import type { AllFeatures } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import { logChanges } from '#kit/record/activity'
import { audit } from '#kit/record/audit'
import { changeRecords } from '#kit/record/crud'
import { childrenOf, type Entity } from '#kit/record/entity'
import { moveToTrash } from '#kit/record/tree'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { merges } from '../schema/merge.table.ts'
import { kinds, type Stored, type Values } from './kinds.ts'
import { failImport, importHandler, type ImportJob, type Needs, updateImport, type Work } from './state.ts'
import type { StoredChange } from './take.job.ts'

/** The maximum number of listed records that were not undone. */
const MAX_LISTED = 500

export const undoJob = job<ImportJob>({ name: 'massUpload.undo', retries: 8, expires: 3600, heartbeat: 20 })

type Part = typeof fileImportParts.$inferSelect
/** The kind of the created records, and the features whose records may reference them. */
interface Kind {
  kind: ImportKind
  of: Entity
  all: AllFeatures
}
interface Outcome {
  trashed: number
  restored: number
  kept: NotUndoneRow[]
}

const nothingUndone: UndoOutcome = { trashed: 0, restored: 0, keptCount: 0, kept: [] }

const hasIdIn = (column: AnyPgColumn, ids: readonly string[]) => sql`${column} = any(${sql.param([...ids])}::uuid[])`

/** The title of a record; empty if the actor may not see it. */
const titleOf = (kind: ImportKind, { title }: Entity, record: Stored, { actor }: WriteContext) =>
  can(actor, kinds[kind].see, record) ? String(record[title]) : ''

/** Those of these records that are not deleted, locked. */
const lockExisting = async ({ table }: Entity, ids: readonly string[], { tx }: WriteContext) =>
  (ids.length === 0
    ? []
    : await tx
        .select()
        .from(table)
        .where(and(hasIdIn(table.uniqueId, ids), isNull(table.deletedAt)))
        .orderBy(table.uniqueId)
        .for('update')) as Stored[]

/** Those of these records that are in the trash, were merged into others, or no longer exist. */
const goneRecords = async (
  kind: ImportKind,
  of: Entity,
  { ids, existing }: { ids: readonly string[]; existing: readonly Stored[] },
  context: WriteContext,
): Promise<NotUndoneRow[]> => {
  const found = new Set(existing.map(({ uniqueId }) => uniqueId))
  const gone = ids.filter((id) => !found.has(id))
  if (gone.length === 0) return []
  const deleted = (await context.tx.select().from(of.table).where(hasIdIn(of.table.uniqueId, gone))) as Stored[]
  const merged = await context.tx
    .select({ fromIds: merges.fromIds })
    .from(merges)
    .where(and(eq(merges.kind, of.name), isNull(merges.undoneAt), sql`${merges.fromIds} && ${sql.param(gone)}::uuid[]`))
  const mergedIds = new Set(merged.flatMap(({ fromIds }) => fromIds))
  return gone.map((id) => {
    const record = deleted.find(({ uniqueId }) => uniqueId === id)
    const title = record ? titleOf(kind, of, record, context) : ''
    return { uniqueId: id, title, reason: mergedIds.has(id) ? 'MERGED' : 'GONE', fields: [] }
  })
}

/** The ids of those records that others, not deleted, belong to or reference. */
const referencedIds = async ({ of, all }: Kind, ids: readonly string[], { tx }: WriteContext) => {
  const referenced = new Set<string>()
  const children = childrenOf(of).map(({ of: { table }, column }) => ({ table, column }))
  for (const { table, column } of [...children, ...referencesTo({ of, all })]) {
    const columns: Record<string, AnyPgColumn> = getTableColumns(table)
    const [by, deletedAt] = [columns[column]!, columns['deletedAt']]
    const found = await tx
      .selectDistinct({ id: by })
      .from(table)
      .where(and(hasIdIn(by, ids), deletedAt && isNull(deletedAt)))
    for (const { id } of found) referenced.add(id as string)
  }
  return referenced
}

/** Moves records to the trash that have not changed since they were created, that no others reference, and that the actor may remove. */
const trashRecords = async (
  { kind, of, all }: Kind,
  ids: readonly string[],
  { dateCreated }: Part,
  context: WriteContext,
): Promise<Outcome> => {
  const rows = await lockExisting(of, ids, context)
  const gone = await goneRecords(kind, of, { ids, existing: rows }, context)
  if (rows.length === 0) return { trashed: 0, restored: 0, kept: gone }
  const changed = await changedSince(ids, dateCreated, context)
  const referenced = await referencedIds({ kind, of, all }, ids, context)
  const reasonOf = (row: Stored): NotUndoneReason | undefined => {
    const { uniqueId } = row
    if (!can(context.actor, kinds[kind].remove, row)) return 'NOT_YOURS'
    if (changed.has(uniqueId)) return 'CHANGED'
    return referenced.has(uniqueId) ? 'HAS_RECORDS' : undefined
  }
  const removable = rows.filter((row) => !reasonOf(row))
  const removableIds = removable.map(({ uniqueId }) => uniqueId)
  if (removable.length > 0) await moveToTrash(of, removableIds, context)
  await logChanges(context, of, 'DELETED', removable)
  const kept = rows.flatMap((row): NotUndoneRow[] => {
    const reason = reasonOf(row)
    return reason ? [{ uniqueId: row.uniqueId, title: titleOf(kind, of, row, context), reason, fields: [] }] : []
  })
  return { trashed: removable.length, restored: 0, kept: [...kept, ...gone] }
}

/** Returns whether another record, not deleted, has the name that a record had before, if that is among the fields to restore. */
const takenNameChecker = async (kind: ImportKind, of: Entity, changed: readonly StoredChange[], context: WriteContext) => {
  const { unique } = kinds[kind]
  const names = unique ? changed.flatMap(({ before }) => unique.key.searchValueOf(before) ?? []) : []
  if (!unique || names.length === 0) return () => false
  const found = (await context.tx
    .select()
    .from(of.table)
    .where(and(sql`${unique.key.column} = any(${sql.param(names)}::text[])`, isNull(of.table.deletedAt)))) as Stored[]
  return ({ id, before }: StoredChange, fields: Values) =>
    unique.field in fields && found.some((other) => other.uniqueId !== id && unique.key.isSame(other, before))
}

/** Restores the previous values of records, except fields that somebody has changed since, and records that the actor may not change. */
const restoreRecords = async (
  kind: ImportKind,
  of: Entity,
  changed: readonly StoredChange[],
  context: WriteContext,
): Promise<Outcome> => {
  const ids = changed.map(({ id }) => id)
  const rows = await lockExisting(of, ids, context)
  const byId = new Map(rows.map((row) => [row.uniqueId, row]))
  const restored = await stateRestorer(of, changed, context)
  const isTaken = await takenNameChecker(kind, of, changed, context)
  const kept = await goneRecords(kind, of, { ids, existing: rows }, context)
  const changing: Parameters<typeof changeRecords>[1][number][] = []
  for (const one of changed) {
    const record = byId.get(one.id)
    if (!record) continue
    const addKept = (reason: NotUndoneReason, fields: string[] = []) =>
      kept.push({ uniqueId: one.id, title: titleOf(kind, of, record, context), reason, fields })
    if (!can(context.actor, kinds[kind].update, record)) addKept('NOT_YOURS')
    else {
      const { fields, staying } = restored(record, one)
      if (isTaken(one, fields)) addKept('NAME_TAKEN')
      else {
        if (staying.length > 0) addKept('CHANGED', staying)
        if (Object.keys(fields).length > 0) changing.push({ record, fields })
      }
    }
  }
  await changeRecords(of, changing, context)
  return { trashed: 0, restored: changing.length, kept }
}

const undoPart = async (all: AllFeatures, now: FileImportRow, part: Part, context: WriteContext) => {
  const { kind } = now
  const { of } = kinds[kind].spec
  const created = part.rows.filter((row): row is string => typeof row === 'string')
  const changed = part.rows.filter((row): row is StoredChange => typeof row === 'object')
  const outcomes = [
    await restoreRecords(kind, of, changed, context),
    await trashRecords({ kind, of, all }, created, part, context),
  ]
  await context.tx
    .update(fileImportParts)
    .set({ undoneAt: nextUpdatedAt(fileImportParts.updatedAt) })
    .where(eq(fileImportParts.uniqueId, part.uniqueId))
  const before = now.undone ?? nothingUndone
  const kept = outcomes.flatMap((outcome) => outcome.kept)
  const undone = {
    trashed: before.trashed + outcomes.reduce((sum, { trashed }) => sum + trashed, 0),
    restored: before.restored + outcomes.reduce((sum, { restored }) => sum + restored, 0),
    keptCount: before.keptCount + kept.length,
    kept: [...before.kept, ...kept].slice(0, MAX_LISTED),
  }
  await updateImport(context.tx, now.uniqueId, { undone })
}

/** Writes the end of an Undo to the import and to the audit trail, and notifies the user who started it. */
const finishUndo = async ({ notify }: Needs, { uniqueId, fileName, ...now }: FileImportRow, context: WriteContext) => {
  const { tx, actor, scope } = context
  const undone = now.undone ?? nothingUndone
  await audit(context, { action: 'UNDONE', kind: 'fileImport', recordId: uniqueId, title: fileName })
  await updateImport(tx, uniqueId, { state: 'UNDONE', undone })
  const { trashed, restored, keptCount } = undone
  await notify(tx, scope.tenantId, {
    userId: actor.uniqueId,
    subject: phrase('The Undo of the import of {file} has ended'),
    content: phrase('{trashed} moved to the trash, {restored} restored, {kept} left as they are.'),
    values: { file: fileName, trashed: String(trashed), restored: String(restored), kept: String(keptCount) },
    path: `import/show/${uniqueId}`,
    isResult: true,
  })
}

/** Undoes the parts in reverse order, each once. */
const undo = async ({ all, ...needs }: Needs & { all: AllFeatures }, { row, step }: Work) => {
  const { uniqueId } = row
  const { importId, phase, status, undoneAt, before } = fileImportParts
  const more = { left: true }
  while (more.left)
    await step(async (now, context) => {
      const [part] = await context.tx
        .select()
        .from(fileImportParts)
        .where(and(eq(importId, uniqueId), eq(phase, 'take'), eq(status, 'WRITTEN'), isNull(undoneAt)))
        .orderBy(desc(before))
        .limit(1)
      if (part) return undoPart(all, now, part, context)
      more.left = false
      await finishUndo(needs, now, context)
    })
}

const unexpectedError = say('Something went wrong on our side. Please try again.')

/** Undoes an import. */
export const undoWorker = (needs: Needs & { all: AllFeatures }) =>
  worker(
    undoJob,
    importHandler(needs, 'UNDOING', (work) => undo(needs, work), fileImportPolicy.undo),
    (payload) => failImport(needs, payload, 'UNDOING', unexpectedError),
  )
