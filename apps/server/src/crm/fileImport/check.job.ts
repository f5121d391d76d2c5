import {
  defaultFields,
  type ImportKind,
  MAX_LISTED_FAULTS,
  type RowStatus,
  rowStatuses,
} from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { Counts, FrequentFault, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { required } from '@tradewind/contract/kit/fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { grouped, say } from '@tradewind/contract/kit/say'
import { excerpt } from '@tradewind/workbook/text'
import { and, eq } from 'drizzle-orm'
import { formatCustomValues } from '#kit/custom/formatValues'
import type { Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import type { Changes } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { isPossible, readDecisions } from './decide.ts'
import { readingsCounter } from './formats.ts'
import { kinds, type Spec, specIn, type Values } from './kinds.ts'
import { type Decisions, type LikelyDuplicate, type PlannedRow, planRows } from './plan.ts'
import { rowPreparer } from './prepare.ts'
import { repeatFinder } from './repeats.ts'
import { countRecords, importedRows, readAhead, withFile } from './source.ts'
import { failImport, importHandler, type ImportJob, type Needs, noCounts, Superseded, updateImport, type Work } from './state.ts'
import { unknownCounter } from './values.ts'

type ImportValue = ImportRow['values'][string]

const valueOf = (value: unknown) => {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Pairs of a field and the column that shows it: a reference is shown by its name alone. */
const readableFields = (kind: ImportKind, fields: readonly string[]) => {
  const references = Object.entries(kinds[kind].stored)
  const hidden = new Set(references.flatMap(([, stored]) => stored))
  return [
    ...references.filter(([, [name]]) => fields.includes(name!)).map(([field, [name]]) => [field, name!] as const),
    ...fields.filter((field) => !hidden.has(field) || references.length === 0).map((field) => [field, field] as const),
  ]
}

const hiddenTitle = phrase('Record without access')

/** The tenant's own fields before and after. */
const statesOf = ({ fields, changes }: PlannedRow) =>
  [changes['custom']?.before, changes['custom']?.after ?? fields['custom']].map((state) => (state ?? {}) as CustomValues)

/** The values of the tenant's own fields before and after, in words: one query for all rows. */
const ownFieldsInWords = async (of: Entity, rows: readonly PlannedRow[], context: WriteContext) => {
  const inWords = await formatCustomValues(of, rows.flatMap(statesOf), context)
  return (row: PlannedRow) => {
    const [before, after] = statesOf(row).map((state): Readonly<Record<string, ImportValue>> => inWords(state))
    const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    return names
      .map((field) => ({ field, before: before![field] ?? null, after: after![field] ?? null }))
      .filter((one) => one.before !== one.after)
  }
}

/** Excludes the columns that hold the tenant's own fields, which are shown field by field. */
const isProductField = (field: string) => field !== 'custom' && field !== 'customText'

const valuesOf = (kind: ImportKind, fields: Values, ownChanges: ImportRow['changes']) => ({
  ...Object.fromEntries(
    readableFields(kind, Object.keys(fields).filter(isProductField)).map(([field, stored]) => [field, valueOf(fields[stored])]),
  ),
  ...Object.fromEntries(ownChanges.map(({ field, after }) => [field, after])),
})

const readableChanges = (kind: ImportKind, changes: Changes, ownChanges: ImportRow['changes']) => [
  ...readableFields(kind, Object.keys(changes).filter(isProductField)).map(([field, stored]) => ({
    field,
    before: valueOf(changes[stored]?.before),
    after: valueOf(changes[stored]?.after),
  })),
  ...ownChanges,
]

/** Rows as the preview shows them. */
const toImportRows = async (
  kind: ImportKind,
  { of }: Spec,
  rows: readonly PlannedRow[],
  context: WriteContext,
): Promise<ImportRow[]> => {
  const updates = rows.flatMap(({ like }) => like.flatMap(({ update }) => update ?? []))
  const [formatRow, ownOf] = [importRowFormatter(kind, of, context), await ownFieldsInWords(of, [...rows, ...updates], context)]
  const formatLike = ({ update, ...record }: LikelyDuplicate) => ({
    ...record,
    // An update with faults changes nothing, and does not pass for one that has nothing to change.
    ...(update?.faults.length === 0 && { changes: readableChanges(kind, update.changes, ownOf(update)) }),
  })
  return rows.map((row) => ({
    ...formatRow(row, ownOf(row)),
    like: row.like.map(formatLike),
    ...(row.repeats && { repeats: [...row.repeats] }),
    ...(row.decision && { decision: row.decision }),
  }))
}

/** Returns a function that names a row: by its record, by the record that it would be, or else by its first cell. */
const titleFinder = (kind: ImportKind, of: Entity) => {
  const { named } = kinds[kind]
  return ({ status, fields, record, cells, given }: PlannedRow) => {
    const computed = status === 'NEW' || status === 'DUPLICATE' ? of.computedColumns(fields) : {}
    const title = ((record ?? { ...fields, ...computed }) as Values)[of.title]
    if (typeof title === 'string') return title
    const names = named.map((field) => given[field]).filter((name) => typeof name === 'string' && name !== '')
    return names.join(' ') || (cells.find((cell) => cell !== '') ?? '')
  }
}

const importRowFormatter = (kind: ImportKind, of: Entity, { actor }: WriteContext) => {
  const { see } = kinds[kind]
  const titleOf = titleFinder(kind, of)
  return (planned: PlannedRow, ownChanges: ImportRow['changes']): Omit<ImportRow, 'like'> => {
    const { row, status, fields, record, changes, faults, reason } = planned
    const isSeen = !record || can(actor, see, record)
    const isNew = status === 'NEW' || status === 'DUPLICATE'
    return {
      row,
      title: isSeen ? excerpt(titleOf(planned), 200) : hiddenTitle,
      uniqueId: record && isSeen ? record.uniqueId : null,
      values: isNew ? valuesOf(kind, fields, ownChanges) : {},
      changes: status === 'CHANGED' ? readableChanges(kind, changes, ownChanges) : [],
      faults,
      reason,
    }
  }
}

/** Rows that are compared in one transaction. */
const BATCH = 1000

/** The maximum number of rows stored for the preview, by status. */
const MAX_STORED: Readonly<Record<RowStatus, number>> = {
  NEW: 1000,
  SAME: 1000,
  LEFT: 1000,
  DUPLICATE: 50_000,
  CHANGED: 50_000,
  FAULTY: MAX_LISTED_FAULTS,
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
  return decision && isPossible(one, decision) ? { ...one, decision } : one
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

/** The maximum number of different errors that are counted, and of those that are listed. */
const MAX_COUNTED_FAULTS = 10_000
const MAX_FREQUENT_FAULTS = 20

const requiredText = required('').said.text

/** Counts the rows that have the same error. */
const faultCounter = (kind: ImportKind, { sheet }: Spec) => {
  const withDefault = new Set(
    sheet.columns.flatMap(({ field, header }) => (defaultFields[kind].some((one) => one === field) ? [header] : [])),
  )
  const found = new Map<string, FrequentFault>()
  return {
    add: (rows: readonly Pick<PlannedRow, 'faults'>[]) => {
      for (const { column, problem, said } of rows.flatMap(({ faults }) => faults)) {
        const key = JSON.stringify([column, problem])
        const before = found.get(key)
        if (before) before.rows++
        else if (found.size < MAX_COUNTED_FAULTS) {
          const lacksDefault = said?.text === requiredText && withDefault.has(column)
          found.set(key, { column, problem, ...(said && { said }), rows: 1, lacksDefault })
        }
      }
    },
    list: () =>
      [...found.values()]
        .filter(({ rows }) => rows > 1)
        .toSorted((one, other) => other.rows - one.rows)
        .slice(0, MAX_FREQUENT_FAULTS),
  }
}

const compareFile = async (needs: Needs, { row, actor, step }: Work) => {
  const { uniqueId, kind, options, tenantId } = row
  const limit = await rowLimitChecker(needs, tenantId)
  const spec = await specIn(kind, { actor, db: needs.db.as(row) })
  const [prepare, withRepeats] = [rowPreparer(row, spec), repeatFinder()]
  const [unknown, readings, frequent] = [unknownCounter(), readingsCounter(), faultCounter(kind, spec)]
  let [decisions, read]: [Decisions, number] = [new Map(), 0]
  await step(async (_, { tx }) => {
    decisions = await readDecisions(tx, uniqueId)
    await deleteParts(tx, uniqueId)
    await updateImport(tx, uniqueId, { read: 0, counts: noCounts() })
  })
  await withFile(needs.files, needs.db.as(row), row, async (path) => {
    const total = await countRecords(path, options)
    limit(total)
    await step(async ({ preview }, { tx }) => void (await updateImport(tx, uniqueId, { preview: { ...preview, total } })))
    for await (const { batch: prepared, prepareNext } of readAhead(importedRows(path, options, { size: BATCH, prepare }))) {
      prepareNext()
      readings.add(prepared.flatMap((one) => one.readings))
      let planned: readonly PlannedRow[] = []
      await step(async (now, context) => {
        // The job runs a second time, from the beginning.
        if (now.read !== read) throw new Superseded()
        planned = await planRows(prepared, { kind, spec, options, lock: false, likeness: true }, context)
        const rows = withRepeats(planned).map((one) => withDecision(one, decisions))
        await storeRows(now, 'check', { spec, rows }, context)
        await updateImport(context.tx, uniqueId, { read: now.read + prepared.length, counts: addCounts(now.counts, rows) })
      })
      unknown.add(planned.flatMap((one) => one.unknown))
      frequent.add(planned)
      read += prepared.length
    }
  })
  await step(async ({ preview, ...now }, { tx }) => {
    if (now.read !== read) throw new Superseded()
    if (read === 0) throw new Refusal(422, say('The file has no rows'))
    await updateImport(tx, uniqueId, {
      state: 'CHECKED',
      preview: { ...preview, unknown: unknown.list(), readings: readings.list(), frequentFaults: frequent.list() },
    })
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
