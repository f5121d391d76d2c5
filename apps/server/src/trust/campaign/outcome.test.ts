import { reviewCampaignApi, reviewReminderApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MailNotSent } from '#services/mail'
import { daysAgo } from '../../../test/review/invited.ts'
import { openSendingApp } from '../../../test/review/sending.ts'
import { findHotlistReasons } from '../review.queries.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
beforeAll(async () => {
  sending = await openSendingApp()
})
afterAll(() => sending.close())
beforeEach(() => {
  sending.feels.mood = undefined
  sending.sink.received.length = 0
})

test.each(['REFUSED', 'NOBODY', 'LATER'] as const)(
  'an invitation answered while its letter is being sent, which is then %s, counts as sent',
  async (fate) => {
    const invited = await sending.campaigns.invited()
    const send = vi.spyOn(sending.app.appContext.mail, 'send').mockImplementation(async () => {
      await sending.stands(invited, { state: 'ANSWERED' })
      throw new MailNotSent(fate, '550 no')
    })
    await sending.work(invited).catch(() => {})
    send.mockRestore()
    expect(await sending.now(invited)).toMatchObject({ state: 'ANSWERED', sentAt: expect.any(String) })
    expect([await sending.counted(invited), await sending.refusals(invited)]).toEqual([1, []])
  },
)

test('a letter that the mail server postponed while its campaign was ended is not sent later', async () => {
  const invited = await sending.campaigns.invited()
  const end = () => sending.app.as(invited.who).call(reviewReminderApi.end, { uniqueId: invited.invitation.campaignId })
  const send = vi.spyOn(sending.app.appContext.mail, 'send').mockImplementation(async () => {
    await end()
    throw new MailNotSent('LATER', '451 later')
  })
  await sending.work(invited).catch(() => {})
  send.mockRestore()
  await sending.work(invited)
  expect(sending.sink.received).toEqual([])
  expect(await sending.now(invited)).toMatchObject({ state: 'EXPIRED', sentAt: null })
  expect(await sending.counted(invited)).toBe(0)
})

test('an invitation that failed is not sent again once its campaign has ended', async () => {
  const invited = await sending.campaigns.invited()
  const { who, invitation } = invited
  sending.feels.mood = (stage) => (stage === 'RCPT' ? '550 5.7.1 relaying denied' : undefined)
  await sending.work(invited)
  await sending.app.as(who).call(reviewReminderApi.end, { uniqueId: invitation.campaignId })
  await expect(sending.resend(invited)).rejects.toMatchObject({
    status: 409,
    message: 'This invitation has ended. Please ask again with a new campaign.',
  })
  const shown = await sending.app.as(who).call(reviewCampaignApi.get, { uniqueId: invitation.uniqueId })
  expect(shown).toMatchObject({ invitationStatus: 'FAILED', resendable: false })
  const { skipped } = await sending.app.as(who).call(reviewReminderApi.campaign, { uniqueId: invitation.campaignId })
  expect(skipped).toMatchObject([{ because: 'ENDED' }])
})

test('an invitation that was sent again is reminded of a week after that, not after the letter that may not have arrived', async () => {
  const invited = await sending.campaigns.invited()
  const { who, invitation } = invited
  sending.feels.mood = (stage) => (stage === 'DATA' ? 'CUT' : undefined)
  await sending.work(invited)
  await sending.stands(invited, { sentAt: daysAgo(10) })
  sending.feels.mood = undefined
  await sending.work(await sending.resend(invited))
  expect(await sending.counted(invited)).toBe(1)
  const campaign = () => sending.app.as(who).call(reviewReminderApi.campaign, { uniqueId: invitation.campaignId })
  expect((await campaign()).skipped).toMatchObject([{ because: 'TOO_EARLY' }])
  await sending.app.as(who).call(reviewReminderApi.change, { uniqueId: invitation.campaignId, reminders: true })
  await sending.app.clock('review.remind')
  expect((await sending.now(invited)).state).toBe('SENT')
  await sending.stands(invited, { sentAt: daysAgo(7.01) })
  expect(await campaign()).toMatchObject({ remindable: 1, skipped: [] })
})

test('an answered invitation without tries left counts as sent', async () => {
  const invited = await sending.campaigns.invited()
  await sending.stands(invited, { state: 'ANSWERED' })
  await sending.app.giveUp('review.invitation', invited.payload)
  expect([(await sending.now(invited)).state, await sending.counted(invited)]).toEqual(['ANSWERED', 1])
})

test('an address that rejected mail is tried again after 90 days, and can bounce again', async () => {
  const invited = await sending.campaigns.invited()
  const aged = (days: number) =>
    sending.app.asOwner(
      `update review_refusal set updated_at = now() - make_interval(days => $2, secs => 1) where owner_id = $1`,
      [invited.who.uniqueId, days],
    )
  const hotlist = () =>
    findHotlistReasons(sending.app.appContext.db.as(invited.who), invited.who.uniqueId, [invited.invitation.emailAddress])
  sending.feels.mood = (stage) => (stage === 'RCPT' ? '550 5.1.1 no such user' : undefined)
  await sending.work(invited)
  await aged(89)
  expect((await hotlist()).size).toBe(1)
  await aged(90)
  expect((await hotlist()).size).toBe(0)
  await sending.work(await sending.resend(invited))
  expect((await hotlist()).size).toBe(1)
})
