import { say, type Sentence, sentenceIn, told } from '@tradewind/contract/kit/say'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { readSheet } from '@tradewind/workbook/read'
import { type Column, type Fault, Faults, type FaultyRow, type Sheet, type SheetRow } from '@tradewind/workbook/sheet'
import { TransactionRollbackError } from 'drizzle-orm'
import type { z } from 'zod'
import { writeValues } from '../custom/definitions.ts'
import { customImport, type CustomImport, settleRows } from '../custom/import.ts'
import { nested } from '../database/database.ts'
import { insertMany, insertNew } from '../database/insert.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import type { ReadContext, WriteContext } from '../http/context.ts'
import { sentenceOf } from '../http/input.ts'
import { note } from './activity.ts'
import type { Entity, Fields as RecordFields } from './entity.ts'

/** How records of a kind arrive in a workbook. */
export interface ImportSpec<T extends SoftDeleteTable = SoftDeleteTable> {
  of: Entity<T>
  sheet: Sheet
  /** What the record's form is checked by. A row's fields go through it as they are in the sheet. */
  input: z.ZodType<Partial<RecordFields<T>>>
  /** The column that must be unique in the partition, where there is one. */
  unique?: Unique<T>
  /** What tells that a row is there already, where no column alone does. */
  doubles?: Doubles
  /** The field that names another record, where there is one: which columns stand for it. */
  refers?: Refers
  /** How they arrive in a member's workbook, where that differs. */
  forMembers?: ImportSpec
  /** The fields that the tenant has added, once they are known: their columns are among those of the sheet. */
  custom?: CustomImport
  /** How many more there may be, and what is said of those beyond. It holds until the transaction has ended. */
  room?(context: WriteContext): Promise<Room>
  /** What else belongs to new records, in the same transaction. */
  onCreated?(context: WriteContext, ids: readonly string[]): Promise<void>
}
interface Unique<T extends SoftDeleteTable> {
  field: keyof RecordFields<T> & string
  /** How two of its values are told to be the same. */
  same: (value: string) => string
  /** Which of these are taken by living records, each as it is written there. */
  taken(context: WriteContext, values: readonly string[]): Promise<string[]>
}
interface Doubles {
  /** The field whose column is told. */
  field: string
  /** The same for rows and records that are one. Undefined where too little is known of a row. */
  keyOf(fields: Readonly<Record<string, unknown>>): string | undefined
  /** What living records with these keys are called. Nobody else takes rows in until the transaction has ended. */
  taken(context: WriteContext, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}
interface Refers {
  field: string
  /** The columns that stand for each of these names. A name that is not among them is a fault. */
  find(context: WriteContext, names: readonly string[]): Promise<ReadonlyMap<string, object>>
  /** What is said of a name that was not found. */
  problem: Sentence
}
interface Room {
  left: number
  problem: Sentence
}

type InputField<Input extends z.ZodType> = keyof z.input<Input> & string
type CheckedSpec<T extends SoftDeleteTable, Input extends z.ZodType> = Omit<ImportSpec<T>, 'input' | 'forMembers'> & {
  forMembers?: ImportSpec
  input: Input
  sheet: Sheet<readonly Column<InputField<Input>>[]>
  doubles?: Doubles & { field: InputField<Input> }
  refers?: Refers & { field: InputField<Input> }
}

/** Describes an import. A column, or a field that it names, which the schema does not have does not compile. */
export const importSpec = <T extends SoftDeleteTable, Input extends z.ZodType<Partial<RecordFields<T>>>>(
  spec: CheckedSpec<T, Input>,
): ImportSpec => spec as unknown as ImportSpec

interface Checked {
  row: number
  fields: Record<string, unknown>
}
/** A row as far as it has been checked. `isSound`: nothing is wrong with it so far. Of others `fields` has those that are right by themselves. */
interface Seen extends Checked {
  isSound: boolean
}

const shown = (value: unknown) =>
  [value]
    .flat()
    .filter((text) => typeof text === 'string')
    .join(', ')
    .slice(0, 200)

interface Bounds {
  /** Rows that are taken. One more, and it ends in TooManyRows. */
  most: number
  /** Rows that are there already are passed over, and are no faults. */
  partial?: boolean
  /** Faults that are kept one by one, for the workbook that is given back. */
  single?: number
  onRead?: (read: number) => Promise<void>
}

/** How one batch of rows is taken. */
interface Batched {
  /** Of a name that is taken it is said how it is spelt there. */
  spelling?: boolean
  /** The rows that the sheet's description finds faults in: what else is wrong with them is told with the rest. */
  faulty?: readonly FaultyRow[]
  partial?: boolean
  /** One faulty row, and none is taken: whatever is wrong with it is told, its name counts for the rows after it. */
  strict?: boolean
}

/** The arrival as it is for who uploads, with the fields that the tenant has added. */
export const importSpecIn = async (
  given: ImportSpec,
  context: { actor: Actor } & (Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>),
): Promise<ImportSpec> => {
  const arrival = (isMember(context.actor) && given.forMembers) || given
  const custom = arrival.custom ? undefined : await customImport(arrival.of, context)
  if (!custom) return arrival
  const { name, columns } = arrival.sheet
  return { ...arrival, custom, sheet: { name, columns: [...columns, ...custom.columns] } }
}

/** Takes rows of a sheet in, one batch after the other, and says which it left out, and why. It remembers the rows before. */
export const taker = (arrival: ImportSpec) => {
  const check = rowChecker(arrival)
  const single = doubleChecker(arrival)

  return async (
    rows: readonly SheetRow[],
    context: WriteContext,
    { spelling = true, faulty = [], partial = false, strict = false }: Batched = {},
  ) => {
    const all = [...rows.map((row) => ({ ...row, bad: [] })), ...faulty].toSorted((one, other) => one.row - other.row)
    const results = all.map((row) => check(row, strict))
    const referred = await refer(arrival, context, results)
    const settled = await settleRows(arrival, context, referred.seen)
    const doubled = await single(context, settled.seen, { partial, strict })
    const sound = doubled.seen.filter(({ isSound }) => isSound)
    const unsound = doubled.seen.filter(({ isSound }) => !isSound)
    const { fitting, beyond } = await fit(arrival, context, sound)
    const ids = await createImported(arrival, fitting, context)
    const left = fitting.filter((_, at) => !ids[at])
    const faults = [
      ...results.flatMap(({ fault }) => fault),
      ...referred.unknown,
      ...settled.faults,
      ...doubled.faults,
      ...(partial ? [] : await clashes(arrival, context, left, spelling)),
      ...(strict && spelling ? await clashesOf(arrival, context, unsound) : []),
      ...beyond,
    ]
    return { created: fitting.length - left.length, skipped: doubled.skipped + (partial ? left.length : 0), faults }
  }
}

/**
 * Takes a workbook in, batch by batch: the unique index tells which names are taken. What is wrong is gathered; where anything is, the
 * caller undoes what was written, unless it takes the good rows alone. `isUnsound`: the workbook has faults as a whole.
 */
export const importRows = async (given: ImportSpec, source: string | Buffer, context: WriteContext, bounds: Bounds) => {
  const { most, onRead, partial = false, single = 0 } = bounds
  const arrival = await importSpecIn(given, context)
  const faults = new Faults({ single })
  const take = taker(arrival)
  const counted = { read: 0, created: 0, skipped: 0, isUnsound: false }
  for await (const batch of readSheet(source, arrival.sheet, { most })) {
    counted.read += batch.read
    counted.isUnsound ||= batch.isUnsound
    faults.add(...batch.faults)
    const taken = await take(batch.rows, context, { spelling: !faults.isFull, faulty: batch.faulty, partial, strict: !partial })
    faults.add(...taken.faults)
    counted.created += taken.created
    counted.skipped += taken.skipped
    await onRead?.(counted.read)
  }
  if (counted.read === 0 && faults.total === 0)
    faults.add({ row: 1, column: '', value: '', ...told(say('The sheet has no rows')) })
  return { ...counted, isUnsound: counted.isUnsound || counted.read === 0, faults }
}

/** Takes a workbook in to see what is wrong with it, and undoes it. */
export const dryRunImport = async (arrival: ImportSpec, source: string | Buffer, context: WriteContext, bounds: Bounds) => {
  const seen: Awaited<ReturnType<typeof importRows>>[] = []
  const taking = nested(context.tx, async (tx) => {
    seen.push(await importRows(arrival, source, { ...context, tx }, bounds))
    tx.rollback()
  })
  await taking.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  const { created, skipped } = seen[0]!
  return { ...seen[0]!, created: 0, skipped: created + skipped }
}

const inColumnsOf = ({ sheet }: ImportSpec) => {
  const headers = new Map(sheet.columns.map(({ field, header }) => [field, header]))
  return (field: string) => headers.get(field) ?? field
}

interface Issue {
  field: string
  problem: Sentence
}

/** A row's fields as the record's form gives them: those of the tenant's own together. */
const givenIn = ({ custom }: ImportSpec, cells: Record<string, unknown>) => {
  if (!custom) return { given: cells, ownIssues: [] }
  const { product, change, issues } = custom.read(cells)
  return { given: { ...product, custom: change }, ownIssues: issues.map(([field, problem]): Issue => ({ field, problem })) }
}

const issuesOf = (error: z.ZodError | undefined) =>
  (error?.issues ?? []).map((issue): Issue => ({ field: String(issue.path[0]), problem: sentenceIn(issue) }))

/** Checks a row by the form's own rules, and that no row before it has the same unique value. */
const rowChecker = (arrival: ImportSpec) => {
  const { input, unique } = arrival
  const columnOf = inColumnsOf(arrival)
  const first = new Map<string, number>()

  return ({ row, fields, bad }: FaultyRow, strict: boolean): Seen & { fault: Fault[] } => {
    const cells = fields as Record<string, unknown>
    const { given, ownIssues } = givenIn(arrival, cells)
    const fault = (field: string, problem: Sentence): Fault => ({
      row,
      column: columnOf(field),
      value: shown(cells[field]),
      ...told(problem),
    })
    const parsed = input.safeParse(given, { error: sentenceOf })
    const issues = [...issuesOf(parsed.error), ...ownIssues]
    const wrong = new Set([...bad, ...issues.map(({ field }) => field)])
    const isSound = parsed.success && bad.length + issues.length === 0
    const right = Object.fromEntries(Object.entries(given).filter(([field]) => !wrong.has(field)))
    const seen = { row, isSound, fields: isSound ? (parsed.data as Record<string, unknown>) : right }
    const faults = issues.filter(({ field }) => !bad.includes(field)).map(({ field, problem }) => fault(field, problem))
    if (!unique || wrong.has(unique.field)) return { ...seen, fault: faults }
    const key = unique.same(String(seen.fields[unique.field]))
    const before = first.get(key)
    if (before) {
      const { [unique.field]: _, ...others } = seen.fields
      return {
        row,
        isSound: false,
        fields: others,
        fault: [...faults, fault(unique.field, say('This is in row {row} already', { row: String(before) }))],
      }
    }
    if (isSound || strict) first.set(key, row)
    return { ...seen, fault: faults }
  }
}

/** The rows with the columns that stand for the record that they name, and a fault for each name that is not found. */
const refer = async (arrival: ImportSpec, context: WriteContext, rows: readonly Seen[]) => {
  const { refers } = arrival
  const naming = refers ? rows.filter(({ fields }) => typeof fields[refers.field] === 'string') : []
  if (!refers || naming.length === 0) return { seen: rows, unknown: [] }
  const nameIn = ({ fields }: Checked) => String(fields[refers.field])
  const found = await refers.find(context, [...new Set(naming.map(nameIn))])
  const column = inColumnsOf(arrival)(refers.field)
  const missing = new Set(naming.filter((one) => !found.has(nameIn(one))))
  const seen = rows.map((one): Seen => {
    const { [refers.field]: _, ...fields } = one.fields
    if (missing.has(one)) return { ...one, isSound: false, fields }
    return { ...one, fields: { ...fields, ...found.get(nameIn(one)) } }
  })
  const unknown = [...missing].map((one): Fault => ({ row: one.row, column, value: shown(nameIn(one)), ...told(refers.problem) }))
  return { seen, unknown }
}

/** Checks that no row is there already, in a row before it or as a record. */
const doubleChecker = (arrival: ImportSpec) => {
  const { doubles } = arrival
  const first = new Map<string, number>()

  return async (context: WriteContext, seen: readonly Seen[], { partial, strict }: { partial: boolean; strict: boolean }) => {
    const keyed = doubles
      ? seen.flatMap((one) => (doubles.keyOf(one.fields) ? [{ one, key: doubles.keyOf(one.fields)! }] : []))
      : []
    if (!doubles || keyed.length === 0) return { seen, skipped: 0, faults: [] }
    const taken = await doubles.taken(
      context,
      keyed.map(({ key }) => key),
    )
    const column = inColumnsOf(arrival)(doubles.field)
    const problems = new Map<Seen, Sentence>()
    for (const { one, key } of keyed) {
      const [name, before] = [taken.get(key), first.get(key)]
      if (name !== undefined) problems.set(one, say('There is already “{name}”', { name }))
      if (before !== undefined) problems.set(one, say('This is in row {row} already', { row: String(before) }))
      else if (one.isSound || strict) first.set(key, one.row)
    }
    const passed = partial ? seen.filter((one) => problems.has(one) && one.isSound) : []
    const faults = [...problems].map(([{ row, fields }, problem]): Fault => ({
      row,
      column,
      value: shown(fields[doubles.field]),
      ...told(problem),
    }))
    return {
      seen: seen.map((one) => (problems.has(one) ? { ...one, isSound: false } : one)),
      skipped: passed.length,
      faults: partial ? [] : faults,
    }
  }
}

/** The rows for which there is room, and a fault for each one beyond. A row whose name is taken needs no room. */
const fit = async (arrival: ImportSpec, context: WriteContext, checked: readonly Checked[]) => {
  const room = checked.length > 0 ? await arrival.room?.(context) : undefined
  if (!room || checked.length <= room.left) return { fitting: checked, beyond: [] }
  const isTaken = await takenAmong(arrival, context, checked)
  const over = new Set(checked.filter((row) => !isTaken(row)).slice(Math.max(0, room.left)))
  const beyond = [...over].map(({ row }): Fault => ({ row, column: '', value: '', ...told(room.problem) }))
  return { fitting: checked.filter((row) => !over.has(row)), beyond }
}

/** Says of a row whether a record has its name. */
const takenAmong = async ({ unique }: ImportSpec, context: WriteContext, checked: readonly Checked[]) => {
  if (!unique) return () => false
  const nameOf = ({ fields }: Checked) => String(fields[unique.field])
  const taken = new Set((await unique.taken(context, checked.map(nameOf))).map(unique.same))
  return (row: Checked) => taken.has(unique.same(nameOf(row)))
}

/** A fault for each row whose name a record has. */
const clashes = async (
  arrival: ImportSpec,
  context: WriteContext,
  left: readonly Checked[],
  spelling: boolean,
): Promise<Fault[]> => {
  const { sheet, unique } = arrival
  if (left.length === 0 || !unique) return []
  const values = left.map(({ fields }) => String(fields[unique.field]))
  const found = spelling ? await unique.taken(context, values) : []
  const spelt = new Map(found.map((value) => [unique.same(value), value]))
  const column = sheet.columns.find(({ field }) => field === unique.field)!.header
  return left.map(({ row }, at) => {
    const value = values[at]!
    return {
      row,
      column,
      value: shown(value),
      ...told(say('There is already “{name}”', { name: spelt.get(unique.same(value)) ?? value })),
    }
  })
}

/** A fault for each faulty row whose name a record has. */
const clashesOf = async (arrival: ImportSpec, context: WriteContext, rows: readonly Seen[]): Promise<Fault[]> => {
  const { unique } = arrival
  const named = unique ? rows.filter(({ fields }) => typeof fields[unique.field] === 'string') : []
  if (named.length === 0) return []
  const isTaken = await takenAmong(arrival, context, named)
  return clashes(arrival, context, named.filter(isTaken), true)
}

/** Inserts the rows; those whose name a record has are left out. Gives the id of each that was not. */
const insert = async ({ of, unique }: ImportSpec, { tx }: WriteContext, rows: readonly RecordValues[]) => {
  if (!unique) return insertMany(tx, of.table, rows)
  const ids = await insertNew(tx, of.table, rows, unique.field)
  return rows.map((row) => ids.get(String(row[unique.field])))
}

type RecordValues = Readonly<Record<string, unknown>>

/** Creates records with these fields, and gives the id of each; undefined for those that were left out because a record has their name. */
export const createImported = async (
  arrival: ImportSpec,
  given: readonly { fields: RecordValues }[],
  context: WriteContext,
): Promise<(string | undefined)[]> => {
  const { of, custom } = arrival
  const { tx, actor } = context
  const rows = given.map(({ fields }) => ({ ...fields, ...of.computedColumns(fields), createdBy: actor.uniqueId }))
  const ids = await insert(arrival, context, rows)
  const written = rows.flatMap((row, at) => (ids[at] ? [{ ...row, uniqueId: ids[at] }] : []))
  if (custom) writeValues(tx, of, written, { isNew: true })
  await note(context, of, 'IMPORTED', written)
  if (written.length > 0)
    await arrival.onCreated?.(
      context,
      written.map(({ uniqueId }) => uniqueId),
    )
  return ids
}
