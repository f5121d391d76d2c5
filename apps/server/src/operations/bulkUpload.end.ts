import type { BulkUpload } from '@tradewind/contract/operations/bulkUpload.contract'
import { phrase, type Said, say, type Sentence, told } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { type Database, tenantScope, type Tx, within } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import type { Notify } from '#platform/notification/notification.queries'
import { tenants } from '#platform/schema/tenant.table'
import { hasEnded, lockUpload, readIn, type Uploaded } from './bulkUpload.queries.ts'
import { bulkUploads } from './schema/bulkUpload.table.ts'

/** Which upload a job takes in, and for whom: the super admin is of another tenant. */
export interface JobPayload {
  tenantId: string
  uploadId: string
  userId: string
  userTenantId: string
}
export interface Ending {
  db: Database
  notify: Notify
}

type Status = BulkUpload['processingStatus']

const words: Partial<Record<Status, { subject: string; content: string }>> = {
  COMPLETED: {
    subject: phrase('Bulk Upload Successful'),
    content: phrase('{created} of {read} rows of {file} were taken in for {tenant}.'),
  },
  COMPLETED_WITH_ERRORS: {
    subject: phrase('Bulk upload ended with errors'),
    content: phrase(
      '{created} of {read} rows of {file} were taken in for {tenant}. The upload says what is wrong with the others.',
    ),
  },
  FAILED: {
    subject: phrase('Bulk upload failed'),
    content: phrase('{file} could not be taken in for {tenant}. Rows taken in before: {created}. The upload says why.'),
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
export const end = ({ db, notify }: Ending, payload: JobPayload, problem?: Sentence) =>
  db.write(tenantScope(payload.tenantId), async (tx) => {
    const found = await lockUpload(tx, payload.uploadId)
    if (!found || hasEnded(found.upload)) return
    const outcome = problem ? { processingStatus: 'FAILED' as const, ...told(problem) } : statusOf(found.upload)
    const ended = { ...outcome, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(ended).where(eq(bulkUploads.uniqueId, payload.uploadId))
    const news = await notice(tx, payload, found, outcome.processingStatus)
    await within(tx, tenantScope(payload.userTenantId), () => notify(tx, payload.userTenantId, news))
  })
