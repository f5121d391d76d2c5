import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import type { CustomChange } from '@tradewind/contract/kit/custom/custom.fields'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
  const choices = [{ label: 'Red' }, { label: 'Blue' }]
  for (const [label, type] of [
    ['Motto', 'TEXT'],
    ['Size', 'NUMBER'],
    ['Keeper', 'PERSON'],
  ] as const)
    await app.as(chief).call(customFieldApi.create, { kind: 'company', label, type })
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Markets', type: 'SEVERAL', choices })
})
afterAll(() => app.close())

const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const company = (custom: CustomChange = {}, who = chief, over: object = {}) => crmCalls(app, who).company({ custom, ...over })
const customOf = async ({ uniqueId }: { uniqueId: string }) =>
  (await app.as(chief).call(companyApi.get, { uniqueId })).custom as object
const change = (records: { uniqueId: string }[], what: object, who = chief) =>
  app.as(who).call(bulkApi.changeCompanies, { ids: ids(...records), change: what })
const undo = (uniqueId: string) => app.as(chief).call(bulkApi.undo, { uniqueId })
const found = async (where: string) => ids(...(await app.as(chief).call(companyApi.list, { page: 0, size: 100, where })))

test('changes of one custom field are undone in any order', async () => {
  const one = await company({ motto: 'Before', size: 1 })
  const [first, second] = [
    await change([one], { custom: { motto: 'A', size: 2 } }),
    await change([one], { custom: { motto: 'B' } }),
  ]
  await undo(first.operation!.uniqueId)
  await undo(second.operation!.uniqueId)
  expect(await customOf(one)).toMatchObject({ motto: 'Before' })
})

test('sets custom fields in many records, finds records by them, records them in words in the history, and undoes the change', async () => {
  const [one, two, three] = [
    await company({ motto: 'Old', size: 1 }),
    await company({ size: 7 }),
    await company({ motto: 'New', markets: ['red'] }),
  ]
  const own = { motto: 'New', markets: ['red'] }
  const dry = { ids: ids(one, two, three), change: { custom: own }, dryRun: true }
  expect(await app.as(chief).call(bulkApi.changeCompanies, dry)).toMatchObject({ total: 3, changes: 2, same: 1, refused: 0 })
  const { operation } = await change([one, two, three], { custom: own })
  expect(operation).toMatchObject({ state: 'DONE', changed: 2, same: 1, fields: ['custom.motto', 'custom.markets'] })
  expect([await customOf(one), await customOf(two)]).toEqual([
    { ...own, size: 1 },
    { ...own, size: 7 },
  ])
  expect((await found('custom.motto:is:new')).toSorted()).toEqual(ids(one, two, three).toSorted())
  expect((await app.as(chief).call(companyApi.list, { page: 0, q: 'red' })).length).toBeGreaterThanOrEqual(3)
  const [entry] = await app.as(chief).call(companyApi.history, { uniqueId: one.uniqueId, page: 0 })
  expect(entry!.changes).toEqual({
    'custom.motto': { before: 'Old', after: 'New', label: 'Motto' },
    'custom.markets': { before: null, after: 'Red', label: 'Markets' },
  })
  await app.as(chief).call(companyApi.update, { uniqueId: two.uniqueId, custom: { motto: 'Mine since' } })
  await app.as(chief).call(companyApi.update, { uniqueId: one.uniqueId, custom: { size: 99 } })
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 1, left: 1, leftExamples: [two.legalName] })
  expect([await customOf(one), await customOf(two)]).toEqual([
    { motto: 'Old', size: 99 },
    { ...own, motto: 'Mine since', size: 7 },
  ])
  expect(await found('custom.motto:is:old')).toEqual(ids(one))
})

test('records that have the same choices in another order stay as they are', async () => {
  const types = ['ASSOCIATION', 'SYSTEM_INTEGRATORS'] as const
  const record = await company({ markets: ['blue', 'red'] }, chief, { companyTypeList: [...types] })
  const preview = async (what: object) => {
    const { changes, same } = await app.as(chief).call(bulkApi.changeCompanies, { ids: ids(record), change: what, dryRun: true })
    return { changes, same }
  }
  expect(await preview({ custom: { markets: ['red', 'blue'] } })).toEqual({ changes: 0, same: 1 })
  expect(await preview({ companyTypeList: types.toReversed() })).toEqual({ changes: 0, same: 1 })
  expect(await preview({ custom: { markets: ['red'] } })).toEqual({ changes: 1, same: 0 })
  expect(await preview({ companyTypeList: [types[0]] })).toEqual({ changes: 1, same: 0 })
})

test('clears custom fields, and optional fields of the product', async () => {
  const [one, two] = [await company({ size: 3 }, chief, { address: 'Quay 1' }), await company({}, chief, { address: 'Quay 1' })]
  const { operation } = await change([one, two], { custom: { size: null } })
  expect(operation).toMatchObject({ changed: 1, same: 1 })
  expect([await customOf(one), await found('custom.size:is:3')]).toEqual([{}, []])
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 1, left: 0 })
  expect(await customOf(one)).toEqual({ size: 3 })

  const addresses = await change([one, two], { address: null })
  const addressOf = async ({ uniqueId }: { uniqueId: string }) => (await app.as(chief).call(companyApi.get, { uniqueId })).address
  expect([await addressOf(one), await addressOf(two)]).toEqual([null, null])
  await undo(addresses.operation!.uniqueId)
  expect(await addressOf(two)).toBe('Quay 1')
  for (const required of [{ country: null }, { companyTypeList: [] }, { website: null }])
    await expect(change([one], required)).rejects.toMatchObject({ status: 422 })

  const person = await crmCalls(app, chief).contact(one.uniqueId, { number: '+49 30 1234567' })
  await app.as(chief).call(bulkApi.changeContacts, { ids: ids(person), change: { number: null } })
  expect((await app.as(chief).call(contactApi.get, { uniqueId: person.uniqueId })).number).toBeNull()
})

test.each([
  ['an unknown field', { nothing: 'x' }, 'custom.nothing'],
  ['a wrong type', { size: 'large' }, 'custom.size'],
  ['an unknown choice', { markets: ['green'] }, 'custom.markets'],
  ['nobody of the staff', { keeper: crypto.randomUUID() }, 'custom.keeper'],
])('%s is rejected at its field, and nothing is changed', async (_, custom, field) => {
  const one = await company({ size: 5 })
  const refused = change([one], { custom: { motto: 'Half', ...custom } })
  await expect(refused).rejects.toMatchObject({ status: 422, data: { [field]: expect.any(String) } })
  expect(await customOf(one)).toEqual({ size: 5 })
  await expect(change([one], { custom: {} })).rejects.toMatchObject({ status: 422, data: { change: expect.any(String) } })
})

test('records that the actor may not change are rejected and unchanged; another tenant’s records are not found', async () => {
  const [mine, theirs] = [await company({}, clerk), await company({ size: 1 }, chief)]
  const became = await change([mine, theirs], { custom: { size: 2 } }, clerk)
  expect(became).toMatchObject({ changes: 1, refused: 1, refusedExamples: [theirs.legalName] })
  expect([await customOf(mine), await customOf(theirs)]).toEqual([{ size: 2 }, { size: 1 }])
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await expect(change([mine], { address: 'Away' }, stranger)).rejects.toMatchObject({ status: 404 })
  // The fields of one tenant do not exist in another.
  const foreign = await crmCalls(app, stranger).company()
  const unknown = change([foreign], { custom: { size: 2 } }, stranger)
  await expect(unknown).rejects.toMatchObject({ status: 422, data: { 'custom.size': expect.any(String) } })
})
