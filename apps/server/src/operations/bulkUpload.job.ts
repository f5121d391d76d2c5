import type { Files } from '@tradewind/byte-store/files'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { problemFields, say, type Sentence } from '@tradewind/contract/kit/say'
import { type BulkUpload, SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { bulkUploadPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { countRows, readSheet, sheetsOf } from '@tradewind/workbook/read'
import { ALLOWED_VALUES } from '@tradewind/workbook/sheet'
import type { Batch } from '@tradewind/workbook/work'
import { limits } from '@tradewind/workbook/xlsx/limits'
import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { cancelChanges, cancelled, type EndReason, namedState } from '#kit/cancelled'
import { type Database, inScope, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, forbidden, Refusal, toRefusal } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { jobContext, type WriteContext } from '#kit/http/context'
import { withTemporaryFile } from '#kit/http/input'
import { job, type Jobs, worker } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { deleteDocument } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { tenants } from '#platform/schema/tenant.table'
import type { AppContext } from '../appContext.ts'
import { bulkUploads, type SheetProgress } from './schema/bulk.table.ts'

const columns = { upload: bulkUploads, document: documents }
interface Uploaded {
  upload: typeof bulkUploads.$inferSelect
  document: typeof documents.$inferSelect
}

const uploads = (db: Reader | Tx) =>
  db.select(columns).from(bulkUploads).innerJoin(documents, eq(documents.uniqueId, bulkUploads.documentId)).$dynamic()

const isOpen = inArray(bulkUploads.processingStatus, ['PENDING', 'PROCESSING'])
const hasEnded = ({ processingStatus }: Uploaded['upload']) => processingStatus !== 'PENDING' && processingStatus !== 'PROCESSING'

/** An upload, locked until the transaction ends. */
export const lockUpload = async (tx: Tx, uniqueId: string): Promise<Uploaded | undefined> => {
  const [found] = await uploads(tx).where(eq(bulkUploads.uniqueId, uniqueId)).for('update', { of: bulkUploads })
  return found
}

/** The upload with this document, locked. */
const lockUploadOf = async (tx: Tx, documentId: string): Promise<Uploaded | undefined> => {
  const [found] = await uploads(tx).where(eq(bulkUploads.documentId, documentId)).for('update', { of: bulkUploads })
  return found
}

/** Deletes an upload with its file. Throws if it has not ended. */
export const removeUpload = async (jobs: Jobs, { upload, document }: Uploaded, context: WriteContext) => {
  const { tx, scope } = context
  if (!hasEnded(upload)) throw conflict(say('This upload has not ended yet'))
  await tx.delete(bulkUploads).where(eq(bulkUploads.uniqueId, upload.uniqueId))
  await deleteDocument(jobs, tx, scope.tenantId, document.uniqueId)
  await audit(context, { action: 'DELETED', kind: 'bulkUpload', recordId: upload.uniqueId, title: document.originalFileName })
}

/** Cancels an upload: its job ends after the current batch. What was imported stays. */
export const cancelUpload = async ({ upload, document }: Uploaded, context: WriteContext): Promise<Uploaded> => {
  if (upload.said?.isCancelled) return { upload, document }
  if (hasEnded(upload)) throw conflict(say('This can no longer be cancelled'))
  const newValues = { processingStatus: 'FAILED' as const, ...cancelled, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
  const byId = eq(bulkUploads.uniqueId, upload.uniqueId)
  const [ended] = await context.tx.update(bulkUploads).set(newValues).where(byId).returning()
  const changes = cancelChanges({ created: totalCreated(upload) })
  const entry = { kind: 'bulkUpload', recordId: upload.uniqueId, title: document.originalFileName, changes }
  await audit(context, { action: 'CHANGED', ...entry })
  return { upload: ended!, document }
}

/** Deletes the upload of a document, with the document. Returns false if it belongs to none. */
export const removeDocument = async (jobs: Jobs, { uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const upload = await lockUploadOf(context.tx, uniqueId)
  if (upload) await removeUpload(jobs, upload, context)
  return upload !== undefined
}

/** Whether an earlier upload of the tenant has not ended. */
const isBehindAnother = async (tx: Tx, { uniqueId, dateCreated }: Uploaded['upload']) => {
  const sameTime = and(eq(bulkUploads.dateCreated, dateCreated), lt(bulkUploads.uniqueId, uniqueId))
  const before = or(lt(bulkUploads.dateCreated, dateCreated), sameTime)
  const [other] = await tx.select({ id: bulkUploads.uniqueId }).from(bulkUploads).where(and(isOpen, before)).limit(1)
  return other !== undefined
}

interface PageQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** The uploads of a tenant, latest first by default. */
export const listUploads = async (db: Reader, { page, size, sort = '-dateCreated' }: PageQuery) => {
  const direction = sort.startsWith('-') ? desc : asc
  const query = uploads(db).orderBy(direction(bulkUploads.dateCreated), direction(bulkUploads.uniqueId))
  const isPage = page !== undefined || size !== undefined
  const [rows, total] = await Promise.all([
    isPage ? query.limit(size ?? DEFAULT_PAGE_SIZE).offset((page ?? 0) * (size ?? DEFAULT_PAGE_SIZE)) : query,
    db.$count(bulkUploads),
  ])
  return { rows: rows.map(replyOf), total, estimated: false }
}

/** The result of each sheet as JSON for display. */
const responseOf = ({ sheets, problem, said }: Uploaded['upload']) => {
  const outcomes = Object.entries(sheets).map(([name, progress]) => [name, SheetOutcome.parse(progress)] as const)
  return JSON.stringify({ sheets: Object.fromEntries(outcomes), ...(problem && { problem }), ...(said && { said }) })
}

const totalRead = ({ sheets }: Pick<Uploaded['upload'], 'sheets'>) =>
  Object.values(sheets).reduce((sum, { read }) => sum + read, 0)

const totalCreated = ({ sheets }: Uploaded['upload']) => Object.values(sheets).reduce((sum, { created }) => sum + created, 0)

/** The number of rows in the workbook; 0 until they are counted. */
const totalRows = ({ sheets }: Pick<Uploaded['upload'], 'sheets'>) =>
  Object.values(sheets).reduce((sum, { total = 0 }) => sum + total, 0)

export const replyOf = ({ upload, document }: Uploaded): BulkUpload => ({
  uniqueId: upload.uniqueId,
  dateCreated: upload.dateCreated,
  lastUpdated: upload.updatedAt,
  document: { uniqueId: document.uniqueId, fileName: document.originalFileName },
  processingStatus: namedState(upload.processingStatus, upload.said),
  read: totalRead(upload),
  total: totalRows(upload),
  parsingResponse: responseOf(upload),
})

type Sheets = NonNullable<Feature['sheets']>
type BulkSheet = ReturnType<Sheets[number]>

interface UploadContext {
  db: Database
  uploadId: string
  path: string
  sheets: readonly BulkSheet[]
  /** The uploading user and the target tenant. Called before each batch: throws if one of them was deleted. */
  parties: () => Promise<{ actor: Actor; tenant: { uniqueId: string } }>
}

/** The maximum number of faults listed for a sheet. */
const MAX_LISTED_FAULTS = 500
const emptyProgress: SheetProgress = { read: 0, created: 0, skipped: 0, faultTotal: 0, faults: [], passed: 0 }

const contextOf = async ({ parties }: UploadContext) => {
  const { actor, tenant } = await parties()
  const scope = { tenantId: tenant.uniqueId, partitionId: tenant.uniqueId }
  return jobContext(actor, scope)
}

/** Thrown if the upload has ended meanwhile: there is nothing left to do. */
class HasEnded extends Error {}

type Change = (sheets: Record<string, SheetProgress>, context: WriteContext) => Promise<Record<string, SheetProgress>>

/** Updates the progress of the sheets, with related writes, in one transaction. */
const updateProgress = async (run: UploadContext, change: Change) => {
  const context = await contextOf(run)
  await run.db.write(context.scope, async (tx: Tx) => {
    const found = await lockUpload(tx, run.uploadId)
    if (!found || hasEnded(found.upload)) throw new HasEnded()
    const sheets = await change(found.upload.sheets, { ...context, tx })
    const newValues = { sheets, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(newValues).where(eq(bulkUploads.uniqueId, run.uploadId))
  })
}

const byRow = (one: Fault, other: Fault) => one.row - other.row
const addBatch = (before: SheetProgress, batch: Batch, { created, faults }: { created: number; faults: Fault[] }) => {
  const found = [...batch.faults, ...faults].toSorted(byRow)
  const read = before.read + batch.read
  return {
    ...before,
    read,
    created: before.created + created,
    skipped: read - before.created - created,
    faultTotal: before.faultTotal + found.length,
    faults: [...before.faults, ...found].slice(0, MAX_LISTED_FAULTS).toSorted(byRow),
    passed: batch.passed,
  }
}

/** Imports a batch and records the progress, atomically. */
const importBatch = (run: UploadContext, one: BulkSheet, from: number, batch: Batch) =>
  updateProgress(run, async (sheets, context) => {
    const { name } = one.sheet
    const before = sheets[name] ?? emptyProgress
    if (before.passed !== from) throw new Error('Another worker takes this upload in')
    const result = await one.importRows(batch.rows, context, { withSpelling: before.faults.length < MAX_LISTED_FAULTS })
    return { ...sheets, [name]: addBatch(before, batch, result) }
  })

const importRows = async (run: UploadContext, one: BulkSheet, { read, passed }: SheetProgress, sheetNames: readonly string[]) => {
  let from = passed
  for await (const batch of readSheet(run.path, one.sheet, { otherSheets: sheetNames, from, maxRows: limits.rows - read })) {
    if (batch.passed > from || batch.faults.length > 0) await importBatch(run, one, from, batch)
    from = batch.passed
  }
}

const unknownSheet = (name: string): [string, SheetProgress] => {
  const label = name.slice(0, 200).toWellFormed()
  const problem = say("The template has no sheet '{name}'. Rename or remove it.", { name: label })
  return [label, { ...emptyProgress, faultTotal: 1, faults: [{ row: 1, column: '', value: label, ...problemFields(problem) }] }]
}

/** Counts the rows of a sheet, and adds the count to its progress. A sheet that cannot be read has none: its import says why. */
const countSheet = async ({ path }: UploadContext, { sheet }: BulkSheet): Promise<[string, number | undefined]> => [
  sheet.name,
  await countRows(path, sheet).catch(() => undefined),
]

/** Records how many rows there are, and unknown sheets as faults, so that a misspelt name is not silently ignored. */
const recordSheets = async (run: UploadContext, known: readonly BulkSheet[], unknown: readonly string[]) => {
  const totals: [string, number | undefined][] = []
  for (const one of known) totals.push(await countSheet(run, one))
  await updateProgress(run, async (sheets) => {
    const counted = totals.map(
      ([name, total]) => [name, { ...(sheets[name] ?? emptyProgress), ...(total && { total }) }] as const,
    )
    return Object.fromEntries([...unknown.map(unknownSheet), ...Object.entries(sheets), ...counted])
  })
}

/** Imports the sheets of the workbook one after the other, each from where it stopped. */
const importSheets = async (run: UploadContext) => {
  const found = await sheetsOf(run.path, [])
  const names = found.map(({ name }) => name)
  const known = [ALLOWED_VALUES, ...run.sheets.map(({ sheet }) => sheet.name)]
  const unknown = found.filter(({ name, isHidden }) => !isHidden && !known.includes(name)).map(({ name }) => name)
  const toImport = run.sheets.filter(({ sheet }) => names.includes(sheet.name))
  await recordSheets(run, toImport, unknown)
  for (const one of toImport) {
    const { scope } = await contextOf(run)
    const before = await run.db.as(scope).select().from(bulkUploads).where(eq(bulkUploads.uniqueId, run.uploadId))
    await importRows(run, one, before[0]?.sheets[one.sheet.name] ?? emptyProgress, names)
  }
}

type Needs = Pick<AppContext, 'db' | 'notify' | 'jobs' | 'files' | 'findActor'>

/** The upload that a job imports, and for whom: the super admin is of another tenant. */
interface JobPayload {
  tenantId: string
  uploadId: string
  userId: string
  userTenantId: string
}
type StoredStatus = Uploaded['upload']['processingStatus']

const noticeTexts: Partial<Record<StoredStatus, { subject: string; content: string }>> = {
  COMPLETED: {
    subject: phrase('Bulk Upload Successful'),
    content: phrase('{created} of {read} rows of {file} were imported for {tenant}.'),
  },
  COMPLETED_WITH_ERRORS: {
    subject: phrase('Bulk upload ended with errors'),
    content: phrase(
      '{created} of {read} rows of {file} were imported for {tenant}. Open the upload to see what is wrong with the others.',
    ),
  },
  FAILED: {
    subject: phrase('Bulk upload failed'),
    content: phrase('{file} could not be imported for {tenant}. Rows imported before: {created}. Open the upload to see why.'),
  },
}

const buildNotice = async (tx: Tx, { tenantId, userId }: JobPayload, { upload, document }: Uploaded, status: StoredStatus) => {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  const values = {
    file: document.originalFileName,
    tenant: tenant?.fullName ?? '',
    created: String(totalCreated(upload)),
    read: String(totalRead(upload)),
  }
  return { userId, ...noticeTexts[status]!, values, path: `/superAdmin/tenant/show/${tenantId}`, isResult: true as const }
}

/** The final status of an upload whose sheets were all read. */
const statusOf = ({ sheets }: Uploaded['upload']): { processingStatus: StoredStatus; problem?: string; said?: EndReason } => {
  const hasFaults = Object.values(sheets).some(({ faultTotal }) => faultTotal > 0)
  if (hasFaults) return { processingStatus: 'COMPLETED_WITH_ERRORS' }
  if (totalRead({ sheets }) === 0) return { processingStatus: 'FAILED', ...problemFields(say('The workbook has no rows')) }
  return { processingStatus: 'COMPLETED' }
}

/** Records that an upload has ended (failed, if a problem is given), and notifies the uploader, once. */
const finishUpload = ({ db, notify }: Needs, payload: JobPayload, problem?: Sentence) =>
  db.write(tenantScope(payload.tenantId), async (tx) => {
    const found = await lockUpload(tx, payload.uploadId)
    if (!found || hasEnded(found.upload)) return
    const outcome = problem ? { processingStatus: 'FAILED' as const, ...problemFields(problem) } : statusOf(found.upload)
    const newValues = { ...outcome, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(newValues).where(eq(bulkUploads.uniqueId, payload.uploadId))
    const message = await buildNotice(tx, payload, found, outcome.processingStatus)
    await inScope(tx, tenantScope(payload.userTenantId), () => notify(tx, payload.userTenantId, message))
  })

/** The job that imports the workbook of a bulk upload. Its node sends heartbeats, so that another soon takes over after a crash. */
export const bulkUploadJob = job<JobPayload>({ name: 'bulkUpload.take', retries: 8, expires: 3600, heartbeat: 20 })

const UNEXPECTED_ERROR = say('Something went wrong on our side. The rows imported so far stay. Please upload the workbook again.')
/** Seconds until an upload checks again whether earlier ones have ended. */
const RETRY_SECONDS = 5

/** Starts or resumes an upload. Uploads of one tenant run one after the other: one that must wait is postponed. */
const startUpload = ({ db, jobs }: Needs, payload: JobPayload): Promise<Uploaded | undefined> =>
  db.write(tenantScope(payload.tenantId), async (tx) => {
    const found = await lockUpload(tx, payload.uploadId)
    if (!found || hasEnded(found.upload)) return undefined
    if (await isBehindAnother(tx, found.upload)) {
      await jobs.send(tx, bulkUploadJob, payload, { after: RETRY_SECONDS })
      return undefined
    }
    const newValues = { processingStatus: 'PROCESSING' as const, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(newValues).where(eq(bulkUploads.uniqueId, payload.uploadId))
    return found
  })

/** The uploading user and the target tenant as of now. Throws if one of them was deleted, or the user lost the right. */
const partiesOf = async ({ db, findActor }: Needs, { tenantId, userId, userTenantId }: JobPayload) => {
  const actor = await findActor(userTenantId, userId)
  if (!actor || !can(actor, bulkUploadPolicy.create))
    throw forbidden(say('The person who uploaded it no longer has the right to do this'))
  const [tenant] = await db.as(tenantScope(tenantId)).select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  if (!tenant || tenant.deletedAt || tenant.erasedAt) throw new Refusal(404, say('The tenant was deleted'))
  return { actor, tenant }
}

/** Downloads the workbook to a temporary path until the work is done. */
const withFile = async (files: Files, { document }: Uploaded, work: (path: string) => Promise<void>) => {
  const bytes = await files.read(document.tenantId, document.hash)
  if (!bytes) throw new Refusal(404, say('The file of this upload is gone. Please upload it again.'))
  return withTemporaryFile(bytes, work)
}

/** Imports the workbook of a bulk upload, batch by batch. Restarted after a crash, it continues after the last committed batch. */
export const bulkUploadWorker = (needs: Needs, sheets: () => Sheets) => {
  const runImport = async (payload: JobPayload, upload: Uploaded) => {
    const parties = () => partiesOf(needs, payload)
    const { tenant } = await parties()
    const run = { db: needs.db, uploadId: payload.uploadId, parties, sheets: sheets().map((sheetIn) => sheetIn(tenant)) }
    await withFile(needs.files, upload, (path) => importSheets({ ...run, path }))
  }
  const work = async (payload: JobPayload) => {
    const upload = await startUpload(needs, payload)
    if (!upload) return
    try {
      await runImport(payload, upload)
      await finishUpload(needs, payload)
    } catch (error) {
      if (!(error instanceof HasEnded)) await finishUpload(needs, payload, problemOf(error))
    }
  }
  return worker(bulkUploadJob, work, (payload) => finishUpload(needs, payload, UNEXPECTED_ERROR))
}

/** The problem that fails an upload as a whole. Rethrows errors that are not a Refusal, so that the job is retried. */
const problemOf = (error: unknown) => {
  const refusal = toRefusal(error)
  if (refusal) return refusal.sentence
  throw error
}
