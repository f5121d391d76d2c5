import { readText } from '@tradewind/workbook/read'
import type { Sheet } from '@tradewind/workbook/sheet'
import { filled } from '@tradewind/workbook/testing/companies'
import { buffer } from 'node:stream/consumers'

const header = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']

/** A row of the companies' template. */
export const companyRow = (name: string, country = 'Italy', website = 'https://acme.example', types = 'ASSOCIATION') => [
  name,
  country,
  website,
  types,
  '',
  '',
]

/** This many rows, each with a unique name. */
export const companyRows = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => companyRow(`${name} ${at + 1}`))

/** A workbook as a browser sends it: the companies' header, and these rows. */
export const companyWorkbook = async (rows: readonly (readonly string[])[], columns: readonly string[] = header) =>
  new File([await buffer(filled([columns, ...rows]))], 'companies.xlsx')

const contactHeader = ['First Name', 'Last Name', 'Title', 'Contact Role', 'Company', 'Email', 'Number']

/** The same for contacts. */
export const contactWorkbook = async (rows: readonly (readonly string[])[]) =>
  new File([await buffer(filled([contactHeader, ...rows], 'Contacts'))], 'contacts.xlsx')

/** The cells of a returned workbook, row by row. */
export const cellsIn = async (bytes: Buffer, sheet: Sheet) => {
  const rows: string[][] = []
  for await (const batch of readText(bytes, sheet)) rows.push(...batch.map(({ cells }) => cells))
  return rows
}
