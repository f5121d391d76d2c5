import { countryCode } from '@tradewind/contract/country-spellings'
import { companies, filled, headers } from '@tradewind/workbook/testing/companies'
import { readWholeSheet } from '@tradewind/workbook/testing/readWholeSheet'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../..')
const path = process.env['ORGANISATIONS_CSV'] ?? join(root, '../shared/data/organisations.csv')
const isThere = existsSync(path)

const fieldsOf = (line: string) =>
  Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, field = '']) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
  )
const organisations = () =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', country = '', code = '', website = ''] = fieldsOf(line)
      return { name, country, code, website }
    })

describe.skipIf(!isThere)(
  `the real organisations${isThere ? '' : ': skipped, the file organisations.csv is not here (ORGANISATIONS_CSV)'}`,
  () => {
    test('have countries whose spellings are all recognised', () => {
      const wrong = organisations().filter(({ country, code }) => countryCode(country) !== code || countryCode(code) !== code)
      expect(organisations().length).toBeGreaterThan(4000)
      expect(wrong).toEqual([])
    })

    test('are read back from a workbook unchanged, each on its row', async () => {
      const given = organisations()
      const rows = given.map(({ name, country, website }) => [name, country, website, 'ASSOCIATION'])
      const { read, rows: back, faults } = await readWholeSheet(await buffer(filled([headers, ...rows])), companies)
      expect(faults.listed).toEqual([])
      expect(read).toBe(given.length)
      expect(back.map(({ row, fields }) => [row, fields.legalName, fields.country, fields.website])).toEqual(
        given.map(({ name, country, website }, at) => [at + 2, name, country, website]),
      )
    })
  },
)
