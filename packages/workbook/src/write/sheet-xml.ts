import { lettersOf } from '../xlsx/reference.ts'
import { lookNumber, type Look } from './styles.ts'
import { cellText, escaped } from './text.ts'

/** A cell to write. A look stays where the text is empty. */
export interface Written {
  value: string | number | boolean | Date | null
  look: Look
}

export interface WrittenRow {
  row: number
  cells: (Written | undefined)[]
}

/** A list that a column's cells choose from: a range of another sheet. Others may be typed where it is `open`. */
export interface Choice {
  column: number
  range: string
  open: boolean
}

export interface WrittenSheet {
  name: string
  /** In characters, by column. */
  widths: readonly number[]
  /** The look of cells that nobody has filled. */
  look: Look
  choices: readonly Choice[]
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>
}

/** Days since the end of 1899, which is how a workbook counts dates. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569

const cellXml = (cell: Written | undefined, reference: string) => {
  if (!cell) return ''
  const { value } = cell
  const start = `<c r="${reference}" s="${lookNumber(cell.look)}"`
  if (value === null || value === '' || (typeof value === 'number' && !Number.isFinite(value))) return `${start}/>`
  if (typeof value === 'string') return `${start} t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`
  return `${start}><v>${value instanceof Date ? serial(value) : value}</v></c>`
}

const rowXml = ({ row, cells }: WrittenRow, letters: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${letters[at] ?? lettersOf(at)}${row}`)).join('')}</row>`

const column = (width: number, at: number, look: Look) =>
  `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${lookNumber(look)}" customWidth="1"/>`

const choiceXml = ({ column: at, range, open }: Choice) =>
  `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="${open ? 0 : 1}"` +
  ` errorTitle="Allowed values" error="Choose a value from the list." sqref="${lettersOf(at)}2:${lettersOf(at)}1048576">` +
  `<formula1>${escaped(range)}</formula1></dataValidation>`

const head = ({ widths, look }: WrittenSheet) =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${widths.map((width, at) => column(width, at, look)).join('')}</cols><sheetData>`

/** The part of a sheet, row by row. Its first row stays in sight. */
export async function* sheetXml(sheet: WrittenSheet): AsyncGenerator<string> {
  const letters = sheet.widths.map((_, at) => lettersOf(at))
  yield head(sheet)
  for await (const row of sheet.rows) yield rowXml(row, letters)
  const choices = sheet.choices.map(choiceXml)
  yield `</sheetData>${choices.length > 0 ? `<dataValidations count="${choices.length}">${choices.join('')}</dataValidations>` : ''}</worksheet>`
}
