import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { companiesFile, csvCompanyRow, csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

interface Firm {
  types: string
  country?: string
  more?: string
}
let made = 0
const nextNumber = () => String(++made).padStart(4, '0')
/** A file of companies, which are numbered. */
const firmsFile = (firms: readonly Firm[], more = '') =>
  csvFile(
    [
      `Legal Name,Website,Country,Company Types${more && `,${more}`}`,
      ...firms.map(
        ({ types, country = 'Italy', more: own }) =>
          `Firm ${nextNumber()},https://${made}.example,${country},"${types}"${own === undefined ? '' : `,"${own}"`}`,
      ),
    ].join('\n'),
  )

const problemsOf = async (who: TestUser, uniqueId: string) =>
  (await imports.rows(who, uniqueId, 'FAULTY')).map(({ faults }) => faults.map(({ column, problem }) => `${column}: ${problem}`))

const firmsOf = (who: TestUser) => app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })

test('types are read without regard to case, accents and the spaces around slashes, in five languages, with commas, semicolons or lines between them', async () => {
  const who = await app.someone('ROLE_PRO')
  const spelt = [
    'importer/distributor',
    'IMPORTER_DISTRIBUTOR; association',
    'Importeur/ Händler;Verband, hersteller/marke',
    'Consulting /Advisory\nHR/Accounting/Legal',
    'importateur/distributeur',
  ]
  const { counts } = await imports.taken(who, firmsFile(spelt.map((types) => ({ types }))))
  expect(counts).toMatchObject({ NEW: 5, FAULTY: 0 })
  expect((await firmsOf(who)).map(({ companyTypeList }) => companyTypeList)).toEqual([
    ['IMPORTER_DISTRIBUTOR'],
    ['IMPORTER_DISTRIBUTOR', 'ASSOCIATION'],
    ['IMPORTER_DISTRIBUTOR', 'ASSOCIATION', 'MANUFACTURER_BRAND'],
    ['CONSULTING_ADVISORY', 'HR_ACCOUNTING_LEGAL'],
    ['IMPORTER_DISTRIBUTOR'],
  ])
})

const importer = (text: string) => `Company Types: Did you mean “Importer / Distributor” instead of “${text}”?`

test('a value that a field does not know is an error that names the nearest one, and is listed with its number of rows', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId, counts, unknown, fields } = await imports.checked(
    who,
    firmsFile([
      { types: 'Importer' },
      { types: 'Association, importr/distributor' },
      { types: 'Circus' },
      { types: 'circus; Association', country: 'Gemany' },
      { types: 'Association', country: 'Atlantis' },
    ]),
  )
  expect(counts).toMatchObject({ FAULTY: 5 })
  const noType = expect.stringMatching(/^Company Types: Choose from Manufacturer/) as string
  expect(await problemsOf(who, uniqueId)).toEqual([
    ['Company Types: Did you mean “Importer / Distributor”?'],
    [importer('importr/distributor')],
    [noType],
    [noType, 'Country: Did you mean “Germany”?'],
    ['Country: Choose a country'],
  ])
  expect(unknown).toEqual([
    { field: 'companyTypeList', text: 'Circus', rows: 2, nearest: null },
    { field: 'companyTypeList', text: 'Importer', rows: 1, nearest: 'IMPORTER_DISTRIBUTOR' },
    { field: 'companyTypeList', text: 'importr/distributor', rows: 1, nearest: 'IMPORTER_DISTRIBUTOR' },
    { field: 'country', text: 'Gemany', rows: 1, nearest: 'DE' },
    { field: 'country', text: 'Atlantis', rows: 1, nearest: null },
  ])
  const choices = fields.find(({ field }) => field === 'companyTypeList')!.choices!
  expect(choices).toHaveLength(8)
  expect(choices[1]).toEqual({ value: 'IMPORTER_DISTRIBUTOR', label: 'Importer / Distributor' })
  expect(fields.find(({ field }) => field === 'country')!.choices).toBeUndefined()
})

const circus = { field: 'companyTypeList', text: 'Circus', value: 'END_USER' }

test('an unknown value that is mapped once is read in all rows, and in the next file with the same columns', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const rows = [{ types: 'Circus' }, { types: 'association; CIRCUS ' }, { types: 'Association', country: 'Atlantis' }]
  const { uniqueId } = await imports.checked(who, firmsFile(rows))
  const values = [circus, { field: 'country', text: 'Atlantis', value: 'GR' }]
  const { options, state } = await app.as(who).call(fileImportApi.check, { uniqueId, values })
  expect({ values: options.values, state }).toEqual({ values, state: 'CHECKING' })
  await app.work('massUpload.check', await imports.jobOf('massUpload.check', uniqueId))
  expect(await imports.get(who, uniqueId)).toMatchObject({ counts: { NEW: 3, FAULTY: 0 }, unknown: [] })
  expect((await imports.doing(who, 'take', uniqueId)).counts).toMatchObject({ NEW: 3, FAULTY: 0 })
  expect((await firmsOf(who)).map(({ companyTypeList, country }) => [companyTypeList, country])).toEqual([
    [['END_USER'], 'Italy'],
    [['ASSOCIATION', 'END_USER'], 'Italy'],
    [['ASSOCIATION'], 'Greece'],
  ])
  const next = await imports.looked(who, firmsFile([{ types: 'circus' }]))
  expect(next.options.values).toEqual(values)
  expect(next.fields.find(({ field }) => field === 'companyTypeList')!.choices).toHaveLength(9)
  const other = await imports.looked(await app.someone('ROLE_ADMIN'), firmsFile([{ types: 'circus' }]))
  expect(other.options.values ?? []).toEqual([])
})

test('a value is mapped only to a value that its field may have', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.looked(who, firmsFile([{ types: 'Circus' }]))
  const change = (value: object) => app.as(who).call(fileImportApi.update, { uniqueId, values: [{ ...circus, ...value }] })
  await expect(change({ value: 'CIRCUS' })).rejects.toMatchObject({ data: { values: 'Choose a value' } })
  // End users are entered by staff alone.
  await expect(change({})).rejects.toMatchObject({ data: { values: 'Choose a value' } })
  await expect(change({ field: 'address', value: 'x' })).rejects.toMatchObject({ data: { values: 'Unknown field' } })
  await expect(change({ field: 'nothing', value: 'x' })).rejects.toMatchObject({ data: { values: 'Unknown field' } })
  expect((await change({ value: 'ASSOCIATION' })).options.values).toHaveLength(1)
})

const contactsIn = (...names: readonly string[]) =>
  csvFile(
    [
      'First Name;Last Name;Title;Contact Role;Company',
      ...names.map((name) => `Ada;Berg ${nextNumber()};Buyer;INFLUENCER;${name}`),
    ].join('\n'),
  )

test('the company of a contact is found in any case; one that is not there is listed with the one that it probably means, and is chosen once for all rows', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  await imports.taken(who, companiesFile(csvCompanyRow('Acme GmbH'), csvCompanyRow('Bergwald')))
  const { uniqueId, counts, unknown } = await imports.checked(
    who,
    contactsIn('ACME gmbh', 'Acme', 'Nowhere', 'acme'),
    {},
    'contact',
  )
  expect(counts).toMatchObject({ NEW: 1, FAULTY: 3 })
  expect(unknown).toEqual([
    { field: 'company', text: 'Acme', rows: 2, nearest: 'Acme GmbH' },
    { field: 'company', text: 'Nowhere', rows: 1, nearest: null },
  ])
  expect(await problemsOf(who, uniqueId)).toEqual([
    ['Company: Did you mean “Acme GmbH”?'],
    ['Company: There is no company with this name. Import or create it first, or choose which one it means.'],
    ['Company: Did you mean “Acme GmbH”?'],
  ])
  const values = [
    { field: 'company', text: 'Acme', value: 'Acme GmbH' },
    { field: 'company', text: 'Nowhere', value: 'Bergwald' },
  ]
  await app.as(who).call(fileImportApi.check, { uniqueId, values })
  await app.work('massUpload.check', await imports.jobOf('massUpload.check', uniqueId))
  expect((await imports.doing(who, 'take', uniqueId)).counts).toMatchObject({ NEW: 4, FAULTY: 0 })
  const found = await app.as(who).call(contactApi.list, { page: 0, size: 100, sort: 'lastName' })
  expect(found.map(({ company }) => company.legalName)).toEqual(['Acme GmbH', 'Acme GmbH', 'Bergwald', 'Acme GmbH'])
  // What was chosen is remembered, as long as the company has that name.
  const [bergwald] = (await firmsOf(who)).filter(({ legalName }) => legalName === 'Bergwald')
  await app.as(who).call(companyApi.update, { uniqueId: bergwald!.uniqueId, legalName: 'Bergwald AG' })
  expect((await imports.looked(who, contactsIn('Nowhere'), 'contact')).options.values).toEqual([values[0]])
})

test('of several companies with an equivalent name none is suggested', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  await imports.taken(who, companiesFile(csvCompanyRow('Cobalt GmbH'), csvCompanyRow('Cobalt S.p.A.')))
  const { unknown } = await imports.checked(who, contactsIn('Cobalt'), {}, 'contact')
  expect(unknown).toEqual([{ field: 'company', text: 'Cobalt', rows: 1, nearest: null }])
})

test('choices of own fields are read, suggested and mapped in the same way, and a retired choice is no longer mapped to', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  const create = (label: string, type: 'CHOICE' | 'SEVERAL', choices: string[]) =>
    app.as(who).call(customFieldApi.create, { kind: 'company', label, type, choices: choices.map((text) => ({ label: text })) })
  const field = await create('Region', 'CHOICE', ['North / East', 'South', 'South-West'])
  await create('Channels', 'SEVERAL', ['Retail, online', 'Wholesale'])
  const rows = [
    { types: 'Association', more: 'north/east","wholesale;retail,online' },
    { types: 'Association', more: 'Nort East","Wholsale' },
    { types: 'Association', more: 'Everywhere","' },
  ]
  const file = firmsFile(rows, 'Region,Channels')
  const { uniqueId, unknown, counts } = await imports.checked(who, file)
  expect(counts).toMatchObject({ NEW: 1, FAULTY: 2 })
  const [northEast, south] = field.choices
  expect(unknown).toEqual([
    { field: 'custom.region', text: 'Nort East', rows: 1, nearest: northEast!.key },
    { field: 'custom.channels', text: 'Wholsale', rows: 1, nearest: 'wholesale' },
    { field: 'custom.region', text: 'Everywhere', rows: 1, nearest: null },
  ])
  expect((await problemsOf(who, uniqueId))[0]).toEqual([
    'Region: Did you mean “North / East”?',
    'Channels: Did you mean “Wholesale”?',
  ])
  const values = [
    { field: 'custom.region', text: 'Nort East', value: northEast!.key },
    { field: 'custom.region', text: 'Everywhere', value: south!.key },
    { field: 'custom.channels', text: 'Wholsale', value: 'wholesale' },
  ]
  await app.as(who).call(fileImportApi.update, { uniqueId, values })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 3, FAULTY: 0 })
  const choices = field.choices.filter(({ key }) => key !== south!.key).map(({ key, label }) => ({ key, label }))
  await app.as(who).call(customFieldApi.update, { uniqueId: field.uniqueId, choices })
  expect(await imports.doing(who, 'check', uniqueId)).toMatchObject({
    counts: { NEW: 2, FAULTY: 1 },
    unknown: [{ field: 'custom.region', text: 'Everywhere', nearest: null }],
  })
})

test('more different unknown values than are listed are errors all the same', async () => {
  const who = await app.someone('ROLE_PRO')
  const rows = Array.from({ length: 250 }, (_, at) => ({ types: `Circus ${at}` }))
  const { counts, unknown } = await imports.checked(who, firmsFile(rows))
  expect(counts).toMatchObject({ FAULTY: 250 })
  expect(unknown).toHaveLength(200)
})

test('phone numbers are read with the signs that other programs write between digits, and are errors with any other', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  await imports.taken(who, csvFile('Legal Name,Country,Website,Company Types\nPhones,Italy,phones.example,Association'))
  const numbers = [
    '030/123-45',
    '+1 555.123.4567',
    '(030) 12 / 34',
    '+49 30 12\u201334',
    '+49 30 12',
    '4.93E+11',
    '030 12 ext. 3',
    'n/a',
  ]
  const lines = numbers.map((number, at) => `Ann,Phone ${at},Buyer,INFLUENCER,Phones,p${at}@phones.example,${number}`)
  const given = csvFile(['First Name,Last Name,Title,Contact Role,Company,Email,Phone', ...lines].join('\n'))
  const { uniqueId, counts } = await imports.checked(who, given, {}, 'contact')
  expect(counts).toMatchObject({ NEW: 5, FAULTY: 3 })
  const found = await imports.rows(who, uniqueId, 'NEW')
  expect(found.map(({ values }) => values['number'])).toEqual([
    '030 123-45',
    '+1 555 123 4567',
    '(030) 12 34',
    '+49 30 12-34',
    '+49 30 12',
  ])
  expect((await imports.rows(who, uniqueId, 'FAULTY')).map(({ faults }) => faults[0]!.value)).toEqual(numbers.slice(5))
})
