import { TransactionRollbackError } from 'drizzle-orm'
import type { z } from 'zod'
import { nested } from '../database/database.ts'
import { insertMany, insertNew } from '../database/insert.ts'
import type { LivingTable } from '../database/table.ts'
import type { Writing } from '../http/context.ts'
import type { Fields as RecordFields, Kind } from '../record/kind.ts'
import { note } from '../record/trail/note.ts'
import { readSheet } from '../sheet/read.ts'
import { type Fault, Faults, type Sheet, type SheetRow } from '../sheet/sheet.ts'

/** How records of a kind arrive in a workbook. */
export interface Arrival<T extends LivingTable = LivingTable> {
  of: Kind<T>
  sheet: Sheet
  /** What the record's form is checked by. A row's fields go through it as they stand in the sheet. */
  input: z.ZodType<Partial<RecordFields<T>>>
  /** The column that must be unique in the world, where there is one. */
  unique?: Unique<T>
  /** The field that names another record, where there is one: which columns stand for it. */
  refers?: Refers
  /** How many more there may be, and what is said of those beyond. It holds until the transaction has ended. */
  room?(context: Writing): Promise<Room>
  /** What else belongs to new records, in the same transaction. */
  onCreated?(context: Writing, ids: readonly string[]): Promise<void>
}
interface Unique<T extends LivingTable> {
  field: keyof RecordFields<T> & string
  /** How two of its values are told to be the same. */
  same: (value: string) => string
  /** Which of these are taken by living records, each as it is written there. */
  taken(context: Writing, values: readonly string[]): Promise<string[]>
}
interface Refers {
  field: string
  /** The columns that stand for each of these names. A name that is not among them is a fault. */
  find(context: Writing, names: readonly string[]): Promise<ReadonlyMap<string, object>>
  /** What is said of a name that was not found. */
  problem: string
}
interface Room {
  left: number
  problem: string
}

interface Checked {
  row: number
  fields: Record<string, unknown>
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
  onRead?: (read: number) => Promise<void>
}

/** Takes rows of a sheet in, one batch after the other, and says which it left out, and why. It remembers the rows before. */
export const taker = (arrival: Arrival) => {
  const check = rowChecker(arrival)

  /** `spelling`: of a name that is taken it is said how it is spelt there. */
  return async (rows: readonly SheetRow[], context: Writing, { spelling = true } = {}) => {
    const results = rows.map((row) => ({ row: row.row, ...check(row) }))
    const sound = results.flatMap(({ row, fields }) => (fields ? [{ row, fields }] : []))
    const { checked, unknown } = await refer(arrival, context, sound)
    const { fitting, beyond } = await fit(arrival, context, checked)
    const left = await write(arrival, context, fitting)
    const faults = [
      ...results.flatMap(({ fault }) => fault),
      ...unknown,
      ...(await clashes(arrival, context, left, spelling)),
      ...beyond,
    ]
    return { created: fitting.length - left.length, faults }
  }
}

/**
 * Takes a workbook in, batch by batch: the unique index tells which names are taken. What is wrong is gathered; where anything is, the
 * caller undoes what was written.
 */
export const arrive = async (arrival: Arrival, source: string | Buffer, context: Writing, { most, onRead }: Bounds) => {
  const faults = new Faults()
  const take = taker(arrival)
  const counted = { read: 0, created: 0 }
  for await (const batch of readSheet(source, arrival.sheet, { most })) {
    counted.read += batch.read
    faults.add(...batch.faults)
    const taken = await take(batch.rows, context, { spelling: !faults.isFull })
    faults.add(...taken.faults)
    counted.created += taken.created
    await onRead?.(counted.read)
  }
  if (counted.read === 0 && faults.total === 0) faults.add({ row: 1, column: '', value: '', problem: 'The sheet has no rows' })
  return { ...counted, faults }
}

/** Takes a workbook in to see what is wrong with it, and undoes it. */
export const rehearse = async (arrival: Arrival, source: string | Buffer, context: Writing, bounds: Bounds) => {
  const seen: Awaited<ReturnType<typeof arrive>>[] = []
  const taking = nested(context.tx, async (tx) => {
    seen.push(await arrive(arrival, source, { ...context, tx }, bounds))
    tx.rollback()
  })
  await taking.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  return { ...seen[0]!, created: 0 }
}

/** Checks a row by the form's own rules, and that no row before it has the same unique value. */
const rowChecker = ({ sheet, input, unique }: Arrival) => {
  const headers = new Map(sheet.columns.map(({ field, header }) => [field, header]))
  const first = new Map<string, number>()

  return ({ row, fields }: SheetRow): { fault: Fault[]; fields?: Record<string, unknown> } => {
    const given = fields as Record<string, unknown>
    const fault = (field: string, problem: string): Fault => ({
      row,
      column: headers.get(field) ?? field,
      value: shown(given[field]),
      problem,
    })
    const parsed = input.safeParse(given)
    if (!parsed.success) return { fault: parsed.error.issues.map(({ path, message }) => fault(String(path[0]), message)) }
    if (!unique) return { fault: [], fields: parsed.data }
    const key = unique.same(String(parsed.data[unique.field]))
    const before = first.get(key)
    if (before) return { fault: [fault(unique.field, `This stands in row ${before} already`)] }
    first.set(key, row)
    return { fault: [], fields: parsed.data }
  }
}

/** The rows with the columns that stand for the record that they name, and a fault for each name that is not found. */
const refer = async ({ sheet, refers }: Arrival, context: Writing, rows: readonly Checked[]) => {
  if (!refers || rows.length === 0) return { checked: rows, unknown: [] }
  const nameIn = ({ fields }: Checked) => String(fields[refers.field])
  const found = await refers.find(context, [...new Set(rows.map(nameIn))])
  const column = sheet.columns.find(({ field }) => field === refers.field)!.header
  const checked: Checked[] = []
  const unknown: Fault[] = []
  for (const one of rows) {
    const columns = found.get(nameIn(one))
    const { [refers.field]: name, ...fields } = one.fields
    if (columns) checked.push({ row: one.row, fields: { ...fields, ...columns } })
    else unknown.push({ row: one.row, column, value: shown(name), problem: refers.problem })
  }
  return { checked, unknown }
}

/** The rows for which there is room, and a fault for each one beyond. A row whose name is taken needs no room. */
const fit = async (arrival: Arrival, context: Writing, checked: readonly Checked[]) => {
  const room = checked.length > 0 ? await arrival.room?.(context) : undefined
  if (!room || checked.length <= room.left) return { fitting: checked, beyond: [] }
  const isTaken = await takenAmong(arrival, context, checked)
  const over = new Set(checked.filter((row) => !isTaken(row)).slice(Math.max(0, room.left)))
  const beyond = [...over].map(({ row }): Fault => ({ row, column: '', value: '', problem: room.problem }))
  return { fitting: checked.filter((row) => !over.has(row)), beyond }
}

/** Says of a row whether a record has its name. */
const takenAmong = async ({ unique }: Arrival, context: Writing, checked: readonly Checked[]) => {
  if (!unique) return () => false
  const nameOf = ({ fields }: Checked) => String(fields[unique.field])
  const taken = new Set((await unique.taken(context, checked.map(nameOf))).map(unique.same))
  return (row: Checked) => taken.has(unique.same(nameOf(row)))
}

/** A fault for each row whose name a record has. */
const clashes = async (arrival: Arrival, context: Writing, left: readonly Checked[], spelling: boolean): Promise<Fault[]> => {
  const { sheet, unique } = arrival
  if (left.length === 0 || !unique) return []
  const values = left.map(({ fields }) => String(fields[unique.field]))
  const found = spelling ? await unique.taken(context, values) : []
  const spelt = new Map(found.map((value) => [unique.same(value), value]))
  const column = sheet.columns.find(({ field }) => field === unique.field)!.header
  return left.map(({ row }, at) => {
    const value = values[at]!
    return { row, column, value: shown(value), problem: `There is already “${spelt.get(unique.same(value)) ?? value}”` }
  })
}

/** Inserts the rows; those whose name a record has are left out. Gives what was written with its ids, and what was not. */
const insert = async ({ of, unique }: Arrival, { tx, actor }: Writing, checked: readonly Checked[]) => {
  const rows = checked.map(({ fields }) => ({ ...fields, ...of.kept(fields), createdBy: actor.uniqueId }))
  if (!unique) {
    const ids = await insertMany(tx, of.table, rows)
    return { written: rows.map((row, at) => ({ ...row, uniqueId: ids[at]! })), left: [] }
  }
  const ids = await insertNew(tx, of.table, rows, unique.field)
  const idOf = (fields: Checked['fields']) => ids.get(String(fields[unique.field]))
  return {
    written: rows.flatMap((row) => {
      const uniqueId = idOf(row)
      return uniqueId ? [{ ...row, uniqueId }] : []
    }),
    left: checked.filter(({ fields }) => !idOf(fields)),
  }
}

/** Writes the rows, and gives those that were left out because a record has their name. */
const write = async (arrival: Arrival, context: Writing, checked: readonly Checked[]) => {
  const { written, left } = await insert(arrival, context, checked)
  await note(context, arrival.of, 'IMPORTED', written)
  if (written.length > 0)
    await arrival.onCreated?.(
      context,
      written.map(({ uniqueId }) => uniqueId),
    )
  return left
}
