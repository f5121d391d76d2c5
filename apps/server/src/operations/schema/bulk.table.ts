import { type BulkAction, type BulkKind, bulkActions, bulkStates } from '@tradewind/contract/crm/bulk/bulk.constants'
import { bulkUploadStates, type SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { boolean, integer, jsonb, pgEnum, text, uniqueIndex, uuid, index } from 'drizzle-orm/pg-core'
import type { EndReason } from '#kit/cancelled'
import { partitionTable, scopedForeignKey, tenantTable } from '#kit/database/table'
import { documents } from '#platform/schema/document.table'

export const bulkAction = pgEnum('bulk_action', bulkActions)
export const bulkOperationState = pgEnum('bulk_operation_state', bulkStates)

/** Why an operation stopped, or its undo. */
interface BulkProblem extends EndReason {
  ofUndo?: true
}

/** A change of many records: stored for 30 days, in which it can be undone. */
export const bulkOperations = partitionTable('bulk_operation', {
  kind: text().$type<BulkKind>().notNull(),
  action: bulkAction().$type<BulkAction>().notNull(),
  /** The requested change, as parsed by the schema of the call. */
  change: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  byName: text().notNull(),
  state: bulkOperationState().notNull().default('PENDING'),
  total: integer().notNull().default(0),
  looked: integer().notNull().default(0),
  changed: integer().notNull().default(0),
  same: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  refusedExamples: text().array().notNull().default([]),
  restored: integer().notNull().default(0),
  left: integer().notNull().default(0),
  leftExamples: text().array().notNull().default([]),
  problem: jsonb().$type<BulkProblem>(),
})
export type BulkRow = typeof bulkOperations.$inferSelect

/** The data for undoing the change of one record. */
export interface Done extends Readonly<Record<string, unknown>> {
  uniqueId: string
}

/** A batch of the records of an operation: changed in one transaction, and undone in one. */
export const bulkBatches = partitionTable(
  'bulk_batch',
  {
    operationId: uuid().notNull(),
    /** Counted from 0. */
    number: integer().notNull(),
    ids: uuid().array().notNull(),
    /** The changes with the previous values. Null until then. */
    done: jsonb().$type<readonly Done[]>(),
    undone: boolean().notNull().default(false),
  },
  (t) => [
    scopedForeignKey('bulk_batch_operation', t, t.operationId, bulkOperations).onDelete('cascade'),
    uniqueIndex('bulk_batch_of_operation').on(t.tenantId, t.partitionId, t.operationId, t.number),
  ],
)

export const bulkState = pgEnum('bulk_state', bulkUploadStates)

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
