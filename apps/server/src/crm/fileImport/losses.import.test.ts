import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { archive } from '@tradewind/workbook/testing/archive'
import { headerRow, inline, parts, worksheet } from '@tradewind/workbook/testing/parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

const header = 'Legal Name,Country,Website,Company Types'
let sites = 0
/** Each has a website of its own: otherwise they would be likely duplicates. */
const firm = (name: string) => `${name},Italy,https://acme${++sites}.example,Association`

const faultsOf = async (who: TestUser, uniqueId: string) =>
  (await imports.rows(who, uniqueId, 'FAULTY')).map(({ row, faults }) => [
    row,
    faults.map(({ column, problem }) => [column, problem]),
  ])

test('a row with more cells than there are columns is an error, since its cells would be lost or moved, and is returned whole', async () => {
  const who = await app.someone('ROLE_PRO')
  const many = Array.from({ length: 70 }, (_, at) => firm(`Firm ${at}`))
  const file = csvFile([header, ...many, `${firm('Shifted')},Inc,`, `${firm('Blank')},,`].join('\n'))
  const { uniqueId, counts } = await imports.checked(who, file)
  expect(counts).toMatchObject({ NEW: 71, FAULTY: 1 })
  const problem = 'This row has more cells than there are columns. A text that contains the separator needs quotation marks.'
  expect(await faultsOf(who, uniqueId)).toEqual([[72, [['', problem]]]])
  const { payload } = await app.as(who).send(fileImportApi.faulty, { uniqueId })
  expect(payload).toMatch(/Shifted,Italy,https:\/\/acme\d+\.example,Association,Inc/)
})

const utf8 = (text: string) => Buffer.from(text)
const latin = (text: string) => Buffer.from(text, 'latin1')

test('characters that are none in the chosen encoding are errors of their rows, and are imported by another encoding', async () => {
  const who = await app.someone('ROLE_PRO')
  const bytes = latin([header, firm('Café'), firm('Cave')].join('\n'))
  const { uniqueId, options } = await imports.looked(who, csvFile(new Uint8Array(bytes)))
  expect(options.encoding).toBe('windows-1252')
  await app.as(who).call(fileImportApi.update, { uniqueId, encoding: 'utf-8' })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 1, FAULTY: 1 })
  const problem = 'Some characters cannot be read. Choose another encoding.'
  expect(await faultsOf(who, uniqueId)).toEqual([[2, [['Legal Name', problem]]]])
  await app.as(who).call(fileImportApi.update, { uniqueId, encoding: 'windows-1252' })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 2, FAULTY: 0 })
})

test('a file in UTF-8 with a few damaged bytes is read as such: the other rows keep their accents', async () => {
  const who = await app.someone('ROLE_PRO')
  const bytes = Buffer.concat([utf8([header, firm('Müller'), firm('Señor'), ''].join('\n')), latin(firm('Damagé'))])
  const { uniqueId, options, counts } = await imports.checked(who, csvFile(new Uint8Array(bytes)))
  expect([options.encoding, counts]).toMatchObject(['utf-8', { NEW: 2, FAULTY: 1 }])
  expect((await imports.rows(who, uniqueId, 'NEW')).map(({ title }) => title)).toEqual(['Müller', 'Señor'])
})

const datesFile = (dates: readonly string[]) =>
  csvFile(
    [`${header},Since`, ...dates.map((date, at) => `${firm(`Dated ${at} ${date.replaceAll('/', '.')}`)},${date}`)].join('\n'),
  )

test('dates with slashes are read in the order that others of the file show, or that is chosen; the order is no guess', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(who).call(customFieldApi.create, { kind: 'company', label: 'Since', type: 'DATE' })
  const sinceOf = async (uniqueId: string) =>
    (await imports.rows(who, uniqueId, 'NEW')).map(({ values }) => values['custom.since'])
  const american = await imports.checked(who, datesFile(['3/4/2026', '12/25/2026', '03-04-2026', '3.4.2026']))
  expect([american.options.formats?.at(-1), american.counts.NEW]).toEqual(['month', 4])
  expect(await sinceOf(american.uniqueId)).toEqual(['2026-03-04', '2026-12-25', '2026-03-04', '2026-04-03'])
  const european = await imports.checked(who, datesFile(['3/4/2026', '25/12/2026']))
  expect(european.options.formats?.at(-1)).toBe('day')
  expect(await sinceOf(european.uniqueId)).toEqual(['2026-04-03', '2026-12-25'])
  const unclear = await imports.checked(who, datesFile(['3/4/2026', '5/5/2026']))
  expect([unclear.options.formats?.at(-1), unclear.counts]).toMatchObject([null, { NEW: 1, FAULTY: 1 }])
  await app.as(who).call(fileImportApi.update, { uniqueId: unclear.uniqueId, formats: [null, null, null, null, 'month'] })
  expect((await imports.doing(who, 'check', unclear.uniqueId)).counts).toMatchObject({ NEW: 2, FAULTY: 0 })
  expect(await sinceOf(unclear.uniqueId)).toEqual(['2026-03-04', '2026-05-05'])
  const both = await imports.checked(who, datesFile(['13/1/2026', '1/13/2026', '1/2/2026']))
  expect([both.options.formats?.at(-1), both.counts]).toMatchObject([null, { NEW: 2, FAULTY: 1 }])
  const contradiction = datesFile([
    '1/13/2026',
    ...Array.from({ length: 70 }, (_, at) => `2026-01-${String((at % 28) + 1).padStart(2, '0')}`),
    '13/1/2026',
  ])
  const { uniqueId, counts } = await imports.checked(who, contradiction)
  expect(counts).toMatchObject({ FAULTY: 1 })
  expect(await faultsOf(who, uniqueId)).toEqual([[73, [['Since', 'Since is not a day']]]])
  expect(await app.as(who).call(companyApi.list, { page: 0, legalName: 'Dated' })).toEqual([])
})

/** A workbook of two companies, with these merged cells. */
const mergedFile = (range: string) => {
  const cells = ['Acme', 'Italy', 'https://acme.example', 'ASSOCIATION', 'Hafen 1'].map(
    (text, at) => [`${'ABCDE'[at]}`, text] as const,
  )
  const rowOf = (row: number) =>
    `<row r="${row}">${cells.map(([column, text]) => inline(`${column}${row}`, `${text}${column === 'A' || column === 'C' ? row : ''}`)).join('')}</row>`
  const merges = `<mergeCells><mergeCell ref="${range}"/></mergeCells>`
  const sheet = worksheet(headerRow + rowOf(2) + rowOf(3), merges)
  return new File([new Uint8Array(archive(parts({ 'xl/worksheets/sheet1.xml': sheet })))], 'merged.xlsx')
}

test('rows that share merged cells of an imported column are refused, since only the first of them has their value', async () => {
  const who = await app.someone('ROLE_PRO')
  const refused = await imports.checked(who, mergedFile('E2:E3'))
  expect(refused).toMatchObject({ state: 'FAILED', problem: 'The cells E2:E3 are merged. Unmerge them.' })
  for (const range of ['A1:B1', 'D2:E2', 'G2:G3'])
    expect(await imports.checked(who, mergedFile(range))).toMatchObject({ state: 'CHECKED', total: 2, counts: { NEW: 2 } })
})
