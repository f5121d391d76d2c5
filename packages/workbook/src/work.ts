import { grouped, say, sentenceFrom } from '@tradewind/contract/kit/say'
import { checkHeader, checkSheets, mergeFault, rowChecker } from './check.ts'
import type { Fault, FaultyRow, Sheet, SheetRow } from './sheet.ts'
import type { Source } from './xlsx/archive.ts'
import type { Cell } from './xlsx/cell.ts'
import { TooManyRows, UnreadableWorkbook } from './xlsx/limits.ts'
import type { RawRow } from './xlsx/rows.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/** A reading task for a thread. `check`: validates rows by the sheet's description; otherwise cells are read as they are. */
export interface Task {
  source: Source
  sheet: Sheet
  check: boolean
  otherSheets: readonly string[]
  /** Maximum number of rows with values, without the header. */
  maxRows: number
  /** Where an earlier reading ended: the `passed` of a batch. */
  from?: number
  /** Without `check`: merged cells are returned too, each range as a row of its own. */
  merges?: boolean
}

/** A task that lists the sheets of a workbook. The first rows of the named sheets are read, to reject invalid ones. */
export interface SheetListTask {
  source: Source
  sheetNames: readonly string[]
}
export interface FoundSheet {
  name: string
  isHidden: boolean
}

/** A batch of `read` rows that have a value; `rows` are those without faults. */
export interface Batch<S extends Sheet = Sheet> {
  read: number
  rows: SheetRow<S>[]
  /** The other rows, as far as they can be read, so that the caller can check their valid cells further. */
  faulty: FaultyRow<S>[]
  faults: Fault[]
  /** The sheet as a whole has faults: none of its rows can be imported. */
  isInvalid: boolean
  /** The position in the sheet from which another reading can continue. */
  passed: number
}

/** The cells of a row as text, in the order of the sheet's columns. */
export interface TextRow {
  row: number
  cells: string[]
  /** Why cells cannot be read, by their index. */
  flaws?: Readonly<Record<number, NonNullable<Cell['flaw']>>>
  /** The range of merged cells, such as B2:B4: no row with values. */
  merged?: string
}

const flawsIn = ({ cells }: RawRow) => {
  const flaws = cells.flatMap((cell, at) => (cell?.flaw ? [[at, cell.flaw] as const] : []))
  return flaws.length > 0 ? { flaws: Object.fromEntries(flaws) } : {}
}

const SIZE = 500
const isMerge = (row: RawRow) => row.cells.at(-1)?.flaw === 'merged'
const emptyBatch = (): Batch => ({ read: 0, rows: [], faulty: [], faults: [], isInvalid: false, passed: 1 })

const counter = (most: number) => {
  let count = 0
  return (more: number) => {
    count += more
    if (count > most) throw new TooManyRows(say('The sheet has more than {count} rows.', { count: grouped(most) }))
  }
}

async function* flattenRows(batches: AsyncIterable<RawRow[]>) {
  for await (const rows of batches) yield* rows
}

const checker = (sheet: Sheet, first: RawRow | undefined) => {
  const { places, ignored, faults } = checkHeader(sheet, first?.row === 1 ? first : undefined)
  const checkRow = rowChecker(sheet, places, ignored)
  const addTo = (batch: Batch, row: RawRow) => {
    if (isMerge(row)) {
      batch.isInvalid = true
      return void batch.faults.push(mergeFault(row, places))
    }
    const checked = checkRow(row)
    if (!checked) return
    batch.read++
    if (checked.row) batch.rows.push(checked.row)
    if (checked.faulty) batch.faulty.push(checked.faulty)
    batch.faults.push(...checked.faults)
  }
  return { faults, addTo }
}

async function* checkedBatches({ sheet, maxRows, from = 0 }: Task, rows: AsyncGenerator<RawRow>): AsyncGenerator<Batch, void> {
  const first = (await rows.next()).value as RawRow | undefined
  const { faults, addTo } = checker(sheet, first)
  if (faults.length > 0) {
    if (from === 0) yield { ...emptyBatch(), faults, isInvalid: true }
    return
  }
  const count = counter(maxRows)
  let batch = emptyBatch()
  let passed = 1
  for await (const row of rows) {
    if (++passed <= from) continue
    addTo(batch, row)
    batch.passed = passed
    if (batch.read + batch.faults.length < SIZE) continue
    count(batch.read)
    yield batch
    batch = emptyBatch()
  }
  count(batch.read)
  yield { ...batch, passed }
}

const toTextRow = (row: RawRow): TextRow => ({
  row: row.row,
  cells: Array.from(row.cells, (cell) => cell?.text ?? ''),
  ...flawsIn(row),
})
const toMerge = ({ row, cells }: RawRow): TextRow => ({ row, cells: [], merged: cells.at(-1)?.text ?? '' })

async function* textBatches({ maxRows, merges = false }: Task, rows: AsyncGenerator<RawRow>): AsyncGenerator<TextRow[], void> {
  const count = counter(maxRows + 1)
  let batch: TextRow[] = []
  for await (const row of rows) {
    if (isMerge(row) && !merges) continue
    batch.push(isMerge(row) ? toMerge(row) : toTextRow(row))
    if (batch.length < SIZE) continue
    count(batch.length)
    yield batch
    batch = []
  }
  count(batch.length)
  yield batch
}

async function* listSheets({ source, sheetNames }: SheetListTask): AsyncGenerator<FoundSheet[], void> {
  const workbook = await openWorkbook(source)
  try {
    for (const sheet of workbook.sheets.filter(({ name }) => sheetNames.includes(name))) {
      let rowCount = 0
      for await (const rows of workbook.rows(sheet)) if ((rowCount += rows.length) > SIZE) break
    }
    yield workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  } finally {
    workbook.close()
  }
}

export type Part = Batch | TextRow[] | FoundSheet[]

/** Runs a task, in batches. */
export async function* runTask(task: Task | SheetListTask): AsyncGenerator<Part, void> {
  if ('sheetNames' in task) return yield* listSheets(task)
  const workbook = await openWorkbook(task.source)
  try {
    const faults = checkSheets(workbook.sheets, task.sheet.name, task.otherSheets)
    const found = workbook.sheets.find(({ name }) => name === task.sheet.name)
    if (task.check && faults.length > 0) return yield { ...emptyBatch(), faults, isInvalid: true }
    if (!found) throw new UnreadableWorkbook(sentenceFrom(faults[0]?.said ?? faults[0]?.problem ?? ''))
    const rows = flattenRows(workbook.rows(found))
    yield* task.check ? checkedBatches(task, rows) : textBatches(task, rows)
  } finally {
    workbook.close()
  }
}
