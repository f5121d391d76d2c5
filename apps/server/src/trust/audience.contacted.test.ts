import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { reviewAudienceApi, reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { daysAgo, insertInvitation } from '../../test/review/invited.ts'

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
const last = (who: TestUser, uniqueId: string, headers = {}) =>
  app.as(who).call(reviewAudienceApi.lastContact, { uniqueId }, headers)
const unanswered = (who: TestUser, query: object = {}) => app.as(who).call(reviewAudienceApi.unanswered, { page: 0, ...query })
const namesIn = async (who: TestUser, query: object = {}) => (await unanswered(who, query)).map(({ firstName }) => firstName)

test('GET /api/review/lastContact/{id} returns the later of my letters and of the meetings that I may read', async () => {
  const who = await member()
  const ada = await contactOf(who)
  await app.as(who).call(reviewSettingApi.save, { audiences: [ada.uniqueId] })
  const inList = async () => (await app.as(who).call(reviewAudienceApi.list, { page: 0 }))[0]!.lastContacted
  expect(await last(who, ada.uniqueId)).toEqual({ uniqueId: ada.uniqueId, lastContacted: null, by: null })
  expect(await inList()).toBeNull()
  await crmCalls(app, who).report(ada.companyId, [ada.uniqueId], { date: '2026-03-10' })
  await crmCalls(app, who).report(ada.companyId, [ada.uniqueId], { date: '2026-01-10' })
  const met = { lastContacted: '2026-03-10T00:00:00.000Z', by: 'MET' }
  expect(await last(who, ada.uniqueId)).toMatchObject(met)
  const inBerlin = await last(who, ada.uniqueId, { 'x-time-zone': 'Europe/Berlin' })
  expect(inBerlin.lastContacted).toBe('2026-03-09T23:00:00.000Z')
  await insertInvitation(app, who, ada, { sentAt: '2026-02-01T10:00:00.000Z', state: 'EXPIRED' })
  expect(await last(who, ada.uniqueId)).toMatchObject(met)
  await insertInvitation(app, who, ada, { sentAt: '2026-02-01T10:00:00.000Z', remindedAt: '2026-04-01T10:00:00.000Z' })
  expect(await last(who, ada.uniqueId)).toMatchObject({ lastContacted: '2026-04-01T10:00:00.000Z', by: 'ASKED' })
  expect(await inList()).toBe('2026-04-01T10:00:00.000Z')
})

test('a future meeting or one in the trash is not a contact yet; nor is another sender’s letter or one that was never sent', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const ada = await contactOf(chief)
  await crmCalls(app, chief).report(ada.companyId, [ada.uniqueId], { date: daysAgo(-3).slice(0, 10) })
  const gone = await crmCalls(app, chief).report(ada.companyId, [ada.uniqueId])
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: gone.uniqueId })
  await insertInvitation(app, chief, ada, { state: 'QUEUED', sentAt: null })
  await insertInvitation(app, clerk, ada)
  expect(await last(chief, ada.uniqueId)).toMatchObject({ lastContacted: null, by: null })
  expect(await last(clerk, ada.uniqueId)).toMatchObject({ by: 'ASKED' })
})

test('GET /api/review/unanswered lists who was asked and has not answered, newest first, each contact once', async () => {
  const who = await member()
  const [ada, bob, cleo, dan] = await Promise.all(
    ['Ada', 'Bob', 'Cleo', 'Dan'].map((firstName) => contactOf(who, { firstName, number: '+49 30 1' })),
  )
  await insertInvitation(app, who, ada!, { state: 'EXPIRED', dateCreated: daysAgo(80) })
  await insertInvitation(app, who, ada!, { dateCreated: daysAgo(10) })
  await insertInvitation(app, who, bob!, { state: 'UNCERTAIN', dateCreated: daysAgo(5) })
  await insertInvitation(app, who, cleo!, { state: 'EXPIRED', dateCreated: daysAgo(90) })
  await insertInvitation(app, who, cleo!, { state: 'FAILED', dateCreated: daysAgo(2) })
  await insertInvitation(app, who, dan!, { state: 'EXPIRED', dateCreated: daysAgo(90) })
  await insertInvitation(app, who, dan!, { state: 'ANSWERED', dateCreated: daysAgo(20) })
  expect(await namesIn(who)).toEqual(['Bob', 'Ada', 'Cleo'])
  expect((await unanswered(who)).map(({ resendable }) => resendable)).toEqual([true, true, false])
  expect((await unanswered(who))[1]).toMatchObject({
    invitationStatus: 'SENT',
    lastName: ada!.lastName,
    title: 'Buyer',
    companyName: ada!.company.legalName,
    contactRole: 'INFLUENCER',
    email: ada!.email,
    number: '+49 30 1',
  })
})

test.each(['QUEUED', 'SENDING', 'FAILED', 'ANSWERED'] as const)(
  'an invitation that is %s is not listed as unanswered',
  async (state) => {
    const who = await member()
    const isFirstLetter = state === 'QUEUED' || state === 'SENDING'
    await insertInvitation(app, who, await contactOf(who), { state, ...(isFirstLetter && { sentAt: null }) })
    expect(await unanswered(who)).toEqual([])
  },
)

test('an invitation stays listed as unanswered while a reminder of it is on its way', async () => {
  const who = await member()
  const [ada, bob] = [await contactOf(who, { firstName: 'Ada' }), await contactOf(who, { firstName: 'Bob' })]
  await insertInvitation(app, who, ada, { state: 'EXPIRED', dateCreated: daysAgo(120) })
  await insertInvitation(app, who, ada, { state: 'QUEUED', dateCreated: daysAgo(10) })
  await insertInvitation(app, who, bob, { state: 'SENDING', dateCreated: daysAgo(9) })
  expect((await unanswered(who)).map(({ firstName, invitationStatus }) => [firstName, invitationStatus])).toEqual([
    ['Bob', 'SENDING'],
    ['Ada', 'QUEUED'],
  ])
})

test('unanswered contacts are filtered by their own columns, with their names at that time, sorted and paged', async () => {
  const who = await member()
  const made = []
  for (const firstName of ['Zoë', 'Yan', 'Xu']) made.push(await contactOf(who, { firstName, lastName: `Of ${firstName}` }))
  for (const contact of made) await insertInvitation(app, who, contact)
  await app.as(who).call(contactApi.update, { uniqueId: made[0]!.uniqueId, firstName: 'Renamed' })
  expect(await namesIn(who, { firstName: 'zoe' })).toEqual(['Zoë'])
  expect(await namesIn(who, { firstName: 'renamed' })).toEqual([])
  expect(await namesIn(who, { firstName: 'of zoe' })).toEqual([])
  expect(await namesIn(who, { lastName: 'of y' })).toEqual(['Yan'])
  expect(await namesIn(who, { company: made[2]!.company.legalName })).toEqual(['Xu'])
  expect(await namesIn(who, { sort: 'firstName' })).toEqual(['Xu', 'Yan', 'Zoë'])
  expect(await namesIn(who, { sort: 'firstName', size: 2, page: 1 })).toEqual(['Zoë'])
  for (let more = 0; more < 20; more++) await insertInvitation(app, who, await contactOf(who, {}))
  expect(await app.as(who).call(reviewAudienceApi.unanswered, {})).toEqual(await unanswered(who, { size: 100 }))
  expect(await app.as(who).call(reviewAudienceApi.unanswered, {})).toHaveLength(23)
  expect(await app.as(who).call(reviewAudienceApi.unanswered, { firstName: 'zoe' })).toHaveLength(1)
})

test('unanswered contacts are visible only to their owner: in one partition, in another, in another tenant', async () => {
  const [chief, clerk, who] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN'), await member()]
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await insertInvitation(app, chief, await contactOf(chief, { firstName: 'Staff' }))
  await insertInvitation(app, who, await contactOf(who, { firstName: 'Member' }))
  await insertInvitation(app, stranger, await contactOf(stranger, { firstName: 'Other' }))
  expect(await namesIn(chief)).toEqual(['Staff'])
  expect(await namesIn(clerk)).toEqual([])
  expect(await namesIn(who)).toEqual(['Member'])
  expect(await namesIn(stranger)).toEqual(['Other'])
})
