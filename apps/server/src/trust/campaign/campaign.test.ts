import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempts } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import { reviewInvitations, reviewRefusals, reviewSettings } from '#trust/schema/review.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'

let app: TestApp
let campaigns: ReturnType<typeof campaignFixture>
beforeAll(async () => {
  app = await testApp()
  campaigns = campaignFixture(app)
})
afterAll(() => app.close())

const jobs = (who: TestUser) =>
  app.asOwner<{ id: string }>(
    `select data->>'invitationId' as id from pgboss.job where name = 'review.invitation' and data->>'partitionId' = $1`,
    [who.partitionId],
  )
const aged = (days: number, id: string) =>
  app.asOwner(`update review_invitation set state = 'SENT', created_at = now() - make_interval(secs => $1) where id = $2`, [
    days * 86_400,
    id,
  ])
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const links = (who: TestUser) =>
  app.asOwner<{ purpose: string }>('select purpose from link_token where user_id = $1', [who.uniqueId])

test('POST /api/review/campaign invites each contact once: a row, two links and one job, and an audit entry', async () => {
  const who = await campaigns.owner()
  const ids = await campaigns.audience(who, 3)
  const reply = await app.as(who).send(reviewCampaignApi.campaign, { audienceList: ids, language: 'de' })
  const message = 'Your review Campaign has been created Successfully! Contacts will be notified shortly!'
  expect(reply.json()).toMatchObject({ responseStatus: 'SUCCESS', message, data: { invited: 3, skipped: [] } })
  const rows = await campaigns.invitations(who)
  const campaignId = reply.json().data.uniqueId
  expect(rows.map(({ contactId }) => contactId)).toEqual(ids)
  for (const row of rows) expect(row).toMatchObject({ campaignId, state: 'QUEUED', language: 'de', letters: 1, sentAt: null })
  const days = (Date.parse(rows[0]!.expiresAt) - Date.now()) / 86_400_000
  expect([days > 89.9, days < 90.1]).toEqual([true, true])
  expect((await jobs(who)).map(({ id }) => id).toSorted()).toEqual(rows.map(({ uniqueId }) => uniqueId).toSorted())
  const purposes = (await links(who)).map(({ purpose }) => purpose).toSorted()
  expect(purposes).toEqual(['SURVEY', 'SURVEY', 'SURVEY', 'UNSUBSCRIBE', 'UNSUBSCRIBE', 'UNSUBSCRIBE'])
  const [entry] = await app.as(who).call(auditApi.list, { kind: 'reviewCampaign', page: 0 })
  expect(entry).toMatchObject({
    action: 'CREATED',
    recordId: campaignId,
    changes: { invited: { after: 3 }, skipped: { after: 0 } },
  })
})

test('without a survey type or a brand nobody is asked, and the message says what is missing', async () => {
  const who = await campaigns.owner()
  const ids = await campaigns.audience(who, 1)
  const { tenantId, partitionId, uniqueId } = who
  const inPartition = { tenantId, partitionId }
  await app.appContext.db.write(inPartition, (tx) =>
    tx.update(users).set({ userCompanyName: null }).where(eq(users.uniqueId, uniqueId)),
  )
  const unbranded = { status: 409, message: expect.stringContaining('brand name'), data: { missing: 'userCompanyName' } }
  await expect(campaigns.campaign(who, ids)).rejects.toMatchObject(unbranded)
  await app.appContext.db.write(inPartition, (tx) => tx.delete(reviewSettings).where(eq(reviewSettings.ownerId, uniqueId)))
  const untyped = { status: 409, message: 'Please set your survey type in settings first!', data: { missing: 'reviewType' } }
  await expect(campaigns.campaign(who, ids)).rejects.toMatchObject(untyped)
  expect(await campaigns.invitations(who)).toEqual([])
})

test('with one contact outside the own audience, in the trash or unknown it returns 404, and nobody is asked', async () => {
  const [who, other] = [await campaigns.owner(), await campaigns.owner()]
  const [mine, deletedId] = await campaigns.audience(who, 2)
  const [theirs] = await campaigns.audience(other, 1)
  await app.asOwner('update contact set deleted_at = now() where id = $1', [deletedId])
  for (const bad of [theirs, deletedId, crypto.randomUUID()])
    await expect(campaigns.campaign(who, [mine!, bad!])).rejects.toMatchObject({ status: 404, data: {} })
  expect(await campaigns.invitations(who)).toEqual([])
  expect(await campaigns.campaign(who, [mine!, mine!.toUpperCase()])).toMatchObject({ invited: 1 })
})

test('contacts who can not be asked are skipped and named with the reason; if nobody is left, it says so', async () => {
  const who = await campaigns.owner()
  const staff = await app.someone('ROLE_LEVEL1')
  const refuse = (address: string, reason: 'UNSUBSCRIBED' | 'BOUNCED') =>
    app.appContext.db.write(who, (tx) => tx.insert(reviewRefusals).values({ ownerId: who.uniqueId, address, reason }))
  await refuse('gone@customer.example', 'UNSUBSCRIBED')
  await refuse('dead@customer.example', 'BOUNCED')
  const emails = [
    'first@customer.example', 'FIRST@customer.example', null, who.emailAddress.toUpperCase(), staff.emailAddress,
    'Gone@customer.example', 'dead@customer.example',
  ] // oxfmt-ignore
  const ids = await campaigns.audience(
    who,
    emails.map((email) => ({ email })),
  )
  const reasons = async (list: string[]) =>
    (await campaigns.campaign(who, list)).skipped.map(({ contactId, because }) => [ids.indexOf(contactId), because])
  expect(await reasons(ids)).toEqual([
    [1, 'TWICE'], [2, 'NO_ADDRESS'], [3, 'OWN_ADDRESS'], [4, 'STAFF_ADDRESS'], [5, 'UNSUBSCRIBED'], [6, 'BOUNCED'],
  ]) // oxfmt-ignore
  const nobody = 'None of these contacts can be asked right now'
  const refused = await campaigns.campaign(who, ids).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422, message: nobody, data: { audienceList: nobody } })
  const skipped = (refused as { data: { skipped: object[] } }).data.skipped
  expect(skipped).toHaveLength(ids.length)
  expect(skipped[2]).toMatchObject({ contactId: ids[2], because: 'NO_ADDRESS' })
  const [fresh] = await campaigns.audience(who, 1)
  expect((await campaigns.campaign(who, [ids[0]!, fresh!])).skipped).toMatchObject([{ contactId: ids[0], because: 'ASKED' }])
  const other = await campaigns.owner()
  const again = await campaigns.audience(other, [{ email: 'gone@customer.example' }])
  expect(await campaigns.campaign(other, again)).toMatchObject({ invited: 1 })
})

test('an open invitation 30 days old expires when its address is asked again; a younger one stays open', async () => {
  const who = await campaigns.owner()
  const ids = await campaigns.audience(who, 2)
  await campaigns.campaign(who, ids)
  const [old, young] = await campaigns.invitations(who)
  await aged(30.001, old!.uniqueId)
  await aged(29.999, young!.uniqueId)
  const again = await campaigns.campaign(who, ids)
  expect(again).toMatchObject({ invited: 1, skipped: [{ contactId: young!.contactId, because: 'ASKED' }] })
  expect([(await campaigns.now(old!)).state, (await campaigns.now(young!)).state]).toEqual(['EXPIRED', 'SENT'])
})

test('the same campaign sent 20 times at once creates one invitation per contact', async () => {
  const who = await campaigns.owner()
  const ids = await campaigns.audience(who, 5)
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => campaigns.campaign(who, ids)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
  expect(new Set(refused)).toEqual(new Set([422]))
  expect(await campaigns.invitations(who)).toHaveLength(5)
  expect(await jobs(who)).toHaveLength(5)
})

test('a repeat with the same Idempotency-Key returns the first answer, and asks nobody', async () => {
  const who = await campaigns.owner()
  const ids = await campaigns.audience(who, 2)
  const key = { 'idempotency-key': 'one campaign'.replace(' ', '-') }
  const first = await campaigns.campaign(who, ids, {}, key)
  expect(await campaigns.campaign(who, ids, {}, key)).toEqual(first)
  expect(await campaigns.invitations(who)).toHaveLength(2)
})

test('one call, and one owner in a day, can ask at most 5,000 contacts, and a tenant 10,000', async () => {
  const tenant = await app.tenant('Many')
  const tenantId = tenant.uniqueId
  const who = await campaigns.owner({ tenantId })
  const ids = await campaigns.audience(who, 10_000)
  const own = 'At most 5,000 invitations of yours go out in 24 hours. Please ask fewer contacts, or try again later.'
  await expect(campaigns.campaign(who, ids.slice(0, 5001))).rejects.toMatchObject({ status: 429, message: own })
  expect(await campaigns.campaign(who, ids.slice(1, 5001))).toMatchObject({ invited: 5000 })
  expect((await jobs(who)).length).toBe(5000)
  expect((await links(who)).length).toBe(10_000)
  await expect(campaigns.campaign(who, [ids[0]!])).rejects.toMatchObject({ status: 429, message: own })
  const other = await campaigns.owner({ tenantId })
  await app.asOwner(`insert into attempt (tenant_id, key) select $1, 'review letters' from generate_series(1, 4999)`, [tenantId])
  const two = await campaigns.audience(other, 2)
  const all = 'At most 10,000 invitations go out in 24 hours. Please ask fewer contacts, or try again later.'
  await expect(campaigns.campaign(other, two)).rejects.toMatchObject({ status: 429, message: all })
  expect(await campaigns.campaign(other, [two[0]!])).toMatchObject({ invited: 1 })
  await app.appContext.db.write({ tenantId, partitionId: who.partitionId }, (tx) => tx.delete(attempts))
  expect(await campaigns.campaign(who, [ids[0]!])).toMatchObject({ invited: 1 })
  const tooMany = await app.as(who).send(reviewCampaignApi.campaign, { audienceList: [...ids, crypto.randomUUID()] })
  expect([tooMany.statusCode, tooMany.json().data]).toEqual([422, { audienceList: 'At most 10,000 contacts' }])
})

test('GET /api/review/ lists only the caller’s own invitations, by state and names, and GET /api/review/{id} reads one', async () => {
  const [who, other] = [await campaigns.owner({ role: 'ROLE_ADMIN' }), await campaigns.owner({ role: 'ROLE_TENANT_ADMIN' })]
  await campaigns.campaign(who, await campaigns.audience(who, [{ firstName: 'Zoe', companyName: 'Åkers' }, {}]))
  const [zoe, ada] = await campaigns.invitations(who)
  const list = async (asked: object, by = who) =>
    (await app.as(by).call(reviewCampaignApi.list, { page: 0, ...asked })).map(({ uniqueId }) => uniqueId)
  expect(await list({})).toEqual([ada!.uniqueId, zoe!.uniqueId])
  expect(await list({ sort: '-firstName' })).toEqual([zoe!.uniqueId, ada!.uniqueId])
  expect(await list({ company: 'aker' })).toEqual([zoe!.uniqueId])
  expect(await list({ q: 'zoe' })).toEqual([zoe!.uniqueId])
  expect(await list({ invitationStatus: 'SENT' })).toEqual([])
  expect(await list({ invitationStatus: 'QUEUED', lastName: 'byron' })).toHaveLength(2)
  expect(await list({}, other)).toEqual([])
  expect(await app.as(who).call(reviewCampaignApi.list, {})).toHaveLength(2)
  const one = await app.as(who).call(reviewCampaignApi.get, { uniqueId: zoe!.uniqueId })
  expect(one).toMatchObject({
    firstName: 'Zoe',
    email: zoe!.emailAddress,
    invitationStatus: 'QUEUED',
    resendable: false,
    problem: null,
  })
  await expect(app.as(other).call(reviewCampaignApi.get, { uniqueId: zoe!.uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('GET /api/review/ lists the invitations of one campaign, and of nobody else’s', async () => {
  const [who, other] = [await campaigns.owner(), await campaigns.owner()]
  const [first, second] = await campaigns.audience(who, 2)
  const { uniqueId: campaignId } = await campaigns.campaign(who, [first!])
  await campaigns.campaign(who, [second!])
  const contactsOf = async (by: typeof who, asked: { campaignId?: string; invitationStatus?: 'QUEUED' | 'SENT' }) =>
    (await app.as(by).call(reviewCampaignApi.list, { page: 0, ...asked })).map(({ contactId }) => contactId)
  expect(await contactsOf(who, {})).toHaveLength(2)
  expect(await contactsOf(who, { campaignId })).toEqual([first])
  expect(await contactsOf(who, { campaignId, invitationStatus: 'SENT' })).toEqual([])
  expect(await contactsOf(who, { campaignId: crypto.randomUUID() })).toEqual([])
  expect(await contactsOf(other, { campaignId })).toEqual([])
  const broken = await app.as(who).send(reviewCampaignApi.list, { page: 0, campaignId: 'x' })
  expect(broken.statusCode).toBe(422)
})

test('a failed or uncertain invitation is resent as a new letter; a sent one can be reminded twice, each after a week', async () => {
  const { who, invitation } = await campaigns.invited()
  const { uniqueId } = invitation
  const resend = () => app.as(who).call(reviewCampaignApi.resend, { uniqueId })
  const stands = (changes: Partial<typeof invitation>) =>
    app.appContext.db.write(who, (tx) =>
      tx.update(reviewInvitations).set(changes).where(eq(reviewInvitations.uniqueId, uniqueId)),
    )
  const shown = async () => (await app.as(who).call(reviewCampaignApi.get, { uniqueId })).resendable
  const refused = async (sentence: string) => {
    expect(await shown()).toBe(false)
    await expect(resend()).rejects.toMatchObject({ status: 409, message: expect.stringContaining(sentence) })
  }
  await refused('on its way')
  for (const state of ['FAILED', 'UNCERTAIN'] as const) {
    await stands({ state, problem: 'x' })
    expect(await shown()).toBe(true)
    expect(await resend()).toMatchObject({ invitationStatus: 'QUEUED', problem: null, remindedAt: null })
  }
  expect((await campaigns.now(invitation)).letters).toBe(3)
  expect(await jobs(who)).toHaveLength(3)
  await stands({ state: 'SENT', sentAt: daysAgo(6.99) })
  await refused('a week after')
  await stands({ sentAt: daysAgo(7.01) })
  expect(await shown()).toBe(true)
  expect(await resend()).toMatchObject({ invitationStatus: 'QUEUED', remindedAt: expect.any(String) })
  await stands({ state: 'SENT' })
  await refused('reminded')
  await stands({ remindedAt: daysAgo(7.01) })
  expect(await resend()).toMatchObject({ invitationStatus: 'QUEUED', reminders: 2 })
  await stands({ state: 'SENT', remindedAt: daysAgo(7.01) })
  await refused('already been reminded twice')
  await stands({ state: 'ANSWERED' })
  await refused('answered')
  for (const state of ['EXPIRED', 'FAILED'] as const) {
    await stands({ state, expiresAt: daysAgo(0.01) })
    await refused('has ended')
  }
  await stands({ state: 'FAILED', expiresAt: daysAgo(-5) })
  await app.asOwner('update user_account set email_address = $2 where id = $1', [who.uniqueId, invitation.emailAddress])
  await refused('you can’t review yourself')
  await app.asOwner('update user_account set email_address = $2 where id = $1', [who.uniqueId, who.emailAddress])
  await campaigns.campaign(who, [invitation.contactId])
  const [, open] = await campaigns.invitations(who)
  await aged(31, open!.uniqueId)
  await refused('This address was asked again by another campaign')
  await app.asOwner('update contact set deleted_at = now() where id = $1', [invitation.contactId])
  await refused('This contact was deleted')
})

test('with reviews switched off nobody is asked', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const { uniqueId: tenantId } = await app.tenant('Without')
  const who = await campaigns.owner({ tenantId })
  const ids = await campaigns.audience(who, 1)
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: false }, { 'x-tenant': tenantId })
  await expect(campaigns.campaign(who, ids)).rejects.toMatchObject({ status: 403, message: 'Reviews are switched off' })
})
