import type { Readable } from 'node:stream'
import { isProblems } from './check.ts'
import { readText } from './read.ts'
import { type Fault, PROBLEMS, type Sheet } from './sheet.ts'
import { allowedValues, choicesOf, headerCell, widthOf } from './template.ts'
import type { TextRow } from './thread/work.ts'
import type { WrittenRow } from './write/sheet-xml.ts'
import { workbookStream } from './write/workbook.ts'
import { lettersOf } from './xlsx/reference.ts'
import type { Source } from './unzip/archive.ts'

const byRow = (faults: readonly Fault[]) => Map.groupBy(faults, (fault) => fault.row)
const sentence = ({ column, problem }: Fault) => (column === '' || problem.includes(column) ? problem : `${column}: ${problem}`)

/** The user's columns but the explanations of an earlier round, and where each stands in the file. */
const columnsOf = (header: TextRow, sheet: Sheet) =>
  header.cells
    .map((text, place) => ({ text, place, column: sheet.columns.find((column) => column.header === text) }))
    .filter(({ text }) => !isProblems(text))

type Columns = ReturnType<typeof columnsOf>

const isFaulty = (faults: readonly Fault[], text: string, place: number) =>
  faults.some(({ column }) => column !== '' && (column === text || column === lettersOf(place)))

const markedHeader = (columns: Columns, faults: readonly Fault[]): WrittenRow => ({
  row: 1,
  cells: [
    ...columns.map(({ text, place, column }) =>
      isFaulty(faults, text, place) ? ({ value: text, look: 'faulty' } as const) : headerCell(column, text),
    ),
    { value: faults.length > 0 ? `${PROBLEMS}: ${faults.map(sentence).join(' ')}` : PROBLEMS, look: 'problem' },
  ],
})

const markedRow = ({ row, cells }: TextRow, columns: Columns, faults: readonly Fault[]): WrittenRow => ({
  row,
  cells: [
    ...columns.map(({ text, place }) => ({
      value: cells[place] ?? '',
      look: isFaulty(faults, text, place) ? ('faulty' as const) : ('text' as const),
    })),
    faults.length > 0 ? { value: faults.map(sentence).join(' '), look: 'problem' } : undefined,
  ],
})

async function* flattened(first: TextRow[], rest: AsyncIterable<TextRow[]>) {
  yield* first
  for await (const rows of rest) yield* rows
}

/** Columns beyond the header that hold a value count too: nothing of the user's is lost. */
const widened = (header: TextRow, faults: readonly Fault[]) => {
  const beyond = faults.flatMap(({ column }) => (/^[A-Z]{1,2}$/.test(column) ? [column] : []))
  const cells = [...header.cells]
  while (
    beyond.some((letters) => letters.length > lettersOf(cells.length - 1).length || letters > lettersOf(cells.length - 1)) &&
    cells.length < 100
  )
    cells.push('')
  return { ...header, cells }
}

/**
 * The user's own sheet back, on the same rows: faulty cells red, and what is wrong in a last column «Problems», which the reader passes
 * over when the corrected file comes again. All its cells are text. Throws like `readSheet`, before the first byte.
 */
export const markedWorkbook = async (source: Source, sheet: Sheet, faults: readonly Fault[]): Promise<Readable> => {
  const found = byRow(faults)
  const batches = readText(source, sheet)
  const first = (await batches.next()).value ?? []
  const header = first[0]?.row === 1 ? first[0] : { row: 1, cells: [] }
  const columns = columnsOf(widened(header, faults), sheet)
  const rows = async function* (): AsyncGenerator<WrittenRow> {
    yield markedHeader(columns, found.get(1) ?? [])
    for await (const row of flattened(first, batches)) if (row.row > 1) yield markedRow(row, columns, found.get(row.row) ?? [])
  }
  const widths = [...columns.map(({ column }) => (column ? widthOf(column) : 18)), 60]
  const choices = choicesOf(
    [sheet],
    sheet,
    columns.map(({ text }) => text),
  )
  return workbookStream([{ name: sheet.name, widths, look: 'text', choices, rows: rows() }, ...allowedValues([sheet])])
}
