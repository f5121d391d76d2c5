import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'
import { decodeQuotedPrintable, headerLines, openSendingApp } from '../../../test/review/sending.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let questions: string[]
let owner: ReviewOwner
beforeAll(async () => {
  sending = await openSendingApp()
  ;({ app } = sending)
  reviews = reviewFixture(app)
  owner = await reviews.owner({ isPublic: true })
  questions = await reviews.questions(owner.tenantId, owner.reviewType)
})
afterAll(() => sending.close())

const remarked = async (remarks?: string) => {
  const invitation = await reviews.invite(owner)
  await reviews.answer(owner, invitation.token, sameStars(questions, 4), { ...(remarks && { remarks }) })
  return invitation
}
const reply = (uniqueId: string, ownerReply: string) => app.as(owner).call(reviewAnswerApi.reply, { uniqueId, ownerReply })
const work = ({ uniqueId: answerId }: { uniqueId: string }) =>
  app.work('review.reply', { tenantId: owner.tenantId, partitionId: owner.partitionId, answerId })
const ordered = async ({ uniqueId }: { uniqueId: string }) =>
  (await app.asOwner(`select from pgboss.job where name = 'review.reply' and data->>'answerId' = $1`, [uniqueId])).length
const mailsTo = (address: string) => sending.sink.received.filter(({ to }) => to.includes(address))

test('the writer of a remark gets the reply by mail, once: a changed reply and a repeated job send no other', async () => {
  const invitation = await remarked('Late, but kind')
  await reply(invitation.uniqueId, 'Thank you!\nWe know why <b>now</b>.')
  await reply(invitation.uniqueId, 'Thank you, Ada!')
  expect(await ordered(invitation)).toBe(1)
  await work(invitation)
  const [mail, ...more] = mailsTo(invitation.emailAddress)
  expect(more).toEqual([])
  const text = decodeQuotedPrintable(mail!.text)
  expect(text).toContain('Thank you, Ada!')
  expect(text).not.toContain('We know why')
  expect(text).toContain(`https://crm.example/company/${owner.uniqueId}?lang=en`)
  const token = app.appContext.links.tokenOf(owner.tenantId, invitation.unsubscribeId)
  expect(headerLines(mail!.text)).toContain(`List-Unsubscribe: <https://crm.example/api/review/unsubscribe/${token}>`)
})

test('a withdrawn reply is not mailed, and the next one is', async () => {
  const invitation = await remarked('Fine')
  await reply(invitation.uniqueId, 'Oh no')
  await reply(invitation.uniqueId, '')
  await work(invitation)
  expect(mailsTo(invitation.emailAddress)).toEqual([])
  await reply(invitation.uniqueId, 'Thank you')
  await work(invitation)
  expect(mailsTo(invitation.emailAddress)).toHaveLength(1)
})

test('an unsubscribed customer gets no reply; the reply’s letter lets a customer who came by a link unsubscribe', async () => {
  const [first, second] = [await remarked('First'), await remarked('Second')]
  await reply(first.uniqueId, 'Thanks')
  await work(first)
  const token = app.appContext.links.tokenOf(owner.tenantId, first.unsubscribeId)
  expect(await app.as(undefined).call(reviewCampaignApi.unsubscribe, { token })).toMatchObject({ unsubscribed: true })
  await app.asOwner(`insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, $3, 'UNSUBSCRIBED')`, [
    owner.tenantId,
    owner.uniqueId,
    second.emailAddress,
  ])
  await reply(second.uniqueId, 'Thanks')
  await work(second)
  expect(mailsTo(second.emailAddress)).toEqual([])
})

test('a reply to an answer without a remark sends no mail', async () => {
  const invitation = await remarked()
  await reply(invitation.uniqueId, 'Thanks for the stars')
  expect(await ordered(invitation)).toBe(0)
})
