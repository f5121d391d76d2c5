import type { ColumnFormat } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
  chief = await app.someone('ROLE_TENANT_ADMIN')
  for (const [label, type] of [
    ['Since', 'DATE'],
    ['Size', 'NUMBER'],
    ['Until', 'DATE'],
  ] as const)
    await app.as(chief).call(customFieldApi.create, { kind: 'company', label, type })
})
afterAll(() => app.close())

const header = 'Legal Name,Country,Website,Company Types'
let made = 0
const firm = () => `Firm ${++made},Italy,https://${made}.example,Association`

/** A file of companies with these cells in one more column. */
const fileOf = (column: string, cells: readonly string[]) =>
  csvFile([`${header},${column}`, ...cells.map((cell) => `${firm()},"${cell}"`)].join('\n'))

const formatOf = ({ options }: { options: { formats?: (ColumnFormat | null)[] | undefined } }) => options.formats?.at(-1)

const inColumn = (format: ColumnFormat | null) => [null, null, null, null, format]

/** What each row of a compared file has in a field: the value, or what is wrong with it. */
const outcomesOf = async (uniqueId: string, field: string) => {
  const [good, bad] = [await imports.rows(chief, uniqueId, 'NEW'), await imports.rows(chief, uniqueId, 'FAULTY')]
  return [...good, ...bad]
    .toSorted((one, other) => one.row - other.row)
    .map(({ values, faults }) => faults[0]?.problem ?? values[field])
}

const outcomes = async (column: string, cells: readonly string[], format?: ColumnFormat) => {
  const { uniqueId } = await imports.checked(chief, fileOf(column, cells), format && { formats: inColumn(format) })
  return outcomesOf(uniqueId, `custom.${column.toLowerCase()}`)
}

test('years of two digits are those from 1950 to 2049, in the order of the column', async () => {
  const european = await imports.checked(chief, fileOf('Since', ['3.4.26', '31/12/49', '1/2/50', '05-06-99', '3. 4. 2026']))
  expect(formatOf(european)).toBe('day')
  expect(await outcomesOf(european.uniqueId, 'custom.since')).toEqual([
    '2026-04-03',
    '2049-12-31',
    '1950-02-01',
    '1999-06-05',
    'Write the date as 2026-12-31',
  ])
  expect(await outcomes('Since', ['12/31/49', '1/2/26'])).toEqual(['2049-12-31', '2026-01-02'])
  expect(await outcomes('Since', ['26/12/31', '25/01/02'], 'year')).toEqual(['2026-12-31', '2025-01-02'])
  expect(formatOf(await imports.looked(chief, fileOf('Since', ['99/12/31', '25/01/02'])))).toBe('year')
})

test('years of four digits at the beginning do not show where years of two digits are', async () => {
  const isoDates = Array.from({ length: 70 }, (_, at) => `2026-01-${String((at % 28) + 1).padStart(2, '0')}`)
  const { uniqueId, counts, options } = await imports.checked(
    chief,
    fileOf('Since', [...isoDates, '2026/3/4', '31/12/26', '3/4/26']),
  )
  expect([formatOf({ options }), counts]).toMatchObject([null, { NEW: 72, FAULTY: 1 }])
  expect((await outcomesOf(uniqueId, 'custom.since')).at(-1)).toBe(
    '“3/4/26” can be read as two different dates. Choose the format of its column.',
  )
})

test('the first, the lowest and the highest of the dates and numbers are listed as they were read, those with two digits for the year apart', async () => {
  const { readings } = await imports.checked(
    chief,
    fileOf('Since', ['3.4.26', '1.1.50', '31.12.49', '2.1.26', '2026-01-01', '4 March 2026', '31.2.26']),
  )
  expect(readings).toEqual([
    {
      field: 'custom.since',
      hasShortYears: true,
      rows: 4,
      examples: [
        { text: '3.4.26', value: '2026-04-03' },
        { text: '1.1.50', value: '1950-01-01' },
        { text: '31.12.49', value: '2049-12-31' },
      ],
    },
    { field: 'custom.since', hasShortYears: false, rows: 1, examples: [{ text: '4 March 2026', value: '2026-03-04' }] },
  ])
})

test('dates with the name of their month are read in five languages, with or without that of the weekday and a time', async () => {
  const dates = [
    '3 Mar 2025',
    '3. März 2025',
    '3 mars 2025',
    '3 de marzo de 2025',
    '3 marzo 2025',
    'March 3rd, 2025',
    'Monday, March 3, 2025',
    'lun. 3 mars 2025',
    'Mo, 03. Mrz. 25',
    '1er août 2025',
    '03-Dez-2025',
    '2025 Sept 3',
    '3 MAR 2025 10:30',
    '03.03.2025 00:00:00',
    '3 ju 2025',
    'jui 3 2025',
    'March 2025',
    '30 Feb 2025',
  ]
  const march = '2025-03-03'
  expect(await outcomes('Since', dates)).toEqual([
    ...Array.from({ length: 9 }, () => march),
    '2025-08-01',
    '2025-12-03',
    '2025-09-03',
    march,
    march,
    ...Array.from({ length: 3 }, () => 'Write the date as 2026-12-31'),
    'Since is not a day',
  ])
})

test('the numbers of days that Excel counts are dates only if the column says so', async () => {
  const serials = ['46387', '46387.5', '1', '2026-12-31', '0.5']
  const hint = 'If 46387 is the serial number of a date in Excel, choose that as the format of its column.'
  const unknown = 'Write the date as 2026-12-31'
  expect((await outcomes('Since', serials)).slice(0, 3)).toEqual([hint, hint.replace('46387', '46387.5'), unknown])
  const day = '2026-12-31'
  expect(await outcomes('Since', serials, 'serial')).toEqual([day, day, '1900-01-01', day, unknown])
})

test('numbers are read with the decimal sign that others of the column show, or that is chosen', async () => {
  expect(await outcomes('Size', ['1.234', '1.234,5', '12', "1'234,5", '1 234'])).toEqual([1234, 1234.5, 12, 1234.5, 1234])
  expect(await outcomes('Size', ['1,234', '1,234.5', '-1,234,567', '0.125'])).toEqual([1234, 1234.5, -1234567, 0.125])
  const unclear = await imports.checked(chief, fileOf('Size', ['1,234', '5']))
  expect([formatOf(unclear), await outcomesOf(unclear.uniqueId, 'custom.size')]).toEqual([
    null,
    ['“1,234” can be read as two different numbers. Choose the format of its column.', 5],
  ])
  expect(await outcomes('Size', ['1,234', '5'], 'point')).toEqual([1234, 5])
  expect(await outcomes('Size', ['1,234', '1.234'], 'comma')).toEqual([1.234, 1234])
  // A point before three digits is listed too: without the format of the column it would be one before decimals.
  const listed = await imports.checked(chief, fileOf('Size', ['1,234', '7', '1.250', '2,5']), { formats: inColumn('comma') })
  expect(listed.readings).toMatchObject([
    {
      rows: 3,
      examples: [
        { text: '1,234', value: 1.234 },
        { text: '1.250', value: 1250 },
      ],
    },
  ])
})

const both = (one: string, other: string) => csvFile([`${header},Since,Until`, `${firm()},${one},${other}`].join('\n'))

test('each column has a format of its own, which the next file does not take over', async () => {
  const first = await imports.looked(chief, both('12/31/2026', '3/4/2026'))
  expect(first.options.formats?.slice(-2)).toEqual(['month', null])
  expect(first.fields.find(({ field }) => field === 'custom.until')?.formats).toEqual(['day', 'month', 'year', 'serial'])
  expect(first.fields.find(({ field }) => field === 'legalName')?.formats).toBeUndefined()
  const { uniqueId } = first
  const change = (formats: (ColumnFormat | null)[]) => app.as(chief).call(fileImportApi.update, { uniqueId, formats })
  await expect(change(['day'])).rejects.toMatchObject({ data: { formats: 'The file has 6 columns' } })
  await change([null, null, null, null, 'month', 'day'])
  await imports.doing(chief, 'check', uniqueId)
  const [row] = await imports.rows(chief, uniqueId, 'NEW')
  expect(row!.values).toMatchObject({ 'custom.since': '2026-12-31', 'custom.until': '2026-04-03' })
  const next = await imports.looked(chief, both('31/12/2026', '5/6/2026'))
  expect(next.options.formats?.slice(-2)).toEqual(['day', null])
})

test('a file of 500 columns is imported by those that are assigned, and the others are ignored', async () => {
  const names = Array.from({ length: 496 }, (_, at) => `Extra ${at}`)
  const rows = Array.from({ length: 3 }, () => `${firm()},${names.map((name) => `${name} of it`).join(',')}`)
  const { uniqueId, columns, counts } = await imports.checked(
    chief,
    csvFile([`${header},${names.join(',')}`, ...rows].join('\n')),
  )
  expect([columns.length, counts]).toMatchObject([500, { NEW: 3, FAULTY: 0 }])
  const product = ['legalName', 'country', 'website', 'companyTypeList']
  const mapping = columns.map(({ name }, at) => product[at] ?? (name === 'Extra 495' ? 'address' : null))
  await app.as(chief).call(fileImportApi.update, { uniqueId, mapping })
  await imports.doing(chief, 'check', uniqueId)
  expect((await imports.rows(chief, uniqueId, 'NEW'))[0]?.values['address']).toBe('Extra 495 of it')
  const { payload } = await app.as(chief).send(fileImportApi.get, { uniqueId })
  expect(payload).toContain('Extra 494')
})

/** The bytes of a text in Mac Roman. */
const macRoman = (text: string) => {
  const decoder = new TextDecoder('macintosh')
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]))
  return Uint8Array.from(text.split(''), (character) => byteOf.get(character)!)
}
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test.each([
  { names: ['Müller & Söhne', 'Straßenbau Ärzte'] },
  { names: ['L’été à Besançon', 'Crêperie “Noël”'] },
  { names: ['Niño y Compañía', 'CAFÉ'] },
  { names: ['Città è più'] },
  { names: ['Ülkü'] },
])('Mac Roman and Windows-1252 are told apart by what the letters are: $names', async ({ names }) => {
  const text = [header, ...names.map((name) => `${name},Italy,https://a.example,Association`)].join('\r')
  const mac = await imports.looked(chief, csvFile(macRoman(text)))
  expect([mac.options.encoding, mac.columns[0]!.samples]).toEqual(['macintosh', names])
  const plain = names.map((name) => name.replaceAll('’', "'").replaceAll(/[“”]/g, ''))
  const windows = await imports.looked(
    chief,
    csvFile(latin([header, ...plain.map((name) => `${name},Italy,https://a.example,Association`)].join('\n'))),
  )
  expect([windows.options.encoding, windows.columns[0]!.samples]).toEqual(['windows-1252', plain])
  const { columns } = await app.as(chief).call(fileImportApi.update, { uniqueId: windows.uniqueId, encoding: 'macintosh' })
  expect(columns[0]!.samples).not.toEqual(plain)
})
