import { companyApi } from '@tradewind/contract/crm/company.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { companyRow, companyWorkbook } from '../../test/workbook.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

let number = 0
const add = (who = admin) =>
  app.as(who).call(companyApi.create, {
    legalName: `Acme ${++number}`,
    country: 'Italy',
    website: 'https://acme.example',
    companyTypeList: ['ASSOCIATION'],
  })
const historyOf = (uniqueId: string, query: object = {}, who = admin) =>
  app.as(who).call(companyApi.history, { uniqueId, ...query })
const total = async (uniqueId: string, query: object) =>
  (await app.as(admin).send(companyApi.history, { uniqueId, ...query })).headers['x-total-count']

test('the history shows who did what, newest first, with the values before and after', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await add(clerk)
  await app.as(clerk).call(companyApi.update, { uniqueId, address: 'Via 1', website: 'https://acme.example' })
  await app.as(admin).call(companyApi.update, { uniqueId, address: 'Via 2', country: 'FR' })
  await app.as(admin).call(companyApi.remove, { uniqueId })
  await app.as(admin).call(trashApi.restore, { kind: 'company', uniqueIds: [uniqueId] })
  const entries = await historyOf(uniqueId)
  expect(entries.map(({ action, byName, changes }) => ({ action, byName, changes }))).toEqual([
    { action: 'RESTORED', byName: admin.fullName, changes: {} },
    { action: 'DELETED', byName: admin.fullName, changes: {} },
    {
      action: 'CHANGED',
      byName: admin.fullName,
      changes: { address: { before: 'Via 1', after: 'Via 2' }, country: { before: 'IT', after: 'FR' } },
    },
    { action: 'CHANGED', byName: clerk.fullName, changes: { address: { before: null, after: 'Via 1' } } },
    { action: 'CREATED', byName: clerk.fullName, changes: {} },
  ])
  expect(Object.keys(entries[0]!).toSorted()).toEqual(['action', 'byName', 'changes', 'dateCreated', 'uniqueId'])
})

test('the history is paged, in either order, and returns its total', async () => {
  const { uniqueId } = await add()
  for (const address of ['1', '2', '3', '4']) await app.as(admin).call(companyApi.update, { uniqueId, address })
  const latest = (await historyOf(uniqueId)).map((entry) => entry.uniqueId)
  expect(latest).toHaveLength(5)
  expect((await historyOf(uniqueId, { page: 1, size: 2 })).map((entry) => entry.uniqueId)).toEqual(latest.slice(2, 4))
  expect((await historyOf(uniqueId, { sort: 'dateCreated' })).map((entry) => entry.uniqueId)).toEqual(latest.toReversed())
  expect(await total(uniqueId, { page: 1, size: 2 })).toBe('5')
  expect(await total(uniqueId, { page: 9, size: 2 })).toBe('5')
})

test('without a page, the whole history is streamed, whatever its length', async () => {
  const { uniqueId } = await add()
  await app.asOwner(
    `insert into audit (tenant_id, world_id, action, kind, record_id, title, by_name, changes)
     select $1, $1, 'CHANGED', 'company', $2, 'Acme', 'Somebody', '{}' from generate_series(1, 2500)`,
    [admin.tenantId, uniqueId],
  )
  const whole = await app.as(admin).send(companyApi.history, { uniqueId })
  expect([whole.json().length, whole.headers['x-total-count']]).toEqual([2501, undefined])
  const pages = await Promise.all(Array.from({ length: 6 }, (_, page) => historyOf(uniqueId, { page, size: 500 })))
  expect(whole.json()).toEqual(pages.flat())
})

test('only users who may read the audit trail and see the record can read its history', async () => {
  const { uniqueId } = await add()
  const reader = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] })
  expect(await app.as(reader).call(companyApi.get, { uniqueId })).toMatchObject({ uniqueId })
  await expect(historyOf(uniqueId, {}, reader)).rejects.toMatchObject({ status: 403 })
  await expect(historyOf(uniqueId, {}, await app.someone('ROLE_ADMIN'))).rejects.toMatchObject({ status: 403 })
  expect(await historyOf(uniqueId, {}, await app.someone('ROLE_ADMIN', { permissions: ['VIEW_AUDIT'] }))).toHaveLength(1)
  await expect(historyOf(uniqueId, {}, await app.someone('ROLE_BASIC'))).rejects.toMatchObject({ status: 404 })
})

test('a rejected change leaves nothing in the history, and an import records each company', async () => {
  const { uniqueId } = await add()
  await expect(app.as(admin).call(companyApi.update, { uniqueId, country: 'Atlantis' })).rejects.toMatchObject({ status: 422 })
  await app.as(admin).call(companyApi.update, { uniqueId, address: null })
  expect(await historyOf(uniqueId)).toHaveLength(1)
  await app.as(admin).call(companyApi.massUpload, { file: await companyWorkbook([companyRow('Imported')]) })
  const [imported] = await app.as(admin).call(companyApi.list, { q: 'Imported' })
  expect((await historyOf(imported!.uniqueId)).map(({ action, byName }) => [action, byName])).toEqual([
    ['IMPORTED', admin.fullName],
  ])
})

test('undoing a change from the history is recorded as a change too', async () => {
  const { uniqueId } = await add()
  const { updatedAt } = await app.as(admin).call(companyApi.update, { uniqueId, address: 'Via 9' })
  const [last] = await historyOf(uniqueId)
  const before = Object.fromEntries(Object.entries(last!.changes).map(([field, change]) => [field, change.before]))
  expect(await app.as(admin).call(companyApi.update, { uniqueId, updatedAt, ...before })).toMatchObject({ address: null })
  expect((await historyOf(uniqueId)).map(({ action }) => action)).toEqual(['CHANGED', 'CHANGED', 'CREATED'])
})
