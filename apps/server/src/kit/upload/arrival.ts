import { TransactionRollbackError } from 'drizzle-orm'
import type { z } from 'zod'
import { insertMany, insertNew } from '../database/insert.ts'
import type { WorldTable } from '../database/table.ts'
import type { Writing } from '../http/context.ts'
import { audits, auditRow } from '../record/audit.ts'
import type { Fields as RecordFields, Kind } from '../record/kind.ts'
import { readSheet } from '../sheet/read.ts'
import { type Fault, Faults, type Sheet, type SheetRow } from '../sheet/sheet.ts'

/** How records of a kind arrive in a workbook. */
export interface Arrival<T extends WorldTable = WorldTable> {
  of: Kind<T>
  sheet: Sheet
  /** What the record's form is checked by. A row's fields go through it as they stand in the sheet. */
  input: z.ZodType<RecordFields<T>>
  /** The column that must be unique in the world, and how two of its values are told to be the same. */
  unique: { field: keyof RecordFields<T> & string; same: (value: string) => string }
  /** Which of these are taken by living records, each as it is written there. */
  taken(context: Writing, values: readonly string[]): Promise<string[]>
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

/**
 * Takes a workbook in, batch by batch: the unique index tells which names are taken. What is wrong is gathered; where anything is, the
 * caller undoes what was written.
 */
export const arrive = async (arrival: Arrival, source: string | Buffer, context: Writing, { most, onRead }: Bounds) => {
  const faults = new Faults()
  const check = rowChecker(arrival)
  const counted = { read: 0, created: 0 }
  for await (const batch of readSheet(source, arrival.sheet, { most })) {
    counted.read += batch.read
    faults.add(...batch.faults)
    const checked = batch.rows.flatMap((row) => {
      const { fault, fields } = check(row)
      faults.add(...fault)
      return fields ? [{ row: row.row, fields }] : []
    })
    const left = await write(arrival, context, checked)
    faults.add(...(await clashes(arrival, context, left, faults)))
    counted.created += checked.length - left.length
    await onRead?.(counted.read)
  }
  if (counted.read === 0 && faults.total === 0) faults.add({ row: 1, column: '', value: '', problem: 'The sheet has no rows' })
  return { ...counted, faults }
}

/** Takes a workbook in to see what is wrong with it, and undoes it. */
export const rehearse = async (arrival: Arrival, source: string | Buffer, context: Writing, bounds: Bounds) => {
  const seen: Awaited<ReturnType<typeof arrive>>[] = []
  const taking = context.tx.transaction(async (tx) => {
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
    const key = unique.same(String(parsed.data[unique.field]))
    const before = first.get(key)
    if (before) return { fault: [fault(unique.field, `This stands in row ${before} already`)] }
    first.set(key, row)
    return { fault: [], fields: parsed.data }
  }
}

/** A fault for each row whose name a record has. How that one is spelt is asked for as long as faults are listed. */
const clashes = async (arrival: Arrival, context: Writing, left: readonly Checked[], faults: Faults): Promise<Fault[]> => {
  if (left.length === 0) return []
  const { sheet, unique } = arrival
  const values = left.map(({ fields }) => String(fields[unique.field]))
  const found = faults.isFull ? [] : await arrival.taken(context, values)
  const spelt = new Map(found.map((value) => [unique.same(value), value]))
  const column = sheet.columns.find(({ field }) => field === unique.field)!.header
  return left.map(({ row }, at) => {
    const value = values[at]!
    return { row, column, value: shown(value), problem: `There is already “${spelt.get(unique.same(value)) ?? value}”` }
  })
}

/** Writes the rows, and gives those that were left out because a record has their name. */
const write = async ({ of, sheet, unique }: Arrival, context: Writing, checked: readonly Checked[]) => {
  const rows = checked.map(({ fields }) => ({
    ...Object.fromEntries(sheet.columns.map(({ field }) => [field, fields[field]])),
    ...of.kept(fields),
    createdBy: context.actor.uniqueId,
  }))
  const ids = await insertNew(context.tx, of.table, rows, unique.field)
  const notes = checked.flatMap(({ fields }) => {
    const recordId = ids.get(String(fields[unique.field]))
    return recordId ? [auditRow(context, { action: 'IMPORTED', kind: of.name, recordId, title: String(fields[of.title]) })] : []
  })
  await insertMany(context.tx, audits, notes)
  return checked.filter(({ fields }) => !ids.has(String(fields[unique.field])))
}
