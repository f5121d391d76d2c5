import type { Fault } from '@tradewind/contract/kit/massUpload'
import { importStates } from '@tradewind/contract/kit/massUpload'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { boolean, customType, integer, jsonb, pgEnum, text } from 'drizzle-orm/pg-core'
import { cancelled, type EndReason, namedState } from '../cancelled.ts'
import type { Reader, Tx } from '../database/database.ts'
import { partitionTable } from '../database/table.ts'
import { conflict, notFound } from '../errors.ts'
import type { ReadContext, WriteContext } from '../http/context.ts'
import type { Entity } from './entity.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const importState = pgEnum('import_state', importStates)

/** Workbooks that jobs import, and the outcomes. */
export const imports = partitionTable('import', {
  kind: text().notNull(),
  fileName: text().notNull(),
  /** The workbook; null after the job has ended. */
  file: bytea(),
  dryRun: boolean().notNull(),
  /** Valid rows are imported, and faulty ones are returned. */
  partial: boolean().notNull().default(false),
  processingStatus: importState().notNull().default('PENDING'),
  read: integer().notNull().default(0),
  created: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  faults: jsonb().$type<Fault[]>().notNull().default([]),
  /** How many faults there are; the first 500 are listed. */
  total: integer().notNull().default(0),
  /** The number of rows that were left out, and a workbook of them. */
  faulty: integer(),
  faultyRows: bytea(),
  /** Why the import failed as a whole. */
  problem: text(),
  /** The parts of that message, if it has values. */
  said: jsonb().$type<EndReason>(),
})

/** A mass upload that has created records. `uploadId`: that of its stored upload, if it ran as a job or has left out faulty rows. */
export interface FinishedUpload {
  uploadId?: string
  fileName: string
  /** Bytes. */
  size: number
  read: number
  skipped: number
  faulty: number
  /** The records that it created, in the sheet's order. */
  ids: readonly string[]
}

/** The condition for an upload of the actor's own. */
export const ownUpload = (of: Entity, uniqueId: string, { uniqueId: userId }: Actor) =>
  and(eq(imports.uniqueId, uniqueId), eq(imports.kind, of.name), eq(imports.createdBy, userId))

/** Stores an upload that a request has imported, with the workbook of the rows that it left out. Returns its id. */
export const storeUpload = async (
  tx: Tx,
  values: Omit<typeof imports.$inferInsert, 'dryRun' | 'partial' | 'processingStatus'>,
) => {
  const [stored] = await tx
    .insert(imports)
    .values({ ...values, dryRun: false, partial: true, processingStatus: 'COMPLETED' })
    .returning({ uniqueId: imports.uniqueId })
  return stored!.uniqueId
}

/** The workbook of the rows that an upload has left out, and the name of the uploaded file. Throws a 404 if there is none. */
export const findFaultyRows = async (db: Reader, uniqueId: string, condition: SQL | undefined) => {
  const { fileName, faultyRows } = imports
  const [row] = await db
    .select({ fileName, faultyRows })
    .from(imports)
    .where(and(eq(imports.uniqueId, uniqueId), condition))
  if (!row?.faultyRows) throw notFound(say('Upload not found'))
  return { fileName: row.fileName, faultyRows: row.faultyRows }
}

const { file: _, faultyRows: __, searchText: ___, ...stateColumns } = getTableColumns(imports)

const toImportState = (row: Omit<typeof imports.$inferSelect, 'file' | 'faultyRows' | 'searchText'> | undefined) => {
  if (!row) throw notFound(say('Upload not found'))
  const processingStatus = namedState(row.processingStatus, row.said)
  return { ...row, processingStatus, said: row.said ?? undefined, faulty: row.faulty ?? undefined }
}

/** The state of the actor's own upload. */
export const getImportState = async (of: Entity, uniqueId: string, { db, actor }: ReadContext) => {
  const [row] = await db
    .select(stateColumns)
    .from(imports)
    .where(ownUpload(of, uniqueId, actor))
  return toImportState(row)
}

/** Cancels the actor's own upload. Its job is rolled back when it next saves its progress or its outcome. */
export const cancelImport = async (of: Entity, uniqueId: string, { tx, actor }: WriteContext) => {
  const own = ownUpload(of, uniqueId, actor)
  const [found] = await tx.select(stateColumns).from(imports).where(own).for('update')
  const row = toImportState(found)
  if (row.processingStatus === 'CANCELLED') return row
  if (row.processingStatus !== 'PENDING' && row.processingStatus !== 'PROCESSING')
    throw conflict(say('This can no longer be cancelled'))
  const ended = { processingStatus: 'FAILED', created: 0, skipped: row.read, file: null, ...cancelled } as const
  const [stored] = await tx.update(imports).set(ended).where(own).returning(stateColumns)
  return toImportState(stored)
}
