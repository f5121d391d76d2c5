import { fileImportStates, type ImportKind, type RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type {
  Counts,
  FrequentFault,
  ImportOptions,
  Readings,
  UndoOutcome,
  UnknownValue,
} from '@tradewind/contract/crm/bulk/fileImport.contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { EndReason } from '#kit/cancelled'
import type { Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { instant, partitionTable, scopedForeignKey } from '#kit/database/table'
import { notifyOfKinds } from '#kit/record/activity'
import { documents } from '#platform/schema/document.table'

export const fileImportState = pgEnum('file_import_state', fileImportStates)

/** The preview of a file, read with its options. */
export interface FilePreview {
  sheets: string[]
  columns: { name: string; samples: string[] }[]
  /** The number of rows, once a job has counted them. (Not in `counts`: the previous release knows only the statuses of rows there.) */
  total?: number
  /** The texts that fields did not know when the file was last compared. */
  unknown?: UnknownValue[]
  /** How dates and numbers were read when the file was last compared. */
  readings?: Readings[]
  /** The errors that several rows had when the file was last compared. */
  frequentFaults?: FrequentFault[]
  /** Of a mass upload: the workbook of the rows that it left out is stored, by the id of the import. */
  hasFaultyRows?: boolean
}

/** An imported file: how it is read, its progress, and its result. Its bytes are those of its document; a mass upload, whose bytes are not kept, has none. */
export const fileImports = partitionTable(
  'file_import',
  {
    kind: text().$type<ImportKind>().notNull(),
    byName: text().notNull(),
    documentId: uuid(),
    fileName: text().notNull(),
    size: integer().notNull(),
    preview: jsonb('look').$type<FilePreview>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    state: fileImportState().notNull().default('DRAFT'),
    /** Counts the started jobs: one that is not the latest ends. */
    run: integer().notNull().default(0),
    /** The rows that the job has processed, written in the same transaction as their results. */
    read: integer().notNull().default(0),
    counts: jsonb().$type<Counts>().notNull(),
    takenAt: instant(),
    undone: jsonb().$type<UndoOutcome>(),
    problem: text(),
    said: jsonb().$type<EndReason>(),
  },
  (t) => [scopedForeignKey('file_import_document', t, t.documentId, documents)],
)
export type FileImportRow = typeof fileImports.$inferSelect

/** A part of the result of a job: rows that it compared, or what it wrote. */
export const fileImportParts = partitionTable(
  'file_import_part',
  {
    importId: uuid().notNull(),
    phase: text().$type<'check' | 'take'>().notNull(),
    /** The status of the rows; WRITTEN: which records were created and changed. */
    status: text().$type<RowStatus | 'WRITTEN'>().notNull(),
    /** The number of rows of this status before this part, and in it. */
    before: integer().notNull(),
    count: integer().notNull(),
    rows: jsonb().$type<readonly unknown[]>().notNull(),
    undoneAt: instant(),
  },
  (t) => [
    scopedForeignKey('file_import_part_of', t, t.importId, fileImports).onDelete('cascade'),
    index('file_import_part_in_order').on(t.tenantId, t.partitionId, t.importId, t.phase, t.status, t.before),
  ],
)

/** The last mapping of a user for columns with these names. */
export const fileImportMemories = partitionTable(
  'file_import_memory',
  {
    kind: text().$type<ImportKind>().notNull(),
    /** A digest of the columns' names. */
    header: text().notNull(),
    options: jsonb().$type<Pick<ImportOptions, 'mapping' | 'key' | 'existing' | 'erase' | 'defaults' | 'values'>>().notNull(),
  },
  (t) => [
    uniqueIndex('file_import_memory_of')
      .on(t.tenantId, t.partitionId, t.createdBy, t.kind, t.header)
      .where(sql`deleted_at is null`),
  ],
)

/** The kind by which open pages learn of imports. */
export const importNews = { name: 'massUpload', table: fileImports } as const

/** Has open pages read the imports again after the commit. */
export const notifyOfImports = (tx: Tx, scope: Scope) => notifyOfKinds({ tx, scope }, [importNews])
