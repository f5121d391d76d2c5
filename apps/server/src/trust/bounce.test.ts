import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { mailBounceApi, reviewCampaignApi, reviewReminderApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewLinkApi } from '@tradewind/contract/trust/reviewLink.contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestUser } from '../../test/app.ts'
import type { SentInvitation } from '../../test/review/campaignFixture.ts'
import { daysAgo } from '../../test/review/invited.ts'
import { reviewFixture, sameStars } from '../../test/review/reviews.ts'
import { headerLines, openSendingApp } from '../../test/review/sending.ts'
import { signatureOf } from './bounce.routes.ts'

const SECRET = 'a secret of 32 characters, or more of them'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp({ MAIL_BOUNCE_SECRET: SECRET })
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.feels.mood = undefined
  sending.sink.received.length = 0
})

interface Told {
  messageId: string
  recipient: string
  status: string
}
const now = (seconds = 0) => String(Math.floor(Date.now() / 1000) + seconds)
const signed = (told: Told, time = now(), secret = SECRET) => ({
  ...told,
  time,
  signature: signatureOf(secret, { ...told, time }).toString('hex'),
})
const tell = (told: Told, time?: string, secret?: string) =>
  sending.app.as(undefined).send(mailBounceApi.bounce, signed(told, time, secret))

const idOf = (mail: string) =>
  headerLines(mail)
    .find((line) => line.startsWith('Message-ID: '))!
    .slice(12)
const lastId = () => idOf(sending.sink.received.at(-1)!.text)

/** A mail server's report of the last letter, which was sent to this address. */
const cameBack = (recipient: string, more: Partial<Told> = {}) =>
  tell({ messageId: lastId(), recipient, status: '5.1.1', ...more })

const CAME_BACK = 'One of your emails came back'
const noticesOf = async (who: TestUser) =>
  (await sending.app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' }))
    .map(({ subject }) => subject)
    .filter((subject) => subject === CAME_BACK)
const mailed = async ({ uniqueId }: TestUser) =>
  (
    await sending.app.asOwner(
      `select 1 as one from pgboss.job j join notification n on n.id = (j.data->>'notificationId')::uuid
        where j.name = 'notification.letter' and n.user_id = $1`,
      [uniqueId],
    )
  ).length

const outlook = ({ who, invitation }: SentInvitation) =>
  sending.app.as(who).call(reviewReminderApi.campaign, { uniqueId: invitation.campaignId })

test('the sender’s pages learn of a bounce, also of the letter of an answered invitation, which keeps its state', async () => {
  const invited = await sending.campaigns.invited({ email: 'answered@gone.example' })
  await sending.work(invited)
  await sending.stands(invited, { state: 'ANSWERED' })
  const heard: unknown[] = []
  sending.app.appContext.onNews(({ topic, userId, id }) => topic === 'own' && heard.push([userId, id]))
  await cameBack('answered@gone.example')
  await expect.poll(() => heard).toContainEqual([invited.who.uniqueId, 'review'])
})

test('a bounced letter marks the invitation, once, and is reported to its sender, in the campaign by name and at the contact', async () => {
  const invited = await sending.campaigns.invited({ firstName: 'Grace', email: 'Grace@Gone.example' })
  const { who, invitation } = invited
  await sending.work(invited)
  expect(lastId()).toBe(`<${invitation.uniqueId}.1_${who.tenantId}@tradewind>`)
  const answers = [await cameBack('grace@gone.example'), await cameBack('Grace@GONE.example', { status: '5.2.1' })]
  for (const { statusCode, json } of answers) expect([statusCode, json().data]).toEqual([200, {}])
  expect(await sending.now(invited)).toMatchObject({
    state: 'FAILED',
    bouncedAt: expect.any(String),
    sentAt: expect.any(String),
    problem: 'The email came back: the address does not accept email',
  })
  expect(await noticesOf(who)).toEqual([CAME_BACK])
  expect(await mailed(who)).toBe(1)
  const { uniqueId, contactId } = invitation
  const bounced = [{ uniqueId, contactId, fullName: expect.stringContaining('Grace'), email: 'Grace@Gone.example' }]
  expect(await outlook(invited)).toMatchObject({ bounced, remindable: 0, skipped: [{ because: 'BOUNCED' }], next: null })
  const as = sending.app.as(who)
  expect(await as.call(reviewCampaignApi.get, { uniqueId })).toMatchObject({ bouncedAt: expect.any(String), resendable: false })
  expect(await as.call(contactApi.get, { uniqueId: contactId })).toMatchObject({ emailBounced: true, hotlisted: true })
})

test('ten simultaneous bounce reports notify the sender once', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  const answers = await Promise.all(Array.from({ length: 10 }, () => cameBack(invited.invitation.emailAddress)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await noticesOf(invited.who)).toEqual([CAME_BACK])
})

test('each bounce in a campaign is notified, but only one mail is sent about them', async () => {
  const who = await sending.campaigns.owner()
  await sending.campaigns.campaign(who, await sending.campaigns.audience(who, 3))
  for (const row of await sending.campaigns.invitations(who)) {
    await sending.app.work('review.invitation', sending.campaigns.letterPayload(row))
    await cameBack(row.emailAddress)
  }
  expect(await noticesOf(who)).toEqual([CAME_BACK, CAME_BACK, CAME_BACK])
  expect(await mailed(who)).toBe(1)
})

test('a bounced address gets no reminder, no other letter and no new campaign, until the contact has another address', async () => {
  const invited = await sending.campaigns.invited()
  const { who, invitation } = invited
  await sending.work(invited)
  await sending.stands(invited, { sentAt: daysAgo(8) })
  const as = sending.app.as(who)
  await as.call(reviewReminderApi.remind, { campaignId: invitation.campaignId })
  const reminding = sending.campaigns.letterPayload(await sending.now(invited))
  await cameBack(invitation.emailAddress)
  await sending.app.work('review.invitation', reminding)
  expect(sending.sink.received).toHaveLength(1)
  expect(await as.call(reviewReminderApi.list, {})).toMatchObject([
    { state: 'FAILED', problem: expect.stringContaining('came back') },
  ])
  await expect(as.call(reviewCampaignApi.resend, { uniqueId: invitation.uniqueId })).rejects.toMatchObject({ status: 409 })
  await sending.app.asOwner(`update review_refusal set updated_at = now() - interval '5 years' where owner_id = $1`, [
    who.uniqueId,
  ])
  const again = () => sending.campaigns.campaign(who, [invitation.contactId])
  await expect(again()).rejects.toMatchObject({ status: 422, data: { skipped: [{ because: 'BOUNCED' }] } })
  const uniqueId = invitation.contactId
  expect(await as.call(contactApi.update, { uniqueId, email: 'back@here.example' })).toMatchObject({
    emailBounced: false,
    hotlisted: false,
  })
  expect(await again()).toMatchObject({ invited: 1 })
})

test('another waiting invitation to that address is held back', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  await sending.stands(invited, { dateCreated: daysAgo(40) })
  await sending.campaigns.campaign(invited.who, [invited.invitation.contactId])
  const second = (await sending.campaigns.invitations(invited.who)).find(
    ({ uniqueId }) => uniqueId !== invited.invitation.uniqueId,
  )!
  await cameBack(invited.invitation.emailAddress)
  await sending.app.work('review.invitation', sending.campaigns.letterPayload(second))
  expect(sending.sink.received).toHaveLength(1)
  expect(await sending.campaigns.now(second)).toMatchObject({ state: 'FAILED', bouncedAt: null, sentAt: null })
})

test('a letter that bounces before its node has recorded it as sent stays bounced, and counts as sent', async () => {
  const invited = await sending.campaigns.invited()
  const { uniqueId, emailAddress, tenantId } = invited.invitation
  const send = vi.spyOn(sending.app.appContext.mail, 'send').mockImplementation(async () => {
    await tell({ messageId: `${uniqueId}.1_${tenantId}`, recipient: emailAddress, status: '5.1.1' })
  })
  await sending.work(invited)
  send.mockRestore()
  expect(await sending.now(invited)).toMatchObject({
    state: 'FAILED',
    problem: expect.stringContaining('came back'),
    bouncedAt: expect.any(String),
    sentAt: expect.any(String),
  })
  expect([await sending.counted(invited), await sending.refusals(invited)]).toEqual([1, ['BOUNCED']])
})

test('a bounced reminder marks the invitation and itself', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  await sending.stands(invited, { sentAt: daysAgo(8) })
  await sending.work(await sending.resend(invited))
  await cameBack(invited.invitation.emailAddress)
  expect(await sending.now(invited)).toMatchObject({ state: 'FAILED', bouncedAt: expect.any(String) })
  const [reminder] = await sending.app.as(invited.who).call(reviewReminderApi.list, {})
  expect(reminder).toMatchObject({ state: 'FAILED', problem: expect.stringContaining('came back') })
})

test('a temporary, unknown or foreign bounce, or one of another address or tenant, changes nothing and gets the same answer', async () => {
  const invited = await sending.campaigns.invited()
  const { who, invitation } = invited
  await sending.work(invited)
  const recipient = invitation.emailAddress
  const messageId = lastId()
  const answers = [
    await cameBack(recipient, { status: '4.2.2' }),
    await cameBack(recipient, { status: '2.1.5' }),
    await cameBack('another@customer.example'),
    await cameBack(recipient, { messageId: `<${crypto.randomUUID()}.1_${who.tenantId}@tradewind>` }),
    await cameBack(recipient, { messageId: '<20261125.somebody@elsewhere.example>' }),
    await cameBack(recipient, { messageId: `<${invitation.uniqueId}.1_${sending.app.other.uniqueId}@tradewind>` }),
    await cameBack(recipient, { messageId: `<${invitation.uniqueId}.1_${crypto.randomUUID()}@tradewind>` }),
  ]
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT', bouncedAt: null })
  expect(await noticesOf(who)).toEqual([])
  expect(await sending.refusals(invited)).toEqual([])
  answers.push(await cameBack(recipient, { messageId }))
  expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  expect(await noticesOf(who)).toEqual([CAME_BACK])
})

test('letters of earlier releases, whose Message-ID names no tenant, are found', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  await cameBack(invited.invitation.emailAddress, { messageId: `<${invited.invitation.uniqueId}.1@tradewind>` })
  expect(await sending.now(invited)).toMatchObject({ bouncedAt: expect.any(String) })
})

const refused = async (send: Promise<{ statusCode: number }>) => expect((await send).statusCode).toBe(401)

test('a wrong signature, another secret, an old or future time and a changed field are refused, and change nothing', async () => {
  const invited = await sending.campaigns.invited()
  await sending.work(invited)
  const told = { messageId: lastId(), recipient: invited.invitation.emailAddress, status: '5.1.1' }
  const plain = sending.app.as(undefined)
  await refused(tell(told, now(), 'another secret of 32 characters and more'))
  await refused(tell(told, now(-301)))
  await refused(tell(told, now(302)))
  await refused(plain.send(mailBounceApi.bounce, { ...signed({ ...told, status: '4.1.1' }), status: '5.1.1' }))
  await refused(plain.send(mailBounceApi.bounce, { ...signed(told), time: now(1) }))
  await refused(plain.send(mailBounceApi.bounce, { ...signed(told), signature: '0'.repeat(64) }))
  for (const bad of [{ signature: 'x' }, { status: 'gone' }, { messageId: 'two\nlines' }, { recipient: '' }])
    expect((await plain.send(mailBounceApi.bounce, { ...signed(told), ...bad })).statusCode).toBe(422)
  expect(await sending.now(invited)).toMatchObject({ state: 'SENT', bouncedAt: null })
  expect((await tell(told, now(-290))).statusCode).toBe(200)
  expect(await sending.now(invited)).toMatchObject({ bouncedAt: expect.any(String) })
})

test('an answered invitation stays answered; a bounced reply is reported, and none is mailed to that address again', async () => {
  const reviews = reviewFixture(sending.app)
  const owner = await reviews.owner()
  const questions = await reviews.questions(owner.tenantId, owner.reviewType)
  const invitation = await reviews.invite(owner)
  await reviews.answer(owner, invitation.token, sameStars(questions, 4), { remarks: 'Good' })
  const as = sending.app.as(owner)
  await as.call(reviewAnswerApi.reply, { uniqueId: invitation.uniqueId, ownerReply: 'Thanks' })
  const { tenantId, partitionId } = owner
  await sending.app.work('review.reply', { tenantId, partitionId, answerId: invitation.uniqueId })
  await cameBack(invitation.emailAddress)
  await cameBack(invitation.emailAddress)
  expect(await noticesOf(owner)).toEqual([CAME_BACK])
  expect(await as.call(reviewCampaignApi.get, { uniqueId: invitation.uniqueId })).toMatchObject({
    invitationStatus: 'ANSWERED',
    bouncedAt: null,
  })
  sending.sink.received.length = 0
  await sending.app.work('review.reply', { tenantId, partitionId, answerId: invitation.uniqueId })
  expect(sending.sink.received).toEqual([])
})

test('a bounced code is not mailed to that address again, and asking for one gets the same answer', async () => {
  const owner = await sending.campaigns.owner()
  const { code } = await sending.app.as(owner).call(reviewLinkApi.create, { name: 'Fair' })
  const visitor = { code, firstName: 'Sam', lastName: 'Ple', email: 'Sam@nobody.example' }
  const ask = async () => {
    const { ask: askId } = await sending.app.as(undefined).call(reviewLinkApi.ask, visitor, { 'x-tenant': owner.tenantId })
    await sending.app.work('review.code', { tenantId: owner.tenantId, askId })
  }
  await ask()
  expect(sending.sink.received).toHaveLength(1)
  await cameBack('sam@nobody.example')
  await ask()
  expect(sending.sink.received).toHaveLength(1)
  expect(await noticesOf(owner)).toEqual([])
})
