import { bulkStates, type SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { index, jsonb, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import type { EndReason } from '#kit/cancelled'
import { scopedForeignKey, tenantTable } from '#kit/database/table'
import { documents } from '#platform/schema/document.table'

export const bulkState = pgEnum('bulk_state', bulkStates)

/** The result of a sheet so far, and how far it was read. */
export interface SheetProgress extends SheetOutcome {
  passed: number
  /** The number of its rows, once they are counted. */
  total?: number
}

/** The bootstrap of a tenant by a workbook, with its progress. */
export const bulkUploads = tenantTable(
  'bulk_upload',
  {
    documentId: uuid().notNull(),
    processingStatus: bulkState().notNull().default('PENDING'),
    /** The progress of each sheet: written in the transaction of the rows that it counts, so that a restarted job continues there. */
    sheets: jsonb().$type<Record<string, SheetProgress>>().notNull().default({}),
    /** Why it failed as a whole. */
    problem: text(),
    /** The parts of that message, if it has placeholders. */
    said: jsonb().$type<EndReason>(),
  },
  (t) => [
    scopedForeignKey('bulk_upload_document', t, t.documentId, documents),
    index('bulk_upload_newest').on(t.tenantId, t.dateCreated, t.uniqueId),
  ],
)
