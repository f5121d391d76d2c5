import type { Files } from '@tradewind/byte-store/files'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { can } from '@tradewind/contract/kit/policy'
import { say, phrase, type Said, type Sentence, told } from '@tradewind/contract/kit/say'
import type { BulkUpload } from '@tradewind/contract/operations/bulkUpload.contract'
import { bulkUploadPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { readSheet, sheetsOf } from '@tradewind/workbook/read'
import { ALLOWED_VALUES } from '@tradewind/workbook/sheet'
import type { Batch } from '@tradewind/workbook/work'
import { limits } from '@tradewind/workbook/xlsx/limits'
import { eq } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tenantScope, type Database, type Tx, within } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { forbidden, Refusal, refusalIn } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { type Jobs, job, worker } from '#kit/jobs'
import type { BulkSheetIn } from '#kit/upload/bulkSheet'
import type { Notify } from '#platform/notification/notification.queries'
import { tenants } from '#platform/schema/tenant.table'
import { hasEnded, isBehindAnother, lockUpload, type Uploaded, readIn } from './bulkUpload.queries.ts'
import { bulkUploads, type SheetProgress } from './schema/bulkUpload.table.ts'

type BulkSheet = ReturnType<BulkSheetIn>

interface Taking {
  db: Database
  uploadId: string
  path: string
  sheets: readonly BulkSheet[]
  /** Who uploads, and into which tenant. Asked before each batch: it throws where one of them has ended. */
  parties: () => Promise<{ actor: Actor; tenant: { uniqueId: string } }>
}

/** Faults that are listed for a sheet. */
const LISTED = 500
const fresh: SheetProgress = { read: 0, created: 0, skipped: 0, faultTotal: 0, faults: [], passed: 0 }

const contextOf = async ({ parties }: Taking): Promise<Omit<WriteContext, 'tx'>> => {
  const { actor, tenant } = await parties()
  const scope = { tenantId: tenant.uniqueId, partitionId: tenant.uniqueId }
  return { actor, scope, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
}

type Change = (sheets: Record<string, SheetProgress>, context: WriteContext) => Promise<Record<string, SheetProgress>>

/** Changes what became of the sheets so far, and whatever goes with it, in one transaction. */
const step = async (taking: Taking, change: Change) => {
  const asking = await contextOf(taking)
  await taking.db.write(asking.scope, async (tx: Tx) => {
    const found = await lockUpload(tx, taking.uploadId)
    if (!found || hasEnded(found.upload)) throw new Error('The upload has ended meanwhile')
    const sheets = await change(found.upload.sheets, { ...asking, tx })
    const noted = { sheets, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(noted).where(eq(bulkUploads.uniqueId, taking.uploadId))
  })
}

const byRow = (one: Fault, other: Fault) => one.row - other.row
const added = (before: SheetProgress, batch: Batch, { created, faults }: { created: number; faults: Fault[] }) => {
  const found = [...batch.faults, ...faults].toSorted(byRow)
  const read = before.read + batch.read
  return {
    read,
    created: before.created + created,
    skipped: read - before.created - created,
    faultTotal: before.faultTotal + found.length,
    faults: [...before.faults, ...found].slice(0, LISTED).toSorted(byRow),
    passed: batch.passed,
  }
}

/** Takes in a batch and notes that it did, or neither. */
const takeBatch = (taking: Taking, one: BulkSheet, from: number, batch: Batch) =>
  step(taking, async (sheets, context) => {
    const { name } = one.sheet
    const before = sheets[name] ?? fresh
    if (before.passed !== from) throw new Error('Another worker takes this upload in')
    const taken = await one.take(batch.rows, context, { spelling: before.faults.length < LISTED })
    return { ...sheets, [name]: added(before, batch, taken) }
  })

const takeSheet = async (taking: Taking, one: BulkSheet, { read, passed }: SheetProgress, beside: readonly string[]) => {
  let from = passed
  for await (const batch of readSheet(taking.path, one.sheet, { beside, from, most: limits.rows - read })) {
    if (batch.passed > from || batch.faults.length > 0) await takeBatch(taking, one, from, batch)
    from = batch.passed
  }
}

const strange = (name: string): [string, SheetProgress] => {
  const shown = name.slice(0, 200).toWellFormed()
  const problem = say("The template has no sheet '{name}'. Rename or remove it.", { name: shown })
  return [shown, { ...fresh, faultTotal: 1, faults: [{ row: 1, column: '', value: shown, ...told(problem) }] }]
}

/** Notes the sheets that nobody knows, so that a misspelt one is not passed over in silence. */
const noteStrangers = (taking: Taking, names: readonly string[]) =>
  step(taking, async (sheets) => Object.fromEntries([...names.map(strange), ...Object.entries(sheets)]))

/** Takes in sheet after sheet of the workbook, each from where it was left. */
const takeSheets = async (taking: Taking) => {
  const found = await sheetsOf(taking.path, [])
  const names = found.map(({ name }) => name)
  const known = [ALLOWED_VALUES, ...taking.sheets.map(({ sheet }) => sheet.name)]
  await noteStrangers(
    taking,
    found.filter(({ name, isHidden }) => !isHidden && !known.includes(name)).map(({ name }) => name),
  )
  for (const one of taking.sheets.filter(({ sheet }) => names.includes(sheet.name))) {
    const { scope } = await contextOf(taking)
    const before = await taking.db.as(scope).select().from(bulkUploads).where(eq(bulkUploads.uniqueId, taking.uploadId))
    await takeSheet(taking, one, before[0]?.sheets[one.sheet.name] ?? fresh, names)
  }
}

/** Which upload a job takes in, and for whom: the super admin is of another tenant. */
interface JobPayload {
  tenantId: string
  uploadId: string
  userId: string
  userTenantId: string
}
interface Ending {
  db: Database
  notify: Notify
}

type Status = BulkUpload['processingStatus']

const words: Partial<Record<Status, { subject: string; content: string }>> = {
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

const createdIn = ({ sheets }: Uploaded['upload']) => Object.values(sheets).reduce((sum, { created }) => sum + created, 0)

const notice = async (tx: Tx, { tenantId, userId }: JobPayload, { upload, document }: Uploaded, status: Status) => {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  const values = {
    file: document.originalFileName,
    tenant: tenant?.fullName ?? '',
    created: String(createdIn(upload)),
    read: String(readIn(upload)),
  }
  return { userId, ...words[status]!, values, path: `/superAdmin/tenant/show/${tenantId}` }
}

/** How an upload ended of which all sheets were read. */
const statusOf = ({ sheets }: Uploaded['upload']): { processingStatus: Status; problem?: string; said?: Said } => {
  const hasFaults = Object.values(sheets).some(({ faultTotal }) => faultTotal > 0)
  if (hasFaults) return { processingStatus: 'COMPLETED_WITH_ERRORS' }
  if (readIn({ sheets }) === 0) return { processingStatus: 'FAILED', ...told(say('The workbook has no rows')) }
  return { processingStatus: 'COMPLETED' }
}

/** Notes that an upload has ended, as a whole by a problem where there is one, and tells whoever uploaded it: once. */
const end = ({ db, notify }: Ending, payload: JobPayload, problem?: Sentence) =>
  db.write(tenantScope(payload.tenantId), async (tx) => {
    const found = await lockUpload(tx, payload.uploadId)
    if (!found || hasEnded(found.upload)) return
    const outcome = problem ? { processingStatus: 'FAILED' as const, ...told(problem) } : statusOf(found.upload)
    const ended = { ...outcome, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(ended).where(eq(bulkUploads.uniqueId, payload.uploadId))
    const news = await notice(tx, payload, found, outcome.processingStatus)
    await within(tx, tenantScope(payload.userTenantId), () => notify(tx, payload.userTenantId, news))
  })

/** The job that takes in the workbook of a bulk upload. Its node says that it lives, so that another soon goes on where it died. */
export const bulkUploadJob = job<JobPayload>({ name: 'bulkUpload.take', retries: 8, expires: 3600, heartbeat: 20 })

interface Needs extends Ending {
  jobs: Jobs
  files: Files
  /** The living user as the policies know them now: rights may have gone since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

const LOST = say('Something went wrong on our side. The rows imported so far stay. Please upload the workbook again.')
/** Seconds until an upload looks again whether those before it have ended. */
const TURN = 5

/** Begins an upload, or goes on with it. Uploads of one tenant are taken in one after the other: whose turn has not come is put off. */
const begin = ({ db, jobs }: Needs, payload: JobPayload): Promise<Uploaded | undefined> =>
  db.write(tenantScope(payload.tenantId), async (tx) => {
    const found = await lockUpload(tx, payload.uploadId)
    if (!found || hasEnded(found.upload)) return undefined
    if (await isBehindAnother(tx, found.upload)) {
      await jobs.send(tx, bulkUploadJob, payload, { after: TURN })
      return undefined
    }
    const begun = { processingStatus: 'PROCESSING' as const, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(begun).where(eq(bulkUploads.uniqueId, payload.uploadId))
    return found
  })

/** Who uploads and into which tenant, as they stand now. Refuses where one of them has ended. */
const partiesOf = async ({ db, findActor }: Needs, { tenantId, userId, userTenantId }: JobPayload) => {
  const actor = await findActor(userTenantId, userId)
  if (!actor || !can(actor, bulkUploadPolicy.create))
    throw forbidden(say('The person who uploaded it no longer has the right to do this'))
  const [tenant] = await db.as(tenantScope(tenantId)).select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  if (!tenant || tenant.deletedAt || tenant.erasedAt) throw new Refusal(404, say('The tenant was deleted'))
  return { actor, tenant }
}

/** Lays the workbook aside for as long as the work takes: a reader begins at its end. */
const withFile = async (files: Files, { document }: Uploaded, work: (path: string) => Promise<void>) => {
  const bytes = await files.read(document.tenantId, document.hash)
  if (!bytes) throw new Refusal(404, say('The file of this upload is gone. Please upload it again.'))
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-bulk-'))
  try {
    const path = join(folder, 'workbook.xlsx')
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes in the workbook of a bulk upload, batch by batch. Begun again after a crash it goes on behind the last batch that stands. */
export const bulkUploadWorker = (needs: Needs, sheets: () => readonly BulkSheetIn[]) => {
  const take = async (payload: JobPayload, begun: Uploaded) => {
    const parties = () => partiesOf(needs, payload)
    const { tenant } = await parties()
    const taking = { db: needs.db, uploadId: payload.uploadId, parties, sheets: sheets().map((sheetIn) => sheetIn(tenant)) }
    await withFile(needs.files, begun, (path) => takeSheets({ ...taking, path }))
  }
  const work = async (payload: JobPayload) => {
    const begun = await begin(needs, payload)
    if (!begun) return
    const problem = await take(payload, begun).then(() => undefined, problemOf)
    await end(needs, payload, problem)
  }
  return worker(bulkUploadJob, work, (payload) => end(needs, payload, LOST))
}

/** Why an upload fails as a whole. What is no refusal is tried again. */
const problemOf = (error: unknown) => {
  const refusal = refusalIn(error)
  if (refusal) return refusal.told
  throw error
}
