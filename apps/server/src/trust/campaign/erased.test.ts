import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { reviewCampaignApi, reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewAudienceApi, reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvitationRow } from '#trust/schema/review.table'
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

const NOBODY = { status: 422, data: { skipped: [{ because: 'UNSUBSCRIBED' }] } }

const linkOf = ({ tenantId, unsubscribeId }: InvitationRow) => ({ token: app.appContext.links.tokenOf(tenantId, unsubscribeId) })
const look = async (invitation: InvitationRow) =>
  (await app.as(undefined).call(reviewCampaignApi.unsubscribing, linkOf(invitation))).unsubscribed
const leave = (invitation: InvitationRow) => app.as(undefined).call(reviewCampaignApi.unsubscribe, linkOf(invitation))

/** Erases the contacts of a user as the sweep does 30 days after they were deleted; their invitations have ended. */
const erase = async (who: TestUser) => {
  await app.asOwner(`update review_invitation set state = 'EXPIRED' where owner_id = $1`, [who.uniqueId])
  await app.asOwner(`update contact set deleted_at = now() - interval '31 days' where created_by = $1 or world_id = $1`, [
    who.uniqueId,
  ])
  await app.clock('records.sweep')
}

/** A user whose invited customer was erased, the invitation, and the address that the customer had. */
const erased = async () => {
  const { who, invitation } = await campaigns.invited()
  await erase(who)
  const { emailAddress } = await campaigns.now(invitation)
  expect(emailAddress).toBe('')
  return { who, invitation, address: invitation.emailAddress }
}
const asBefore = ({ address }: { address: string }) => [{ email: address.toUpperCase() }]

test('the link of an erased contact unsubscribes: a new contact with the address is not invited again, by this owner', async () => {
  const gone = await erased()
  const { who, invitation } = gone
  expect(await look(invitation)).toBe(false)
  for (let times = 0; times < 2; times++) expect(await leave(invitation)).toMatchObject({ unsubscribed: true })
  expect(await look(invitation)).toBe(true)
  const [stored] = await app.asOwner('select address, address_hash from review_refusal where owner_id = $1', [who.uniqueId])
  expect(stored).toEqual({ address: null, address_hash: expect.stringMatching(/^[\w-]{43}$/) })
  const again = await campaigns.audience(who, asBefore(gone))
  await expect(campaigns.campaign(who, again)).rejects.toMatchObject(NOBODY)

  const other = await campaigns.owner()
  await campaigns.campaign(other, await campaigns.audience(other, asBefore(gone)))
  expect(await campaigns.invitations(other)).toHaveLength(1)
})

test('contacts and audience say that an address has unsubscribed that was erased before, also if it was there when its link was used', async () => {
  const gone = await erased()
  const { who } = gone
  const [uniqueId] = await campaigns.audience(who, asBefore(gone))
  const shown = async () => [
    (await app.as(who).call(contactApi.get, { uniqueId: uniqueId! })).hotlisted,
    (await app.as(who).call(reviewAudienceApi.list, { page: 0 })).map(({ hotlistedBecause }) => hotlistedBecause),
  ]
  expect(await shown()).toEqual([false, [null]])
  await leave(gone.invitation)
  expect(await shown()).toEqual([true, ['UNSUBSCRIBED']])
})

test('whoever adds the erased address to the audience sees that it has unsubscribed; unknown ones of the same day have not', async () => {
  const gone = await erased()
  const { who } = gone
  await leave(gone.invitation)
  const crm = crmCalls(app, who)
  const { uniqueId: companyId } = await crm.company()
  const added = [await crm.contact(companyId, { email: gone.address }), await crm.contact(companyId)]
  await app.as(who).call(reviewSettingApi.save, { audiences: added.map(({ uniqueId }) => uniqueId) })
  const listed = await app.as(who).call(reviewAudienceApi.list, { page: 0 })
  const reasons = Object.fromEntries(listed.map(({ uniqueId, hotlistedBecause }) => [uniqueId, hotlistedBecause]))
  expect(reasons).toEqual({ [added[0]!.uniqueId]: 'UNSUBSCRIBED', [added[1]!.uniqueId]: null })
  expect((await app.as(who).call(reviewAudienceApi.selectable, {})).uniqueIds).toEqual([added[1]!.uniqueId])
  expect(await app.as(who).call(contactApi.get, { uniqueId: added[0]!.uniqueId })).toMatchObject({ email: gone.address })
})

test('whoever has the address of an erased contact that unsubscribed is not asked automatically', async () => {
  const gone = await erased()
  const { who } = gone
  await leave(gone.invitation)
  await app.as(who).call(reviewTriggerApi.save, { kind: 'MEETING_REPORT', isOn: true, days: 7, reminders: false })
  await app.asOwner(`update review_trigger set since = since - 20 where owner_id = $1`, [who.uniqueId])
  const crm = crmCalls(app, who)
  const { uniqueId: companyId } = await crm.company()
  const attendee = await crm.contact(companyId, { email: gone.address })
  await crm.report(companyId, [attendee.uniqueId], { date: daysAgo(8).slice(0, 10) })
  await app.clock('review.ask')
  expect(await app.asOwner('select because from review_trigger_ask where owner_id = $1', [who.uniqueId])).toEqual([
    { because: 'UNSUBSCRIBED' },
  ])
})

test('a letter that waits when the link of an earlier, erased invitation is used is not sent', async () => {
  const gone = await erased()
  await campaigns.campaign(gone.who, await campaigns.audience(gone.who, asBefore(gone)))
  const waiting = (await campaigns.invitations(gone.who)).at(-1)!
  await leave(gone.invitation)
  expect(await look(waiting)).toBe(true)
  await app.work('review.invitation', campaigns.letterPayload(waiting))
  expect(await campaigns.now(waiting)).toMatchObject({
    state: 'FAILED',
    problem: 'They have unsubscribed from your invitations',
  })
})

test('a link whose address an earlier release has erased without a hash does not pretend to unsubscribe', async () => {
  const { invitation } = await erased()
  await app.asOwner('update review_invitation set address_hash = null where id = $1', [invitation.uniqueId])
  await expect(leave(invitation)).rejects.toMatchObject({ status: 404 })
  await expect(look(invitation)).rejects.toMatchObject({ status: 404 })
})
