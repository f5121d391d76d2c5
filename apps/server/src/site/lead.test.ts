import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { createLead } from './lead.queries.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())
beforeEach(() => app.asOwner('truncate lead, assessment'))

type New = Parameters<typeof createLead>[1]
const add = (over: Partial<New> = {}, tenantId = app.main.uniqueId) => {
  const fields = { source: 'ENQUIRY', name: 'Rosa del Mar', email: 'rosa@mar.example', country: 'ES', ...over } as New
  return app.appContext.db.write({ tenantId, partitionId: tenantId }, (tx) => createLead(tx, fields))
}
const list = (query: object = {}) => app.as(chief).call(leadApi.list, query)
const names = async (query: object) => (await list(query)).map(({ lastName }) => lastName)

test('leads are listed with all their data, newest first', async () => {
  await add()
  await add({ source: 'PLAN', name: 'Ön', email: 'on@sample.example', country: 'IT', plan: 'PRO', comments: 'Soon' })
  expect(await list({ page: 0 })).toMatchObject([
    {
      source: 'PLAN',
      firstName: '',
      lastName: 'Ön',
      country: 'Italy',
      plan: 'PRO',
      comments: 'Soon',
      services: [],
      partner: null,
    },
    { source: 'ENQUIRY', firstName: 'Rosa del', lastName: 'Mar', country: 'Spain', registeredUser: false, hasAnswers: false },
  ])
})

test('leads are filtered by source, country, address and any word, and sorted by the columns shown', async () => {
  await add({ name: 'Anna Öttl', email: 'zoe@a.example', country: 'DE', source: 'PARTNER', comments: 'Wood' })
  await add({ name: 'Zara Abel', email: 'abel@b.example', country: 'IT' })
  expect(await names({ source: 'PARTNER' })).toEqual(['Öttl'])
  expect(await names({ country: 'ital' })).toEqual(['Abel'])
  expect(await names({ email: 'ZOE@' })).toEqual(['Öttl'])
  expect(await names({ email: 'wood' })).toEqual([])
  for (const q of ['wood', 'ottl', 'germany', 'zoe@a']) expect(await names({ q })).toEqual(['Öttl'])
  expect(await names({ sort: 'firstName' })).toEqual(['Öttl', 'Abel'])
  for (const sort of ['lastName', 'email', '-country', '-dateCreated']) expect(await names({ sort })).toEqual(['Abel', 'Öttl'])
  await expect(list({ source: 'OTHER' })).rejects.toMatchObject({ status: 422, data: { source: 'Unknown source' } })
})

test('a lead counts as registered while a user of its own tenant has its address', async () => {
  const { uniqueId } = await add({ email: 'Known@Sample.example' })
  await app.someone('ROLE_PRO', { emailAddress: 'known@sample.example', tenantId: app.other.uniqueId })
  const isRegistered = async () => (await app.as(chief).call(leadApi.get, { uniqueId })).registeredUser
  expect(await isRegistered()).toBe(false)
  const user = await app.someone('ROLE_FREE', { emailAddress: 'known@sample.example' })
  expect(await isRegistered()).toBe(true)
  await app.as(chief).call(adminApi.remove, { uniqueId: user.uniqueId })
  expect(await isRegistered()).toBe(false)
})

test('a lead names the partner who was asked for, and says whether answers came with it', async () => {
  const partner = await app.someone('ROLE_PRO')
  await app.as(partner).call(adminApi.updateBrandName, { uniqueId: partner.uniqueId, userCompanyName: 'Bergwald' })
  const { uniqueId } = await add({ memberId: partner.uniqueId })
  const get = () => app.as(chief).call(leadApi.get, { uniqueId })
  expect(await get()).toMatchObject({ partner: { uniqueId: partner.uniqueId, userCompanyName: 'Bergwald' }, hasAnswers: false })
  const answers = `insert into assessment (tenant_id, world_id, lead_id, name, answers, averages) values ($1, $1, $2, '', '[]', '[]')`
  await app.asOwner(answers, [app.main.uniqueId, uniqueId])
  expect(await get()).toMatchObject({ hasAnswers: true })
})

test('a deleted lead goes to the trash with its answers, and is restored with them', async () => {
  const { uniqueId } = await add()
  const answers = `insert into assessment (tenant_id, world_id, lead_id, name, answers, averages) values ($1, $1, $2, '', '[]', '[]')`
  await app.asOwner(answers, [app.main.uniqueId, uniqueId])
  const living = () => app.asOwner('select from assessment where deleted_at is null')
  await app.as(chief).call(leadApi.remove, { uniqueId })
  expect([await list(), await living()]).toEqual([[], []])
  expect(await app.as(chief).call(trashApi.list, { kind: 'lead' })).toMatchObject([{ uniqueId, title: 'Rosa del Mar' }])
  await app.as(chief).call(trashApi.restore, { kind: 'lead', uniqueIds: [uniqueId] })
  expect(await list()).toMatchObject([{ uniqueId, hasAnswers: true }])
  const history = await app.as(chief).call(leadApi.history, { uniqueId })
  expect(history.map(({ action }) => action)).toEqual(['RESTORED', 'DELETED'])
})

test('only XG admins can access leads, and only those of their own tenant', async () => {
  const { uniqueId } = await add()
  const others = ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_PRO', 'ROLE_FREE'] as const
  for (const role of others) {
    const as = app.as(await app.someone(role))
    for (const call of [leadApi.list, leadApi.get, leadApi.remove])
      expect((await as.send(call, { uniqueId })).statusCode).toBe(403)
  }
  const abroad = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'], tenantId: app.other.uniqueId })
  expect(await app.as(abroad).call(leadApi.list, {})).toEqual([])
  expect((await app.as(abroad).send(leadApi.get, { uniqueId })).statusCode).toBe(404)
  for (const role of ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] as const) {
    const xg = await app.someone(role, { permissions: ['XG_ADMIN'] })
    expect(await app.as(xg).call(leadApi.list, {})).toHaveLength(1)
  }
})

const exportBy = async (permissions: string[]) => {
  const admin = await app.someone('ROLE_ADMIN', { permissions })
  return (await app.as(admin).send(leadApi.export, { format: 'csv' })).statusCode
}

test('an admin can export leads only with the permission to export data', async () => {
  expect(await exportBy(['XG_ADMIN'])).toBe(403)
  expect(await exportBy(['EXPORT_DATA'])).toBe(403)
  expect(await exportBy(['XG_ADMIN', 'EXPORT_DATA'])).toBe(200)
})

test('an export contains what the filters select, and runs no formula', async () => {
  const partner = await app.someone('ROLE_PRO')
  await app.as(partner).call(adminApi.updateBrandName, { uniqueId: partner.uniqueId, userCompanyName: 'Bergwald' })
  const { emailAddress: email, uniqueId: memberId } = partner
  await add({ source: 'PLAN', name: '=1+1 Abel', plan: 'BASIC', contactNumber: '+49 1', email, memberId })
  await add({ name: 'Left Out' })
  const { url } = await app.as(chief).call(leadApi.export, { format: 'csv', source: 'PLAN' })
  const text = (await app.fastify.inject(url)).payload
  for (const part of ["'=1+1", 'Abel', 'Basic', '+49 1', 'Spain', 'YES', 'Bergwald']) expect(text).toContain(part)
  expect(text).not.toContain('Left')
})

test('an export has services and delivery periods in the language of its reader', async () => {
  const reader = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [reader.uniqueId])
  await add({ name: 'Cara Costa', services: ['MARKET_RESEARCH'], deliveryPeriod: 'WITHIN_3_MONTHS' })
  const { url } = await app.as(reader).call(leadApi.export, { format: 'csv' })
  const text = (await app.fastify.inject(url)).payload
  for (const part of ['Marktforschung und Marktauswahl', 'In den nächsten 3 Monaten']) expect(text).toContain(part)
})
