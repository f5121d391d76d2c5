import type { Readable } from 'node:stream'
import type { Choice, WrittenRow, WrittenSheet } from './sheet-xml.ts'
import { ALLOWED_VALUES, type Column, type Sheet } from './sheet.ts'
import { workbookStream } from './write.ts'
import { lettersOf } from './xlsx/cell.ts'

const listOf = (column: Column) => column.values ?? column.suggestions ?? []
const withLists = (sheets: readonly Sheet[]) =>
  sheets.flatMap((sheet) =>
    sheet.columns
      .filter((column) => listOf(column).length > 0)
      .map((column) => ({ column, title: sheets.length > 1 ? `${sheet.name}: ${column.header}` : column.header })),
  )

export const headerCell = (column: Column | undefined, text: string) =>
  ({ value: text, style: column?.required ? 'required' : 'header' }) as const

const widest = (texts: readonly string[]) => Math.min(50, Math.max(...texts.map((text) => text.length)) + 3)
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
  return [{ name: ALLOWED_VALUES, widths: texts.map(widest), style: 'text', choices: [], rows }]
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
