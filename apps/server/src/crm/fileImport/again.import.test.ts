import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { companiesFile, csvCompanyRow, csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

const exported = async (who: TestUser, api: typeof companyApi | typeof contactApi, format: 'csv' | 'xlsx') => {
  const { url } = await app.as(who).call(api.export, { format })
  const { rawPayload } = await app.fastify.inject(url)
  return new File([new Uint8Array(rawPayload)], `list.${format}`)
}
const formats = ['csv', 'xlsx'] as const

const header = 'First Name,Last Name,Title,Contact Role,Company,Email'
const people = (...lines: string[]) => csvFile([header, ...lines].join('\n'))

test.each(formats)('contacts without an email address are found again in their own export (%s)', async (format) => {
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId: (await app.tenant('Again')).uniqueId })
  const crm = crmCalls(app, chief)
  const [acme, other] = [await crm.company(), await crm.company()]
  for (const { uniqueId } of [acme, other])
    for (const over of [{ email: null }, { email: 'ada@again.example' }, { firstName: 'Zoë', email: null }])
      await crm.contact(uniqueId, { lastName: 'Berg', ...over })
  const { counts } = await imports.checked(chief, await exported(chief, contactApi, format), {}, 'contact')
  expect(counts).toMatchObject({ SAME: 6, NEW: 0, DUPLICATE: 0, CHANGED: 0, FAULTY: 0 })
})

test('a contact without an email address is matched by name and company with one that has none either, and by the address where there is one', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const crm = crmCalls(app, chief)
  const [{ uniqueId, legalName }, other] = [await crm.company(), await crm.company()]
  await crm.contact(uniqueId, { firstName: 'Ada', lastName: 'None', email: null })
  await crm.contact(uniqueId, { firstName: 'Bob', lastName: 'Some', email: 'bob@some.example' })
  const given = people(
    `ada,NONE,Head,INFLUENCER,${legalName},`,
    `Bob,Some,Head,INFLUENCER,${legalName},`,
    `Ada,None,Head,INFLUENCER,${other.legalName},`,
    `Ada,None,Chief,INFLUENCER,${legalName},`,
  )
  const { uniqueId: importId, counts } = await imports.checked(chief, given, {}, 'contact')
  expect(counts).toMatchObject({ CHANGED: 1, DUPLICATE: 1, NEW: 1, FAULTY: 1 })
  expect((await imports.rows(chief, importId, 'CHANGED'))[0]!.row).toBe(2)
  expect((await imports.rows(chief, importId, 'DUPLICATE'))[0]!.row).toBe(3)
  expect((await imports.rows(chief, importId, 'FAULTY'))[0]!.faults[0]!.problem).toBe('This is already in row 2')
})

test('rows of one contact, some without the company, are one contact: the import does what the comparison has shown, and is undone as a whole', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const { legalName } = await crmCalls(app, chief).company()
  const others = Array.from({ length: 2_000 }, (_, at) => `F${at},L${at},Buyer,INFLUENCER,${legalName},f${at}@many.example`)
  const rows = [
    `Ada,Once,Buyer,INFLUENCER,${legalName},ada@once.example`,
    ...others,
    'Ada,Once,Head,INFLUENCER,,ADA@once.example',
  ]
  const { uniqueId, counts } = await imports.checked(chief, people(...rows), {}, 'contact')
  expect(counts).toMatchObject({ NEW: 2_001, FAULTY: 1 })
  expect((await imports.doing(chief, 'take', uniqueId)).counts).toEqual(counts)
  expect((await imports.doing(chief, 'undo', uniqueId)).undone).toMatchObject({ trashed: 2_001, keptCount: 0 })
})

test('lines of an address are stored as the forms store them, so that an export of it is read back unchanged', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companiesFile(csvCompanyRow('Lines', '"Quay 1\r\n20457 Hamburg"')))
  const [company] = await app.as(who).call(companyApi.list, { page: 0 })
  expect(company!.address).toBe('Quay 1\n20457 Hamburg')
  for (const format of formats)
    expect((await imports.checked(who, await exported(who, companyApi, format))).counts).toMatchObject({ SAME: 1, CHANGED: 0 })
})

test('a comparison that runs twice at once, as after a node seemed to have died, counts each row once', async () => {
  const who = await app.someone('ROLE_PRO')
  const MANY = 3_500
  const lines = Array.from({ length: MANY }, (_, at) => csvCompanyRow(`Firm ${at}`))
  const { uniqueId } = await imports.looked(who, companiesFile(...lines))
  await app.as(who).call(fileImportApi.check, { uniqueId })
  const payload = await imports.jobOf('massUpload.check', uniqueId)
  await Promise.all([app.work('massUpload.check', payload), app.work('massUpload.check', payload)])
  expect(await imports.get(who, uniqueId)).toMatchObject({ state: 'CHECKED', read: MANY, counts: { NEW: MANY } })
})
