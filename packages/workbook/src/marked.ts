import type { Readable } from 'node:stream'
import { isProblems } from './check.ts'
import { readText } from './read.ts'
import type { WrittenRow, Choice, WrittenSheet } from './sheet-xml.ts'
import { type Fault, PROBLEMS, type Sheet, ALLOWED_VALUES, type Column } from './sheet.ts'
import type { TextRow } from './work.ts'
import { workbookStream } from './write.ts'
import type { Source } from './xlsx/archive.ts'
import { lettersOf, parseReference } from './xlsx/cell.ts'

const listOf = (column: Column) => column.values ?? column.suggestions ?? []
const withLists = (sheets: readonly Sheet[]) =>
  sheets.flatMap((sheet) =>
    sheet.columns
      .filter((column) => listOf(column).length > 0)
      .map((column) => ({ column, title: sheets.length > 1 ? `${sheet.name}: ${column.header}` : column.header })),
  )

export const headerCell = (column: Column | undefined, text: string) =>
  ({ value: text, style: column?.required ? 'required' : 'header' }) as const

const widthFor = (texts: readonly string[]) => Math.min(50, Math.max(...texts.map((text) => text.length)) + 3)
export const widthOf = (column: Column) => column.width ?? Math.max(18, column.header.length + 3)

/** The drop-down lists of a sheet's columns. Columns with several values get none: Excel only offers one value at a time. */
export const choicesOf = (sheets: readonly Sheet[], sheet: Sheet, headers: readonly string[]): Choice[] =>
  withLists(sheets).flatMap(({ column }, listIndex) => {
    const at = headers.indexOf(column.header)
    if (!sheet.columns.includes(column) || column.many || at < 0) return []
    const letters = lettersOf(listIndex)
    const range = `'${ALLOWED_VALUES}'!$${letters}$2:$${letters}$${listOf(column).length + 1}`
    return [{ column: at, range, open: !column.values }]
  })

/** The sheet that lists allowed values; none if no column has a list. */
export const allowedValues = (sheets: readonly Sheet[]): WrittenSheet[] => {
  const lists = withLists(sheets)
  if (lists.length === 0) return []
  const texts = lists.map(({ column, title }) => [title, ...listOf(column)])
  const rows = Array.from({ length: Math.max(...texts.map((list) => list.length)) }, (_, at): WrittenRow => ({
    row: at + 1,
    cells: texts.map((list) => {
      const text = list[at]
      return text === undefined ? undefined : { value: text, style: at === 0 ? 'header' : 'text' }
    }),
  }))
  return [{ name: ALLOWED_VALUES, widths: texts.map(widthFor), style: 'text', choices: [], rows }]
}

/** The empty workbook to fill in: red mandatory headers, cells in text format, drop-down lists, and a sheet with the allowed values. */
export const template = (...sheets: Sheet[]): Readable =>
  workbookStream([
    ...sheets.map((sheet): WrittenSheet => {
      const headers = sheet.columns.map((column) => column.header)
      return {
        name: sheet.name,
        widths: sheet.columns.map(widthOf),
        style: 'text',
        choices: choicesOf(sheets, sheet, headers),
        rows: [{ row: 1, cells: sheet.columns.map((column) => headerCell(column, column.header)) }],
      }
    }),
    ...allowedValues(sheets),
  ])

/** Describes a fault for the reader of the workbook. */
type Describe = (fault: Fault) => string

/** What a fault says, with its column. */
const sentenceWriter =
  (describe: Describe): Describe =>
  (fault) => {
    const problem = describe(fault)
    return fault.column === '' || problem.includes(fault.column) ? problem : `${fault.column}: ${problem}`
  }

/** The number of columns. Values may be beyond the header; a fault names their columns by letters. */
const widthOfSheet = (first: readonly TextRow[], header: readonly string[], faults: readonly Fault[]) => {
  const lettered = faults.filter(({ column }) => /^[A-Z]{1,2}$/.test(column) && !header.includes(column))
  const widths = [
    ...first.map(({ cells }) => cells.length),
    ...lettered.map(({ column }) => parseReference(`${column}1`).column + 1),
  ]
  return widths.reduce((widest, width) => Math.max(widest, width), 0)
}

/** The user's columns without the problems column of an earlier round, and the index of each in the file. */
const columnsOf = (header: readonly string[], width: number, sheet: Sheet) =>
  Array.from({ length: width }, (_, index) => {
    const text = header[index] ?? ''
    const name = text === '' ? lettersOf(index) : text
    return { text, place: index, name, column: sheet.columns.find((column) => column.header === text) }
  }).filter(({ text }) => !isProblems(text))

type Columns = ReturnType<typeof columnsOf>

const isFaulty = (faults: readonly Fault[], name: string) => faults.some(({ column }) => column === name)

const markedHeader = (columns: Columns, faults: readonly Fault[], sentence: Describe): WrittenRow => ({
  row: 1,
  cells: [
    ...columns.map(({ text, name, column }) =>
      isFaulty(faults, name) ? ({ value: text, style: 'faulty' } as const) : headerCell(column, text),
    ),
    { value: faults.length > 0 ? `${PROBLEMS}: ${faults.map(sentence).join(' ')}` : PROBLEMS, style: 'problem' },
  ],
})

interface Marks {
  faults: readonly Fault[]
  sentence: Describe
}

/** Cells beyond the width that was known when the header was written come after the problems. */
const markedRow = ({ row, cells }: TextRow, columns: Columns, width: number, { faults, sentence }: Marks): WrittenRow => ({
  row,
  cells: [
    ...columns.map(({ name, place }) => ({
      value: cells[place] ?? '',
      style: isFaulty(faults, name) ? ('faulty' as const) : ('text' as const),
    })),
    faults.length > 0 ? { value: faults.map(sentence).join(' '), style: 'problem' } : undefined,
    ...cells.slice(width).map((value) => ({ value, style: 'text' as const })),
  ],
})

interface MarkedOptions {
  /** Selects rows of the sheet. */
  only?: ((row: number) => boolean) | undefined
  /** Describes a fault in the reader's language; by default in English. */
  describe?: Describe
}

async function* flattened(first: TextRow[], rest: AsyncIterable<TextRow[]>) {
  yield* first
  for await (const rows of rest) yield* rows
}

/**
 * Returns the user's own sheet with the same rows: faulty cells are red, and a last column «Problems» describes the faults; the reader ignores
 * it when the corrected file is uploaded. All cells are text. With `only` it contains only those rows, without gaps. Throws
 * like `readSheet`, before the first byte.
 */
export const markedWorkbook = async (
  source: Source,
  sheet: Sheet,
  faults: readonly Fault[],
  { only, describe = ({ problem }) => problem }: MarkedOptions = {},
): Promise<Readable> => {
  const sentence = sentenceWriter(describe)
  const found = Map.groupBy(faults, (fault) => fault.row)
  const batches = readText(source, sheet)
  const first = (await batches.next()).value ?? []
  const header = first[0]?.row === 1 ? first[0].cells : []
  const width = widthOfSheet(first, header, faults)
  const columns = columnsOf(header, width, sheet)
  const rows = async function* (): AsyncGenerator<WrittenRow> {
    yield markedHeader(columns, found.get(1) ?? [], sentence)
    let last = 1
    for await (const row of flattened(first, batches)) {
      if (row.row === 1 || only?.(row.row) === false) continue
      last = only ? last + 1 : row.row
      yield { ...markedRow(row, columns, width, { faults: found.get(row.row) ?? [], sentence }), row: last }
    }
  }
  const widths = [...columns.map(({ column }) => (column ? widthOf(column) : 18)), 60]
  const choices = choicesOf(
    [sheet],
    sheet,
    columns.map(({ text }) => text),
  )
  const stream = workbookStream([{ name: sheet.name, widths, style: 'text', choices, rows: rows() }, ...allowedValues([sheet])])
  return stream.once('close', () => void batches.return())
}
