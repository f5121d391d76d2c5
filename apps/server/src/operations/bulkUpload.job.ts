import { bulkUploadPolicy } from '@tradewind/contract/operations/bulkUpload.policy'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tenantScope } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { forbidden, Refusal, refusalIn } from '#kit/errors'
import { type Jobs, job, worker } from '#kit/jobs'
import type { BulkSheetIn } from '#kit/upload/bulkSheet'
import type { Files } from '@tradewind/byte-store/files'
import { tenants } from '#platform/schema/tenant.table'
import { end, type Ending, type JobPayload } from './bulkUpload.end.ts'
import { hasEnded, isBehindAnother, lockUpload, type Uploaded } from './bulkUpload.queries.ts'
import { bulkUploads } from './schema/bulkUpload.table.ts'
import { takeSheets } from './bulkUpload.take.ts'

/** The job that takes in the workbook of a bulk upload. Its node says that it lives, so that another soon goes on where it died. */
export const bulkUploadJob = job<JobPayload>({ name: 'bulkUpload.take', retries: 8, expires: 3600, heartbeat: 20 })

interface Needs extends Ending {
  jobs: Jobs
  files: Files
  /** The living user as the policies know them now: rights may have gone since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

const LOST = say('Something went wrong on our side. What was taken in stays. Please upload the workbook again.')
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
  if (!actor || !can(actor, bulkUploadPolicy.create)) throw forbidden(say('Whoever uploaded it may not do this any more'))
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
