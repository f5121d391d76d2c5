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
    const asked = await sending.asking.asked()
    const send = vi.spyOn(sending.app.appContext.mail, 'send').mockImplementation(async () => {
      await sending.stands(asked, { state: 'ANSWERED' })
      throw new MailNotSent(fate, '550 no')
    })
    await sending.work(asked).catch(() => {})
    send.mockRestore()
    expect(await sending.now(asked)).toMatchObject({ state: 'ANSWERED', sentAt: expect.any(String) })
    expect([await sending.counted(asked), await sending.refusals(asked)]).toEqual([1, []])
  },
)

test('an answered invitation without tries left counts as sent', async () => {
  const asked = await sending.asking.asked()
  await sending.stands(asked, { state: 'ANSWERED' })
  await sending.app.giveUp('review.invitation', asked.payload)
  expect([(await sending.now(asked)).state, await sending.counted(asked)]).toEqual(['ANSWERED', 1])
})

test('an address that rejected mail is tried again after 90 days, and can bounce again', async () => {
  const asked = await sending.asking.asked()
  const aged = (days: number) =>
    sending.app.asOwner(
      `update review_refusal set updated_at = now() - make_interval(days => $2, secs => 1) where owner_id = $1`,
      [asked.who.uniqueId, days],
    )
  const hotlist = () =>
    findHotlistReasons(sending.app.appContext.db.as(asked.who), asked.who.uniqueId, [asked.invitation.emailAddress])
  sending.feels.mood = (stage) => (stage === 'RCPT' ? '550 5.1.1 no such user' : undefined)
  await sending.work(asked)
  await aged(89)
  expect((await hotlist()).size).toBe(1)
  await aged(90)
  expect((await hotlist()).size).toBe(0)
  await sending.work(await sending.resend(asked))
  expect((await hotlist()).size).toBe(1)
})
