import { fileImportApi, type ImportChange } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { companiesFile, csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

test('new records get the default values where the file has none; existing records keep theirs', async () => {
  const who = await app.someone('ROLE_PRO')
  const given = csvFile('Legal Name;Country;Website\nUno;;uno.example\nDue;France;due.example\nTre;Spain;tre.example')
  await imports.taken(who, companiesFile('Tre;Spain;https://tre.example;IMPORTER_DISTRIBUTOR;;'))
  const bare = await imports.checked(who, given)
  expect(bare.counts).toMatchObject({ NEW: 0, SAME: 1, FAULTY: 2 })
  const defaults = { companyTypeList: 'ASSOCIATION, SYSTEM_INTEGRATORS', country: 'Italy' }
  const { uniqueId, counts, options } = await imports.taken(who, given, { defaults })
  expect(counts).toMatchObject({ NEW: 2, SAME: 1, CHANGED: 0, FAULTY: 0 })
  expect(options.defaults).toEqual(defaults)
  expect((await imports.rows(who, uniqueId, 'NEW'))[0]!.values).toMatchObject({
    companyTypeList: defaults.companyTypeList.split(', '),
  })
  const found = await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName' })
  expect(found.map(({ legalName, country, companyTypeList }) => [legalName, country, companyTypeList])).toEqual([
    ['Due', 'France', ['ASSOCIATION', 'SYSTEM_INTEGRATORS']],
    ['Tre', 'Spain', ['IMPORTER_DISTRIBUTOR']],
    ['Uno', 'Italy', ['ASSOCIATION', 'SYSTEM_INTEGRATORS']],
  ])
  expect((await imports.looked(who, given)).options.defaults).toEqual(defaults)
})

test('an invalid default value for new records is rejected at its field', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.looked(who, csvFile('Legal Name\nUno'))
  const put = (defaults: ImportChange['defaults']) => app.as(who).call(fileImportApi.update, { uniqueId, defaults })
  await expect(put({ title: 'Buyer' })).rejects.toMatchObject({ status: 422, data: { defaults: 'Unknown field' } })
  await expect(put({ country: 'Atlantis' })).rejects.toMatchObject({ status: 422, data: { defaults: 'Choose a country' } })
  await expect(put({ legalName: 'Uno' } as never)).rejects.toMatchObject({ status: 422 })
  expect((await imports.get(who, uniqueId)).options.defaults).toBeUndefined() // nothing was changed
  expect((await put({ country: 'Italy' })).options.defaults).toEqual({ country: 'Italy' })
  expect((await put({ companyTypeList: 'ASSOCIATION' })).options.defaults).toEqual({
    country: 'Italy',
    companyTypeList: 'ASSOCIATION',
  })
  expect((await put({ country: '' })).options.defaults).toEqual({ companyTypeList: 'ASSOCIATION' })
})

test('contacts without a company are added to the chosen default company; others keep theirs', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(
    who,
    companiesFile('Fair;Spain;https://fair.example;ASSOCIATION;;', 'Own;Italy;https://own.example;ASSOCIATION;;'),
  )
  const given = csvFile('First Name,Last Name,Title,Email,Company\nAda,Berg,CEO,a@fair.example,\nEve,Thal,CEO,e@own.example,Own')
  const { uniqueId } = await imports.looked(who, given, 'contact')
  const put = (defaults: ImportChange['defaults']) => app.as(who).call(fileImportApi.update, { uniqueId, defaults })
  await expect(put({ company: 'Nobody' })).rejects.toMatchObject({
    status: 422,
    data: { defaults: expect.stringContaining('There is no company with this name') },
  })
  const defaults = { company: 'Fair', contactRole: 'INFLUENCER', language: 'Italian' }
  const { counts } = await imports.taken(who, given, { defaults }, 'contact')
  expect(counts).toMatchObject({ NEW: 2, FAULTY: 0 })
  const found = await app.asOwner('select last_name, company_name, country from contact where world_id = $1 order by 1', [
    who.partitionId,
  ])
  expect(found).toEqual([
    { last_name: 'Berg', company_name: 'Fair', country: 'ES' },
    { last_name: 'Thal', company_name: 'Own', country: 'IT' },
  ])
})

test('if the default company for contacts no longer exists, each row that needs it reports a fault', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(
    who,
    companiesFile('Gone;Spain;https://gone.example;ASSOCIATION;;', 'Own;Italy;https://own.example;ASSOCIATION;;'),
  )
  const given = csvFile('First Name,Last Name,Title,Email,Company\nAda,Berg,CEO,a@fair.example,\nEve,Thal,CEO,e@own.example,Own')
  const { uniqueId } = await imports.looked(who, given, 'contact')
  await app.as(who).call(fileImportApi.update, {
    uniqueId,
    defaults: { company: 'Gone', contactRole: 'INFLUENCER', language: 'Italian' },
  })
  const [gone] = await app.as(who).call(companyApi.list, { legalName: 'Gone' })
  await app.as(who).call(companyApi.remove, { uniqueId: gone!.uniqueId })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 1, FAULTY: 1 })
  expect((await imports.rows(who, uniqueId, 'FAULTY'))[0]).toMatchObject({
    row: 2,
    faults: [{ row: 2, column: 'Company', value: 'Gone', problem: expect.stringContaining('There is no company') }],
  })
})
