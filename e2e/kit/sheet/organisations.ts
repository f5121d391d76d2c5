import { xlsxStream } from '@tradewind/workbook/export'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** A list of real organisations, if it is next to the project or ORGANISATIONS_CSV names it. */
export const organisationsFile =
  process.env.ORGANISATIONS_CSV ?? join(import.meta.dirname, '../../../../shared/data/organisations.csv')
export const hasOrganisations = existsSync(organisationsFile)

export interface Organisation {
  name: string
  country: string
  website: string
}

/** Parses comma-separated text (RFC 4180) into rows of fields. */
const parse = (text: string) => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && rows.at(-1)!.length === 0) break
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

export const readOrganisations = (): Organisation[] => {
  const [header = [], ...rows] = parse(readFileSync(organisationsFile, 'utf8'))
  const at = (name: string) => header.indexOf(name)
  return rows.map((row) => ({ name: row[at('name')]!, country: row[at('country')]!, website: row[at('website')]! }))
}

/** The organisations in the product's own template: websites and countries unchanged, all of type association. */
export const organisationsWorkbook = (organisations: readonly Organisation[]) =>
  buffer(
    xlsxStream<Organisation>(
      'Companies',
      [
        { header: 'Legal Name', value: ({ name }) => name.trim() },
        { header: 'Country', value: ({ country }) => country.trim() },
        { header: 'Website', value: ({ website }) => website.trim() },
        { header: 'Company Types', value: () => 'ASSOCIATION' },
        { header: 'Address', value: () => null },
        { header: 'Tax Ref Number', value: () => null },
      ],
      organisations,
    ),
  )

/** Returns the organisations without those whose name occurred before, compared as the list compares names. */
export const removeDuplicates = (organisations: readonly Organisation[]) => {
  const seen = new Set<string>()
  return organisations.filter(({ name }) => {
    const key = name.trim().toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
