import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { reviewAudienceApi, reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { daysAgo, insertInvitation } from '../../test/review/invited.ts'
import { findHotlistReasons } from './review.queries.ts'
import { reviewRefusals } from './schema/review.table.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const member = () => app.someone('ROLE_BASIC')
const contactOf = async (who: TestUser, over: object = {}) => {
  const { uniqueId } = await crmCalls(app, who).company()
  return crmCalls(app, who).contact(uniqueId, over)
}
const refuse = (owner: TestUser, address: string, reason: 'UNSUBSCRIBED' | 'BOUNCED') =>
  app.appContext.db.write(tenantScope(owner.tenantId), (tx) =>
    tx.insert(reviewRefusals).values({ ownerId: owner.uniqueId, address, reason }),
  )
const isHot = async (who: TestUser, uniqueId: string) => (await app.as(who).call(contactApi.get, { uniqueId })).hotlisted

/** Why a contact of the audience cannot be invited, and whether it may be selected. */
const standing = async (who: TestUser, uniqueId: string) => {
  const rows = await app.as(who).call(reviewAudienceApi.list, { page: 0 })
  const { uniqueIds } = await app.as(who).call(reviewAudienceApi.selectable, {})
  const row = rows.find((one) => one.uniqueId === uniqueId)!
  expect(row.hotlisted).toBe(row.hotlistedBecause !== null)
  expect(uniqueIds.includes(uniqueId)).toBe(!row.hotlisted)
  return row.hotlistedBecause
}
const inAudience = async (who: TestUser, over: object = {}) => {
  const contact = await contactOf(who, over)
  await app.as(who).call(reviewSettingApi.save, { audiences: [contact.uniqueId] })
  return contact
}

test('a contact asked less than 30 days ago who has not answered is hotlisted, by case-insensitive address', async () => {
  const who = await member()
  const ada = await inAudience(who, { email: 'Ada.Hot@sample.example' })
  const same = await contactOf(who, { email: 'ada.HOT@sample.example' })
  expect(await standing(who, ada.uniqueId)).toBeNull()
  await insertInvitation(app, who, ada, { dateCreated: daysAgo(29.999) })
  expect(await standing(who, ada.uniqueId)).toBe('ASKED')
  for (const { uniqueId } of [ada, same]) expect(await isHot(who, uniqueId)).toBe(true)
  const listed = await app.as(who).call(contactApi.list, { page: 0 })
  expect(listed.map(({ hotlisted }) => hotlisted)).toEqual([true, true])
  const ofCompany = await app.as(who).call(contactApi.fetchAllByCompany, { companyId: same.companyId, page: 0 })
  expect(ofCompany).toMatchObject([{ hotlisted: true }])
  const changed = await app.as(who).call(contactApi.update, { uniqueId: same.uniqueId, email: 'cold@sample.example' })
  expect(changed.hotlisted).toBe(false)
})

test('a contact can be asked again after 30 days', async () => {
  const who = await member()
  const ada = await inAudience(who)
  await insertInvitation(app, who, ada, { dateCreated: daysAgo(30) })
  expect(await standing(who, ada.uniqueId)).toBeNull()
  expect(await isHot(who, ada.uniqueId)).toBe(false)
})

test.each([
  ['QUEUED', 'ASKED'],
  ['SENDING', 'ASKED'],
  ['UNCERTAIN', 'ASKED'],
  ['EXPIRED', 'ASKED'],
  ['ANSWERED', 'ANSWERED'],
  ['FAILED', null],
] as const)('an invitation of today that is %s: %s', async (state, because) => {
  const who = await member()
  const ada = await inAudience(who)
  await insertInvitation(app, who, ada, { state, answeredAt: state === 'ANSWERED' ? daysAgo(0) : null })
  expect(await standing(who, ada.uniqueId)).toBe(because)
  expect(await isHot(who, ada.uniqueId)).toBe(because !== null)
})

test.each(['UNSUBSCRIBED', 'BOUNCED'] as const)(
  'an address that has %s is hotlisted permanently, and reports that reason before any other',
  async (reason) => {
    const who = await member()
    const ada = await inAudience(who, { email: `Ada.${reason}@sample.example` })
    await insertInvitation(app, who, ada)
    await refuse(who, `ada.${reason.toLowerCase()}@sample.example`, reason)
    expect(await standing(who, ada.uniqueId)).toBe(reason)
    expect(await isHot(who, ada.uniqueId)).toBe(true)
  },
)

test('invitations and refusals of others do not hotlist my contacts: in one partition, in another, in another tenant', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const clerk = await app.someone('ROLE_ADMIN')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const who = await member()
  const email = 'shared@sample.example'
  const shared = await contactOf(chief, { email })
  const [own, abroad] = [await inAudience(who, { email }), await contactOf(stranger, { email })]
  await insertInvitation(app, chief, shared)
  await refuse(chief, email, 'UNSUBSCRIBED')
  expect(await isHot(chief, shared.uniqueId)).toBe(true)
  expect(await isHot(clerk, shared.uniqueId)).toBe(false)
  expect(await isHot(who, own.uniqueId)).toBe(false)
  expect(await isHot(stranger, abroad.uniqueId)).toBe(false)
  expect(await standing(who, own.uniqueId)).toBeNull()
})

test('a contact with no address, the owner’s own or a staff member’s is neither selectable nor hotlisted', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const clerk = await app.someone('ROLE_LEVEL1')
  const [nameless, turned] = [await inAudience(chief, { email: '' }), await inAudience(chief)]
  const good = await inAudience(chief, { lastName: 'Goodman' })
  const { selectable } = reviewAudienceApi
  expect(await app.as(chief).call(selectable, {})).toEqual({ uniqueIds: [good.uniqueId, turned.uniqueId] })
  for (const email of [chief.emailAddress, clerk.emailAddress.toUpperCase(), chief.emailAddress.replace('@', '+Shop@')]) {
    await app.as(chief).call(contactApi.update, { uniqueId: turned.uniqueId, email })
    expect(await app.as(chief).call(selectable, {})).toEqual({ uniqueIds: [good.uniqueId] })
  }
  expect(await app.as(chief).call(selectable, { lastName: 'oodm' })).toEqual({ uniqueIds: [good.uniqueId] })
  expect(await app.as(chief).call(selectable, { lastName: 'none' })).toEqual({ uniqueIds: [] })
  expect(await isHot(chief, nameless.uniqueId)).toBe(false)
})

test('any number of addresses is looked up at once, case-insensitively', async () => {
  const who = await member()
  const ada = await inAudience(who)
  await insertInvitation(app, who, ada)
  const db = app.appContext.db.as({ tenantId: who.tenantId, partitionId: who.uniqueId })
  const many = Array.from({ length: 500 }, (_, at) => `nobody${at}@sample.example`)
  expect(await findHotlistReasons(db, who.uniqueId, [...many, ada.email!.toUpperCase()])).toEqual(new Map([[ada.email, 'ASKED']]))
  expect(await findHotlistReasons(db, who.uniqueId, [])).toEqual(new Map())
})
