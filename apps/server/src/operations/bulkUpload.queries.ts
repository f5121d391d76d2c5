import { say } from '@tradewind/contract/kit/say'
import { type BulkUpload, SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { conflict } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { endDocument } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { bulkUploads } from './schema/bulkUpload.table.ts'

const columns = { upload: bulkUploads, document: documents }
export interface Uploaded {
  upload: typeof bulkUploads.$inferSelect
  document: typeof documents.$inferSelect
}

const uploads = (db: Reader | Tx) =>
  db.select(columns).from(bulkUploads).innerJoin(documents, eq(documents.uniqueId, bulkUploads.documentId)).$dynamic()

const isOpen = inArray(bulkUploads.processingStatus, ['PENDING', 'PROCESSING'])
export const hasEnded = ({ processingStatus }: Uploaded['upload']) =>
  processingStatus !== 'PENDING' && processingStatus !== 'PROCESSING'

/** One upload, which nobody else changes until the transaction has ended. */
export const lockUpload = async (tx: Tx, uniqueId: string): Promise<Uploaded | undefined> => {
  const [found] = await uploads(tx).where(eq(bulkUploads.uniqueId, uniqueId)).for('update', { of: bulkUploads })
  return found
}

/** The upload that this document belongs to, locked likewise. */
const lockUploadOf = async (tx: Tx, documentId: string): Promise<Uploaded | undefined> => {
  const [found] = await uploads(tx).where(eq(bulkUploads.documentId, documentId)).for('update', { of: bulkUploads })
  return found
}

/** Removes an upload from the list, with its file. Refuses one that has not ended. */
export const removeUpload = async (jobs: Jobs, { upload, document }: Uploaded, context: WriteContext) => {
  const { tx, scope } = context
  if (!hasEnded(upload)) throw conflict(say('This upload has not ended yet'))
  await tx.delete(bulkUploads).where(eq(bulkUploads.uniqueId, upload.uniqueId))
  await endDocument(jobs, tx, scope.tenantId, document.uniqueId)
  await audit(context, { action: 'DELETED', kind: 'bulkUpload', recordId: upload.uniqueId, title: document.originalFileName })
}

/** Removes the upload that a document belongs to, with the document. False where it belongs to none. */
export const removeDocument = async (jobs: Jobs, { uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const upload = await lockUploadOf(context.tx, uniqueId)
  if (upload) await removeUpload(jobs, upload, context)
  return upload !== undefined
}

/** An upload of the same tenant that came before this one and has not ended. */
export const isBehindAnother = async (tx: Tx, { uniqueId, dateCreated }: Uploaded['upload']) => {
  const sameTime = and(eq(bulkUploads.dateCreated, dateCreated), lt(bulkUploads.uniqueId, uniqueId))
  const before = or(lt(bulkUploads.dateCreated, dateCreated), sameTime)
  const [other] = await tx.select({ id: bulkUploads.uniqueId }).from(bulkUploads).where(and(isOpen, before)).limit(1)
  return other !== undefined
}

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** The uploads of a tenant, the latest first where no other order is asked for. */
export const listUploads = async (db: Reader, { page, size, sort = '-dateCreated' }: Asked) => {
  const way = sort.startsWith('-') ? desc : asc
  const listed = uploads(db).orderBy(way(bulkUploads.dateCreated), way(bulkUploads.uniqueId))
  const isPage = page !== undefined || size !== undefined
  const [rows, total] = await Promise.all([
    isPage ? listed.limit(size ?? 20).offset((page ?? 0) * (size ?? 20)) : listed,
    db.$count(bulkUploads),
  ])
  return { rows: rows.map(replyOf), total, estimated: false }
}

/** What becomes of each sheet, for people to read. */
const responseOf = ({ sheets, problem, said }: Uploaded['upload']) => {
  const outcomes = Object.entries(sheets).map(([name, progress]) => [name, SheetOutcome.parse(progress)] as const)
  return JSON.stringify({ sheets: Object.fromEntries(outcomes), ...(problem && { problem }), ...(said && { said }) })
}

export const readIn = ({ sheets }: Pick<Uploaded['upload'], 'sheets'>) =>
  Object.values(sheets).reduce((sum, { read }) => sum + read, 0)

export const replyOf = ({ upload, document }: Uploaded): BulkUpload => ({
  uniqueId: upload.uniqueId,
  dateCreated: upload.dateCreated,
  lastUpdated: upload.updatedAt,
  document: { uniqueId: document.uniqueId, fileName: document.originalFileName },
  processingStatus: upload.processingStatus,
  read: readIn(upload),
  parsingResponse: responseOf(upload),
})
