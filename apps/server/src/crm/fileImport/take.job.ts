import type { ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, sql } from 'drizzle-orm'
import { statesByField } from '#crm/merge/previousState'
import type { WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { changeRecords } from '#kit/record/crud'
import type { Entity } from '#kit/record/entity'
import { createImported } from '#kit/record/importSpec'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { addCounts, rowLimitChecker, storeRows } from './check.job.ts'
import { readDecisions } from './decide.ts'
import { type Spec, specIn, type Values } from './kinds.ts'
import { type Decisions, type PlannedRow, planRows } from './plan.ts'
import { createFault, type Prepared, rowPreparer } from './prepare.ts'
import { joinerOf } from './repeats.ts'
import { importedRows, readAhead, withFile } from './source.ts'
import { failImport, importHandler, type ImportJob, type Needs, Superseded, updateImport, type Work } from './state.ts'

/** Rows that are imported in one transaction. */
const BATCH = 2000

export const importJob = job<ImportJob>({ name: 'massUpload.take', retries: 8, expires: 3600, heartbeat: 20 })

/** The changes of a record, as they are stored to be undone. */
export interface StoredChange {
  id: string
  before: Values
  after: Values
}

/** Locks imports of this kind in the partition until the transaction ends: otherwise duplicates would be detected too late. */
const lockKind = ({ tx, scope }: WriteContext, { name }: Entity) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${name}.doubles ${scope.tenantId} ${scope.partitionId}`}, 0))`)

/** Creates records. Rows whose name was taken concurrently become faulty. */
const createRecords = async (spec: Spec, rows: readonly PlannedRow[], context: WriteContext) => {
  const { unique, sheet } = spec
  const ids = await createImported(spec, rows, context)
  return rows
    .map((row, at): PlannedRow => {
      if (ids[at] || !unique) return row
      const value = row.fields[unique.field]
      const fault = createFault(
        sheet.columns,
        row.row,
        unique.field,
        value,
        say('There is already “{name}”', { name: String(value) }),
      )
      return { ...row, status: 'FAULTY', faults: [fault] }
    })
    .map((row, at) => ({ row, id: ids[at] }))
}

const withStatus = (rows: readonly PlannedRow[], status: PlannedRow['status']) => rows.filter((row) => row.status === status)

const storedChangeOf = ({ record, changes }: PlannedRow): StoredChange => ({ id: record!.uniqueId, ...statesByField(changes) })

/** A row that is imported with an earlier one has no record of its own. */
const isJoined = ({ status, record }: PlannedRow) => status === 'CHANGED' && !record

/** Writes the created and changed records, and what is needed to undo that. */
const writeRows = async (now: FileImportRow, spec: Spec, rows: readonly PlannedRow[], context: WriteContext) => {
  const created = await createRecords(spec, withStatus(rows, 'NEW'), context)
  const changing = withStatus(rows, 'CHANGED').filter((row) => !isJoined(row))
  await changeRecords(
    spec.of,
    changing.map(({ record, fields }) => ({ record: record!, fields })),
    context,
  )
  const written = [...created.flatMap(({ id }) => id ?? []), ...changing.map(storedChangeOf)]
  const { uniqueId: importId, read: before } = now
  const part = { importId, phase: 'take', status: 'WRITTEN', before, count: written.length, rows: written } as const
  if (written.length > 0) await context.tx.insert(fileImportParts).values(part)
  return [...rows.filter(({ status }) => status !== 'NEW'), ...created.map(({ row }) => row)]
}

/** The rows of earlier batches that had errors, as far as they are stored. */
const faultyBefore = async ({ uniqueId }: FileImportRow, { tx }: WriteContext) => {
  const { importId, phase, status, rows } = fileImportParts
  const isFaulty = and(eq(importId, uniqueId), eq(phase, 'take'), eq(status, 'FAULTY'))
  const parts = await tx.select({ rows }).from(fileImportParts).where(isFaulty)
  return parts.flatMap((part) => (part.rows as readonly ImportRow[]).map(({ row }) => [row, 'FAULTY'] as const))
}

/** The results, where rows that are imported with an earlier one are not imported if that one is not. */
const withJoinedResults = async (
  now: FileImportRow,
  { spec, decisions }: { spec: Spec; decisions: Decisions },
  rows: readonly PlannedRow[],
  context: WriteContext,
) => {
  if (!rows.some(isJoined)) return rows
  const results = new Map<number, PlannedRow['status']>([
    ...(await faultyBefore(now, context)),
    ...rows.map(({ row, status }) => [row, status] as const),
  ])
  return rows.map((one): PlannedRow => {
    const row = isJoined(one) && decisions.get(one.row)?.earlierRow
    if (!row || !['FAULTY', 'LEFT'].includes(results.get(row) ?? '')) return one
    const problem = say('It was to be imported with row {row}, which was not imported', { row: String(row) })
    return { ...one, status: 'FAULTY', faults: [createFault(spec.sheet.columns, one.row, '', '', problem)] }
  })
}

/** Imports a batch and records the progress, atomically. */
const importBatch = async (
  now: FileImportRow,
  { spec, decisions }: { spec: Spec; decisions: Decisions },
  { prepared, prepareNext }: { prepared: Parameters<typeof planRows>[0]; prepareNext: () => void },
  context: WriteContext,
) => {
  const { uniqueId, kind, options } = now
  await lockKind(context, spec.of)
  const planned = await planRows(prepared, { kind, spec, options, lock: true, likeness: false, decisions }, context)
  const writing = writeRows(now, spec, planned, context)
  prepareNext()
  const rows = await withJoinedResults(now, { spec, decisions }, await writing, context)
  await storeRows(now, 'take', { spec, rows: withStatus(rows, 'FAULTY') }, context)
  await updateImport(context.tx, uniqueId, { read: now.read + prepared.length, counts: addCounts(now.counts, rows) })
}

interface Joining {
  decisions: Decisions
  options: FileImportRow['options']
  prepare: ReturnType<typeof rowPreparer>
}

/** Returns a function that adds to earlier rows the values of the rows that update them: these are read first. */
const rowJoiner = async (path: string, { decisions, options, prepare }: Joining) => {
  const later: Prepared[] = []
  const isLater = (row: number) => decisions.get(row)?.earlierRow !== undefined
  if ([...decisions.keys()].some(isLater))
    for await (const batch of importedRows(path, options, {
      size: BATCH,
      prepare: (row) => (isLater(row.row) ? [prepare(row)] : []),
    }))
      later.push(...batch.flat())
  return joinerOf(decisions, later)
}

const importFile = async (needs: Needs, { row, actor, step }: Work) => {
  const { uniqueId, kind, options } = row
  const limit = await rowLimitChecker(needs, row.tenantId)
  const spec = await specIn(kind, { actor, db: needs.db.as(row) })
  const decisions = await readDecisions(needs.db.as(row), uniqueId)
  const prepare = rowPreparer(row, spec)
  let from = 0
  await withFile(needs.files, needs.db.as(row), row, async (path) => {
    const join = await rowJoiner(path, { decisions, options, prepare: rowPreparer(row, spec) })
    const rows = importedRows(path, options, { size: BATCH, prepare: (one) => join(prepare(one)) })
    for await (const { batch, prepareNext } of readAhead(rows)) {
      // Rows that were imported before are read again, so that duplicates of their keys are detected.
      const prepared = batch.slice(Math.min(batch.length, Math.max(0, row.read - from)))
      const startRow = from + batch.length - prepared.length
      from += batch.length
      limit(from)
      if (prepared.length === 0) continue
      await step(async (now, context) => {
        if (now.read !== startRow) throw new Superseded()
        await importBatch(now, { spec, decisions }, { prepared, prepareNext }, context)
      })
    }
  })
  await step(async (now, context) => {
    await finishImport(needs, now, context)
    await updateImport(context.tx, uniqueId, { state: 'TAKEN' })
  })
}

/** Writes the import to the audit trail, and notifies the user who started it. */
const finishImport = async ({ notify }: Needs, { uniqueId, fileName, counts }: FileImportRow, context: WriteContext) => {
  await audit(context, { action: 'IMPORTED', kind: 'fileImport', recordId: uniqueId, title: fileName })
  const countText = (status: keyof typeof counts) => String(counts[status] ?? 0)
  await notify(context.tx, context.scope.tenantId, {
    userId: context.actor.uniqueId,
    subject: phrase('The import of {file} has ended'),
    content: phrase('{created} created, {changed} updated, {same} unchanged, {skipped} skipped, {faulty} with errors.'),
    values: {
      file: fileName,
      created: countText('NEW'),
      changed: countText('CHANGED'),
      same: countText('SAME'),
      skipped: countText('LEFT'),
      faulty: countText('FAULTY'),
    },
    path: `import/show/${uniqueId}`,
    isResult: true,
  })
}

const unexpectedError = say('Something went wrong on our side. The rows imported so far were kept and can be undone.')

/** Imports a file, batch by batch. */
export const importWorker = (needs: Needs) =>
  worker(
    importJob,
    importHandler(needs, 'TAKING', (work) => importFile(needs, work)),
    (payload) => failImport(needs, payload, 'TAKING', unexpectedError),
  )
