import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAudienceApi, reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const member = () => app.someone('ROLE_BASIC')
const contactsOf = async (who: TestUser, ...fields: object[]) => {
  const { uniqueId } = await crmCalls(app, who).company({ legalName: 'Bergwald Pumpen' })
  const made = []
  for (const over of fields) made.push(await crmCalls(app, who).contact(uniqueId, over))
  return made
}
const add = (who: TestUser, audiences: string[]) => app.as(who).call(reviewSettingApi.save, { audiences })
const list = (who: TestUser, query: object = {}) => app.as(who).call(reviewAudienceApi.list, { page: 0, ...query })
const idsIn = async (who: TestUser, query: object = {}) => (await list(who, query)).map(({ uniqueId }) => uniqueId)
const remove = (who: TestUser, uniqueId: string) => app.as(who).call(reviewAudienceApi.remove, { uniqueId })

test('contacts can be added to the audience repeatedly, and removed by DELETE /api/review/deleteAudience/{id} once', async () => {
  const who = await member()
  const [ada, bob] = await contactsOf(who, { firstName: 'Ada' }, { firstName: 'Bob' })
  expect(await add(who, [ada!.uniqueId])).toMatchObject({ added: 1 })
  expect(await add(who, [ada!.uniqueId, bob!.uniqueId])).toMatchObject({ added: 1 })
  expect(await idsIn(who)).toEqual([bob!.uniqueId, ada!.uniqueId])
  const response = await app.as(who).send(reviewAudienceApi.remove, { uniqueId: ada!.uniqueId })
  expect(response.json()).toMatchObject({ message: 'Audience Updated', data: { uniqueId: ada!.uniqueId } })
  expect(await idsIn(who)).toEqual([bob!.uniqueId])
  await expect(remove(who, ada!.uniqueId)).rejects.toMatchObject({ status: 404 })
  const trail = await app.as(who).call(auditApi.list, { kind: 'reviewAudience', page: 0 })
  expect(trail.map(({ changes }) => changes)).toEqual([
    { contacts: { before: [ada!.fullName], after: null } },
    { added: { before: null, after: 1 }, contacts: { before: null, after: [bob!.fullName] } },
    { added: { before: null, after: 1 }, contacts: { before: null, after: [ada!.fullName] } },
  ])
})

test('with one contact of another partition, or one in the trash, none is added', async () => {
  const [who, other] = [await member(), await member()]
  const [ada, gone] = await contactsOf(who, {}, {})
  const [foreign] = await contactsOf(other, {})
  await app.as(who).call(contactApi.remove, { uniqueId: gone!.uniqueId })
  for (const bad of [foreign!.uniqueId, gone!.uniqueId, crypto.randomUUID()])
    await expect(add(who, [ada!.uniqueId, bad])).rejects.toMatchObject({ status: 404 })
  expect(await idsIn(who)).toEqual([])
})

test('a contact in the audience is not offered again', async () => {
  const who = await member()
  const [ada, bob] = await contactsOf(who, { firstName: 'Ada' }, { firstName: 'Bob' })
  await contactsOf(await member(), { firstName: 'Cat' })
  const offered = async (query: object = {}) =>
    (await app.as(who).call(reviewAudienceApi.candidates, { page: 0, sort: 'firstName', ...query })).map(
      ({ fullName }) => fullName,
    )
  expect(await offered()).toEqual([ada!.fullName, bob!.fullName])
  await add(who, [ada!.uniqueId])
  expect(await offered()).toEqual([bob!.fullName])
  expect(await offered({ q: ada!.fullName })).toEqual([])
  const all = await app.as(who).call(reviewAudienceApi.candidates, {})
  expect(all.map(({ uniqueId }) => uniqueId)).toEqual([bob!.uniqueId])
  await remove(who, ada!.uniqueId)
  expect(await offered({ q: ada!.fullName })).toEqual([ada!.fullName])
})

test('the user’s own address with a sub-address counts as their own', async () => {
  const who = await member()
  const email = who.emailAddress.replace('@', '+1@').toUpperCase()
  const [plus] = await contactsOf(who, { firstName: 'Own', lastName: 'Plus', email })
  await expect(add(who, [plus!.uniqueId])).rejects.toMatchObject({
    status: 422,
    data: { audiences: 'Own Plus has your own address, and you can’t review yourself' },
  })
})

test('nobody can review themselves: the user’s own address and those of staff are refused by name, and none is added', async () => {
  const who = await member()
  const clerk = await app.someone('ROLE_LEVEL1')
  const [ada, own, staff] = await contactsOf(
    who,
    {},
    { firstName: 'Own', lastName: 'Self', email: who.emailAddress.toUpperCase() },
    { firstName: 'Sid', lastName: 'Staff', email: clerk.emailAddress.toUpperCase() },
  )
  await expect(add(who, [ada!.uniqueId, own!.uniqueId])).rejects.toMatchObject({
    status: 422,
    data: { audiences: 'Own Self has your own address, and you can’t review yourself' },
  })
  await expect(add(who, [ada!.uniqueId, staff!.uniqueId])).rejects.toMatchObject({
    status: 422,
    data: { audiences: 'Sid Staff has the address of a member of your staff, who can’t review you' },
  })
  expect(await idsIn(who)).toEqual([])
})

test('another member’s address can be asked like any other', async () => {
  const [who, other] = [await member(), await member()]
  const [ada] = await contactsOf(who, { email: other.emailAddress })
  expect(await add(who, [ada!.uniqueId])).toMatchObject({ added: 1 })
})

test('GET /api/review/audience filters by its own columns, sorts, and returns pages of 20', async () => {
  const who = await member()
  const made = await contactsOf(
    who,
    { firstName: 'Zoë', lastName: 'Ärger' },
    ...Array.from({ length: 21 }, (_, at) => ({ firstName: 'Person', lastName: String(at).padStart(2, '0') })),
  )
  await add(
    who,
    made.map(({ uniqueId }) => uniqueId),
  )
  expect(await idsIn(who, { firstName: 'erger' })).toEqual([])
  expect(await idsIn(who, { firstName: 'ZOE' })).toEqual([made[0]!.uniqueId])
  expect(await idsIn(who, { lastName: 'arger' })).toEqual([made[0]!.uniqueId])
  expect(await idsIn(who, { lastName: 'zoe' })).toEqual([])
  expect(await idsIn(who, { company: 'wald pump', size: 50 })).toHaveLength(22)
  expect(await idsIn(who)).toHaveLength(20)
  expect(await idsIn(who, { page: 1 })).toEqual([made[1]!.uniqueId, made[0]!.uniqueId])
  const response = await app.as(who).send(reviewAudienceApi.list, { page: 0, sort: 'lastName' })
  expect(response.headers['x-total-count']).toBe('22')
  expect(response.json()[0]).toMatchObject({ lastName: '00', companyName: 'Bergwald Pumpen', title: 'Buyer' })
})

test('a contact in the trash is in no audience, and returns to it when restored', async () => {
  const who = await member()
  const [ada] = await contactsOf(who, {})
  await add(who, [ada!.uniqueId])
  await app.as(who).call(contactApi.remove, { uniqueId: ada!.uniqueId })
  expect(await idsIn(who)).toEqual([])
  expect(await app.as(who).call(reviewAudienceApi.selectable, {})).toEqual({ uniqueIds: [] })
  expect(await app.as(who).call(reviewSettingApi.get, {})).toMatchObject({ audiences: [] })
  await app.as(who).call(trashApi.restore, { kind: 'contact', uniqueIds: [ada!.uniqueId] })
  expect(await idsIn(who)).toEqual([ada!.uniqueId])
})

test('an audience is visible only to its owner: in one partition, in another, in another tenant', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const [ada, bob] = await contactsOf(chief, {}, {})
  await add(chief, [ada!.uniqueId])
  await add(clerk, [bob!.uniqueId])
  const who = await member()
  expect(await idsIn(chief)).toEqual([ada!.uniqueId])
  expect(await idsIn(clerk)).toEqual([bob!.uniqueId])
  expect(await idsIn(clerk, { company: 'bergwald' })).toEqual([bob!.uniqueId])
  expect(await app.as(chief).call(reviewAudienceApi.selectable, { company: 'bergwald' })).toEqual({
    uniqueIds: [ada!.uniqueId],
  })
  for (const other of [clerk, who, stranger]) await expect(remove(other, ada!.uniqueId)).rejects.toMatchObject({ status: 404 })
  for (const other of [who, stranger]) {
    expect(await idsIn(other)).toEqual([])
    await expect(add(other, [ada!.uniqueId])).rejects.toMatchObject({ status: 404 })
    await expect(app.as(other).call(reviewAudienceApi.lastContact, { uniqueId: ada!.uniqueId })).rejects.toMatchObject({
      status: 404,
    })
  }
  expect(await idsIn(chief)).toEqual([ada!.uniqueId])
})

test('an actor without a plan for reviews is refused, and with reviews switched off everybody is', async () => {
  const starter = await app.someone('ROLE_STARTER')
  await expect(list(starter)).rejects.toMatchObject({ status: 403 })
  const boss = await app.someone('ROLE_SUPER_ADMIN', { tenantId: app.other.uniqueId })
  await app.as(boss).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: false })
  await expect(list(boss)).rejects.toMatchObject({ status: 403, message: 'Reviews are switched off' })
})

test('without page and size the whole audience is returned, equal to its pages', async () => {
  const who = await member()
  const made = await contactsOf(who, ...Array.from({ length: 23 }, (_, at) => ({ firstName: at < 22 ? 'Ada' : 'Bob' })))
  await add(
    who,
    made.map(({ uniqueId }) => uniqueId),
  )
  const whole = (query: object) => app.as(who).call(reviewAudienceApi.list, query)
  expect(await whole({})).toEqual(await list(who, { size: 100 }))
  expect(await whole({})).toHaveLength(23)
  expect(await whole({ firstName: 'ada' })).toHaveLength(22)
  expect(await list(who)).toHaveLength(20)
})

test('an id in capitals is the same contact', async () => {
  const who = await member()
  const [ada] = await contactsOf(who, {})
  expect(await add(who, [ada!.uniqueId, ada!.uniqueId.toUpperCase()])).toMatchObject({ added: 1 })
  const trail = await app.as(who).call(auditApi.list, { kind: 'reviewAudience', page: 0 })
  expect(trail[0]!.changes).toMatchObject({ contacts: { after: [ada!.fullName] } })
})
