import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MailNotSent } from '#services/mail'
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
