import type { Files } from '@tradewind/byte-store/files'
import { IMPORT_UNDO_DAYS, type ImportKind, isRunning, type RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import {
  type DecisionInput,
  fileImportApi,
  type ImportChange,
  type ImportRow,
} from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { cancelChanges } from '#kit/cancelled'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import { conflict, notFound, Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { assertAllowed } from '#kit/record/entity'
import { faultyRowsFile } from '#kit/record/sheets'
import { lockBytes } from '#platform/document.queries'
import type { TextsOf } from '#platform/message.queries'
import { languageOfReader } from '#platform/notification/notification.queries'
import { documents } from '#platform/schema/document.table'
import { fileImportParts, type FileImportRow, fileImports, notifyOfImports } from '../schema/fileImport.table.ts'
import { checkJob, deleteParts } from './check.job.ts'
import { decide } from './decide.ts'
import { kinds } from './kinds.ts'
import {
  changedOptions,
  type Inspected,
  rememberedOptions,
  rememberOptions,
  requireFields,
  requireKey,
  sheetIn,
} from './options.ts'
import { faultyFile, inspectFile, withFile } from './source.ts'
import {
  cancelImport,
  findImport,
  isAccessibleTo,
  isPastUndo,
  lockImport,
  type Needs as JobNeeds,
  noCounts,
  notifyOfCancel,
  toFileImport,
  toFileImports,
  updateImport,
} from './state.ts'
import { importJob } from './take.job.ts'
import { undoJob } from './undo.job.ts'

type FaultyRowsNeeds = Parameters<typeof faultyRowsFile>[1]

interface Needs extends JobNeeds, FaultyRowsNeeds {
  jobs: Jobs
  files: Files
  texts: TextsOf
}

const MB = 1024 * 1024
/** The maximum size of a file in bytes: a million companies. (A workbook has a limit of its own.) */
const MAX_BYTES = 200 * MB
const tooLarge = () => new Refusal(413, say('A file can be {count} MB at most', { count: MAX_BYTES / MB }))

/** Stores the file and its preview. The bytes are stored last, when nothing can fail any more. */
const createImport = async ({ files }: Needs, kind: ImportKind, file: Uploaded, inspected: Inspected, context: WriteContext) => {
  const { tx, actor, scope } = context
  const { filename: name, hash, size, mimetype: mimeType } = file
  const createdBy = actor.uniqueId
  await lockBytes(tx, scope.tenantId, hash)
  const documentValues = {
    purpose: 'FILE_IMPORT',
    originalFileName: name,
    fileName: name,
    mimeType,
    size,
    hash,
    createdBy,
  } as const
  const [document] = await tx.insert(documents).values(documentValues).returning()
  const options = await rememberedOptions(kind, inspected, context)
  const values = { kind, byName: actor.fullName, documentId: document!.uniqueId, fileName: name, size, createdBy }
  const [row] = await tx
    .insert(fileImports)
    .values({ ...values, preview: inspected.preview, options, counts: noCounts() })
    .returning()
  notifyOfImports(tx, row!)
  await files.store(scope.tenantId, { path: file.path })
  return toFileImport(row!, context)
}

/** Whether a change affects how the file is read: then it is inspected again, and its columns are guessed again. */
const changesReading = ({ encoding, separator, sheet, headerRow }: ImportChange) =>
  [encoding, separator, sheet, headerRow].some((option) => option !== undefined)

const assertIdle = ({ state }: FileImportRow) => {
  if (isRunning(state)) throw conflict(say('This import is still running. Please wait until it is finished.'))
  if (state === 'TAKEN' || state === 'UNDONE') throw conflict(say('This file has already been imported'))
}

const inspectAgain = async (needs: Needs, row: FileImportRow, change: ImportChange, { db, actor }: ManualContext) => {
  const targetSheet = await sheetIn(row.kind, { db, actor })
  const { encoding = row.options.encoding, separator, sheet = row.options.sheet, headerRow } = change
  // With another encoding or sheet, the separator and the header row are guessed again.
  const isGuessedAgain = change.encoding !== undefined || change.sheet !== undefined
  const requested = {
    encoding,
    separator: separator ?? (isGuessedAgain ? undefined : row.options.separator),
    sheet,
    headerRow: headerRow ?? (isGuessedAgain || separator ? undefined : row.options.headerRow),
  }
  return withFile(needs.files, db, row, (path) => inspectFile(path, row.kind, targetSheet, requested))
}

const update = async (needs: Needs, change: ImportChange, request: ManualContext) => {
  const found = await findImport(request.db, change.uniqueId, request.actor)
  assertIdle(found)
  const reinspected = changesReading(change) ? await inspectAgain(needs, found, change, request) : undefined
  return request.write(async (context) => {
    const row = await lockImport(context.tx, change.uniqueId, context.actor)
    assertAllowed(context.actor, kinds[row.kind].rules)
    assertIdle(row)
    const current = { preview: row.preview, options: row.options }
    const { existing, erase, defaults, values: mapped = [] } = row.options
    const guessed = reinspected && { ...reinspected, options: await rememberedOptions(row.kind, reinspected, context) }
    const inspected = guessed
      ? { ...guessed, options: { ...guessed.options, existing, erase, defaults, values: mapped } }
      : current
    const options = await changedOptions(row, inspected, change, context)
    // Decisions name rows by number: those of another sheet are other rows.
    if (options.sheet !== row.options.sheet) await deleteParts(context.tx, row.uniqueId)
    const values = { preview: inspected.preview, options, state: 'DRAFT', run: row.run + 1, read: 0, counts: noCounts() } as const
    return toFileImport(await updateImport(context.tx, row.uniqueId, { ...values, problem: null, said: null }), context)
  })
}

type Job = typeof checkJob

/** Starts a job on an import. */
const startJob = async (
  { jobs }: Needs,
  job: Job,
  row: FileImportRow,
  change: Parameters<typeof updateImport>[2],
  context: WriteContext,
) => {
  const { tx, scope, actor } = context
  const run = row.run + 1
  const updated = await updateImport(tx, row.uniqueId, { ...change, run, problem: null, said: null })
  const { tenantId, partitionId } = scope
  await jobs.send(tx, job, { tenantId, partitionId, userId: actor.uniqueId, importId: row.uniqueId, run })
  return toFileImport(updated, context)
}

const lockAllowedImport = async (uniqueId: string, context: WriteContext) => {
  const row = await lockImport(context.tx, uniqueId, context.actor)
  assertAllowed(context.actor, kinds[row.kind].rules)
  return row
}

type CheckInput = Pick<ImportChange, 'uniqueId' | 'values'>

const check = async (needs: Needs, { uniqueId, values }: CheckInput, context: WriteContext) => {
  const found = await lockAllowedImport(uniqueId, context)
  assertIdle(found)
  const row = { ...found, options: await changedOptions(found, found, { uniqueId, values }, context) }
  requireKey(row)
  await requireFields(row, context)
  await rememberOptions(row, context)
  return startJob(needs, checkJob, row, { options: row.options, state: 'CHECKING', read: 0, counts: noCounts() }, context)
}

const startImport = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const row = await lockAllowedImport(uniqueId, context)
  assertIdle(row)
  if (row.state !== 'CHECKED') throw conflict(say('Check the changes first'))
  await requireFields(row, context)
  return startJob(
    needs,
    importJob,
    row,
    {
      state: 'TAKING',
      read: 0,
      counts: noCounts(),
      preview: { ...row.preview, total: row.read },
      takenAt: new Date().toISOString(),
    },
    context,
  )
}

const cancel = async ({ notify }: Needs, uniqueId: string, context: WriteContext) => {
  const row = await lockAllowedImport(uniqueId, context)
  const ended = await cancelImport(row, context)
  if (row.state === 'TAKING') {
    const changes = cancelChanges({ created: row.counts.NEW ?? 0, changed: row.counts.CHANGED ?? 0 })
    await audit(context, { action: 'CHANGED', kind: 'fileImport', recordId: uniqueId, title: row.fileName, changes })
    await notifyOfCancel(notify, row, context)
  }
  return toFileImport(ended, context)
}

const undo = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const row = await lockImport(context.tx, uniqueId, context.actor, fileImportPolicy.undo)
  if (row.state !== 'TAKEN') throw conflict(say('There is nothing to undo'))
  // A mass upload has only created records. Undone by somebody who may remove none, it would leave them all, and nobody else could undo it.
  if (row.documentId === null) assertAllowed(context.actor, kinds[row.kind].remove)
  if (isPastUndo(row)) throw conflict(say('An import can only be undone for {count} days', { count: IMPORT_UNDO_DAYS }))
  return startJob(needs, undoJob, row, { state: 'UNDOING' }, context)
}

interface PageQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const listImports = async (
  { page = 0, size = DEFAULT_PAGE_SIZE, sort = '-dateCreated', kind }: PageQuery & { kind?: ImportKind | undefined },
  context: ReadContext,
) => {
  const { db, actor } = context
  const where = and(isAccessibleTo(actor), kind && eq(fileImports.kind, kind))
  const direction = sort.startsWith('-') ? desc : asc
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(fileImports)
      .where(where)
      .orderBy(direction(fileImports.dateCreated), direction(fileImports.uniqueId))
      .limit(size)
      .offset(page * size),
    db.$count(fileImports, where),
  ])
  return { rows: await toFileImports(rows, context), total, estimated: false }
}

type RowsQuery = PageQuery & { uniqueId: string; status: RowStatus }

/** The compared rows of a status; after the import, its own faulty rows. */
const listRows = async (
  { uniqueId, status, page = 0, size = DEFAULT_PAGE_SIZE, sort = 'row' }: RowsQuery,
  { db, actor }: ReadContext,
) => {
  const row = await findImport(db, uniqueId, actor)
  const phase = row.takenAt && status === 'FAULTY' ? 'take' : 'check'
  const ofStatus = and(
    eq(fileImportParts.importId, uniqueId),
    eq(fileImportParts.phase, phase),
    eq(fileImportParts.status, status),
  )
  const { before, count } = fileImportParts
  const [totalRow] = await db
    .select({ total: sql<number>`coalesce(sum(${count}), 0)::int` })
    .from(fileImportParts)
    .where(ofStatus)
  const total = totalRow?.total ?? 0
  const isBackward = sort === '-row'
  const [from, to] = isBackward ? [total - (page + 1) * size, total - page * size] : [page * size, (page + 1) * size]
  const parts = await db
    .select()
    .from(fileImportParts)
    .where(and(ofStatus, sql`${before} < ${to}`, sql`${before} + ${count} > ${from}`))
    .orderBy(before)
  const rows = parts.flatMap((part) => part.rows.map((one, at) => ({ one, at: part.before + at })))
  const pageRows = rows.filter(({ at }) => at >= from && at < to).map(({ one }) => one as ImportRow)
  return { rows: isBackward ? pageRows.toReversed() : pageRows, total, estimated: false }
}

export const fileImportRoutes = (needs: Needs) =>
  routes(fileImportApi, {
    list: listImports,
    get: async ({ uniqueId }, context) => toFileImport(await findImport(context.db, uniqueId, context.actor), context),
    // A manual transaction, so that none is open while the file is inspected.
    create: {
      limit: async () => ({ bytes: MAX_BYTES, createError: tooLarge }),
      ...manualTransaction(async ({ file, kind }: { file: Uploaded; kind: ImportKind }, request: ManualContext) => {
        assertAllowed(request.actor, kinds[kind].rules)
        const inspected = await inspectFile(file.path, kind, await sheetIn(kind, request))
        return request.writeOnce((context) => createImport(needs, kind, file, inspected, context))
      }),
    },
    update: manualTransaction((change: ImportChange, request: ManualContext) => update(needs, change, request)),
    check: (input, context: WriteContext) => check(needs, input, context),
    rows: listRows,
    decide: async (decision: DecisionInput, context: WriteContext) => toFileImport(await decide(decision, context), context),
    faulty: async ({ uniqueId }, context: ReadContext) => {
      const { db, actor } = context
      const row = await findImport(db, uniqueId, actor)
      if (row.documentId === null) return faultyRowsFile(row, needs, context)
      if (!row.counts.FAULTY) throw notFound(say('Import not found'))
      const t = await needs.texts.translator(actor.tenantId, await languageOfReader(db, context, needs))
      return faultyFile(needs.files, db, row, t)
    },
    take: ({ uniqueId }, context: WriteContext) => startImport(needs, uniqueId, context),
    cancel: ({ uniqueId }, context: WriteContext) => cancel(needs, uniqueId, context),
    undo: ({ uniqueId }, context: WriteContext) => undo(needs, uniqueId, context),
  })
