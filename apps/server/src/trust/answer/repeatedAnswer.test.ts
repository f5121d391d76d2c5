import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { dayAgo, runAtTime } from '../../../test/review/clock.ts'
import { daysAgo } from '../../../test/review/invited.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let campaigns: ReturnType<typeof campaignFixture>
let questions: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  campaigns = campaignFixture(app)
})
beforeEach(async () => {
  await app.asOwner('update review_question set retired_at = now() where retired_at is null')
  questions = await reviews.questions(app.main.uniqueId, 'Manufacturers')
})
afterAll(() => app.close())

const ADA = { contactId: '11111111-1111-4111-8111-111111111111', emailAddress: 'Ada@Customer.example' }

/** Ada answers, so many days ago, with so many stars: as this contact, or at this address. */
const answerAs = async (owner: ReviewOwner, stars: number, days: number, as: Partial<typeof ADA> = ADA) => {
  const { uniqueId, token } = await reviews.invite(owner, as)
  const said = { remarks: `Said ${days} days ago`, remarksPublic: true }
  await runAtTime(`${dayAgo(days)}T10:00:00Z`, () => reviews.answer(owner, token, sameStars(questions, stars), said))
  return uniqueId
}
const detailsOf = (owner: ReviewOwner) => app.as(owner).call(reviewAnswerApi.details, {})
const scoresOf = async (owner: ReviewOwner) => {
  const days = await app.as(owner).call(reviewAnswerApi.historicData, {})
  return days.map(({ date, breakDownScore: { totalReviews, score } }) => [date, totalReviews, score])
}

test('if a customer answers again, by the same address or as the same contact, only the newest answer counts', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const first = await answerAs(owner, 1, 9, ADA)
  await answerAs(owner, 5, 8, {})
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId: first })
  await answerAs(owner, 2, 7, { emailAddress: 'ada@customer.example' })
  await answerAs(owner, 3, 6, { contactId: ADA.contactId })
  const { score, totalAnsweredReviews, totalEarlierReviews, breakDownScore } = await detailsOf(owner)
  expect([score, totalAnsweredReviews, totalEarlierReviews]).toEqual([4, 4, 2])
  expect(breakDownScore.totalReviews).toBe(2)
  const isEarlier = breakDownScore.remarks.map((one) => [one.remark, one.isEarlier])
  expect(isEarlier).toEqual([
    ['Said 6 days ago', false],
    ['Said 7 days ago', true],
    ['Said 8 days ago', false],
    ['Said 9 days ago', true],
  ])
  const seen = await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId })
  expect(seen.breakDownScore.remarks).toMatchObject([{ remark: 'Said 9 days ago', isEarlier: true }])
})

test('the history keeps the score from before a customer answered again', async () => {
  const owner = await reviews.owner()
  await answerAs(owner, 1, 9)
  await answerAs(owner, 4, 5)
  const newest = await answerAs(owner, 5, 2)
  const before = [
    [dayAgo(9), 1, 1],
    [dayAgo(5), 1, 4],
  ]
  expect(await scoresOf(owner)).toEqual([...before, [dayAgo(2), 1, 5]])
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(chief).call(reviewAnswerApi.remove, { uniqueId: newest, reason: 'It names a person' })
  expect(await scoresOf(owner)).toEqual(before)
  const { score, totalEarlierReviews, breakDownScore } = await detailsOf(owner)
  expect([score, totalEarlierReviews]).toEqual([4, 1])
  expect(breakDownScore.remarks.map(({ isEarlier }) => isEarlier)).toEqual([false, true])
})

test('contacts that are merged are one customer, whose newest answer counts, until the merge is undone', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const [ada, twin, other] = await campaigns.audience(owner, [
    { email: 'ada@twin.example' },
    { email: 'a.berg@twin.example' },
    { email: 'other@twin.example' },
  ])
  await answerAs(owner, 1, 9, { contactId: ada!, emailAddress: 'ada@twin.example' })
  const newest = await answerAs(owner, 5, 4, { contactId: twin!, emailAddress: 'a.berg@twin.example' })
  await answerAs(owner, 3, 2, { contactId: other!, emailAddress: 'other@twin.example' })
  const figures = async () => {
    const { score, totalAnsweredReviews, totalEarlierReviews, breakDownScore } = await detailsOf(owner)
    const earlier = breakDownScore.remarks.map(({ isEarlier }) => isEarlier)
    return [score, totalAnsweredReviews, totalEarlierReviews, breakDownScore.totalReviews, earlier]
  }
  const [before, days] = [await figures(), await scoresOf(owner)]
  expect(before).toEqual([3, 3, 0, 3, [false, false, false]])
  const { call } = app.as(owner)
  const mergeTwin = async () => (await call(contactApi.merge, { into: ada!, from: [twin!] })).merge
  const merge = await mergeTwin()
  expect(await figures()).toEqual([4, 3, 1, 2, [false, false, true]])
  expect(await scoresOf(owner)).toEqual([
    [dayAgo(9), 1, 1],
    [dayAgo(4), 1, 5],
    [dayAgo(2), 2, 4],
  ])
  await call(contactApi.unmerge, { uniqueId: merge })
  expect([await figures(), await scoresOf(owner)]).toEqual([before, days])
  // What moderation has removed since is not restored.
  const again = await mergeTwin()
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(chief).call(reviewAnswerApi.remove, { uniqueId: newest, reason: 'It names a person' })
  const removed = await figures()
  expect(removed).toEqual([2, 3, 0, 2, [false, false]])
  await call(contactApi.unmerge, { uniqueId: again })
  expect(await figures()).toEqual(removed)
})

test('a customer who answers two surveys at the same time counts once', async () => {
  const owner = await reviews.owner()
  const two = [await reviews.invite(owner, ADA), await reviews.invite(owner, { contactId: ADA.contactId })]
  await Promise.all(two.map(({ token }, place) => reviews.answer(owner, token, sameStars(questions, place + 1))))
  const { totalAnsweredReviews, totalEarlierReviews, breakDownScore } = await detailsOf(owner)
  expect([totalAnsweredReviews, totalEarlierReviews, breakDownScore.totalReviews]).toEqual([2, 1, 1])
})

const answered = (days: number) => ({ state: 'ANSWERED' as const, answeredAt: daysAgo(days), dateCreated: daysAgo(days + 1) })

test('a customer who answered is asked again only after the tenant’s number of days: by address, and as a contact', async () => {
  const owner = await reviews.owner()
  const [ada, twin, moved] = await campaigns.audience(owner, [
    { email: 'ada@voice.example' },
    { email: 'ADA@voice.example' },
    { email: 'new@voice.example' },
  ])
  await reviews.invite(owner, { ...answered(179), emailAddress: 'Ada@voice.example' })
  await reviews.invite(owner, { ...answered(179), contactId: moved! })
  const failed = await reviews.invite(owner, { state: 'FAILED', contactId: ada!, emailAddress: 'ada@voice.example' })
  const selectable = async () => (await app.as(owner).call(reviewAudienceApi.selectable, {})).uniqueIds.toSorted()
  const resendable = async () => (await app.as(owner).call(reviewCampaignApi.get, { uniqueId: failed.uniqueId })).resendable
  expect(await selectable()).toEqual([])
  expect(await resendable()).toBe(false)
  const listed = await app.as(owner).call(reviewAudienceApi.list, { page: 0 })
  expect(listed.map(({ hotlistedBecause }) => hotlistedBecause)).toEqual(['ANSWERED', 'ANSWERED', 'ANSWERED'])
  await expect(campaigns.campaign(owner, [ada!, twin!, moved!])).rejects.toMatchObject({
    status: 422,
    data: { skipped: [{ because: 'ANSWERED' }, { because: 'ANSWERED' }, { because: 'ANSWERED' }] },
  })
  const tenantAdmin = await app.someone('ROLE_TENANT_ADMIN')
  const decide = (value: string | null) => app.as(tenantAdmin).call(tenantSettingApi.update, { key: 'REVIEW_REPEAT_DAYS', value })
  await decide('170')
  expect(await selectable()).toEqual([ada!, twin!, moved!].toSorted())
  expect(await resendable()).toBe(true)
  expect(await campaigns.campaign(owner, [ada!, moved!])).toMatchObject({ invited: 2, skipped: [] })
  await decide(null)
})

const folder = join(import.meta.dirname, '../../../migrations')

test('a migration corrects the scores of customers who were previously counted more than once', async () => {
  const owner = await reviews.owner({ isPublic: true })
  await answerAs(owner, 1, 9)
  const toggled = await answerAs(owner, 2, 8, { emailAddress: ADA.emailAddress })
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId: toggled })
  await answerAs(owner, 5, 8, {})
  await answerAs(owner, 3, 6, { contactId: ADA.contactId })
  await answerAs(owner, 4, 3)
  const sums = async () => {
    const found = []
    for (const theirs of [
      'select id, superseded_by from review_answer where owner_id = $1 order by id',
      'select id, is_earlier from testimonial where owner_id = $1',
      'select earlier, answers, trim_scale(score_sum), breakdown from trust_score where owner_id = $1',
      'select day, answers, trim_scale(score_sum), breakdown from review_day where owner_id = $1 order by day',
    ])
      found.push(await app.asOwner(theirs, [owner.uniqueId]))
    return found
  }
  const right = await sums()
  const id = [owner.uniqueId]
  await app.asOwner('update review_answer set superseded_by = null where owner_id = $1', id)
  await app.asOwner('update testimonial set is_earlier = false where owner_id = $1', id)
  await app.asOwner('update trust_score set earlier = 0, answers = 5, score_sum = 15 where owner_id = $1', id)
  await app.asOwner(`update review_day set answers = answers + 1, breakdown = '{}' where owner_id = $1`, id)
  const file = readdirSync(folder).find((name) => name.endsWith('_one_voice.sql'))!
  const [, repair] = readFileSync(join(folder, file), 'utf8').split('-- Repair:')
  await app.asOwner(`-- ${repair}`)
  expect(await sums()).toEqual(right)
})
