import { Readable } from 'node:stream'
import type { WrittenCell, WrittenRow } from './sheet-xml.ts'
import { escapeFormula, escapeFormulaUnlessPhone, removeUnprintable } from './text.ts'
import { workbookStream } from './write.ts'

/** One column of an export, and where its values come from. */
export interface ExportColumn<Row> {
  header: string
  value: (row: Row) => string | number | boolean | Date | readonly string[] | null | undefined
  /** `date`: a day (YYYY-MM-DD, a timestamp or a Date, in UTC). `phone`: keeps a leading '+'. */
  kind?: 'date' | 'phone'
  /** In characters, in a workbook. */
  width?: number
  /** The tenant chose the header: it is not translated. */
  isHeaderOfTenant?: true
  /** Its values are texts of the app, which are translated as its header is. */
  isTranslated?: true
}

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>
type Value = ReturnType<ExportColumn<unknown>['value']>

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10)))
const dayOf = (value: Value) => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10)
  return typeof value === 'string' && isDay(value) ? value.slice(0, 10) : undefined
}

/** The first day that every program reads as the same date: Excel has no earlier year, and a 29th of February in 1900. */
const FIRST_DATE = '1900-03-01'

const textOf = (value: Value, kind: ExportColumn<unknown>['kind']) => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  const text = removeUnprintable(typeof value === 'string' ? value : value.join(', '))
  return kind === 'phone' ? escapeFormulaUnlessPhone(text) : escapeFormula(text)
}

const cellOf = (value: Value, kind: ExportColumn<unknown>['kind']): WrittenCell => {
  const day = kind === 'date' ? dayOf(value) : undefined
  if (day) return day < FIRST_DATE ? { value: day, style: 'text' } : { value: new Date(day), style: 'date' }
  if (typeof value === 'number' || typeof value === 'boolean') return { value, style: 'plain' }
  return { value: textOf(value, kind), style: 'text' }
}

/** The headers, some of which the tenant's admins have chosen: as the values, no header can become a formula. */
const headersOf = (columns: readonly ExportColumn<never>[]) => columns.map(({ header }) => textOf(header, undefined))

async function* writtenRows<Row>(columns: readonly ExportColumn<Row>[], rows: Rows<Row>): AsyncGenerator<WrittenRow> {
  yield { row: 1, cells: headersOf(columns).map((value) => ({ value, style: 'header' })) }
  let number = 1
  for await (const row of rows) yield { row: ++number, cells: columns.map(({ value, kind }) => cellOf(value(row), kind)) }
}

/**
 * Streams rows as a workbook (.xlsx) with constant memory; rows are pulled as fast as the reader consumes the bytes. Days since 1900 become dates,
 * numbers stay numbers, and no text can become a formula. `name`: the name of the sheet.
 */
export const xlsxStream = <Row>(name: string, columns: readonly ExportColumn<Row>[], rows: Rows<Row>): Readable =>
  workbookStream([
    {
      name,
      widths: columns.map(({ header, width }) => width ?? Math.max(14, header.length + 3)),
      style: 'plain',
      choices: [],
      rows: writtenRows(columns, rows),
    },
  ])

const csvField = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`

async function* csvLines<Row>(columns: readonly ExportColumn<Row>[], rows: Rows<Row>) {
  let text = `\uFEFF${csvLine(headersOf(columns))}`
  for await (const row of rows) {
    text += csvLine(columns.map(({ value, kind }) => (kind === 'date' && dayOf(value(row))) || textOf(value(row), kind)))
    if (text.length < 64 * 1024) continue
    yield text
    text = ''
  }
  yield text
}

/** Streams rows as CSV (RFC 4180, UTF-8 with byte order mark), with days as YYYY-MM-DD. Otherwise like `xlsxStream`. */
export const csvStream = <Row>(columns: readonly ExportColumn<Row>[], rows: Rows<Row>): Readable =>
  Readable.from(csvLines(columns, rows), { objectMode: false })
