import { escapeXml, toCellXml } from './text.ts'
import { lettersOf } from './xlsx/cell.ts'

/** The cell styles; the index of a style is its number in the workbook. */
const styles = {
  plain: { font: 0, fill: 0, format: 0 },
  text: { font: 0, fill: 0, format: 49 },
  date: { font: 0, fill: 0, format: 164 },
  /** The header of an optional column. */
  header: { font: 1, fill: 3, format: 49 },
  /** The header of a mandatory column: red. */
  required: { font: 2, fill: 2, format: 49 },
  faulty: { font: 3, fill: 4, format: 49 },
  problem: { font: 3, fill: 0, format: 49 },
} as const

export type CellStyle = keyof typeof styles

const numbers = new Map(Object.keys(styles).map((style, at) => [style, at]))
const styleNumber = (style: CellStyle) => numbers.get(style) ?? 0

const font = (more = '') => `<font><sz val="11"/>${more}<name val="Calibri"/><family val="2"/></font>`
const fill = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const fonts = [font(), `<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>`].concat(
  `<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font>`,
  font('<color rgb="FF9C0006"/>'),
)
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  fill('C00000'),
  fill('D9E1F2'),
  fill('FFC7CE'),
]
const formats = Object.values(styles).map(
  (style) =>
    `<xf numFmtId="${style.format}" fontId="${style.font}" fillId="${style.fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
)
const list = (name: string, items: readonly string[]) => `<${name} count="${items.length}">${items.join('')}</${name}>`

export const stylesXml = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>',
  list('fonts', fonts),
  list('fills', fills),
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  list('cellXfs', formats),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')

/** A cell to write. An empty cell keeps its style. */
export interface WrittenCell {
  value: string | number | boolean | Date | null
  style: CellStyle
}

export interface WrittenRow {
  row: number
  cells: (WrittenCell | undefined)[]
}

/** A drop-down list of a column: a range of another sheet. With `open` other values can be typed. */
export interface Choice {
  column: number
  range: string
  open: boolean
}

export interface WrittenSheet {
  name: string
  /** In characters, by column. */
  widths: readonly number[]
  /** The style of empty cells. */
  style: CellStyle
  choices: readonly Choice[]
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>
}

/** The serial number of a date in a workbook: days since the end of 1899. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569

const cellXml = (cell: WrittenCell | undefined, reference: string) => {
  if (!cell) return ''
  const { value } = cell
  const start = `<c r="${reference}" s="${styleNumber(cell.style)}"`
  if (value === null || value === '' || (typeof value === 'number' && !Number.isFinite(value))) return `${start}/>`
  if (typeof value === 'string') return `${start} t="inlineStr"><is><t xml:space="preserve">${toCellXml(value)}</t></is></c>`
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`
  return `${start}><v>${value instanceof Date ? serial(value) : value}</v></c>`
}

const rowXml = ({ row, cells }: WrittenRow, letters: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${letters[at] ?? lettersOf(at)}${row}`)).join('')}</row>`

const column = (width: number, at: number, style: CellStyle) =>
  `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styleNumber(style)}" customWidth="1"/>`

const choiceXml = ({ column: at, range, open }: Choice) =>
  `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="${open ? 0 : 1}"` +
  ` errorTitle="Allowed values" error="Choose a value from the list." sqref="${lettersOf(at)}2:${lettersOf(at)}1048576">` +
  `<formula1>${escapeXml(range)}</formula1></dataValidation>`

const head = ({ widths, style }: WrittenSheet) =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${widths.map((width, at) => column(width, at, style)).join('')}</cols><sheetData>`

/** Writes the XML of a sheet, row by row. The first row is frozen. */
export async function* sheetXml(sheet: WrittenSheet): AsyncGenerator<string> {
  const letters = sheet.widths.map((_, at) => lettersOf(at))
  yield head(sheet)
  for await (const row of sheet.rows) yield rowXml(row, letters)
  const choices = sheet.choices.map(choiceXml)
  yield `</sheetData>${choices.length > 0 ? `<dataValidations count="${choices.length}">${choices.join('')}</dataValidations>` : ''}</worksheet>`
}
