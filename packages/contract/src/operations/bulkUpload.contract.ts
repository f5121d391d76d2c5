import { z } from 'zod'
import { byId, emptyInput, endpoint, fileReply, id, instant, listQuery, upload } from '../kit/endpoint.ts'
import { Fault } from '../kit/massUpload.ts'
import { bulkUploadPolicy } from './policies.ts'

/** The stored states. One that was cancelled is stored as failed. */
export const bulkUploadStates = ['PENDING', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'] as const

/** The outcome of one sheet: `created + skipped = read`; `faults` are the first 500 of `faultTotal`. */
export const SheetOutcome = z.object({
  read: z.number(),
  created: z.number(),
  skipped: z.number(),
  faultTotal: z.number(),
  faults: z.array(Fault),
})
export type SheetOutcome = z.output<typeof SheetOutcome>

/** The initial import of a tenant's data from a workbook. `parsingResponse` is JSON text: `{ sheets: { [sheet]: SheetOutcome }, problem? }`. */
export const BulkUpload = z.object({
  uniqueId: id,
  dateCreated: instant,
  lastUpdated: instant,
  document: z.object({ uniqueId: id, fileName: z.string() }),
  processingStatus: z.enum([...bulkUploadStates, 'CANCELLED']),
  /** The number of rows processed so far, over all sheets. */
  read: z.number(),
  /** The number of rows in the workbook; 0 until they are counted. */
  total: z.number(),
  parsingResponse: z.string(),
})
export type BulkUpload = z.output<typeof BulkUpload>

/** `uniqueId` names the tenant; without it, x-tenant does. */
const bootstrap = z.strictObject({ file: upload, uniqueId: id.optional() })
const startedMessage = 'The workbook is being imported. You can keep working in the meantime.'

export const bulkUploadApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/upload/bulk/',
    access: bulkUploadPolicy.see,
    acrossTenants: true,
    summary: 'Lists the bulk uploads of the tenant named by the x-tenant header, latest first.',
    input: listQuery(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(BulkUpload),
    replyType: 'list',
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/upload/bulk/template',
    access: bulkUploadPolicy.create,
    acrossTenants: true,
    summary:
      'Returns the empty workbook for the import into the tenant named by the x-tenant header, with its mandatory columns in red.',
    input: emptyInput,
    reply: fileReply,
    replyType: 'file',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/upload/bulk/',
    access: bulkUploadPolicy.create,
    acrossTenants: true,
    summary: 'Imports users and records of a tenant from a workbook, as a job. Valid rows are imported; the others are reported.',
    input: bootstrap,
    reply: BulkUpload,
    replyType: 'created',
    message: startedMessage,
  }),
  bootstrap: endpoint({
    method: 'POST',
    path: '/api/tenant/bootstrap',
    access: bulkUploadPolicy.create,
    acrossTenants: true,
    summary: 'Does the same as POST /api/upload/bulk/.',
    input: bootstrap,
    reply: BulkUpload,
    replyType: 'created',
    message: startedMessage,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/upload/bulk/:uniqueId/cancel',
    access: bulkUploadPolicy.create,
    acrossTenants: true,
    summary:
      'Cancels a bulk upload that waits or runs. The records that it has created stay. Does nothing if it was cancelled before.',
    input: byId,
    reply: BulkUpload,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/upload/bulk/:uniqueId',
    access: bulkUploadPolicy.remove,
    acrossTenants: true,
    summary: 'Deletes a bulk upload that has ended, with its file. The records that it created stay.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
}
