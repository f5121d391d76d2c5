import { checkHeader, checkSheets, mergeFault, rowChecker } from '../check.ts'
import type { Fault, Sheet, SheetRow } from '../sheet.ts'
import type { Source } from '../unzip/archive.ts'
import type { RawRow } from '../xlsx/rows.ts'
import { inFigures } from '../xlsx/limits.ts'
import { TooManyRows, UnreadableWorkbook } from '../xlsx/unreadable.ts'
import { openWorkbook } from '../xlsx/workbook.ts'

/** What a thread is asked to read. `check`: by its description; otherwise the sheet's cells as they are. */
export interface Task {
  source: Source
  sheet: Sheet
  check: boolean
  beside: readonly string[]
  /** How many rows with values are read, the header not counted. */
  most: number
}

/** A part of what was read: `read` rows that have a value, of which `rows` are free of faults. */
export interface Batch<S extends Sheet = Sheet> {
  read: number
  rows: SheetRow<S>[]
  faults: Fault[]
}

/** The cells of a row as text, in the order of the sheet's columns. */
export interface TextRow {
  row: number
  cells: string[]
}

const SIZE = 500
const isMerge = (row: RawRow) => row.cells.at(-1)?.flaw === 'merged'
const emptyBatch = (): Batch => ({ read: 0, rows: [], faults: [] })

const counter = (most: number) => {
  let count = 0
  return (more: number) => {
    count += more
    if (count > most) throw new TooManyRows(`The sheet has more than ${inFigures(most)} rows.`)
  }
}

async function* single(batches: AsyncIterable<RawRow[]>) {
  for await (const rows of batches) yield* rows
}

const checker = (sheet: Sheet, first: RawRow | undefined) => {
  const { places, ignored, faults } = checkHeader(sheet, first?.row === 1 ? first : undefined)
  const checkRow = rowChecker(sheet, places, ignored)
  const addTo = (batch: Batch, row: RawRow) => {
    if (isMerge(row)) return void batch.faults.push(mergeFault(row, places))
    const checked = checkRow(row)
    if (!checked) return
    batch.read++
    if (checked.row) batch.rows.push(checked.row)
    batch.faults.push(...checked.faults)
  }
  return { faults, addTo }
}

async function* checkedBatches({ sheet, most }: Task, rows: AsyncGenerator<RawRow>): AsyncGenerator<Batch, void> {
  const first = (await rows.next()).value as RawRow | undefined
  const { faults, addTo } = checker(sheet, first)
  if (faults.length > 0) return yield { ...emptyBatch(), faults }
  const count = counter(most)
  let batch = emptyBatch()
  for await (const row of rows) {
    addTo(batch, row)
    if (batch.read + batch.faults.length < SIZE) continue
    count(batch.read)
    yield batch
    batch = emptyBatch()
  }
  count(batch.read)
  yield batch
}

async function* textBatches({ most }: Task, rows: AsyncGenerator<RawRow>): AsyncGenerator<TextRow[], void> {
  const count = counter(most + 1)
  let batch: TextRow[] = []
  for await (const row of rows) {
    if (isMerge(row)) continue
    batch.push({ row: row.row, cells: Array.from(row.cells, (cell) => cell?.text ?? '') })
    if (batch.length < SIZE) continue
    count(batch.length)
    yield batch
    batch = []
  }
  count(batch.length)
  yield batch
}

/** Does a task, in batches. */
export async function* doTask(task: Task): AsyncGenerator<Batch | TextRow[], void> {
  const workbook = await openWorkbook(task.source)
  try {
    const faults = checkSheets(workbook.sheets, task.sheet.name, task.beside)
    const found = workbook.sheets.find(({ name }) => name === task.sheet.name)
    if (task.check && faults.length > 0) return yield { ...emptyBatch(), faults }
    if (!found) throw new UnreadableWorkbook(faults[0]?.problem ?? '')
    const rows = single(workbook.rows(found))
    yield* task.check ? checkedBatches(task, rows) : textBatches(task, rows)
  } finally {
    workbook.close()
  }
}
