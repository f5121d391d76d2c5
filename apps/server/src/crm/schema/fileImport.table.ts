import type { Counts, ImportOptions, Undone } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportStates, type ImportKind, type RowStatus } from '@tradewind/contract/crm/bulk/fileImport.words'
import type { Said } from '@tradewind/contract/kit/say'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inPartition, inTenant, instant, partitionTable } from '#kit/database/table'
import { documents } from '#platform/schema/document.table'

export const fileImportState = pgEnum('file_import_state', fileImportStates)

/** What a file looks like, read by its options. */
export interface Look {
  sheets: string[]
  columns: { name: string; samples: string[] }[]
}

/** A file of records: how it is read, how far it has come, and what became of it. Its bytes are those of its document. */
export const fileImports = partitionTable(
  'file_import',
  {
    kind: text().$type<ImportKind>().notNull(),
    byName: text().notNull(),
    documentId: uuid().notNull(),
    fileName: text().notNull(),
    size: integer().notNull(),
    look: jsonb().$type<Look>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    state: fileImportState().notNull().default('DRAFT'),
    /** Counts the jobs that were begun: one that is not the last ends. */
    run: integer().notNull().default(0),
    /** Rows that the job has come past, written with what it did with them. */
    read: integer().notNull().default(0),
    counts: jsonb().$type<Counts>().notNull(),
    takenAt: instant(),
    undone: jsonb().$type<Undone>(),
    problem: text(),
    said: jsonb().$type<Said>(),
  },
  (t) => [inTenant('file_import_document', t, t.documentId, documents)],
)
export type FileImportRow = typeof fileImports.$inferSelect

/** A part of what a job made of a file: rows that it compared, or what it wrote. */
export const fileImportParts = partitionTable(
  'file_import_part',
  {
    importId: uuid().notNull(),
    phase: text().$type<'check' | 'take'>().notNull(),
    /** Of which rows it tells; WRITTEN: which records were created and changed. */
    status: text().$type<RowStatus | 'WRITTEN'>().notNull(),
    /** How many rows of this status come before, and how many these are. */
    before: integer().notNull(),
    count: integer().notNull(),
    rows: jsonb().$type<readonly unknown[]>().notNull(),
    undoneAt: instant(),
  },
  (t) => [
    inPartition('file_import_part_of', t, t.importId, fileImports).onDelete('cascade'),
    index('file_import_part_in_order').on(t.tenantId, t.partitionId, t.importId, t.phase, t.status, t.before),
  ],
)

/** How somebody has mapped columns of these names last. */
export const fileImportMemories = partitionTable(
  'file_import_memory',
  {
    kind: text().$type<ImportKind>().notNull(),
    /** A digest of the columns' names. */
    header: text().notNull(),
    options: jsonb().$type<Pick<ImportOptions, 'mapping' | 'key' | 'existing' | 'erase' | 'defaults'>>().notNull(),
  },
  (t) => [
    uniqueIndex('file_import_memory_of')
      .on(t.tenantId, t.partitionId, t.createdBy, t.kind, t.header)
      .where(sql`deleted_at is null`),
  ],
)
