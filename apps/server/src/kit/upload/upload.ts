import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import type { massUpload } from '@tradewind/contract/kit/massUpload'
import { grouped, say } from '@tradewind/contract/kit/say'
import { markedWorkbook } from '@tradewind/workbook/marked'
import type { Faults } from '@tradewind/workbook/sheet'
import { template } from '@tradewind/workbook/template'
import { TooManyRows } from '@tradewind/workbook/xlsx/limits'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { nested } from '../database/database.ts'
import { invalid, notFound } from '../errors.ts'
import { manualTransaction, type Handlers, type ReadContext, type WriteContext } from '../http/context.ts'
import type { Jobs } from '../jobs.ts'
import type { Entity } from '../record/entity.ts'
import { dryRunImport, importRows, type ImportSpec, importSpecIn } from './importSpec.ts'
import { bounded, importJob, type Limits, MARKED, mostOf } from './upload.job.ts'
import { imports } from './upload.table.ts'

/** Rows that one request takes in. More run as a job. */
const AT_ONCE = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Needs {
  jobs: Jobs
  settings: Limits
}
interface Given {
  file: Uploaded
  dryRun?: boolean | undefined
  partial?: boolean | undefined
}

/** Keeps the workbook and leaves it to a job. */
const laterOn = async (
  of: Entity,
  jobs: Jobs,
  { file, dryRun = false, partial = false }: Given,
  { tx, actor, scope }: WriteContext,
) => {
  const bytes = await readFile(file.path)
  const row = { kind: of.name, fileName: file.filename, file: bytes, dryRun, partial, createdBy: actor.uniqueId }
  const [made] = await tx.insert(imports).values(row).returning({ uniqueId: imports.uniqueId })
  await jobs.send(tx, importJob(of.name), { ...scope, userId: actor.uniqueId, importId: made!.uniqueId })
  return { read: 0, created: 0, skipped: 0, faults: [], importId: made!.uniqueId }
}

const takeIn = async (arrival: ImportSpec, { jobs, settings }: Needs, given: Given, context: WriteContext) => {
  const take = given.dryRun ? dryRunImport : importRows
  const { partial = false } = given
  const limit = await mostOf(settings, context.scope)
  const most = Math.min(AT_ONCE, limit)
  // Too many rows are found after some are written: these are undone, and the rest of the transaction stands.
  const arriving = nested(context.tx, (tx) => take(arrival, given.file.path, { ...context, tx }, { most, partial }))
  const arrived = await (limit > AT_ONCE ? arriving.catch(tooMany) : bounded(limit, arriving))
  if (!arrived) return laterOn(arrival.of, jobs, given, context)
  const { read, created, skipped, faults, isUnsound } = arrived
  if (faults.total > 0 && (isUnsound || !partial)) throw refused(faults)
  if (partial) {
    const { listed, total } = faults
    return { read, created, skipped, faults: listed, total, faulty: read - created - skipped, importId: null }
  }
  return { read, created, skipped: read - created, faults: [], importId: null }
}

const marked = async (
  given: ImportSpec,
  { settings }: Needs,
  { file: { filename, path }, partial = false }: Given,
  context: WriteContext,
) => {
  const arrival = await importSpecIn(given, context)
  const most = await mostOf(settings, context.scope)
  const { faults } = await bounded(most, dryRunImport(arrival, path, context, { most, partial, single: MARKED }))
  const body = await markedWorkbook(path, arrival.sheet, faults.single, partial ? (row) => faults.hasRow(row) : undefined)
  return { name: nameOf(filename, partial), type: XLSX, body }
}

const nameOf = (filename: string, partial: boolean) =>
  filename.replace(/(\.xlsx)?$/i, partial ? ' (faulty rows).xlsx' : ' (marked).xlsx')

/** The bad rows that the own upload has left out. */
const faultyRowsOf = async (of: Entity, uniqueId: string, { db, actor }: ReadContext) => {
  const { fileName, faultyRows } = imports
  const [row] = await db
    .select({ fileName, faultyRows })
    .from(imports)
    .where(ownUpload(of, uniqueId, actor))
  if (!row?.faultyRows) throw notFound(say('Upload not found'))
  return { name: nameOf(row.fileName, true), type: XLSX, body: row.faultyRows }
}

const ownUpload = (of: Entity, uniqueId: string, { uniqueId: userId }: ReadContext['actor']) =>
  and(eq(imports.uniqueId, uniqueId), eq(imports.kind, of.name), eq(imports.createdBy, userId))

/** How far the own upload has come. */
const stateOf = async (of: Entity, uniqueId: string, { db, actor }: ReadContext) => {
  const { file: _, faultyRows: __, searchText: ___, ...columns } = getTableColumns(imports)
  const [row] = await db
    .select(columns)
    .from(imports)
    .where(ownUpload(of, uniqueId, actor))
  if (!row) throw notFound(say('Upload not found'))
  return { ...row, said: row.said ?? undefined, faulty: row.faulty ?? undefined }
}

/** The handlers of a mass upload. */
export const uploading = (arrival: ImportSpec, needs: Needs): Handlers<ReturnType<typeof massUpload>> => {
  const { of } = arrival
  return {
    massUpload: (given: Given, context: WriteContext) => takeIn(arrival, needs, given, context),
    template: async (_: object, context: ReadContext) => {
      const { sheet } = await importSpecIn(arrival, context)
      return { name: `${of.name}Template.xlsx`, type: XLSX, body: template(sheet) }
    },
    // Apart, so that the transaction has ended before the first byte is sent.
    markedWorkbook: manualTransaction((given: Given, { write }) => write((context) => marked(arrival, needs, given, context))),
    importState: ({ uniqueId }: { uniqueId: string }, context: ReadContext) => stateOf(of, uniqueId, context),
    faultyRows: ({ uniqueId }: { uniqueId: string }, context: ReadContext) => faultyRowsOf(of, uniqueId, context),
  }
}

/** The refusal of a workbook with faults: the first 500 of them, and how many there are. */
const refused = (faults: Faults) =>
  invalid(
    { faults: faults.listed, total: faults.total } as never,
    say('The workbook has {count} error and was not imported|The workbook has {count} errors and was not imported', {
      count: grouped(faults.total),
    }),
  )

const tooMany = (error: unknown) => {
  if (error instanceof TooManyRows) return undefined
  throw error
}
