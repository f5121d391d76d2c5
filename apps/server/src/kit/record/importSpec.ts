import { problemFields, say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { readSheet } from '@tradewind/workbook/read'
import { type Column, type Fault, Faults, type FaultyRow, type Sheet, type SheetRow } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import { TransactionRollbackError } from 'drizzle-orm'
import type { z } from 'zod'
import { writeValues } from '../custom/definitions.ts'
import { type CustomImport, customImport, resolveCustomRows } from '../custom/import.ts'
import { nestedTransaction } from '../database/database.ts'
import { insertInParts, insertMany, insertNew } from '../database/insert.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import type { ReadContext, WriteContext } from '../http/context.ts'
import { sentenceOf } from '../http/input.ts'
import { logChanges } from './activity.ts'
import type { Entity, Fields as RecordFields } from './entity.ts'
import type { FinishedUpload } from './uploadState.ts'

/** How records of a kind are imported from a workbook. */
export interface ImportSpec<T extends SoftDeleteTable = SoftDeleteTable> {
  of: Entity<T>
  sheet: Sheet
  /** The schema of the record's form. A row's fields are validated by it as they are in the sheet. */
  input: z.ZodType<Partial<RecordFields<T>>>
  /** The column that must be unique in the partition, if any. */
  unique?: Unique<T>
  /** How to detect that a row already exists, if no single column decides it. */
  duplicates?: DuplicateRule
  /** The field that names another record, if any, and the columns that it is resolved to. */
  refers?: Refers
  /** The import spec for members, if it differs. */
  forMembers?: ImportSpec
  /** The import of custom fields, once they are loaded: their columns are then among those of the sheet. */
  custom?: CustomImport
  /** How many more records are allowed, and the problem of rows beyond. Must stay valid until the transaction ends. */
  room?(context: WriteContext): Promise<{ remaining: number; problem: Sentence }>
  /** Hook that runs after records are created, in the same transaction. */
  onCreated?(context: WriteContext, ids: readonly string[]): Promise<void>
  /** Stores which records a mass upload created, in the same transaction, for its Undo. Returns the id by which it is undone. */
  onUploaded?(this: void, context: WriteContext, upload: FinishedUpload): Promise<string>
}
interface Unique<T extends SoftDeleteTable> {
  field: keyof RecordFields<T> & string
  /** Normalizes a value, so that equal values have the same result. */
  normalize: (value: string) => string
  /** Which of these values are taken by records that are not deleted, each as it is written there. */
  findTaken(context: WriteContext, values: readonly string[]): Promise<string[]>
}
interface DuplicateRule {
  /** The field whose column faults name. */
  field: string
  /** A key that is the same for duplicates. Undefined if a row has too little data for it. */
  keyOf(fields: Readonly<Record<string, unknown>>): string | undefined
  /** The titles of records with these keys that are not deleted. Must lock out other imports until the transaction ends. */
  findTaken(context: WriteContext, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}
interface Refers {
  field: string
  /** The columns that each of these names is resolved to. A name that is missing in the result is a fault. */
  find(context: WriteContext, names: readonly string[]): Promise<ReadonlyMap<string, object>>
  /** The name that each of these probably means, as far as there is one: imports from files suggest it. */
  findNearest?(context: WriteContext, names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The problem of a name that was not found. */
  problem: Sentence
}

type InputField<Input extends z.ZodType> = keyof z.input<Input> & string
type CheckedSpec<T extends SoftDeleteTable, Input extends z.ZodType> = Omit<ImportSpec<T>, 'input' | 'forMembers'> & {
  forMembers?: ImportSpec
  input: Input
  sheet: Sheet<readonly Column<InputField<Input>>[]>
  duplicates?: DuplicateRule & { field: InputField<Input> }
  refers?: Refers & { field: InputField<Input> }
}

/** Declares an import. A column or field that the schema does not have does not compile. */
export const importSpec = <T extends SoftDeleteTable, Input extends z.ZodType<Partial<RecordFields<T>>>>(
  spec: CheckedSpec<T, Input>,
): ImportSpec => spec as unknown as ImportSpec

interface Checked {
  row: number
  fields: Record<string, unknown>
}
/** A row while it is checked. `isValid`: no fault so far. For faulty rows `fields` contains only the fields that are valid by themselves. */
interface CheckedRow extends Checked {
  isValid: boolean
}

const toCellText = (value: unknown) => {
  const texts = [value].flat().filter((text) => typeof text === 'string')
  return excerpt(texts.join(', '), 200)
}

const createFault = (row: number, column: string, value: unknown, problem: Sentence): Fault => ({
  row,
  column,
  value: toCellText(value),
  ...problemFields(problem),
})

interface ImportOptions {
  /** Maximum number of rows. One more throws TooManyRows. */
  maxRows: number
  /** Rows that already exist are skipped, and are no faults. */
  partial?: boolean
  /** Maximum number of faults that are stored individually, for the workbook that is returned. */
  single?: number
  onRead?: (counted: { read: number; created: number }) => Promise<void>
}

/** How one batch of rows is imported. */
interface BatchOptions {
  /** Faults of a name that is taken contain its existing spelling. */
  withSpelling?: boolean
  /** The rows that are faulty by the sheet's description; they are checked for further faults. */
  faulty?: readonly FaultyRow[]
  partial?: boolean
  /** With one faulty row nothing is imported: faulty rows are checked completely, and their names count for the rows after them. */
  strict?: boolean
}

/** The import spec for the actor, including the tenant's custom fields. */
export const importSpecFor = async (
  baseSpec: ImportSpec,
  context: { actor: Actor } & (Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>),
): Promise<ImportSpec> => {
  const spec = (isMember(context.actor) && baseSpec.forMembers) || baseSpec
  const custom = spec.custom ? undefined : await customImport(spec.of, context)
  if (!custom) return spec
  const { name, columns } = spec.sheet
  return { ...spec, custom, sheet: { name, columns: [...columns, ...custom.columns] } }
}

/** Creates a function that imports rows batch by batch and returns the faults of the rows that it left out. It remembers the rows of earlier batches. */
export const createBatchImporter = (spec: ImportSpec) => {
  const check = rowChecker(spec)
  const checkDuplicates = duplicateChecker(spec)

  return async (
    rows: readonly SheetRow[],
    context: WriteContext,
    { withSpelling = true, faulty = [], partial = false, strict = false }: BatchOptions = {},
  ) => {
    const all = [...rows.map((row) => ({ ...row, faultyFields: [] })), ...faulty].toSorted((one, other) => one.row - other.row)
    const results = all.map((row) => check(row, strict))
    const resolvedReferences = await resolveReferences(spec, context, results)
    const resolved = await resolveCustomRows(spec, context, resolvedReferences.rows)
    const distinct = await checkDuplicates(context, resolved.rows, { partial, strict })
    const valid = distinct.rows.filter(({ isValid }) => isValid)
    const invalid = distinct.rows.filter(({ isValid }) => !isValid)
    const { fitting, beyond } = await limitToCapacity(spec, context, valid)
    const ids = await createImported(spec, fitting, context)
    const created = ids.filter((id) => id !== undefined)
    const rejected = fitting.filter((_, at) => !ids[at])
    const faults = [
      ...results.flatMap(({ faults: own }) => own),
      ...resolvedReferences.unknown,
      ...resolved.faults,
      ...distinct.faults,
      ...(partial ? [] : await findNameClashes(spec, context, rejected, withSpelling)),
      ...(strict && withSpelling ? await findClashesOfFaulty(spec, context, invalid) : []),
      ...beyond,
    ]
    return { ids: created, created: created.length, skipped: distinct.skipped + (partial ? rejected.length : 0), faults }
  }
}

/**
 * Imports a workbook batch by batch; the unique index decides which names are taken. Faults are collected; if there are any, the caller
 * rolls back, unless only the valid rows are imported (`partial`). `isInvalid`: the workbook as a whole is faulty.
 */
export const importRows = async (baseSpec: ImportSpec, source: string | Buffer, context: WriteContext, bounds: ImportOptions) => {
  const { maxRows, onRead, partial = false, single = 0 } = bounds
  const spec = await importSpecFor(baseSpec, context)
  const faults = new Faults({ single })
  const run = createBatchImporter(spec)
  const counted = { read: 0, created: 0, skipped: 0, isInvalid: false, ids: [] as string[] }
  for await (const batch of readSheet(source, spec.sheet, { maxRows })) {
    counted.read += batch.read
    counted.isInvalid ||= batch.isInvalid
    faults.add(...batch.faults)
    const options = { withSpelling: !faults.isFull, faulty: batch.faulty, partial, strict: !partial }
    const result = await run(batch.rows, context, options)
    faults.add(...result.faults)
    counted.ids.push(...result.ids)
    counted.created += result.created
    counted.skipped += result.skipped
    await onRead?.(counted)
  }
  if (counted.read === 0 && faults.total === 0)
    faults.add({ row: 1, column: '', value: '', ...problemFields(say('The sheet has no rows')) })
  return { ...counted, isInvalid: counted.isInvalid || counted.read === 0, faults }
}

/** Imports a workbook to find its faults, and rolls back. */
export const dryRunImport = async (spec: ImportSpec, source: string | Buffer, context: WriteContext, bounds: ImportOptions) => {
  const results: Awaited<ReturnType<typeof importRows>>[] = []
  const dryRun = nestedTransaction(context.tx, async (tx) => {
    results.push(await importRows(spec, source, { ...context, tx }, bounds))
    tx.rollback()
  })
  await dryRun.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  const { created, skipped } = results[0]!
  return { ...results[0]!, created: 0, skipped: created + skipped }
}

const inColumnsOf = ({ sheet }: ImportSpec) => {
  const headers = new Map(sheet.columns.map(({ field, header }) => [field, header]))
  return (field: string) => headers.get(field) ?? field
}

interface Issue {
  field: string
  problem: Sentence
}

/** A row's fields in the shape of the record's form: custom fields are in `custom`. */
const splitFields = ({ custom }: ImportSpec, cells: Record<string, unknown>) => {
  if (!custom) return { given: cells, ownIssues: [] }
  const { product, change, issues } = custom.read(cells)
  return { given: { ...product, custom: change }, ownIssues: issues.map(([field, problem]): Issue => ({ field, problem })) }
}

const issuesOf = (error: z.ZodError | undefined) =>
  (error?.issues ?? []).map((issue): Issue => ({ field: String(issue.path[0]), problem: sentenceIn(issue) }))

/** Creates a function that checks a row by the form's schema, and that no earlier row has the same unique value. */
const rowChecker = (spec: ImportSpec) => {
  const { input, unique } = spec
  const columnOf = inColumnsOf(spec)
  const first = new Map<string, number>()

  return ({ row, fields, faultyFields }: FaultyRow, strict: boolean): CheckedRow & { faults: Fault[] } => {
    const cells = fields as Record<string, unknown>
    const { given, ownIssues } = splitFields(spec, cells)
    const fault = (field: string, problem: Sentence) => createFault(row, columnOf(field), cells[field], problem)
    const parsed = input.safeParse(given, { error: sentenceOf })
    const issues = [...issuesOf(parsed.error), ...ownIssues]
    const wrong = new Set([...faultyFields, ...issues.map(({ field }) => field)])
    const isValid = parsed.success && faultyFields.length + issues.length === 0
    const right = Object.fromEntries(Object.entries(given).filter(([field]) => !wrong.has(field)))
    const checked = { row, isValid, fields: isValid ? (parsed.data as Record<string, unknown>) : right }
    const faults = issues.filter(({ field }) => !faultyFields.includes(field)).map(({ field, problem }) => fault(field, problem))
    if (!unique || wrong.has(unique.field)) return { ...checked, faults }
    const key = unique.normalize(String(checked.fields[unique.field]))
    const before = first.get(key)
    if (before) {
      const { [unique.field]: _, ...others } = checked.fields
      return {
        row,
        isValid: false,
        fields: others,
        faults: [...faults, fault(unique.field, say('This is already in row {row}', { row: String(before) }))],
      }
    }
    if (isValid || strict) first.set(key, row)
    return { ...checked, faults }
  }
}

/** Replaces the name of a referenced record in each row by its columns; returns a fault for each name that is not found. */
const resolveReferences = async (spec: ImportSpec, context: WriteContext, rows: readonly CheckedRow[]) => {
  const { refers } = spec
  const named = refers ? rows.filter(({ fields }) => typeof fields[refers.field] === 'string') : []
  if (!refers || named.length === 0) return { rows, unknown: [] }
  const nameIn = ({ fields }: Checked) => String(fields[refers.field])
  const found = await refers.find(context, [...new Set(named.map(nameIn))])
  const column = inColumnsOf(spec)(refers.field)
  const missing = new Set(named.filter((one) => !found.has(nameIn(one))))
  const resolved = rows.map((one): CheckedRow => {
    const { [refers.field]: _, ...fields } = one.fields
    if (missing.has(one)) return { ...one, isValid: false, fields }
    return { ...one, fields: { ...fields, ...found.get(nameIn(one)) } }
  })
  const unknown = [...missing].map((one) => createFault(one.row, column, nameIn(one), refers.problem))
  return { rows: resolved, unknown }
}

/** Creates a function that checks that no row duplicates an earlier row or an existing record. */
const duplicateChecker = (spec: ImportSpec) => {
  const { duplicates } = spec
  const first = new Map<string, number>()

  return async (
    context: WriteContext,
    rows: readonly CheckedRow[],
    { partial, strict }: Pick<BatchOptions, 'partial' | 'strict'>,
  ) => {
    const keyed = duplicates
      ? rows.flatMap((one) => (duplicates.keyOf(one.fields) ? [{ one, key: duplicates.keyOf(one.fields)! }] : []))
      : []
    if (!duplicates || keyed.length === 0) return { rows, skipped: 0, faults: [] }
    const existing = await duplicates.findTaken(
      context,
      keyed.map(({ key }) => key),
    )
    const column = inColumnsOf(spec)(duplicates.field)
    const problems = new Map<CheckedRow, Sentence>()
    for (const { one, key } of keyed) {
      const [name, before] = [existing.get(key), first.get(key)]
      if (name !== undefined) problems.set(one, say('There is already “{name}”', { name }))
      if (before !== undefined) problems.set(one, say('This is already in row {row}', { row: String(before) }))
      else if (one.isValid || strict) first.set(key, one.row)
    }
    const passed = partial ? rows.filter((one) => problems.has(one) && one.isValid) : []
    const faults = [...problems].map(([{ row, fields }, problem]) => createFault(row, column, fields[duplicates.field], problem))
    return {
      rows: rows.map((one) => (problems.has(one) ? { ...one, isValid: false } : one)),
      skipped: passed.length,
      faults: partial ? [] : faults,
    }
  }
}

/** Limits the rows to the number that is still allowed; returns a fault for each one beyond. A row whose name is taken does not count. */
const limitToCapacity = async (spec: ImportSpec, context: WriteContext, checked: readonly Checked[]) => {
  const room = checked.length > 0 ? await spec.room?.(context) : undefined
  if (!room || checked.length <= room.remaining) return { fitting: checked, beyond: [] }
  const isTaken = await createNameCheck(spec, context, checked)
  const over = new Set(checked.filter((row) => !isTaken(row)).slice(Math.max(0, room.remaining)))
  const beyond = [...over].map(({ row }) => createFault(row, '', '', room.problem))
  return { fitting: checked.filter((row) => !over.has(row)), beyond }
}

/** Returns a predicate: whether an existing record has the name of a row. */
const createNameCheck = async ({ unique }: ImportSpec, context: WriteContext, checked: readonly Checked[]) => {
  if (!unique) return () => false
  const nameOf = ({ fields }: Checked) => String(fields[unique.field])
  const existing = new Set((await unique.findTaken(context, checked.map(nameOf))).map(unique.normalize))
  return (row: Checked) => existing.has(unique.normalize(nameOf(row)))
}

/** A fault for each of these rows; an existing record has its name. */
const findNameClashes = async (
  spec: ImportSpec,
  context: WriteContext,
  rows: readonly Checked[],
  spelling: boolean,
): Promise<Fault[]> => {
  const { sheet, unique } = spec
  if (rows.length === 0 || !unique) return []
  const values = rows.map(({ fields }) => String(fields[unique.field]))
  const found = spelling ? await unique.findTaken(context, values) : []
  const spelt = new Map(found.map((value) => [unique.normalize(value), value]))
  const column = sheet.columns.find(({ field }) => field === unique.field)!.header
  return rows.map(({ row }, at) => {
    const value = values[at]!
    const problem = say('There is already “{name}”', { name: spelt.get(unique.normalize(value)) ?? value })
    return createFault(row, column, value, problem)
  })
}

/** A fault for each faulty row whose name an existing record has. */
const findClashesOfFaulty = async (spec: ImportSpec, context: WriteContext, rows: readonly CheckedRow[]): Promise<Fault[]> => {
  const { unique } = spec
  const named = unique ? rows.filter(({ fields }) => typeof fields[unique.field] === 'string') : []
  if (named.length === 0) return []
  const isTaken = await createNameCheck(spec, context, named)
  return findNameClashes(spec, context, named.filter(isTaken), true)
}

/** Inserts the rows except those whose name an existing record has. Returns the id of each row; undefined if left out. */
const insert = async ({ of, unique }: ImportSpec, { tx }: WriteContext, rows: readonly RecordValues[]) => {
  if (!unique) return insertMany(tx, of.table, rows)
  const ids = await insertNew(tx, of.table, rows, unique.field)
  return rows.map((row) => ids.get(String(row[unique.field])))
}

type RecordValues = Readonly<Record<string, unknown>>

/** Creates records with these fields and returns the id of each; undefined for those left out because an existing record has their name. */
export const createImported = async (
  spec: ImportSpec,
  records: readonly { fields: RecordValues }[],
  context: WriteContext,
): Promise<(string | undefined)[]> => {
  const { of, custom } = spec
  const { tx, actor } = context
  const toRow = ({ fields }: (typeof records)[number]) => ({
    ...fields,
    ...of.computedColumns(fields),
    createdBy: actor.uniqueId,
  })
  const { rows, ids } = await insertInParts(records, toRow, (some) => insert(spec, context, some))
  const inserted = rows.flatMap((row, at) => (ids[at] ? [{ ...row, uniqueId: ids[at] }] : []))
  if (custom) writeValues(tx, of, inserted, { isNew: true })
  await logChanges(context, of, 'IMPORTED', inserted)
  const created = inserted.map(({ uniqueId }) => uniqueId)
  if (created.length > 0) await spec.onCreated?.(context, created)
  return ids
}
