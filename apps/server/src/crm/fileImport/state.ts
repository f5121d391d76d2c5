import type { Files } from '@tradewind/byte-store/files'
import { formatsOfType, IMPORT_UNDO_DAYS, type ImportKind, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { Counts, FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { problemFields, say, type Sentence } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import type { Column } from '@tradewind/workbook/sheet'
import { and, eq } from 'drizzle-orm'
import { cancelled, namedState } from '#kit/cancelled'
import type { Database, Reader, Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { disableStatementTimeout } from '#kit/database/transaction'
import { DAY_MS } from '#kit/days'
import { conflict, forbidden, notFound, toRefusal } from '#kit/errors'
import { type FindActor, jobContext, type WriteContext } from '#kit/http/context'
import { rowCondition } from '#kit/record/entity'
import { problemIn } from '#kit/record/upload'
import type { Notify } from '#platform/notification/notification.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type FileImportRow, fileImports, notifyOfImports } from '../schema/fileImport.table.ts'
import { withFullName } from './fullName.ts'
import { kinds, type Spec, specIn } from './kinds.ts'
import { vocabularyOf } from './values.ts'

export const noCounts = (): Counts => Object.fromEntries(rowStatuses.map((status) => [status, 0]))

const undoDeadline = ({ takenAt }: Pick<FileImportRow, 'takenAt'>) =>
  takenAt ? new Date(Date.parse(takenAt) + IMPORT_UNDO_DAYS * DAY_MS).toISOString() : null

/** Whether the import was executed too long ago to be undone. */
export const isPastUndo = (row: FileImportRow) => Date.parse(undoDeadline(row) ?? '') < Date.now()

type SpecContext = Parameters<typeof specIn>[1]

/** An import in the format of the reply. */
export const toFileImport = async (row: FileImportRow, context: SpecContext) =>
  fileImportWith(row, await specIn(row.kind, context))

/** Imports in the format of the reply. The fields of each kind are read once. */
export const toFileImports = async (rows: readonly FileImportRow[], context: SpecContext) => {
  const specs = new Map<ImportKind, Spec>()
  for (const kind of new Set(rows.map((row) => row.kind))) specs.set(kind, await specIn(kind, context))
  return rows.map((row) => fileImportWith(row, specs.get(row.kind)!))
}

/** The values of a field, if texts are mapped to them or wait for it. A screen lists the countries by itself. */
const choicesFor = (column: Column, { preview, options }: Pick<FileImportRow, 'preview' | 'options'>, spec: Spec) => {
  const isMapped = [...(preview.unknown ?? []), ...(options.values ?? [])].some(({ field }) => field === column.field)
  if (!isMapped || column.field === 'country') return {}
  return { choices: (vocabularyOf(column, spec)?.choices ?? []).map(({ value, label }) => ({ value, label })) }
}

/** The formats among which a column with dates or numbers has one. */
const formatsFor = ({ field }: Column, { custom }: Spec) => {
  const formats = formatsOfType[custom?.types.get(field) ?? '']
  return formats ? { formats: [...formats] } : {}
}

const fileImportWith = ({ preview, said, ...row }: FileImportRow, spec: Spec): FileImport => ({
  ...row,
  source: row.documentId ? 'FILE' : 'TEMPLATE',
  ...preview,
  total: preview.total ?? 0,
  state: namedState(row.state, said),
  said: said ?? null,
  undoUntil: undoDeadline(row),
  unknown: preview.unknown ?? [],
  readings: preview.readings ?? [],
  frequentFaults: preview.frequentFaults ?? [],
  hasFaultyRows: row.documentId ? Boolean(row.counts.FAULTY) : (preview.hasFaultyRows ?? false),
  fields: withFullName(row.kind, spec.sheet).columns.map((column) => ({
    field: column.field,
    label: column.header,
    required: column.required ?? false,
    ...formatsFor(column, spec),
    ...choicesFor(column, { preview, options: row.options }, spec),
  })),
})

/** The condition for the imports that the actor may access under these rules; undefined for all. */
export const isAccessibleTo = (actor: Actor, rules: Rules = fileImportPolicy.see) =>
  rowCondition({ table: fileImports }, rules, actor)

/** An import that the actor may access under these rules. Throws a 404 otherwise. */
export const findImport = async (db: Reader | Tx, uniqueId: string, actor: Actor, rules?: Rules) => {
  const [found] = await (db as Reader)
    .select()
    .from(fileImports)
    .where(and(eq(fileImports.uniqueId, uniqueId), isAccessibleTo(actor, rules)))
  if (!found) throw notFound(say('Import not found'))
  return found
}

/** Like `findImport`, and locks the import until the transaction ends. */
export const lockImport = async (tx: Tx, uniqueId: string, actor: Actor, rules?: Rules) => {
  const [found] = await tx
    .select()
    .from(fileImports)
    .where(and(eq(fileImports.uniqueId, uniqueId), isAccessibleTo(actor, rules)))
    .for('update')
  if (!found) throw notFound(say('Import not found'))
  return found
}

/** Updates an import. */
export const updateImport = async (tx: Tx, uniqueId: string, change: Partial<typeof fileImports.$inferInsert>) => {
  const [row] = await tx
    .update(fileImports)
    .set({ ...change, updatedAt: nextUpdatedAt(fileImports.updatedAt) })
    .where(eq(fileImports.uniqueId, uniqueId))
    .returning()
  if ('state' in change) notifyOfImports(tx, row!)
  return row!
}

/** The state of an import whose job ends early: what was imported before stays, and can be undone. */
const endedEarly = ({ state, read, takenAt }: FileImportRow) => {
  const isTaken = state === 'UNDOING' || (state === 'TAKING' && read > 0)
  return { state: isTaken ? ('TAKEN' as const) : ('FAILED' as const), takenAt: isTaken ? takenAt : null }
}

/** The columns of a failed import. */
const failureOf = (row: FileImportRow, problem: Sentence) => ({ ...endedEarly(row), said: null, ...problemFields(problem) })

/** Cancels a comparison or an import: its job ends after the current batch. */
export const cancelImport = async (row: FileImportRow, { tx }: WriteContext) => {
  if (row.said?.isCancelled) return row
  if (row.state !== 'CHECKING' && row.state !== 'TAKING') throw conflict(say('This can no longer be cancelled'))
  return updateImport(tx, row.uniqueId, { ...endedEarly(row), ...cancelled })
}

/** Notifies the user whose import somebody else has cancelled. */
export const notifyOfCancel = async (notify: Notify, row: FileImportRow, { tx, actor, scope }: WriteContext) => {
  if (row.createdBy === null || row.createdBy === actor.uniqueId) return
  await notify(tx, scope.tenantId, {
    userId: row.createdBy,
    by: actor.uniqueId,
    subject: phrase('The import of {file} has ended'),
    content: cancelled.problem,
    values: { file: row.fileName },
    path: `import/show/${row.uniqueId}`,
  })
}

/** The payload of a job. `run`: a later run of the same import supersedes this one. */
export interface ImportJob {
  tenantId: string
  partitionId: string
  userId: string
  importId: string
  run: number
}

export interface Needs {
  db: Database
  files: Files
  settings: TenantSettings
  notify: Notify
  findActor: FindActor
}

/** Thrown if the run has ended or another one has started: there is nothing left to do. */
export class Superseded extends Error {}

/** A step of a job: gets the locked import, and works in one transaction. */
export type Step = (row: FileImportRow, context: WriteContext) => Promise<void>

const actorOf = async ({ findActor }: Needs, { tenantId, partitionId, userId }: ImportJob, rules: Rules) => {
  const actor = await findActor(tenantId, userId)
  if (actor?.partitionId !== partitionId || !can(actor, rules)) throw forbidden(say('You may not do this any more'))
  return actor
}

const rowOf = async ({ db }: Needs, job: ImportJob) => {
  const [row] = await db.as(job).select().from(fileImports).where(eq(fileImports.uniqueId, job.importId))
  return row
}

/**
 * The work of a job on an import, in steps of one transaction each, which end when the user's rights do. Restarted after a crash, it continues after the
 * last committed step.
 */
export interface Work {
  row: FileImportRow
  actor: Actor
  step: (work: Step) => Promise<void>
}

/** Runs a job while its import is in this state. A Refusal ends the import with its message; any other error is retried. */
export const importHandler =
  (needs: Needs, during: FileImportRow['state'], work: (args: Work) => Promise<void>, rulesOf?: Rules) =>
  async (job: ImportJob) => {
    const { db } = needs
    const row = await rowOf(needs, job)
    if (row?.state !== during || row.run !== job.run) return
    try {
      const rules = rulesOf ?? kinds[row.kind].rules
      const actor = await actorOf(needs, job, rules)
      const scope = { tenantId: job.tenantId, partitionId: job.partitionId }
      const step = async (each: Step) => {
        const current = await actorOf(needs, job, rules)
        return db.write(scope, async (tx) => {
          await disableStatementTimeout(tx)
          const [locked] = await tx
            .select()
            .from(fileImports)
            .where(and(eq(fileImports.uniqueId, job.importId), eq(fileImports.run, job.run), eq(fileImports.state, during)))
            .for('update')
          if (!locked) throw new Superseded()
          await each(locked, { ...jobContext(current, scope), tx })
        })
      }
      await work({ row, actor, step })
    } catch (error) {
      if (error instanceof Superseded) return
      const refusal = toRefusal(error)
      if (!refusal) throw error
      await failImport(needs, job, during, refusal.sentence)
    }
  }

/** A comparison writes nothing, and its user waits for it. */
const failures: Partial<Record<FileImportRow['state'], string>> = {
  TAKING: phrase('The import of {file} has failed'),
  UNDOING: phrase('The Undo of the import of {file} has failed'),
}

/** Notifies the user who started an import or its Undo that it failed, and why. */
const notifyOfFailure = async (
  { notify }: Needs,
  tx: Tx,
  { tenantId, userId, importId }: ImportJob,
  { subject, failed }: { subject: string | undefined; failed: FileImportRow },
) => {
  if (!subject) return
  const { content, values } = problemIn(failed.problem ?? '', failed.said)
  await notify(tx, tenantId, {
    userId,
    subject,
    content,
    values: { ...values, file: failed.fileName },
    path: `import/show/${importId}`,
    isResult: true,
  })
}

/** Ends a job's import with a problem, if it is still in this state. */
export const failImport = (needs: Needs, job: ImportJob, during: FileImportRow['state'], problem: Sentence): Promise<void> =>
  needs.db.write({ tenantId: job.tenantId, partitionId: job.partitionId }, async (tx) => {
    const [row] = await tx.select().from(fileImports).where(eq(fileImports.uniqueId, job.importId)).for('update')
    if (row?.state !== during || row.run !== job.run) return
    const failed = await updateImport(tx, job.importId, failureOf(row, problem))
    await notifyOfFailure(needs, tx, job, { subject: failures[during], failed })
  })
