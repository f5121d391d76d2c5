import type { ImportKind, RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { Decision, ImportOptions, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { type CustomChange, customKeyOf, type CustomValues, isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isSameSet } from '#kit/custom/import'
import type { Tx } from '#kit/database/database'
import type { SoftDeleteTable } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { type Changes, changesOf } from '#kit/record/audit'
import { kinds, type RecordKey, type Spec, type Stored, type Values } from './kinds.ts'
import { createFault, missingFieldsChecker, type Prepared, readDefaults, withDefaults, withFirstFaults } from './prepare.ts'

/** The planned result of a row. */
export interface PlannedRow {
  row: number
  status: RowStatus
  cells: readonly string[]
  /** The fields as they are in the file, also if they have faults. */
  given: Values
  /** The texts that its fields do not know. */
  unknown: Prepared['unknown']
  /** All fields of a new record, or the changed fields of an existing one, as they are stored. */
  fields: Values
  /** The existing record. */
  record?: Stored
  changes: Changes
  faults: Fault[]
  reason: ImportRow['reason']
  like: readonly LikelyDuplicate[]
  /** By what a new row resembles others, in the order of its kind's `likeness`. */
  likeness?: readonly (string | null)[]
  /** The earlier rows that it probably repeats. */
  repeats?: readonly number[]
  /** What was decided on a likely duplicate. */
  decision?: Decision
}

/** A record that may be a duplicate of a new one. `update`: the result if the row updated it, where the actor may. */
export interface LikelyDuplicate {
  uniqueId: string
  title: string
  mayUpdate: boolean
  update?: PlannedRow
}

/** The options for comparing rows with the existing records. */
export interface PlanOptions {
  kind: ImportKind
  spec: Spec
  options: ImportOptions
  /** Locks the records that are found until the transaction ends. */
  lock: boolean
  /** Adds possible duplicates to new rows. */
  likeness: boolean
  /** What was decided on likely duplicates, by row. */
  decisions?: Decisions
}

export type Decisions = ReadonlyMap<number, Decision>

const plannedRow = ({ row, cells, given, unknown }: Prepared, status: RowStatus, over: Partial<PlannedRow> = {}): PlannedRow => ({
  row,
  status,
  cells,
  given,
  unknown,
  fields: {},
  changes: {},
  faults: [],
  reason: null,
  like: [],
  ...over,
})

/** The records, not deleted, whose column has one of these values, grouped by value. */
const findByColumn = async (
  tx: Tx,
  table: SoftDeleteTable,
  { column, field }: Pick<RecordKey, 'column' | 'field'>,
  values: readonly (string | null)[],
  lock: boolean,
) => {
  const texts = [...new Set(values)].filter((text) => text !== null)
  if (texts.length === 0) return new Map<string, Stored[]>()
  const query = tx
    .select()
    .from(table)
    .where(and(sql`${column} = any(${sql.param(texts)}::text[])`, isNull(table.deletedAt)))
    .orderBy(table.uniqueId)
    .$dynamic()
  const found = (await (lock ? query.for('update') : query)) as Stored[]
  return Map.groupBy(found, (record) => String(record[field]))
}

/** Resolves the record that each row names to its columns; where no record has that name, adds a fault and the unknown text. */
export const resolveReferences = async ({ refers, sheet }: Spec, rows: readonly Prepared[], context: WriteContext) => {
  const namingRows = refers ? rows.filter(({ given }) => typeof given[refers.field] === 'string') : []
  if (!refers || namingRows.length === 0) return rows
  const nameIn = ({ given }: Prepared) => String(given[refers.field])
  const names = [...new Set(namingRows.map(nameIn))]
  const found = await refers.find(context, names)
  const missing = names.filter((name) => !found.has(name))
  const nearest = missing.length > 0 ? await refers.findNearest?.(context, missing) : undefined
  const namingSet = new Set(namingRows)
  return rows.map((one): Prepared => {
    if (!namingSet.has(one)) return one
    const { [refers.field]: name, ...given } = one.given
    const columns = found.get(nameIn(one))
    if (columns) return { ...one, given: { ...given, ...columns } }
    const text = nameIn(one)
    const value = nearest?.get(text)
    const problem = value === undefined ? refers.problem : say('Did you mean “{value}”?', { value })
    return {
      ...one,
      faults: [...one.faults, createFault(sheet.columns, one.row, refers.field, name, problem)],
      unknown: [...one.unknown, { field: refers.field, text, nearest: value ?? null }],
    }
  })
}

type Match = (one: Prepared) => Stored[]

/** Returns a function that finds the records that match a row by the key. */
const matcher = async (
  tx: Tx,
  table: SoftDeleteTable,
  key: RecordKey | undefined,
  rows: readonly Prepared[],
  lock: boolean,
): Promise<Match> => {
  if (!key) return () => []
  const soughtBy = new Map(rows.map((one) => [one, key.searchValueOf(one.given)]))
  const found = await findByColumn(tx, table, key, [...soughtBy.values()], lock)
  const others = rows.filter((one) => soughtBy.get(one) === null)
  const matchOthers = await matcher(tx, table, key.otherwise, others, lock)
  return (one) => {
    const value = soughtBy.get(one) ?? null
    return value === null ? matchOthers(one) : (found.get(value) ?? []).filter((record) => key.isSame(record, one.given))
  }
}

/** Returns a function that finds the record that a decision says a row updates. */
const chosenRecordFinder = async (
  tx: Tx,
  table: SoftDeleteTable,
  decisions: Decisions,
  rows: readonly Prepared[],
  lock: boolean,
) => {
  const ids = rows.flatMap(({ row }) => decisions.get(row)?.recordId ?? [])
  if (ids.length === 0) return () => undefined
  const query = tx
    .select()
    .from(table)
    .where(and(inArray(table.uniqueId, [...new Set(ids)]), isNull(table.deletedAt)))
    .orderBy(table.uniqueId)
    .$dynamic()
  const found = new Map(((await (lock ? query.for('update') : query)) as Stored[]).map((record) => [record.uniqueId, record]))
  return (id: string | undefined) => (id === undefined ? undefined : found.get(id))
}

/** A record can be changed by one row only: others in the same batch become faulty. */
const withOneChangeEach = ({ sheet }: Spec, rows: readonly PlannedRow[]) => {
  const rowOf = new Map<string, number>()
  return rows.map((one): PlannedRow => {
    if (one.status !== 'CHANGED' || !one.record) return one
    const before = rowOf.get(one.record.uniqueId)
    if (before === undefined) {
      rowOf.set(one.record.uniqueId, one.row)
      return one
    }
    const fault = createFault(sheet.columns, one.row, '', '', alreadyUpdated(before))
    return { ...one, status: 'FAULTY', fields: {}, changes: {}, faults: [fault] }
  })
}

export const alreadyUpdated = (row: number) => say('Row {row} already updates this record', { row: String(row) })

const ambiguousMatch = say('Several existing records match this row')
const recordIsGone = say('The record that this row should update no longer exists')
const noDecisions: Decisions = new Map()

/** A row that updates a record which is not there. */
const withoutRecord = ({ sheet }: Spec, one: Prepared) =>
  plannedRow(one, 'FAULTY', { faults: [createFault(sheet.columns, one.row, '', '', recordIsGone)] })

/** A row whose values are imported with an earlier one, unless that one is left out. */
const planJoined = (spec: Spec, one: Prepared, earlier: Decision | undefined) =>
  earlier?.action === 'SKIP' ? withoutRecord(spec, one) : plannedRow(one, 'CHANGED')

/** Returns a function that finds the fault of a row whose unique field another record has. */
const takenFaultsFinder =
  ({ sheet }: Spec, field: string | undefined, matchUnique: Match) =>
  (one: Prepared, but?: Stored): Fault[] => {
    const other = matchUnique(one).find(({ uniqueId }) => uniqueId !== but?.uniqueId)
    if (!other || !field || (but && one.given[field] === but[field])) return []
    const problem = say('There is already “{name}”', { name: String(other[field]) })
    return [createFault(sheet.columns, one.row, field, one.given[field], problem)]
  }

/** Compares rows with the existing records and returns the planned results. Writes nothing. */
export const planRows = async (
  prepared: readonly Prepared[],
  { kind, spec, options, lock, likeness, decisions = noDecisions }: PlanOptions,
  context: WriteContext,
) => {
  const imported = kinds[kind]
  const { columns } = spec.sheet
  const rows = await resolveReferences(spec, prepared, context)
  const { table } = spec.of
  const matchAny: Match = await matcher(context.tx, table, options.key ? imported.keys[options.key] : undefined, rows, lock)
  // What the actor may not see is matched by no row: the preview would reveal that it exists.
  const match: Match = (one) => matchAny(one).filter((record) => can(context.actor, imported.see, record))
  const matchUnique: Match = await matcher(context.tx, table, imported.unique?.key, rows, false)
  const findChosen = await chosenRecordFinder(context.tx, table, decisions, rows, lock)
  const missingFaults = missingFieldsChecker(columns)
  const fillDefaults = await defaultsFiller(spec, options, context)
  const addOwnFields = await ownFieldsResolver(spec, rows, context)

  const takenFaults = takenFaultsFinder(spec, imported.unique?.field, matchUnique)
  const planCreation = (one: Prepared) => {
    const { fields, unknown } = fillDefaults(one)
    const isNamed = hasReference(fields) || unknown.length > 0
    const withReference = spec.refers && isNamed ? { ...fields, [spec.refers.field]: 'known' } : fields
    const resolved = addOwnFields({ ...one, given: fields })
    const found = [...missingFaults({ row: one.row, given: withReference }), ...unknown, ...takenFaults(one), ...resolved.faults]
    const faults = withFirstFaults(one.faults, found)
    return faults.length > 0
      ? plannedRow(one, 'FAULTY', { faults })
      : plannedRow(one, 'NEW', { fields: allFields(spec, resolved.values) })
  }
  const reasonIfForeign = (record: Stored) => (can(context.actor, imported.update, record) ? null : 'NOT_YOURS')
  const reasonToLeave = (record: Stored): ImportRow['reason'] =>
    options.existing === 'skip' ? 'EXISTS' : reasonIfForeign(record)
  const planUpdate = (one: Prepared, record: Stored, reason = reasonToLeave(record)) => {
    if (reason && one.faults.length === 0) return plannedRow(one, 'LEFT', { record, reason })
    const resolved = addOwnFields(one, record)
    const faults = withFirstFaults(one.faults, [...resolved.faults, ...takenFaults(one, record)])
    if (faults.length > 0) return plannedRow(one, 'FAULTY', { faults })
    const changes = realChangesOf(record, resolved.values)
    if (Object.keys(changes).length === 0) return plannedRow(one, 'SAME', { record })
    const fields = Object.fromEntries(Object.keys(changes).map((field) => [field, resolved.values[field]]))
    return plannedRow(one, 'CHANGED', { record, changes, fields })
  }
  const planDecided = (one: Prepared, { action, recordId, earlierRow }: Decision) => {
    if (action === 'SKIP') return plannedRow(one, 'LEFT', { reason: 'DUPLICATE' })
    if (earlierRow !== undefined) return planJoined(spec, one, decisions.get(earlierRow))
    const record = findChosen(recordId)
    return record ? planUpdate(one, record, reasonIfForeign(record)) : withoutRecord(spec, one)
  }
  const results = rows.map((one): PlannedRow => {
    const decision = decisions.get(one.row)
    if (decision && decision.action !== 'CREATE' && one.faults.length === 0) return planDecided(one, decision)
    const [record, another] = match(one)
    if (another)
      return plannedRow(one, 'FAULTY', { faults: [...one.faults, createFault(columns, one.row, '', '', ambiguousMatch)] })
    return record ? planUpdate(one, record) : planCreation(one)
  })
  return likeness ? withLikeness(spec, kind, { rows, results, planUpdate }, context) : withOneChangeEach(spec, results)
}

/** The fields whose values differ from those of the record. The same choices in another order are no change. */
const realChangesOf = (record: Stored, values: Values): Changes =>
  Object.fromEntries(Object.entries(changesOf(record, values)).filter(([, { before, after }]) => !isSameSet(before, after)))

const hasReference = (fields: Values) => 'companyId' in fields

/**
 * Fills empty fields of new records with the default values. A row that names a record gets no columns of the default record; a default
 * that names a deleted record is a fault of each row that needs it.
 */
const defaultsFiller = async (spec: Spec, options: ImportOptions, context: WriteContext) => {
  const read = { ...readDefaults(options, spec), faults: [] }
  const [resolvedReferences] = await resolveReferences(spec, [read], context)
  const { [spec.refers?.field ?? '']: _, ...others } = read.given
  return ({ row, given }: Prepared) => {
    if (hasReference(given)) return { fields: withDefaults(given, others), unknown: [] }
    return {
      fields: withDefaults(given, resolvedReferences!.given),
      unknown: resolvedReferences!.faults.map((fault) => ({ ...fault, row })),
    }
  }
}

const changeIn = ({ given }: Prepared) => given['custom'] as CustomChange | undefined

/** Computes the columns of the tenant's own fields on top of what a record holds, or the faults of these fields. */
const ownFieldsResolver = async ({ custom, sheet }: Spec, rows: readonly Prepared[], context: WriteContext) => {
  const resolveOwn = await custom?.settle(rows.map(changeIn), context)
  return (one: Prepared, record?: Stored): { values: Values; faults: Fault[] } => {
    const change = changeIn(one)
    if (!resolveOwn || (!change && record)) return { values: one.given, faults: [] }
    const before = (record?.['custom'] ?? {}) as CustomValues
    const columns = resolveOwn(change, before)
    if ('issues' in columns) {
      const faults = columns.issues.map(([field, problem]) =>
        createFault(sheet.columns, one.row, field, change?.[customKeyOf(field)], problem),
      )
      return { values: one.given, faults }
    }
    const { custom: _, ...given } = one.given
    const isSame = record !== undefined && JSON.stringify(columns.custom) === JSON.stringify(before)
    return { values: isSame ? given : { ...given, ...columns }, faults: [] }
  }
}

/** All columns of a new record; null where the row has none. */
const allFields = ({ sheet, refers }: Spec, values: Values): Values => ({
  ...Object.fromEntries(
    sheet.columns
      .filter(({ field }) => field !== refers?.field && !isCustomName(field))
      .map(({ field }) => [field, values[field] ?? null]),
  ),
  ...values,
})

/** Returns a function that finds the records that may be duplicates of a new row, three at most, as far as the actor may see them. */
const likelyDuplicatesFinder = async (
  { of }: Spec,
  kind: ImportKind,
  rows: readonly PlannedRow[],
  { tx, actor }: WriteContext,
) => {
  const { likeness, see } = kinds[kind]
  const searches = likeness
    .map(({ column, field }, at) => ({ column, field, at, texts: [...new Set(rows.flatMap((row) => row.likeness?.[at] ?? []))] }))
    .filter(({ texts }) => texts.length > 0)
  if (searches.length === 0) return () => []
  const found = (await tx
    .select()
    .from(of.table)
    .where(and(or(...searches.map(({ column, texts }) => isOneOf(column, texts))), isNull(of.table.deletedAt)))
    .limit(5_000)) as Stored[]
  const visible = found.filter((record) => can(actor, see, record))
  const byText = new Map(searches.map(({ field }) => [field, Map.groupBy(visible, (record) => String(record[field]))]))
  return (one: PlannedRow) => {
    const like = searches.flatMap(({ field, at }) => byText.get(field)?.get(one.likeness?.[at] ?? '') ?? [])
    return [...new Set(like)].slice(0, 3)
  }
}

interface Plans {
  rows: readonly Prepared[]
  /** The planned result of each of the rows. */
  results: readonly PlannedRow[]
  planUpdate: (one: Prepared, record: Stored, reason: null) => PlannedRow
}

/** Adds possible duplicates to new rows: these rows are then likely duplicates. */
const withLikeness = async (spec: Spec, kind: ImportKind, { rows, results, planUpdate }: Plans, context: WriteContext) => {
  const keyed = results.map((result): PlannedRow => {
    if (result.status !== 'NEW') return result
    return { ...result, likeness: kinds[kind].likeness.map(({ searchValueOf }) => searchValueOf(result.fields)) }
  })
  const findLike = await likelyDuplicatesFinder(spec, kind, keyed, context)
  const toLikelyDuplicate = (one: Prepared, record: Stored): LikelyDuplicate => {
    const mayUpdate = can(context.actor, kinds[kind].update, record)
    const { uniqueId, [spec.of.title]: title } = record
    return { uniqueId, title: String(title), mayUpdate, ...(mayUpdate && { update: planUpdate(one, record, null) }) }
  }
  return keyed.map((result, at): PlannedRow => {
    const like = findLike(result).map((record) => toLikelyDuplicate(rows[at]!, record))
    return like.length > 0 ? { ...result, status: 'DUPLICATE', like } : result
  })
}

const isOneOf = (column: AnyPgColumn, texts: readonly string[]) => sql`${column} = any(${sql.param([...texts])}::text[])`
