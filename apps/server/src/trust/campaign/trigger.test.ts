import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewReminderApi, reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { daysAgo } from '../../../test/review/invited.ts'

let app: TestApp
let campaigns: ReturnType<typeof campaignFixture>
beforeAll(async () => {
  app = await testApp()
  campaigns = campaignFixture(app)
})
afterAll(() => app.close())

const clock = () => app.clock('review.ask')
const dayAgo = (days: number) => daysAgo(days).slice(0, 10)
const save = (who: TestUser, more: object = {}) =>
  app.as(who).call(reviewTriggerApi.save, { kind: 'MEETING_REPORT', isOn: true, days: 7, ...more })
/** Backdates the switch-on of the trigger by so many days. */
const since = (who: TestUser, days: number) =>
  app.asOwner('update review_trigger set since = $2 where owner_id = $1', [who.uniqueId, dayAgo(days)])
const triggerOf = async (who: TestUser, kind = 'MEETING_REPORT') =>
  (await app.as(who).call(reviewTriggerApi.triggers, {})).triggers.find((trigger) => trigger.kind === kind)!
const askedOf = async (who: TestUser) => (await campaigns.invitations(who)).map(({ contactId }) => contactId)
const dealt = (who: TestUser) =>
  app.asOwner<{ contact_id: string; because: string | null }>(
    'select contact_id, because from review_trigger_ask where owner_id = $1 order by created_at, id',
    [who.uniqueId],
  )

/** An owner whose trigger has been on for a month, with a company. */
const triggering = async (more: object = {}, over: Parameters<typeof campaigns.owner>[0] = {}) => {
  const who = await campaigns.owner(over)
  await save(who, more)
  await since(who, 29)
  const crm = crmCalls(app, who)
  const { uniqueId: companyId } = await crm.company()
  return {
    who,
    crm,
    companyId,
    met: (attendees: string[], days: number) => crm.report(companyId, attendees, { date: dayAgo(days) }),
  }
}

test('nobody is asked automatically until a trigger is on; it is off by default', async () => {
  const who = await campaigns.owner()
  const crm = crmCalls(app, who)
  const { uniqueId: companyId } = await crm.company()
  const ada = await crm.contact(companyId)
  await crm.report(companyId, [ada.uniqueId], { date: dayAgo(8) })
  const { triggers } = await app.as(who).call(reviewTriggerApi.triggers, {})
  expect(triggers.map(({ kind, isOn, days, waiting }) => [kind, isOn, days, waiting])).toEqual([
    ['MEETING_REPORT', false, 7, 0],
    ['PROJECT_END', false, 7, 0],
  ])
  await clock()
  await save(who)
  await clock()
  expect(await askedOf(who)).toEqual([]) // the meeting was before the trigger
})

test('attendees are asked the set number of days after a meeting, each once, however many nodes check, and however often', async () => {
  const { who, crm, companyId, met } = await triggering({ reminders: true, sentence: 'Thank you for the talk', language: 'fr' })
  const [ada, bob, eve] = [
    await crm.contact(companyId),
    await crm.contact(companyId, { language: 'de' }),
    await crm.contact(companyId),
  ]
  await met([ada.uniqueId, bob.uniqueId], 7)
  await met([eve.uniqueId], 6)
  const before = await triggerOf(who)
  expect(before).toMatchObject({ waiting: 3, next: expect.arrayContaining([expect.objectContaining({ because: null })]) })
  expect(Object.fromEntries(before.next.map(({ contactId, day }) => [contactId, day]))).toEqual({
    [ada.uniqueId]: dayAgo(0),
    [bob.uniqueId]: dayAgo(0),
    [eve.uniqueId]: dayAgo(-1),
  })
  await Promise.all([clock(), clock(), clock()])
  await clock()
  expect((await askedOf(who)).toSorted()).toEqual([ada.uniqueId, bob.uniqueId].toSorted())
  const languages = (await campaigns.invitations(who)).map(({ contactId, language }) => [contactId, language])
  expect(Object.fromEntries(languages)).toEqual({ [ada.uniqueId]: 'fr', [bob.uniqueId]: 'de' })
  const automatic = await app.as(who).call(reviewReminderApi.campaigns, {})
  expect(automatic).toMatchObject([
    { invited: 2, trigger: 'MEETING_REPORT', reminders: true, sentence: 'Thank you for the talk' },
  ])
  expect(await triggerOf(who)).toMatchObject({ waiting: 1, next: [{ contactId: eve.uniqueId }] })
  const jobs = await app.asOwner(
    `select 1 as one from pgboss.job where name = 'review.invitation' and data->>'partitionId' = $1`,
    [who.partitionId],
  )
  expect(jobs).toHaveLength(2)
})

test('a project that has ended asks the main contacts of its companies', async () => {
  const { who, crm, companyId } = await triggering({ kind: 'PROJECT_END', days: 3 })
  const [ada, bob] = [await crm.contact(companyId), await crm.contact(companyId)]
  const [ended, open, early] = [
    await crm.project({ endDate: dayAgo(3) }),
    await crm.project(),
    await crm.project({ endDate: dayAgo(2) }),
  ]
  await crm.place(ended.uniqueId, companyId, { mainContact: ada.uniqueId })
  for (const project of [open, early]) await crm.place(project.uniqueId, companyId, { mainContact: bob.uniqueId })
  const { uniqueId: other } = await crm.company()
  await crm.place(ended.uniqueId, other)
  await clock()
  expect(await askedOf(who)).toEqual([ada.uniqueId])
  expect(await triggerOf(who, 'PROJECT_END')).toMatchObject({
    waiting: 1,
    next: [{ contactId: bob.uniqueId, about: early.name }],
  })
  await app.as(who).call(projectApi.update, { uniqueId: early.uniqueId, endDate: null })
  expect(await triggerOf(who, 'PROJECT_END')).toMatchObject({ waiting: 0 })
})

test('campaign rules apply: contacts recently asked, unsubscribed, bounced, without an address, sharing one or our own are not asked', async () => {
  const { who, crm, companyId, met } = await triggering({}, { role: 'ROLE_TENANT_ADMIN' })
  const refuse = (address: string, reason: string) =>
    app.asOwner(
      'insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, $3, $4::review_refusal_reason)',
      [who.tenantId, who.uniqueId, address, reason],
    )
  const contact = (over: object = {}) => crm.contact(companyId, over)
  const cases = [
    [await contact({ email: null }), 'NO_ADDRESS'],
    [await contact({ email: 'left@trigger.example' }), 'UNSUBSCRIBED'],
    [await contact({ email: 'gone@trigger.example' }), 'BOUNCED'],
    [await contact({ email: who.emailAddress }), 'OWN_ADDRESS'],
  ] as const
  await refuse('left@trigger.example', 'UNSUBSCRIBED')
  await refuse('gone@trigger.example', 'BOUNCED')
  for (const [{ uniqueId }] of cases) await met([uniqueId], 7)
  await clock()
  const became = new Map((await dealt(who)).map(({ contact_id: id, because }) => [id, because]))
  expect(cases.map(([{ uniqueId }]) => became.get(uniqueId))).toEqual(cases.map(([, because]) => because))
  const sharing = [await contact({ email: 'same@trigger.example' }), await contact({ email: 'SAME@trigger.example' })]
  for (const { uniqueId } of sharing) await met([uniqueId], 7)
  await clock()
  const reasons = (await dealt(who)).filter(({ contact_id: id }) => sharing.some(({ uniqueId }) => uniqueId === id))
  expect(new Set(reasons.map(({ because }) => because))).toEqual(new Set(['TWICE', null]))
  expect(await askedOf(who)).toHaveLength(1)
})

test('two meetings ask once; a third one after the waiting period asks again', async () => {
  const { who, crm, companyId, met } = await triggering()
  const ada = await crm.contact(companyId)
  await met([ada.uniqueId], 8)
  await met([ada.uniqueId], 7)
  await clock()
  await met([ada.uniqueId], 9)
  await clock()
  expect(await askedOf(who)).toEqual([ada.uniqueId])
  expect(new Set((await dealt(who)).map(({ because }) => because))).toEqual(new Set(['ASKED', 'TWICE', null]))
  await app.asOwner(`update review_invitation set created_at = now() - interval '31 days' where owner_id = $1`, [who.uniqueId])
  await met([ada.uniqueId], 7)
  await clock()
  expect(await askedOf(who)).toHaveLength(2)
})

test('a report in the trash, a contact in the trash, another author’s report and a meeting long past ask nobody', async () => {
  const { who, crm, companyId, met } = await triggering({}, { role: 'ROLE_TENANT_ADMIN' })
  const colleague = await campaigns.owner({ role: 'ROLE_TENANT_ADMIN' })
  const [ada, bob, eve, old] = [
    await crm.contact(companyId),
    await crm.contact(companyId),
    await crm.contact(companyId),
    await crm.contact(companyId),
  ]
  const gone = await met([ada.uniqueId], 7)
  await app.as(who).call(meetingReportApi.remove, { uniqueId: gone.uniqueId })
  await met([bob.uniqueId], 7)
  await app.as(who).call(contactApi.remove, { uniqueId: bob.uniqueId })
  await crmCalls(app, colleague).report(companyId, [eve.uniqueId], { date: dayAgo(7) })
  await since(who, 90)
  await met([old.uniqueId], 38)
  await clock()
  expect(await askedOf(who)).toEqual([])
  expect(await dealt(who)).toEqual([])
})

test('a run that fails midway asks nobody, and the next day’s run asks all of them', async () => {
  const { who, crm, companyId, met } = await triggering()
  const ada = await crm.contact(companyId)
  await met([ada.uniqueId], 7)
  const send = vi.spyOn(app.appContext.jobs, 'sendAll').mockRejectedValueOnce(new Error('the node died'))
  await expect(clock()).rejects.toThrow('failed')
  send.mockRestore()
  expect([await askedOf(who), await dealt(who)]).toEqual([[], []])
  await clock()
  expect(await askedOf(who)).toEqual([ada.uniqueId])
})

test('contacts beyond the daily limit are asked the next day', async () => {
  const { who, crm, companyId, met } = await triggering()
  const ada = await crm.contact(companyId)
  await met([ada.uniqueId], 7)
  const key = `review letters of ${who.uniqueId}`
  await app.asOwner('insert into attempt (tenant_id, key) select $1, $2 from generate_series(1, 5000)', [who.tenantId, key])
  await clock()
  expect([await askedOf(who), await dealt(who)]).toEqual([[], []])
  await app.asOwner('delete from attempt where key = $1', [key])
  await clock()
  expect(await askedOf(who)).toEqual([ada.uniqueId])
})

test('without a brand, with reviews switched off or with the trigger off nobody is asked', async () => {
  const { who, crm, companyId, met } = await triggering({}, { tenantId: app.other.uniqueId })
  const ada = await crm.contact(companyId)
  await met([ada.uniqueId], 7)
  await app.asOwner('update user_account set user_company_name = null where id = $1', [who.uniqueId])
  await clock()
  await expect(save(who)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('brand name') })
  await app.asOwner(`update user_account set user_company_name = 'Brand' where id = $1`, [who.uniqueId])
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const reviews = (value: boolean | null) =>
    app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value }, { 'x-tenant': who.tenantId })
  await reviews(false)
  await clock()
  await reviews(null)
  await save(who, { isOn: false })
  await clock()
  expect(await askedOf(who)).toEqual([])
  await save(who)
  expect(await triggerOf(who)).toMatchObject({ since: dayAgo(0), waiting: 0 })
})

test('a change sets only its own fields: what was saved elsewhere meanwhile stays', async () => {
  const who = await campaigns.owner()
  await save(who, { reminders: true, sentence: 'It was good to meet you.', language: 'de' })
  const change = (fields: object) => app.as(who).call(reviewTriggerApi.save, { kind: 'MEETING_REPORT', ...fields })
  expect(await change({ days: 12 })).toMatchObject({ days: 12, isOn: true, reminders: true, language: 'de' })
  await change({ isOn: false })
  const { isOn, days, sentence } = await change({ sentence: '' })
  expect([isOn, days, sentence]).toEqual([false, 12, null])
})

test('invalid input is reported by field, and a trigger belongs only to its owner', async () => {
  const who = await campaigns.owner()
  const wrong = [
    [{ days: 0 }, { days: 'From 1 to 90 days' }],
    [{ days: 91 }, { days: 'From 1 to 90 days' }],
    [{ days: 1.5 }, { days: 'From 1 to 90 days' }],
    [{ sentence: 'see evil.com' }, { sentence: expect.stringContaining('addresses') }],
    [{ kind: 'BIRTHDAY' }, { kind: 'Choose whether to ask after a meeting or a project' }],
  ] as const
  for (const [more, data] of wrong) await expect(save(who, more)).rejects.toMatchObject({ status: 422, data })
  await save(who, { days: 30 })
  for (const stranger of [await campaigns.owner(), await campaigns.owner({ tenantId: app.other.uniqueId })])
    expect(await triggerOf(stranger)).toMatchObject({ isOn: false, days: 7 })
  for (const role of ['ROLE_FREE', 'ROLE_STARTER', 'ROLE_LEVEL3'] as const)
    await expect(save(await app.someone(role))).rejects.toMatchObject({ status: 403 })
})
