import type { Files } from '@tradewind/byte-store/files'
import {
  fileImportApi,
  type ImportChange,
  type ImportOptions,
  type ImportRow,
} from '@tradewind/contract/crm/bulk/fileImport.contract'
import { defaultFields, type ImportKind, isRunning, keysOf, UNDO_DAYS } from '@tradewind/contract/crm/bulk/fileImport.words'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, sentenceFrom } from '@tradewind/contract/kit/say'
import type { Sheet } from '@tradewind/workbook/sheet'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { excludedUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound, Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { allow } from '#kit/record/entity'
import { lockBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { fileImportMemories, fileImportParts, type FileImportRow, fileImports } from '../schema/fileImport.table.ts'
import { checkJob } from './check.job.ts'
import { kinds, specIn } from './kinds.ts'
import { refer } from './plan.ts'
import { readDefaults } from './prepare.ts'
import { faultyFile, headerDigest, keyFor, lookAt, withFile } from './source.ts'
import {
  findImport,
  isPastUndo,
  lockImport,
  type Needs as JobNeeds,
  noCounts,
  noteImport,
  reachedBy,
  shownImport,
  shownImports,
} from './state.ts'
import { takeJob } from './take.job.ts'
import { undoJob } from './undo.job.ts'

interface Needs extends JobNeeds {
  jobs: Jobs
  files: Files
}

const MB = 1024 * 1024
/** The maximum size of a file in bytes: a million companies. (A workbook has a limit of its own.) */
const MOST = 200 * MB
const tooLarge = () => new Refusal(413, say('A file can be {count} MB at most', { count: MOST / MB }))

const sheetIn = async (kind: ImportKind, context: Parameters<typeof specIn>[1]): Promise<Sheet> =>
  (await specIn(kind, context)).sheet

type Looked = Awaited<ReturnType<typeof lookAt>>

/** The options with the actor's last mapping of columns with these names, as far as its fields still exist. */
const remembered = async (kind: ImportKind, { look, options }: Looked, context: WriteContext) => {
  const { tx, actor } = context
  const { createdBy, header } = fileImportMemories
  const [memory] = await tx
    .select({ options: fileImportMemories.options })
    .from(fileImportMemories)
    .where(and(eq(createdBy, actor.uniqueId), eq(fileImportMemories.kind, kind), eq(header, headerDigest(look))))
  if (memory?.options.mapping.length !== options.mapping.length) return options
  const { columns } = await sheetIn(kind, context)
  const isThere = (field: string | null) => columns.some((column) => column.field === field)
  return { ...options, ...memory.options, mapping: memory.options.mapping.map((field) => (isThere(field) ? field : null)) }
}

const remember = async ({ kind, look, options }: FileImportRow, { tx, actor }: WriteContext) => {
  const { mapping, key, existing, erase, defaults } = options
  const kept = { mapping, key, existing, erase, defaults }
  const { tenantId, partitionId, createdBy, header } = fileImportMemories
  await tx
    .insert(fileImportMemories)
    .values({ kind, header: headerDigest(look), options: kept, createdBy: actor.uniqueId })
    .onConflictDoUpdate({
      target: [tenantId, partitionId, createdBy, fileImportMemories.kind, header],
      targetWhere: sql`deleted_at is null`,
      set: { options: kept, updatedAt: excludedUpdatedAt },
    })
}

/** Stores the file and its preview. The bytes are stored last, when nothing can fail any more. */
const keep = async ({ files }: Needs, kind: ImportKind, file: Uploaded, looked: Looked, context: WriteContext) => {
  const { tx, actor, scope } = context
  const { filename: name, hash, size, mimetype: mimeType } = file
  const createdBy = actor.uniqueId
  await lockBytes(tx, scope.tenantId, hash)
  const described = { purpose: 'FILE_IMPORT', originalFileName: name, fileName: name, mimeType, size, hash, createdBy } as const
  const [document] = await tx.insert(documents).values(described).returning()
  const options = await remembered(kind, looked, context)
  const values = { kind, byName: actor.fullName, documentId: document!.uniqueId, fileName: name, size, createdBy }
  const [row] = await tx
    .insert(fileImports)
    .values({ ...values, look: looked.look, options, counts: noCounts() })
    .returning()
  await files.keep(scope.tenantId, { path: file.path })
  return shownImport(row!, context)
}

const checkMapping = (mapping: readonly (string | null)[], columns: number, sheet: Sheet) => {
  const named = mapping.filter((field) => field !== null)
  if (mapping.length !== columns) throw invalid({ mapping: say('The file has {count} columns', { count: columns }) })
  if (named.some((field) => !sheet.columns.some((column) => column.field === field)))
    throw invalid({ mapping: say('Unknown field') })
  if (new Set(named).size < named.length) throw invalid({ mapping: say('Two columns cannot use the same field') })
}

const checkKey = (kind: ImportKind, key: string | null) => {
  if (key !== null && !keysOf(kind).some(([name]) => name === key)) throw invalid({ key: say('Choose a key') })
}

type Defaults = NonNullable<ImportOptions['defaults']>

const checkDefaults = async (kind: ImportKind, defaults: Defaults, context: WriteContext) => {
  const known: readonly string[] = defaultFields[kind]
  if (!Object.keys(defaults).every((field) => known.includes(field))) throw invalid({ defaults: say('Unknown field') })
  const spec = await specIn(kind, context)
  const [read] = await refer(spec, [readDefaults({ defaults }, spec)], context)
  const [fault] = read!.faults
  if (fault) throw invalid({ defaults: sentenceFrom(fault.said ?? fault.problem) })
}

/** The default values after a change: an empty string removes the default of its field. */
const mergeDefaults = (held: Defaults, change: Defaults): Defaults =>
  Object.fromEntries(Object.entries({ ...held, ...change }).filter(([, text]) => text !== ''))

/** Throws if a column is mapped to a field that is no longer in use. */
const requireFields = async ({ kind, look, options: { mapping } }: FileImportRow, context: WriteContext) =>
  checkMapping(mapping, look.columns.length, await sheetIn(kind, context))

/** Throws if the file lacks columns that its key needs. */
const requireKey = ({ kind, options: { key, mapping } }: FileImportRow) => {
  const needs = keysOf(kind).find(([name]) => name === key)?.[1].needs ?? []
  if (!needs.every((field) => mapping.includes(field)))
    throw invalid({
      key: say('No column is assigned to the field that finds existing records. Assign one, or choose another field.'),
    })
  if (mapping.every((field) => field === null)) throw invalid({ mapping: say('Assign a field to at least one column') })
}

/** Whether a change affects how the file is read: then it is inspected again, and its columns are guessed again. */
const isReading = ({ encoding, separator, sheet, headerRow }: ImportChange) =>
  [encoding, separator, sheet, headerRow].some((option) => option !== undefined)

const beIdle = ({ state }: FileImportRow) => {
  if (isRunning(state)) throw conflict(say('This import is still running. Please wait until it is finished.'))
  if (state === 'TAKEN' || state === 'UNDONE') throw conflict(say('This file has already been imported'))
}

const looking = async (needs: Needs, row: FileImportRow, change: ImportChange, { db, actor }: ManualContext) => {
  const known = await sheetIn(row.kind, { db, actor })
  const { encoding = row.options.encoding, separator, sheet = row.options.sheet, headerRow } = change
  // With another encoding or sheet, the separator and the header row are guessed again.
  const isAnew = change.encoding !== undefined || change.sheet !== undefined
  const asked = {
    encoding,
    separator: separator ?? (isAnew ? undefined : row.options.separator),
    sheet,
    headerRow: headerRow ?? (isAnew || separator ? undefined : row.options.headerRow),
  }
  return withFile(needs.files, db, row, (path) => lookAt(path, row.kind, known, asked))
}

/** A guessed key is guessed again with the new mapping; a chosen key stays. */
const keyWith = (kind: ImportKind, { key, mapping }: FileImportRow['options'], held: readonly (string | null)[]) =>
  key === keyFor(kind, mapping) ? (keyFor(kind, held) ?? key) : key

const changed = async (
  row: FileImportRow,
  looked: Looked,
  { mapping, key, existing, erase, defaults }: ImportChange,
  context: WriteContext,
) => {
  const { options } = looked
  if (mapping) checkMapping(mapping, looked.look.columns.length, await sheetIn(row.kind, context))
  if (key !== undefined) checkKey(row.kind, key)
  if (defaults) await checkDefaults(row.kind, defaults, context)
  const held = mapping ?? options.mapping
  return {
    ...options,
    mapping: held,
    key: key === undefined ? keyWith(row.kind, options, held) : key,
    existing: existing ?? options.existing,
    erase: erase ?? options.erase,
    defaults: mergeDefaults(options.defaults ?? {}, defaults ?? {}),
  }
}

const update = async (needs: Needs, change: ImportChange, asking: ManualContext) => {
  const found = await findImport(asking.db, change.uniqueId, asking.actor)
  beIdle(found)
  const anew = isReading(change) ? await looking(needs, found, change, asking) : undefined
  return asking.write(async (context) => {
    const row = await lockImport(context.tx, change.uniqueId, context.actor)
    allow(context.actor, kinds[row.kind].rules)
    beIdle(row)
    const kept = { look: row.look, options: row.options }
    const { existing, erase, defaults } = row.options
    const guessed = anew && { ...anew, options: await remembered(row.kind, anew, context) }
    const looked = guessed ? { ...guessed, options: { ...guessed.options, existing, erase, defaults } } : kept
    const options = await changed(row, looked, change, context)
    const noted = { look: looked.look, options, state: 'DRAFT', run: row.run + 1, read: 0, counts: noCounts() } as const
    return shownImport(await noteImport(context.tx, row.uniqueId, { ...noted, problem: null, said: null }), context)
  })
}

type Job = typeof checkJob

/** Starts a job on an import. */
const begin = async (
  { jobs }: Needs,
  job: Job,
  row: FileImportRow,
  change: Parameters<typeof noteImport>[2],
  context: WriteContext,
) => {
  const { tx, scope, actor } = context
  const run = row.run + 1
  const noted = await noteImport(tx, row.uniqueId, { ...change, run, problem: null, said: null })
  const { tenantId, partitionId } = scope
  await jobs.send(tx, job, { tenantId, partitionId, userId: actor.uniqueId, importId: row.uniqueId, run })
  return shownImport(noted, context)
}

const ofKind = async (uniqueId: string, context: WriteContext) => {
  const row = await lockImport(context.tx, uniqueId, context.actor)
  allow(context.actor, kinds[row.kind].rules)
  return row
}

const check = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const row = await ofKind(uniqueId, context)
  beIdle(row)
  requireKey(row)
  await requireFields(row, context)
  await remember(row, context)
  return begin(needs, checkJob, row, { state: 'CHECKING', read: 0, counts: noCounts() }, context)
}

const take = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const row = await ofKind(uniqueId, context)
  beIdle(row)
  if (row.state !== 'CHECKED') throw conflict(say('Check the changes first'))
  await requireFields(row, context)
  return begin(needs, takeJob, row, { state: 'TAKING', read: 0, counts: noCounts(), takenAt: new Date().toISOString() }, context)
}

const undo = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const row = await lockImport(context.tx, uniqueId, context.actor, fileImportPolicy.undo)
  if (row.state !== 'TAKEN') throw conflict(say('There is nothing to undo'))
  if (isPastUndo(row)) throw conflict(say('An import can only be undone for {count} days', { count: UNDO_DAYS }))
  return begin(needs, undoJob, row, { state: 'UNDOING' }, context)
}

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const listImports = async (
  { page = 0, size = 20, sort = '-dateCreated', kind }: Asked & { kind?: ImportKind | undefined },
  context: ReadContext,
) => {
  const { db, actor } = context
  const where = and(reachedBy(actor), kind && eq(fileImports.kind, kind))
  const way = sort.startsWith('-') ? desc : asc
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(fileImports)
      .where(where)
      .orderBy(way(fileImports.dateCreated), way(fileImports.uniqueId))
      .limit(size)
      .offset(page * size),
    db.$count(fileImports, where),
  ])
  return { rows: await shownImports(rows, context), total, estimated: false }
}

type RowsAsked = Asked & { uniqueId: string; status: keyof FileImportRow['counts'] }

/** The compared rows of a status; after the import, its own faulty rows. */
const listRows = async ({ uniqueId, status, page = 0, size = 20, sort = 'row' }: RowsAsked, { db, actor }: ReadContext) => {
  const row = await findImport(db, uniqueId, actor)
  const phase = row.takenAt && status === 'FAULTY' ? 'take' : 'check'
  const ofStatus = and(
    eq(fileImportParts.importId, uniqueId),
    eq(fileImportParts.phase, phase),
    eq(fileImportParts.status, status),
  )
  const { before, count } = fileImportParts
  const [listed] = await db
    .select({ total: sql<number>`coalesce(sum(${count}), 0)::int` })
    .from(fileImportParts)
    .where(ofStatus)
  const total = listed?.total ?? 0
  const isBackward = sort === '-row'
  const [from, to] = isBackward ? [total - (page + 1) * size, total - page * size] : [page * size, (page + 1) * size]
  const parts = await db
    .select()
    .from(fileImportParts)
    .where(and(ofStatus, sql`${before} < ${to}`, sql`${before} + ${count} > ${from}`))
    .orderBy(before)
  const rows = parts.flatMap((part) => part.rows.map((one, at) => ({ one, at: part.before + at })))
  const shown = rows.filter(({ at }) => at >= from && at < to).map(({ one }) => one as ImportRow)
  return { rows: isBackward ? shown.toReversed() : shown, total, estimated: false }
}

export const fileImportRoutes = (needs: Needs) =>
  routes(fileImportApi, {
    list: listImports,
    get: async ({ uniqueId }, context) => shownImport(await findImport(context.db, uniqueId, context.actor), context),
    // A manual transaction, so that none is open while the file is inspected.
    create: {
      limit: async () => ({ bytes: MOST, refuse: tooLarge }),
      ...manualTransaction(async ({ file, kind }: { file: Uploaded; kind: ImportKind }, asking: ManualContext) => {
        allow(asking.actor, kinds[kind].rules)
        const looked = await lookAt(file.path, kind, await sheetIn(kind, asking))
        return asking.once((context) => keep(needs, kind, file, looked, context))
      }),
    },
    update: manualTransaction((change: ImportChange, asking: ManualContext) => update(needs, change, asking)),
    check: ({ uniqueId }, context: WriteContext) => check(needs, uniqueId, context),
    rows: listRows,
    faulty: async ({ uniqueId }, { db, actor }: ReadContext) => {
      const row = await findImport(db, uniqueId, actor)
      if (!row.counts.FAULTY) throw notFound(say('Import not found'))
      return faultyFile(needs.files, db, row)
    },
    take: ({ uniqueId }, context: WriteContext) => take(needs, uniqueId, context),
    undo: ({ uniqueId }, context: WriteContext) => undo(needs, uniqueId, context),
  })
