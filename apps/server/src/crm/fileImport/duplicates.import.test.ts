import { fileImportApi, type ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { bulkWorkbook } from '../../../test/bulkWorkbook.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { csvFile, importCalls } from '../../../test/crm/fileImport.ts'
import { companyRow } from '../../../test/workbook.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

const companies = (...lines: readonly (readonly [name: string, website: string, address?: string])[]) =>
  csvFile(
    [
      'Legal Name;Country;Website;Company Types;Address',
      ...lines.map(([name, site, at = '']) => `${name};Italy;${site};Association;${at}`),
    ].join('\n'),
  )
const decide = (who: TestUser, uniqueId: string, row: number, over: Pick<ImportRow, 'decision'>['decision']) =>
  app.as(who).call(fileImportApi.decide, { uniqueId, row, ...over! })
const decideAll = (who: TestUser, uniqueId: string, action: 'CREATE' | 'SKIP' | 'UPDATE') =>
  app.as(who).call(fileImportApi.decide, { uniqueId, action })
const recordOf = (row: ImportRow | undefined) => row!.like[0]!.uniqueId
const known = () => companies(['Acme', 'acme.example', 'Old street'], ['Bergwald', 'bergwald.example'])

test('each likely duplicate is created, skipped, or updates the existing record, as was decided', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, known())
  const { uniqueId, counts } = await imports.checked(
    who,
    companies(
      ['Acme Italia', 'acme.example'],
      ['Acme Holding', 'acme.example'],
      ['Acme Group', 'acme.example', 'New street'],
      ['Bergwald GmbH', 'bergwald.example'],
      ['Delta', 'delta.example'],
    ),
  )
  expect(counts).toEqual({ NEW: 1, DUPLICATE: 4, CHANGED: 0, SAME: 0, FAULTY: 0, LEFT: 0 })
  const found = await imports.rows(who, uniqueId, 'DUPLICATE')
  expect(found.map(({ row, title, like }) => [row, title, like.map((record) => [record.title, record.mayUpdate])])).toEqual([
    [2, 'Acme Italia', [['Acme', true]]],
    [3, 'Acme Holding', [['Acme', true]]],
    [4, 'Acme Group', [['Acme', true]]],
    [5, 'Bergwald GmbH', [['Bergwald', true]]],
  ])
  expect(found[0]!.values).toMatchObject({ country: 'IT' })
  expect(found[2]!.like[0]!.changes).toEqual([
    { field: 'legalName', before: 'Acme', after: 'Acme Group' },
    { field: 'address', before: 'Old street', after: 'New street' },
  ])
  const acme = found[0]!.like[0]!.uniqueId
  expect((await decide(who, uniqueId, 2, { action: 'SKIP' })).counts).toMatchObject({ DUPLICATE: 4, SKIPPED: 1 })
  await decide(who, uniqueId, 3, { action: 'SKIP' })
  expect((await decide(who, uniqueId, 3, { action: 'CREATE' })).counts).toMatchObject({ SKIPPED: 1 })
  await decide(who, uniqueId, 4, { action: 'UPDATE', recordId: acme })
  expect((await imports.rows(who, uniqueId, 'DUPLICATE')).map(({ decision }) => decision?.action)).toEqual([
    'SKIP',
    'CREATE',
    'UPDATE',
    undefined,
  ])
  const done = await imports.doing(who, 'take', uniqueId)
  expect(done.counts).toEqual({ NEW: 3, CHANGED: 1, LEFT: 1, SAME: 0, FAULTY: 0, DUPLICATE: 0 })
  const now = await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName' })
  expect(now.map(({ legalName }) => legalName)).toEqual(['Acme Group', 'Acme Holding', 'Bergwald', 'Bergwald GmbH', 'Delta'])
  expect(now[0]).toMatchObject({ uniqueId: acme, address: 'New street' })
  const [notice] = await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(notice!.abbreviatedContentText).toContain('3 created, 1 updated, 0 unchanged, 1 skipped, 0 with errors.')
  await expect(decide(who, uniqueId, 2, { action: 'CREATE' })).rejects.toMatchObject({ status: 409 })
  await imports.doing(who, 'undo', uniqueId)
  const undone = await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName' })
  expect(undone.map(({ legalName, address }) => [legalName, address])).toEqual([
    ['Acme', 'Old street'],
    ['Bergwald', null],
  ])
})

test('all likely duplicates are skipped, created or update the one record that they resemble, as was decided once', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companies(['Acme', 'acme.example'], ['Bergwald', 'bergwald.example'], ['Acme Group', 'group.example']))
  const { uniqueId } = await imports.checked(
    who,
    companies(
      ['Bergwald GmbH', 'bergwald.example', 'New street'],
      ['Bergwald Holding', 'bergwald.example'],
      ['Acme Group AG', 'acme.example'],
      ['Delta', 'delta.example'],
    ),
  )
  const decisions = async () => (await imports.rows(who, uniqueId, 'DUPLICATE')).map(({ decision }) => decision?.action)
  expect((await decideAll(who, uniqueId, 'SKIP')).counts).toMatchObject({ DUPLICATE: 3, SKIPPED: 3 })
  expect(await decisions()).toEqual(['SKIP', 'SKIP', 'SKIP'])
  await decide(who, uniqueId, 3, { action: 'CREATE' })
  expect((await decideAll(who, uniqueId, 'UPDATE')).counts).toMatchObject({ SKIPPED: 1 })
  expect(await decisions()).toEqual(['UPDATE', 'CREATE', 'SKIP'])
  const [, holding] = await imports.rows(who, uniqueId, 'DUPLICATE')
  await expect(decide(who, uniqueId, 3, { action: 'UPDATE', recordId: recordOf(holding) })).rejects.toMatchObject({ status: 409 })
  await decideAll(who, uniqueId, 'CREATE')
  expect(await decisions()).toEqual(['CREATE', 'CREATE', 'CREATE'])
  expect((await decideAll(who, uniqueId, 'UPDATE')).counts).toMatchObject({ SKIPPED: 0 })
  await decide(who, uniqueId, 4, { action: 'SKIP' })
  const { counts } = await imports.doing(who, 'take', uniqueId)
  expect(counts).toMatchObject({ NEW: 2, CHANGED: 1, LEFT: 1 })
  const found = await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName' })
  expect(found.map(({ legalName }) => legalName)).toEqual(['Acme', 'Acme Group', 'Bergwald GmbH', 'Bergwald Holding', 'Delta'])
  await expect(decideAll(await app.someone('ROLE_PRO'), uniqueId, 'SKIP')).rejects.toMatchObject({ status: 404 })
  await expect(decideAll(who, uniqueId, 'SKIP')).rejects.toMatchObject({ status: 409 })
})

test('a row that resembles an earlier one of the file is created, skipped, or imported with that row, as was decided', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId, counts } = await imports.checked(
    who,
    companies(
      ['Acme GmbH', 'acme.example', 'Old street'],
      ['ACME AG', 'acme-group.example', 'New street'],
      ['Other', 'www.acme.example'],
      ['Third', 'acme-group.example'],
      ['Delta', 'delta.example'],
    ),
  )
  expect(counts).toMatchObject({ NEW: 2, DUPLICATE: 3 })
  const found = await imports.rows(who, uniqueId, 'DUPLICATE')
  // The third resembles a row that may be left out, and so the first of them.
  expect(found.map(({ row, like, repeats }) => [row, like, repeats])).toEqual([
    [3, [], [2]],
    [4, [], [2]],
    [5, [], [2]],
  ])
  await decide(who, uniqueId, 5, { action: 'SKIP' })
  await expect(decide(who, uniqueId, 3, { action: 'UPDATE', earlierRow: 6 })).rejects.toMatchObject({ status: 422 })
  await decideAll(who, uniqueId, 'UPDATE')
  await expect(decide(who, uniqueId, 4, { action: 'UPDATE', earlierRow: 2 })).rejects.toMatchObject({
    status: 409,
    message: 'Row 3 already updates that row',
  })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 2, DUPLICATE: 3, SKIPPED: 1 })
  expect((await imports.rows(who, uniqueId, 'DUPLICATE')).map(({ decision }) => decision)).toEqual([
    { action: 'UPDATE', earlierRow: 2 },
    undefined,
    { action: 'SKIP' },
  ])
  expect((await imports.doing(who, 'take', uniqueId)).counts).toMatchObject({ NEW: 3, CHANGED: 1, LEFT: 1, FAULTY: 0 })
  const all = await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName' })
  expect(all.map(({ legalName, address }) => [legalName, address])).toEqual([
    ['ACME AG', 'New street'],
    ['Delta', null],
    ['Other', null],
  ])
  await imports.doing(who, 'undo', uniqueId)
  expect(await app.as(who).call(companyApi.list, { page: 0 })).toEqual([])
})

test('a row cannot be imported with an earlier one that is skipped', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companies(['Acme', 'acme.example']))
  const { uniqueId } = await imports.checked(who, companies(['Acme Italia', 'acme.example'], ['Acme-Italia', 'italia.example']))
  await decide(who, uniqueId, 2, { action: 'SKIP' })
  await decide(who, uniqueId, 3, { action: 'UPDATE', earlierRow: 2 })
  expect((await imports.doing(who, 'take', uniqueId)).counts).toMatchObject({ NEW: 0, CHANGED: 0, LEFT: 1, FAULTY: 1 })
})

test('a row that was to be imported with an earlier one is an error if that one is not imported', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.checked(who, companies(['Acme GmbH', 'acme.example'], ['ACME AG', 'acme.example']), {
    existing: 'skip',
  })
  await decide(who, uniqueId, 3, { action: 'UPDATE', earlierRow: 2 })
  await crmCalls(app, who).company({ legalName: 'ACME AG' }) // meanwhile: it exists, and is left as it is
  const { counts } = await imports.doing(who, 'take', uniqueId)
  expect(counts).toMatchObject({ NEW: 0, CHANGED: 0, LEFT: 1, FAULTY: 1 })
  const [faulty] = await imports.rows(who, uniqueId, 'FAULTY')
  expect(faulty).toMatchObject({ row: 3, faults: [{ problem: 'It was to be imported with row 2, which was not imported' }] })
})

test('another comparison keeps the decisions that are still possible', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, known())
  const file = companies(['Acme Italia', 'acme.example'], ['Bergwald GmbH', 'bergwald.example'], ['Acme Holding', 'acme.example'])
  const { uniqueId } = await imports.checked(who, file)
  const [acme, bergwald] = await imports.rows(who, uniqueId, 'DUPLICATE')
  await decide(who, uniqueId, 2, { action: 'UPDATE', recordId: recordOf(acme) })
  await decide(who, uniqueId, 3, { action: 'UPDATE', recordId: recordOf(bergwald) })
  await decide(who, uniqueId, 4, { action: 'SKIP' })
  await app.as(who).call(companyApi.remove, { uniqueId: recordOf(bergwald) })
  const { counts } = await imports.doing(who, 'check', uniqueId)
  expect(counts).toMatchObject({ NEW: 1, DUPLICATE: 2, SKIPPED: 1 })
  expect((await imports.rows(who, uniqueId, 'DUPLICATE')).map(({ row, decision }) => [row, decision])).toEqual([
    [2, { action: 'UPDATE', recordId: recordOf(acme) }],
    [4, { action: 'SKIP' }],
  ])
})

test('decisions on the rows of one sheet are not taken for those of another', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, known())
  const sheets = {
    Companies: [companyRow('Acme Italia', 'Italy', 'acme.example')],
    More: [companyRow('Acme Spain', 'Spain', 'acme.example')],
  }
  const { uniqueId } = await imports.checked(who, await bulkWorkbook(sheets))
  await decide(who, uniqueId, 2, { action: 'SKIP' })
  await app.as(who).call(fileImportApi.update, { uniqueId, sheet: 'More' })
  const { counts } = await imports.doing(who, 'check', uniqueId)
  expect(counts).toMatchObject({ DUPLICATE: 1 })
  expect(counts.SKIPPED ?? 0).toBe(0)
})

test('a decision names a likely duplicate, and a record that the row may update', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  await imports.taken(chief, companies(['Own Chief', 'chief.example']))
  await imports.taken(clerk, companies(['Own Clerk', 'clerk.example']))
  const { uniqueId } = await imports.checked(
    clerk,
    companies(
      ['Like Chief', 'chief.example'],
      ['Like Clerk', 'clerk.example'],
      ['Like Clerk too', 'clerk.example'],
      ['New', 'x.example'],
    ),
  )
  const [ofChief, ofClerk] = await imports.rows(clerk, uniqueId, 'DUPLICATE')
  expect(ofChief!.like).toEqual([{ uniqueId: recordOf(ofChief), title: 'Own Chief', mayUpdate: false }])
  await expect(decide(clerk, uniqueId, 2, { action: 'UPDATE', recordId: recordOf(ofChief) })).rejects.toMatchObject({
    status: 422,
  })
  await expect(decide(clerk, uniqueId, 3, { action: 'UPDATE' })).rejects.toMatchObject({ status: 422 })
  await expect(decide(clerk, uniqueId, 5, { action: 'SKIP' })).rejects.toMatchObject({ status: 404 })
  const other = await app.someone('ROLE_ADMIN')
  await expect(decide(other, uniqueId, 2, { action: 'SKIP' })).rejects.toMatchObject({ status: 404 })
  await decide(clerk, uniqueId, 3, { action: 'UPDATE', recordId: recordOf(ofClerk) })
  await expect(decide(clerk, uniqueId, 4, { action: 'UPDATE', recordId: recordOf(ofClerk) })).rejects.toMatchObject({
    status: 409,
    message: 'Row 3 already updates this record',
  })
  await app.as(clerk).call(companyApi.remove, { uniqueId: recordOf(ofClerk) })
  const { counts } = await imports.doing(clerk, 'take', uniqueId)
  expect(counts).toMatchObject({ NEW: 3, CHANGED: 0, FAULTY: 1 })
  expect((await imports.rows(clerk, uniqueId, 'FAULTY'))[0]!.faults[0]!.problem).toBe(
    'The record that this row should update no longer exists',
  )
})

test('a contact that the actor may not see is matched by no row: the preview does not tell that it exists', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const reader = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'], permissions: ['MASS_UPLOAD'] })
  const { company, contact } = crmCalls(app, chief)
  const [german, italian] = [await company({ country: 'Germany' }), await company({ country: 'Italy' })]
  await contact(german.uniqueId, { email: 'unseen@hidden.example' })
  await contact(italian.uniqueId, { email: 'seen@open.example' })
  const given = csvFile(
    [
      'First Name,Last Name,Title,Email,Contact Role',
      ...['unseen@hidden', 'seen@open', 'nobody@none'].map((name) => `A,${name},CEO,${name}.example,INFLUENCER`),
    ].join('\n'),
  )
  const options = { key: 'email', defaults: { company: italian.legalName } }
  const { uniqueId, counts } = await imports.checked(reader, given, options, 'contact')
  expect(counts).toMatchObject({ NEW: 2, LEFT: 1, FAULTY: 0 })
  expect((await imports.rows(reader, uniqueId, 'NEW')).map(({ row }) => row)).toEqual([2, 4])
})
