import { type RowStatus, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { Counts } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { grouped, say } from '@tradewind/contract/kit/say'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { readDecisions } from './decide.ts'
import { toImportRows } from './importRows.ts'
import { type Spec, specIn } from './kinds.ts'
import { type Decisions, type PlannedRow, planRows } from './plan.ts'
import { rowPreparer } from './prepare.ts'
import { countRecords, readAhead, recordRows, withFile } from './source.ts'
import { failImport, importHandler, type ImportJob, type Needs, noCounts, updateImport, type Work } from './state.ts'

/** Rows that are compared in one transaction. */
const BATCH = 1000

/** The maximum number of rows stored for the preview, by status. */
const MAX_STORED: Readonly<Record<RowStatus, number>> = {
  NEW: 1000,
  SAME: 1000,
  LEFT: 1000,
  DUPLICATE: 50_000,
  CHANGED: 50_000,
  FAULTY: 50_000,
}

export const checkJob = job<ImportJob>({ name: 'massUpload.check', retries: 3, expires: 3600, heartbeat: 20 })

/** Deletes the compared rows of an import, with what was decided on them. */
export const deleteParts = (tx: Tx, importId: string) =>
  tx.delete(fileImportParts).where(and(eq(fileImportParts.importId, importId), eq(fileImportParts.phase, 'check')))

export const addCounts = (before: Counts, rows: readonly Pick<PlannedRow, 'status' | 'decision'>[]) => {
  const counts = { ...before }
  for (const { status, decision } of rows) {
    counts[status] = (counts[status] ?? 0) + 1
    if (decision?.action === 'SKIP') counts.SKIPPED = (counts.SKIPPED ?? 0) + 1
  }
  return counts
}

/** A row with what was decided on it at the previous comparison, if it is still a likely duplicate and the decision is still possible. */
const withDecision = (one: PlannedRow, decisions: Decisions): PlannedRow => {
  const decision = one.status === 'DUPLICATE' ? decisions.get(one.row) : undefined
  if (!decision) return one
  const isPossible =
    decision.action !== 'UPDATE' || one.like.some(({ uniqueId, mayUpdate }) => mayUpdate && uniqueId === decision.recordId)
  return isPossible ? { ...one, decision } : one
}

/** Stores rows for the preview, up to the limit of each status. */
export const storeRows = async (
  { uniqueId, kind, counts }: FileImportRow,
  phase: 'check' | 'take',
  { spec, rows }: { spec: Spec; rows: readonly PlannedRow[] },
  context: WriteContext,
) => {
  const stored = rowStatuses.flatMap((status) => {
    const before = counts[status] ?? 0
    const some = rows.filter((row) => row.status === status).slice(0, Math.max(0, MAX_STORED[status] - before))
    return some.length > 0 ? [{ status, before, rows: some }] : []
  })
  const all = stored.flatMap((part) => part.rows)
  const importRows = await toImportRows(kind, spec, all, context)
  const shownOf = new Map(all.map((row, at) => [row, importRows[at]!]))
  const parts = stored.map(({ status, before, rows: some }) => {
    const shownRows = some.map((row) => shownOf.get(row)!)
    return { importId: uniqueId, phase, status, before, count: some.length, rows: shownRows }
  })
  if (parts.length > 0) await context.tx.insert(fileImportParts).values(parts)
}

/** Returns a check that throws if a file has more rows than the tenant's imports may have. */
export const rowLimitChecker = async ({ settings }: Needs, tenantId: string) => {
  const most = (await settings.of(tenantId)).MASS_UPLOAD_ROWS
  return (read: number) => {
    if (read > most) throw new Refusal(422, say('An import can have {count} rows at most', { count: grouped(most) }))
  }
}

const compareFile = async (needs: Needs, { row, actor, step }: Work) => {
  const { uniqueId, kind, options, tenantId } = row
  const limit = await rowLimitChecker(needs, tenantId)
  const spec = await specIn(kind, { actor, db: needs.db.as(row) })
  const prepare = rowPreparer(kind, options, spec)
  let decisions: Decisions = new Map()
  await step(async (_, { tx }) => {
    decisions = await readDecisions(tx, uniqueId)
    await deleteParts(tx, uniqueId)
    await updateImport(tx, uniqueId, { read: 0, counts: noCounts() })
  })
  await withFile(needs.files, needs.db.as(row), row, async (path) => {
    const total = await countRecords(path, options)
    limit(total)
    await step(async ({ preview }, { tx }) => void (await updateImport(tx, uniqueId, { preview: { ...preview, total } })))
    for await (const batch of readAhead(recordRows(path, options, BATCH))) {
      const prepared = batch.map(prepare)
      await step(async (now, context) => {
        const planned = await planRows(prepared, { kind, spec, options, lock: false, likeness: true }, context)
        const rows = planned.map((one) => withDecision(one, decisions))
        await storeRows(now, 'check', { spec, rows }, context)
        await updateImport(context.tx, uniqueId, { read: now.read + batch.length, counts: addCounts(now.counts, rows) })
      })
    }
  })
  await step(async ({ read }, { tx }) => {
    if (read === 0) throw new Refusal(422, say('The file has no rows'))
    await updateImport(tx, uniqueId, { state: 'CHECKED' })
  })
}

const unexpectedError = say('Something went wrong on our side. Please try again.')

/** Compares a file with the existing records. */
export const checkWorker = (needs: Needs) =>
  worker(
    checkJob,
    importHandler(needs, 'CHECKING', (work) => compareFile(needs, work)),
    (payload) => failImport(needs, payload, 'CHECKING', unexpectedError),
  )
