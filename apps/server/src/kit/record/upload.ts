import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import type { massUpload } from '@tradewind/contract/kit/massUpload'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { grouped, problemFields, say, type Sentence, sentenceFrom, type SentenceParts } from '@tradewind/contract/kit/say'
import type { SettingValues } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { markedWorkbook, template } from '@tradewind/workbook/marked'
import { countRows } from '@tradewind/workbook/read'
import type { Faults } from '@tradewind/workbook/sheet'
import { limits, TooManyRows, UnreadableWorkbook } from '@tradewind/workbook/xlsx/limits'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { type Database, nestedTransaction, type Tx } from '../database/database.ts'
import type { Scope } from '../database/scoped.ts'
import { disableStatementTimeout } from '../database/transaction.ts'
import { invalid, toRefusal } from '../errors.ts'
import { type Handlers, manualTransaction, type ReadContext, type WriteContext } from '../http/context.ts'
import { job, type Jobs, worker } from '../jobs.ts'
import type { Entity } from './entity.ts'
import { dryRunImport, importRows, type ImportSpec, importSpecFor } from './importSpec.ts'
import {
  describeIn,
  faultyRowsFile,
  faultyRowsWorkbook,
  markedName,
  MAX_MARKED_FAULTS,
  type TranslatorFor,
  XLSX,
} from './sheets.ts'
import { cancelImport, type FinishedUpload, getImportState, imports, ownUpload, storeUpload } from './uploadState.ts'

/** The tenant's settings for uploads. */
interface Limits {
  of: (tenantId: string) => Promise<Pick<SettingValues, 'MASS_UPLOAD_ROWS'>>
}

/** The maximum number of rows in a workbook for this tenant. */
const maxRowsOf = async (settings: Limits, { tenantId }: Pick<Scope, 'tenantId'>) =>
  Math.min((await settings.of(tenantId)).MASS_UPLOAD_ROWS, limits.rows)

/** Converts TooManyRows into an error that says how many rows are allowed. */
const withRowLimitMessage = <T>(maxRows: number, pending: Promise<T>) =>
  pending.catch((error: unknown) => {
    throw error instanceof TooManyRows
      ? new UnreadableWorkbook(say('A workbook can have {count} rows at most', { count: grouped(maxRows) }))
      : error
  })

/** The job that imports workbooks of a kind. */
export const importJob = (kind: string) => job<JobPayload>({ name: `${kind}.import`, retries: 3, expires: 900 })

interface Notice {
  userId: string
  subject: string
  content: string
  values: Record<string, string>
  path: string
  isResult: true
}

interface WorkerNeeds {
  db: Database
  settings: Limits
  /** Notifies a person within the current transaction. */
  notify: (tx: Tx, tenantId: string, notice: Notice) => Promise<void>
  /** The user, not deleted, with their current rights, which may have been revoked since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
  translatorFor: TranslatorFor
}

type Outcome = Partial<typeof imports.$inferInsert>
interface JobPayload extends Scope {
  userId: string
  importId: string
}

/** Thrown to roll back an import; carries its outcome. */
class ImportRollback extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('undone')
    this.outcome = outcome
  }
}
const failedOutcome = (sentence: Sentence): Outcome => ({ processingStatus: 'FAILED', ...problemFields(sentence), file: null })

/** The import has not ended: its job may run more than once. */
const isOpen = ({ importId }: JobPayload) =>
  and(eq(imports.uniqueId, importId), isNotNull(imports.file), ne(imports.processingStatus, 'COMPLETED'))

/** Thrown if the import has ended meanwhile: its transaction is rolled back, and nothing is left to do. */
class HasEnded extends Error {}

/** Saves the state of an import in a separate transaction, so that the waiting user sees it. Throws if the import has ended. */
const saveProgress = async (db: Database, payload: JobPayload, outcome: Outcome) => {
  const { tenantId, partitionId } = payload
  const saved = await db.write({ tenantId, partitionId }, (tx) =>
    tx.update(imports).set(outcome).where(isOpen(payload)).returning({ uniqueId: imports.uniqueId }),
  )
  if (saved.length === 0) throw new HasEnded()
}

const figure = (count = 0) => String(count)

/** A problem as the content and values of a notification. Nested phrases are in English. */
export const problemIn = (problem: string, parts: SentenceParts | null | undefined) => {
  const values = Object.entries(parts?.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? String(sentenceFrom(value)) : String(value),
  ])
  return { content: parts?.text ?? problem, values: Object.fromEntries(values) as Record<string, string> }
}

/** The notification text for an import that has ended. */
const outcomeMessage = ({ processingStatus, problem, said, read, created, skipped, total, faulty }: Outcome) => {
  const counted = { read: figure(read), created: figure(created), skipped: figure(skipped) }
  if (processingStatus === 'COMPLETED' && faulty)
    return {
      subject: phrase('The import of {file} has ended'),
      content: phrase('{read} rows read, {created} created, {skipped} skipped, {total} with errors.'),
      values: { ...counted, total: figure(faulty) },
    }
  if (processingStatus === 'COMPLETED')
    return {
      subject: phrase('The import of {file} has ended'),
      content: phrase('{read} rows read, {created} created, {skipped} skipped.'),
      values: counted,
    }
  const subject = phrase('The import of {file} has failed')
  if (problem) return { subject, ...problemIn(problem, said) }
  return { subject, content: phrase('Errors found: {total}. Nothing was imported.'), values: { total: figure(total) } }
}

/** Notifies the uploader of the outcome, unless it was a dry run. */
const notifyUploader = async (
  tx: Tx,
  { notify }: WorkerNeeds,
  of: string,
  { tenantId, userId, importId }: JobPayload,
  row: Ended,
) => {
  if (row.dryRun) return
  const { values, ...words } = outcomeMessage(row)
  await notify(tx, tenantId, {
    userId,
    ...words,
    values: { ...values, file: row.fileName },
    path: `${of}/list?upload=${importId}`,
    isResult: true,
  })
}

/** Saves the outcome of an import and notifies the uploader. Returns false if the import has ended before. */
const saveOutcome = async (tx: Tx, needs: WorkerNeeds, of: string, payload: JobPayload, outcome: Outcome) => {
  const [finished] = await tx.update(imports).set(outcome).where(isOpen(payload)).returning()
  if (finished) await notifyUploader(tx, needs, of, payload, finished)
  return finished !== undefined
}

/** Ends an import in a transaction of its own, unless it has ended before. */
const finishImport = async (needs: WorkerNeeds, of: string, payload: JobPayload, outcome: Outcome) => {
  const { tenantId, partitionId } = payload
  await needs.db.write({ tenantId, partitionId }, (tx) => saveOutcome(tx, needs, of, payload, outcome))
}

type Ended = typeof imports.$inferSelect
type Taking = Pick<typeof imports.$inferSelect, 'file' | 'fileName' | 'dryRun' | 'partial'>

/** Stores which records were created, for Undo. Returns the id by which they are undone; undefined if there are none, as after a dry run. */
const storeCreated = async (
  { onUploaded }: ImportSpec,
  file: Pick<FinishedUpload, 'uploadId' | 'fileName' | 'size'>,
  { read, created, skipped, ids, faults }: Awaited<ReturnType<typeof importRows>>,
  context: WriteContext,
) => (created > 0 ? onUploaded?.(context, { ...file, read, skipped, faulty: faults.rows, ids }) : undefined)

/** Imports the workbook in one transaction. With faults nothing is written, or with `partial` only the valid rows; the faults are saved. */
const runImport = async (
  needs: WorkerNeeds,
  baseSpec: ImportSpec,
  payload: JobPayload,
  actor: Actor,
  { file, fileName, dryRun, partial }: Taking,
) => {
  const { db } = needs
  const scope = { tenantId: payload.tenantId, partitionId: payload.partitionId }
  await db.write(scope, async (tx) => {
    await disableStatementTimeout(tx)
    const context: WriteContext = { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
    const run = dryRun ? dryRunImport : importRows
    const spec = await importSpecFor(baseSpec, context)
    const maxRows = await maxRowsOf(needs.settings, scope)
    // A workbook that cannot be read is rejected below.
    const rows = await countRows(file!, spec.sheet).catch(() => 0)
    await saveProgress(db, payload, { read: rows })
    const onRead = oncePerSecond(({ read: done, created }: { read: number; created: number }) =>
      saveProgress(db, payload, { read: Math.max(rows, done), created, skipped: done - created }),
    )
    const bounds = { maxRows, onRead, partial, single: partial ? MAX_MARKED_FAULTS : 0 }
    const result = await withRowLimitMessage(maxRows, run(spec, file!, context, bounds))
    const { read, created, skipped, faults, isInvalid } = result
    const counted = { read, faults: faults.listed, total: faults.total, file: null }
    if (faults.total > 0 && (isInvalid || !partial))
      throw new ImportRollback({ ...counted, processingStatus: 'FAILED', created: 0, skipped: read - faults.rows })
    const completed: Outcome = { ...counted, processingStatus: 'COMPLETED', created, skipped: partial ? skipped : read - created }
    if (partial) Object.assign(completed, await faultyRowsWorkbook(spec, file!, faults, await needs.translatorFor(tx, context)))
    if (!(await saveOutcome(tx, needs, spec.of.name, payload, completed))) throw new HasEnded()
    await storeCreated(spec, { uploadId: payload.importId, fileName, size: file!.length }, result, context)
  })
}

/** The outcome of an import that was rolled back. Undefined if it has ended before. */
const outcomeOf = (error: unknown): Outcome | undefined => {
  if (error instanceof HasEnded) return undefined
  if (error instanceof ImportRollback) return error.outcome
  const refusal = toRefusal(error)
  if (refusal) return failedOutcome(refusal.sentence)
  throw error
}

/** The worker of the import job. Idempotent: a retry after a crash starts from scratch, and an import that has ended is not repeated. */
export const importWorker = (spec: ImportSpec, needs: WorkerNeeds) => {
  const { db, findActor } = needs
  const ends = (payload: JobPayload, outcome: Outcome) => finishImport(needs, spec.of.name, payload, outcome)

  const work = async (payload: JobPayload) => {
    const [waiting] = await db.as(payload).select().from(imports).where(eq(imports.uniqueId, payload.importId))
    if (!waiting?.file) return
    const actor = await findActor(payload.tenantId, payload.userId)
    const may = actor?.partitionId === payload.partitionId && can(actor, spec.of.policy.create)
    if (!may) return ends(payload, failedOutcome(say('You may not do this any more')))
    try {
      await saveProgress(db, payload, { processingStatus: 'PROCESSING', read: 0, created: 0, skipped: 0 })
      await runImport(needs, spec, payload, actor, waiting)
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome) await ends(payload, outcome)
    }
  }
  const giveUp = async (payload: JobPayload) => {
    await ends(payload, failedOutcome(say('Something went wrong on our side. Nothing was imported. Please upload it again.')))
  }
  return worker(importJob(spec.of.name), work, giveUp)
}

const oncePerSecond = <Value>(work: (value: Value) => Promise<unknown>) => {
  let last = Date.now()
  return async (value: Value) => {
    if (Date.now() - last < 1000) return
    last = Date.now()
    await work(value)
  }
}

/** Maximum number of rows that a request imports itself. More run as a job. */
const MAX_ROWS_PER_REQUEST = 5_000

interface Needs {
  jobs: Jobs
  settings: Limits
  translatorFor: TranslatorFor
}
interface Given {
  file: Uploaded
  dryRun?: boolean | undefined
  partial?: boolean | undefined
}

/** Saves the workbook and enqueues an import job. */
const enqueueImport = async (
  of: Entity,
  jobs: Jobs,
  { file, dryRun = false, partial = false }: Given,
  { tx, actor, scope }: WriteContext,
) => {
  const bytes = await readFile(file.path)
  const row = { kind: of.name, fileName: file.filename, file: bytes, dryRun, partial, createdBy: actor.uniqueId }
  const [created] = await tx.insert(imports).values(row).returning({ uniqueId: imports.uniqueId })
  await jobs.send(tx, importJob(of.name), { ...scope, userId: actor.uniqueId, importId: created!.uniqueId })
  return { read: 0, created: 0, skipped: 0, faults: [], importId: created!.uniqueId }
}

/** Stores the faulty rows of a workbook whose valid rows were imported: the list of imports returns them. Returns the id of the upload, if there are some. */
const storeFaultyRows = async (
  baseSpec: ImportSpec,
  { translatorFor }: Needs,
  { filename, path }: Uploaded,
  { read, created, skipped, faults }: Awaited<ReturnType<typeof importRows>>,
  context: WriteContext,
) => {
  if (faults.rows === 0 || created === 0) return {}
  const { tx, actor } = context
  const spec = await importSpecFor(baseSpec, context)
  const rows = await faultyRowsWorkbook(spec, await readFile(path), faults, await translatorFor(tx, context))
  const counted = { read, created, skipped, faults: faults.listed, total: faults.total }
  const values = { kind: spec.of.name, fileName: filename, createdBy: actor.uniqueId, ...counted, ...rows }
  return { uploadId: await storeUpload(tx, values) }
}

const importUpload = async (spec: ImportSpec, needs: Needs, input: Given, context: WriteContext) => {
  const { jobs, settings } = needs
  const run = input.dryRun ? dryRunImport : importRows
  const { partial = false } = input
  const limit = await maxRowsOf(settings, context.scope)
  const maxRows = Math.min(MAX_ROWS_PER_REQUEST, limit)
  // Too many rows are detected after some are written: the savepoint is rolled back, and the rest of the transaction is kept.
  const bounds = { maxRows, partial, single: partial ? MAX_MARKED_FAULTS : 0 }
  const pending = nestedTransaction(context.tx, (tx) => run(spec, input.file.path, { ...context, tx }, bounds))
  const result = await (limit > MAX_ROWS_PER_REQUEST ? pending.catch(ignoreTooManyRows) : withRowLimitMessage(limit, pending))
  if (!result) return enqueueImport(spec.of, jobs, input, context)
  const { read, created, skipped, faults, isInvalid } = result
  if (faults.total > 0 && (isInvalid || !partial)) throw faultsRefusal(faults)
  const { filename: fileName, size } = input.file
  const stored = await storeFaultyRows(spec, needs, input.file, result, context)
  const undoId = await storeCreated(spec, { ...stored, fileName, size }, result, context)
  if (partial) {
    const { listed, total } = faults
    return { read, created, skipped, faults: listed, total, faulty: read - created - skipped, importId: null, undoId }
  }
  return { read, created, skipped: read - created, faults: [], importId: null, undoId }
}

const createMarkedWorkbook = async (
  baseSpec: ImportSpec,
  { settings, translatorFor }: Needs,
  { file: { filename, path }, partial = false }: Given,
  context: WriteContext,
) => {
  const spec = await importSpecFor(baseSpec, context)
  const maxRows = await maxRowsOf(settings, context.scope)
  const { faults } = await withRowLimitMessage(
    maxRows,
    dryRunImport(spec, path, context, { maxRows, partial, single: MAX_MARKED_FAULTS }),
  )
  const translate = await translatorFor(context.tx, context)
  const only = partial ? (row: number) => faults.hasRow(row) : undefined
  const body = await markedWorkbook(path, spec.sheet, faults.single, { only, describe: describeIn(translate) })
  return { name: markedName(filename, partial, translate), type: XLSX, body }
}

/** The handlers of a mass upload. */
export const massUploadHandlers = (spec: ImportSpec, needs: Needs): Handlers<ReturnType<typeof massUpload>> => {
  const { of } = spec
  return {
    massUpload: (input: Given, context: WriteContext) => importUpload(spec, needs, input, context),
    template: async (_: object, context: ReadContext) => {
      const { sheet } = await importSpecFor(spec, context)
      return { name: `${of.name}Template.xlsx`, type: XLSX, body: template(sheet) }
    },
    // A manual transaction, so that it has ended before the first byte is sent.
    markedWorkbook: manualTransaction((input: Given, { write }) =>
      write((context) => createMarkedWorkbook(spec, needs, input, context)),
    ),
    importState: ({ uniqueId }: { uniqueId: string }, context: ReadContext) => getImportState(of, uniqueId, context),
    cancelImport: ({ uniqueId }: { uniqueId: string }, context: WriteContext) => cancelImport(of, uniqueId, context),
    faultyRows: ({ uniqueId }: { uniqueId: string }, context: ReadContext) =>
      faultyRowsFile({ uniqueId, condition: ownUpload(of, uniqueId, context.actor) }, needs, context),
  }
}

/** The Refusal for a workbook with faults: the first 500 faults, and their total. */
const faultsRefusal = (faults: Faults) =>
  invalid(
    { faults: faults.listed, total: faults.total } as never,
    say('The workbook has {count} error and was not imported|The workbook has {count} errors and was not imported', {
      count: grouped(faults.total),
    }),
  )

const ignoreTooManyRows = (error: unknown) => {
  if (error instanceof TooManyRows) return undefined
  throw error
}
