import { buffer } from 'node:stream/consumers'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { readSheet } from './read.ts'
import { Faults, sheet } from './sheet.ts'
import { archive } from './testing/archive.ts'
import { acme, companies, filled, headers } from './testing/companies.ts'
import { inline, parts, relation, relations, sheetWith, workbook, worksheet } from './testing/parts.ts'
import { readWholeSheet } from './testing/readWholeSheet.ts'
import { TooManyRows } from './xlsx/limits.ts'

const bytesOf = (...rows: string[][]) => buffer(filled(rows))
const readRows = async (...rows: string[][]) => readWholeSheet(await bytesOf(headers, ...rows), companies)
const problemsOf = async (...rows: string[][]) =>
  (await readRows(...rows)).faults.listed.map(({ row, column, problem }) => [row, column, problem])
const headerProblems = async (...header: string[]) =>
  (await readWholeSheet(await bytesOf(header, acme), companies)).faults.listed.map(({ row, column, problem }) => [
    row,
    column,
    problem,
  ])
const twoSheets = (more: string, kind = 'worksheet') =>
  archive(
    parts({
      'xl/workbook.xml': workbook(`<sheet name="Companies" r:id="rId1"/><sheet name="Notes" r:id="rId2" ${more}/>`),
      'xl/_rels/workbook.xml.rels': relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', kind, 'worksheets/sheet1.xml'),
      ),
    }),
  )
const many = function* (count: number) {
  yield headers
  for (let at = 0; at < count; at++) yield [`Company ${at}`, ...acme.slice(1)]
}

test('faults name cells without the characters that cannot be saved', async () => {
  const nameless = `<row r="2">${inline('A2', 'Ac_x0000_me')}${inline('G2', 'x_x0000_')}</row>`
  const header = `<row r="1">${inline('A1', 'Legal _x0000_Name')}</row>`
  for (const rows of [sheetWith(nameless), worksheet(header)]) {
    const { faults } = await readWholeSheet(archive(parts({ 'xl/worksheets/sheet1.xml': rows })), companies)
    expect(faults.total).toBeGreaterThan(0)
    expect(JSON.stringify(faults.listed)).not.toContain(String.raw`\u0000`)
  }
})

describe('rows', () => {
  test('are read into the fields of their columns, with the row number that the sheet shows', async () => {
    const { read, rows, faults } = await readRows(
      acme,
      [],
      ['Bella', 'Italy', 'https://b.example', 'ASSOCIATION, IMPORTER_DISTRIBUTOR,ASSOCIATION', '', ''],
    )
    expect(faults.total).toBe(0)
    expect(read).toBe(2)
    expect(rows).toEqual([
      {
        row: 2,
        fields: {
          legalName: 'Acme',
          country: 'Germany',
          website: 'https://acme.example',
          companyTypeList: ['ASSOCIATION'],
          address: '1 Road',
          rating: 'GOOD',
        },
      },
      {
        row: 4,
        fields: {
          legalName: 'Bella',
          country: 'Italy',
          website: 'https://b.example',
          companyTypeList: ['ASSOCIATION', 'IMPORTER_DISTRIBUTOR'],
          address: null,
          rating: null,
        },
      },
    ])
  })

  test('have field types derived from the columns', () => {
    const described = sheet('X', [
      { header: 'A', field: 'a', required: true },
      { header: 'B', field: 'b' },
      { header: 'C', field: 'c', many: true },
    ])
    type Row = Awaited<ReturnType<typeof readWholeSheet<typeof described>>>['rows'][number]
    expectTypeOf<Row['fields']>().toEqualTypeOf<{ a: string; b: string | null; c: string[] }>()
  })

  test('with nothing but white space are skipped', async () => {
    expect(await readRows(acme, ['', ' ', '\n'], acme)).toMatchObject({ read: 2, rows: [{ row: 2 }, { row: 4 }] })
  })

  test('may have their columns in another order', async () => {
    const { rows } = await readWholeSheet(await bytesOf(headers.toReversed(), acme.toReversed()), companies)
    expect(rows[0]?.fields).toMatchObject({ legalName: 'Acme', rating: 'GOOD' })
  })

  test('are read without the «Problems» column of a marked workbook', async () => {
    const bytes = await bytesOf(
      [...headers, 'Problems: 3 in all'],
      [...acme, 'Country: unknown'],
      ['', '', '', '', '', '', 'left over'],
    )
    expect(await readWholeSheet(bytes, companies)).toMatchObject({ read: 1, rows: [{ row: 2 }] })
  })

  test('with a fault are counted but not returned', async () => {
    const { read, rows, faults } = await readRows(acme, ['Bad', '', ''], acme)
    expect([read, rows.length, faults.rows]).toEqual([3, 2, 1])
  })

  test('over the caller’s limit stop the reading with an error', async () => {
    const bytes = await buffer(filled(many(30)))
    expect((await readWholeSheet(bytes, companies, { maxRows: 30 })).read).toBe(30)
    const error = await readWholeSheet(bytes, companies, { maxRows: 29 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TooManyRows)
    expect(error).toMatchObject({ message: 'The sheet has more than 29 rows.' })
  })

  test('of a large sheet are returned in batches', async () => {
    const sizes = []
    for await (const batch of readSheet(await buffer(filled(many(1234))), companies)) sizes.push(batch.rows.length)
    expect(sizes).toEqual([500, 500, 234])
  })
})

describe('a cell is reported as a fault of its row', () => {
  test('if it is required but empty', async () => {
    expect(await problemsOf(acme.with(0, ''), acme.with(1, '  '))).toEqual([
      [2, 'Legal Name', 'Legal Name is required.'],
      [3, 'Country', 'Country is required.'],
    ])
  })

  test.each([' Acme', 'Acme ', '\u00a0Acme', 'Acme\n', '\uFEFFAcme'])(
    'if it starts or ends with white space: %j',
    async (name) => {
      expect(await problemsOf(acme.with(0, name))).toEqual([[2, 'Legal Name', 'Remove the spaces before or after the text.']])
    },
  )

  test('if its value is not in the list', async () => {
    expect(await problemsOf(acme.with(5, 'good'), acme.with(3, 'ASSOCIATION;END_USER'), acme.with(3, 'ASSOCIATION,'))).toEqual([
      [2, 'Rating', 'Choose from GOOD, BAD.'],
      [3, 'Company Types', 'Choose from MANUFACTURER_BRAND, IMPORTER_DISTRIBUTOR, ASSOCIATION.'],
      [4, 'Company Types', 'Choose from MANUFACTURER_BRAND, IMPORTER_DISTRIBUTOR, ASSOCIATION.'],
    ])
  })

  test('without repeating a long list in the fault', async () => {
    const numbers = sheet('Companies', [{ header: 'N', field: 'n', values: Array.from({ length: 11 }, (_, at) => `${at}`) }])
    const { faults } = await readWholeSheet(await bytesOf(['N'], ['12']), numbers)
    expect(faults.listed[0]).toEqual({
      row: 2,
      column: 'N',
      value: '12',
      problem: "Choose a value from the sheet 'Allowed values'.",
      said: { text: "Choose a value from the sheet '{name}'.", values: { name: 'Allowed values' } },
    })
  })

  test('but not if the list only contains suggestions', async () => {
    expect((await readRows(acme.with(1, 'Korea, Republic of'))).rows[0]?.fields.country).toBe('Korea, Republic of')
  })

  test('if it is outside the columns', async () => {
    expect(await problemsOf([...acme, '', 'a note'])).toEqual([[2, 'H', 'The template has no column here. Remove this.']])
  })
})

describe('the header row', () => {
  test('is checked for missing, unknown and duplicate columns', async () => {
    expect(await headerProblems(...(headers as string[]).with(0, 'legal name').with(4, 'Rating'))).toEqual([
      [1, 'legal name', "The template has no column 'legal name'. Rename or remove it."],
      [1, 'Rating', "There are two columns 'Rating'."],
      [1, 'Legal Name', "The column 'Legal Name' is missing."],
      [1, 'Address', "The column 'Address' is missing."],
    ])
  })

  test('must be the first row', async () => {
    const { read, faults } = await readWholeSheet(await bytesOf([], headers, acme), companies)
    expect([read, faults.total]).toEqual([0, 6])
  })
})

describe('the sheets', () => {
  test('must be named as in the template', async () => {
    const { faults } = await readWholeSheet(await buffer(filled([headers, acme], 'Firms')), companies)
    expect(faults.listed).toMatchObject([
      { row: 1, column: '', value: '', problem: "The sheet 'Companies' is missing. The workbook has 'Firms'." },
      { row: 1, column: '', value: 'Firms', problem: "The template has no sheet 'Firms'. Rename or remove it." },
    ])
  })

  test('must include no others, except charts, hidden sheets and those that belong to the workbook', async () => {
    expect((await readWholeSheet(twoSheets(''), companies)).faults.listed[0]).toMatchObject({ value: 'Notes' })
    expect((await readWholeSheet(twoSheets('', 'chartsheet'), companies)).read).toBe(1)
    expect((await readWholeSheet(twoSheets('state="veryHidden"'), companies)).read).toBe(1)
    expect((await readWholeSheet(twoSheets(''), companies, { otherSheets: ['Notes'] })).read).toBe(1)
  })
})

test('counts all faults, and lists the first 500 found, in row order', () => {
  const faults = new Faults()
  for (let row = 600; row > 0; row--)
    faults.add({ row, column: 'A', value: `${row}`, problem: 'Bad.' }, { row, column: 'B', value: `${row}`, problem: 'Bad.' })
  expect([faults.total, faults.rows, faults.listed.length]).toEqual([1200, 600, 500])
  expect(faults.listed.slice(0, 2).map(({ row, column }) => [row, column])).toEqual([
    [351, 'A'],
    [351, 'B'],
  ])
})

test('lists a fault shared by several rows once, with its first row and the number of rows', () => {
  const faults = new Faults()
  for (let row = 600; row > 1; row--) faults.add({ row, column: 'Country', value: 'Atlantis', problem: 'Choose a country' })
  faults.add({ row: 7, column: 'Website', value: 'x', problem: 'Bad.' })
  expect([faults.total, faults.rows]).toEqual([600, 599])
  expect(faults.listed).toEqual([
    { row: 2, column: 'Country', value: 'Atlantis', problem: 'Choose a country', rows: 599 },
    { row: 7, column: 'Website', value: 'x', problem: 'Bad.' },
  ])
})
