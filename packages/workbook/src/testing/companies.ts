import type { CellStyle, WrittenRow } from '../sheet-xml.ts'
import { sheet } from '../sheet.ts'
import { workbookStream } from '../write.ts'

const types = ['MANUFACTURER_BRAND', 'IMPORTER_DISTRIBUTOR', 'ASSOCIATION']

/** A sheet as a feature declares it. */
export const companies = sheet('Companies', [
  { header: 'Legal Name', field: 'legalName', required: true, width: 40 },
  { header: 'Country', field: 'country', required: true, suggestions: ['Germany', 'Italy'] },
  { header: 'Website', field: 'website', required: true },
  { header: 'Company Types', field: 'companyTypeList', required: true, many: true, values: types },
  { header: 'Address', field: 'address' },
  { header: 'Rating', field: 'rating', values: ['GOOD', 'BAD'] },
])

export const headers = companies.columns.map(({ header }) => header)
export const acme = ['Acme', 'Germany', 'https://acme.example', 'ASSOCIATION', '1 Road', 'GOOD']

const written = (texts: readonly string[], row: number): WrittenRow => ({
  row,
  cells: texts.map((value) => ({ value, style: 'text' as CellStyle })),
})

async function* numbered(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>) {
  let row = 0
  for await (const texts of rows) yield written(texts, ++row)
}

/** A workbook with one sheet of these rows of text, including the header. */
export const filled = (rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>, name = 'Companies') =>
  workbookStream([{ name, widths: headers.map(() => 20), style: 'text', choices: [], rows: numbered(rows) }])
