import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
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

const faultsOf = async (who: TestUser, uniqueId: string) =>
  (await imports.rows(who, uniqueId, 'FAULTY')).map(({ faults }) =>
    faults.map(({ column, value, problem }) => [column, value, problem]),
  )

test('errors that several rows have are counted, the most frequent first, with those that a default value would mend', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId, frequentFaults } = await imports.checked(
    who,
    companiesFile(
      'Alpha;Italy;a.example;;;',
      'Beta;;b.example;;;',
      'Gamma;Italy;;;;',
      'Delta;Atlantis;;;;',
      'Delta;Italy;d.example;;;',
    ),
  )
  expect(frequentFaults.map(({ problem, rows, lacksDefault }) => [problem, rows, lacksDefault])).toEqual([
    ['Company Types is required', 5, true],
    ['Website is required', 2, false],
  ])
  await app.as(who).call(fileImportApi.update, { uniqueId, defaults: { companyTypeList: 'Association' } })
  const again = await imports.doing(who, 'check', uniqueId)
  expect(again.frequentFaults.map(({ problem }) => problem)).toEqual(['Website is required'])
})

test('all faults of a row are reported at once, in the words of the screens and with the values of the cells', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companiesFile(csvCompanyRow('Known Ltd')))
  const { uniqueId, counts } = await imports.checked(
    who,
    companiesFile(';Atlantis;none;Circus;;', 'Known Ltd;Atlantis;;;;', 'Fresh;Atlantis;;;;'),
  )
  expect(counts).toMatchObject({ FAULTY: 3, NEW: 0 })
  const [country, types] = [
    ['Country', 'Atlantis', 'Choose a country'],
    ['Company Types', '', 'Company Types is required'],
  ]
  const choices =
    'Choose from Manufacturer / Brand, Importer / Distributor, Tech Solution Provider, Engineering Services, System Integrators, Consulting / Advisory, HR / Accounting / Legal, Association.'
  expect(await faultsOf(who, uniqueId)).toEqual([
    [
      ['Company Types', 'Circus', choices],
      country,
      ['Website', 'none', 'Website is not a web address'],
      ['Legal Name', '', 'Legal Name is required'],
    ],
    // An existing record keeps what the file lacks.
    [country],
    [country, ['Website', '', 'Website is required'], types],
  ])
  const people = csvFile('First Name,Last Name,Title,Contact Role,Company\nAnn,,Buyer,BOSS,Nowhere', 'people.csv')
  const contacts = await imports.checked(who, people, {}, 'contact')
  const problems = (await faultsOf(who, contacts.uniqueId))[0]!
  expect(problems).toContainEqual(['Contact Role', 'BOSS', 'Choose from Decision Maker, Influencer, No Influence.'])
  expect(problems).toContainEqual(['Last Name', '', 'Last Name is required'])
  expect(problems.filter(([column]) => column === 'Company')).toEqual([['Company', 'Nowhere', expect.any(String)]])
})

test('the file of the rows with errors is in the language of its reader, and says so if it does not have all of them', async () => {
  const who = await app.someone('ROLE_PRO')
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [who.uniqueId])
  const { uniqueId } = await imports.checked(who, companiesFile('Fresh;Atlantis;;;;', csvCompanyRow('Good Ltd')))
  const fileOf = () => app.as(who).send(fileImportApi.faulty, { uniqueId })
  const { payload, headers } = await fileOf()
  expect(headers['content-disposition']).toContain('(Zeilen mit Fehlern).csv')
  const [header, line, ...rest] = payload.trim().split('\r\n')
  expect([header!.split(',').at(-1), rest]).toEqual(['Probleme', []])
  expect(line).toContain('Land: Wählen Sie ein Land')
  expect(line).toContain('Website: Bitte füllen Sie „Website“ aus')
  await app.asOwner(`update file_import set counts = counts || '{"FAULTY": 60000}' where id = $1`, [uniqueId])
  expect((await fileOf()).payload).toContain('Probleme: Diese Datei hat die ersten 1 von 60.000 Zeilen mit Fehlern')
})

const spelledTypes = () =>
  companiesFile(
    ...['End User', 'end_user, Association', 'association, MANUFACTURER / brand'].map((types, at) =>
      csvCompanyRow(`Spelt ${at}`).replace('ASSOCIATION', types),
    ),
  )

test('choices are read by label or constant in any case, as the export writes them; end users from staff alone', async () => {
  const [staff, member] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_PRO')]
  expect((await imports.taken(staff, spelledTypes())).counts).toMatchObject({ NEW: 3, FAULTY: 0 })
  const found = await app.as(staff).call(companyApi.list, { page: 0, legalName: 'Spelt', sort: 'legalName' })
  expect(found.map(({ companyTypeList }) => companyTypeList)).toEqual([
    ['END_USER'],
    ['END_USER', 'ASSOCIATION'],
    ['ASSOCIATION', 'MANUFACTURER_BRAND'],
  ])
  expect((await imports.checked(member, spelledTypes())).counts).toMatchObject({ NEW: 1, FAULTY: 2 })
})

test('a row of hundreds of thousands of cells is refused before the test times out', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  for (const row of [';'.repeat(900_000), `"a"${';'.repeat(900_000)}`, `${';'.repeat(200_000)}"a"`, '"";'.repeat(300_000)])
    await expect(imports.looked(who, csvFile(`${row}\n`))).rejects.toMatchObject({
      status: 422,
      message: 'The sheet has more than 500 columns. Remove those that you do not need.',
    })
}, 20_000)

test('a text that ends in the middle of a character where it is cut, and characters that cannot be saved, are faults of their rows at most', async () => {
  const who = await app.someone('ROLE_PRO')
  const party = '\u{1F389}'
  const long = (length: number) => `${'x'.repeat(length - 1)}${party} GmbH`
  const rows = [
    csvCompanyRow('Fine', long(120)),
    ...['One', 'Two', 'Three'].map((filler) => csvCompanyRow(filler, filler.repeat(400))),
    csvCompanyRow(`Nul\0name${party.repeat(100)}`),
    csvCompanyRow(long(200)),
    csvCompanyRow('Type').replace('ASSOCIATION', long(200)),
  ]
  const { uniqueId, counts, columns } = await imports.checked(who, companiesFile(...rows))
  expect(counts).toMatchObject({ NEW: 4, FAULTY: 3 })
  expect(columns[4]!.samples[0]).toMatch(/^x{119}\W?$/)
  const [nul, name, type] = await faultsOf(who, uniqueId)
  expect(nul).toEqual([['Legal Name', expect.stringMatching(/^Nulname/), 'There is a character here that cannot be saved.']])
  expect(name).toEqual([['Legal Name', expect.any(String), 'Legal name can have 200 characters at most']])
  expect(type![0]![1]).toMatch(/^x{199}/)
  expect((await imports.doing(who, 'take', uniqueId)).counts).toMatchObject({ NEW: 4, FAULTY: 3 })
})
