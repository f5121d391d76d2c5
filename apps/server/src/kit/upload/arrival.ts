import type { z } from 'zod'
import { insertMany } from '../database/insert.ts'
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

/** Reads a workbook row by row as one thing: what is wrong with it is gathered, and it is written only while nothing is. */
export const arrive = async (
  arrival: Arrival,
  source: string | Buffer,
  context: Writing,
  { dryRun, most, onRead }: { dryRun: boolean; most: number; onRead?: (read: number) => Promise<void> },
) => {
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
    faults.add(...(await clashes(arrival, context, checked)))
    if (faults.total === 0 && !dryRun) counted.created += await write(arrival, context, checked)
    await onRead?.(counted.read)
  }
  if (counted.read === 0 && faults.total === 0) faults.add({ row: 1, column: '', value: '', problem: 'The sheet has no rows' })
  return { ...counted, faults }
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

const clashes = async (arrival: Arrival, context: Writing, checked: readonly Checked[]): Promise<Fault[]> => {
  const { sheet, unique } = arrival
  const values = checked.map(({ fields }) => String(fields[unique.field]))
  const found = await arrival.taken(context, values)
  const written = new Map(found.map((value) => [unique.same(value), value]))
  const { header } = sheet.columns.find(({ field }) => field === unique.field)!
  return checked.flatMap(({ row, fields }) => {
    const value = String(fields[unique.field])
    const there = written.get(unique.same(value))
    return there === undefined ? [] : [{ row, column: header, value: shown(value), problem: `There is already “${there}”` }]
  })
}

const write = async ({ of, sheet }: Arrival, context: Writing, checked: readonly Checked[]) => {
  const fields = sheet.columns.map(({ field }) => field)
  const rows = checked.map(({ fields: given }) => ({
    ...Object.fromEntries(fields.map((field) => [field, given[field]])),
    ...of.kept(given),
    createdBy: context.actor.uniqueId,
  }))
  const ids = await insertMany(context.tx, of.table, rows)
  const { title } = of
  const notes = ids.map((recordId, at) =>
    auditRow(context, { action: 'IMPORTED', kind: of.name, recordId, title: String(checked[at]!.fields[title]) }),
  )
  await insertMany(context.tx, audits, notes)
  return ids.length
}
