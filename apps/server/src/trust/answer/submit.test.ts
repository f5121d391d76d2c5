import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { isRating } from '@tradewind/contract/trust/review.constants'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let ann: ReviewOwner
let asked: string[]
let ofOthers: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  ann = await reviews.owner()
  asked = await reviews.questions(ann.tenantId, ann.reviewType, 3)
  ofOthers = await reviews.questions(ann.tenantId, 'Consultants_ServiceProviders', 1)
})
afterAll(() => app.close())

const sumsOf = async (owner: ReviewOwner) => {
  const [sums] = await app.asOwner(
    `select sent, answered, answers, score::float8 as score, breakdown from trust_score where owner_id = $1`,
    [owner.uniqueId],
  )
  return sums
}
const answersTo = (uniqueId: string) =>
  app.asOwner<Record<string, unknown>>(
    'select id, ratings, remark, remark_public, score::float8 as score, world_id from review_answer where id = $1',
    [uniqueId],
  )
const send = (answerId: string, answers: unknown, over: object = {}) =>
  app.as(undefined).send(reviewAnswerApi.submit, { answerId, answers, ...over })
const given = (stars: Record<string, unknown>) => Object.entries(stars).map(([questionId, answer]) => ({ questionId, answer }))

test('POST /api/review/submit stores the answer, counts it immediately, and notifies the owner', async () => {
  const bob = await reviews.owner()
  const { token, uniqueId, firstName, lastName, companyName } = await reviews.invite(bob)
  const stars = { [asked[0]!]: 5, [asked[1]!]: 0.5, [asked[2]!.toUpperCase()]: 3 }
  const said = { remarks: '  Quick and kind. ', remarksPublic: true }
  expect(await reviews.answer(bob, token, stars, said)).toEqual({
    answer: { invitationStatus: 'ANSWERED', reviewType: 'Manufacturers' },
  })
  const score = 17 / 6
  expect(await answersTo(uniqueId)).toMatchObject([
    { ratings: { [asked[0]!]: 10, [asked[1]!]: 1, [asked[2]!]: 6 }, remark: 'Quick and kind.', remark_public: true, score },
  ])
  const breakdown = { [asked[0]!]: [1, 10], [asked[1]!]: [1, 1], [asked[2]!]: [1, 6] }
  expect(await sumsOf(bob)).toEqual({ sent: 1, answered: 1, answers: 1, score, breakdown })
  const [told] = await app.as(bob).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(told).toMatchObject({
    subject: `${firstName} ${lastName} has answered your survey`,
    abbreviatedContentText: `${companyName}: 2.8 of 5 stars`,
    path: 'trends',
  })
  const [frozen] = await app.asOwner('select answered_at is not null as yes from review_question where id = $1', [asked[0]])
  expect(frozen).toEqual({ yes: true })
})

test('an owner whose plan no longer has reviews is notified of an answer without a link, which would be refused', async () => {
  const owner = await reviews.owner()
  const { token } = await reviews.invite(owner)
  await app.asOwner(`update user_account set role = 'ROLE_STARTER' where id = $1`, [owner.uniqueId])
  await reviews.answer(owner, token, sameStars(asked, 5))
  const notified = await app.asOwner(`select path from notification where user_id = $1`, [owner.uniqueId])
  expect(notified).toEqual([{ path: null }])
})

test('the notification rounds the stars as the pages do', async () => {
  const owner = await reviews.owner({ reviewType: 'FranchiseBrands' })
  const ten = await reviews.questions(owner.tenantId, 'FranchiseBrands', 10)
  const { token } = await reviews.invite(owner)
  await reviews.answer(owner, token, { ...sameStars(ten, 4.5), ...sameStars(ten.slice(0, 3), 4) })
  const [told] = await app.as(owner).call(notificationApi.list, { type: 'PUSH_WEB' })
  const { score } = await app.as(owner).call(reviewAnswerApi.details, {})
  expect([score, scoreText(score, 'en')]).toEqual([4.35, '4.4'])
  expect(told!.abbreviatedContentText).toContain('4.4 of 5 stars')
})

test('of a hundred simultaneous submits of one invitation one is accepted, and counts once', async () => {
  const bob = await reviews.owner()
  const { token, uniqueId } = await reviews.invite(bob)
  const all = await Promise.all(Array.from({ length: 100 }, (_, at) => send(token, given(sameStars(asked, ((at % 10) + 1) / 2)))))
  const statuses = all.map(({ statusCode }) => statusCode)
  expect([200, 409].map((status) => statuses.filter((one) => one === status).length)).toEqual([1, 99])
  const [kept, ...more] = await answersTo(uniqueId)
  expect(more).toEqual([])
  expect(await sumsOf(bob)).toMatchObject({ sent: 1, answered: 1, answers: 1, score: kept!['score'] })
  const days = await app.asOwner('select answers from review_day where owner_id = $1', [bob.uniqueId])
  expect(days).toEqual([{ answers: 1 }])
  expect(await app.as(bob).call(notificationApi.list, { type: 'PUSH_WEB' })).toHaveLength(1)
}, 60_000)

test('many customers who answer at the same moment are all counted', async () => {
  const bob = await reviews.owner()
  const invited = await Promise.all(Array.from({ length: 30 }, () => reviews.invite(bob)))
  await Promise.all(invited.map(({ token }, at) => reviews.answer(bob, token, sameStars(asked, ((at % 10) + 1) / 2))))
  const breakdown = Object.fromEntries(asked.map((id) => [id, [30, 165]]))
  expect(await sumsOf(bob)).toEqual({ sent: 30, answered: 30, answers: 30, score: 2.75, breakdown })
})

test('a second answer and a late one are refused with what the screen shows instead', async () => {
  const { token, uniqueId } = await reviews.invite(ann)
  await reviews.answer(ann, token, sameStars(asked, 4))
  const again = await send(token, given(sameStars(asked, 1)))
  const answer = { invitationStatus: 'ANSWERED', reviewType: 'Manufacturers' }
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { responseStatus: 'ERROR', message: 'You have already answered this survey', data: { answer } },
  ])
  expect((await answersTo(uniqueId))[0]).toMatchObject({ score: 4 })
  for (const ended of [{ days: -0.001 }, { state: 'EXPIRED' }, { state: 'FAILED' }] as const) {
    const { token: late, uniqueId: missed } = await reviews.invite(ann, ended)
    const refused = await send(late, given(sameStars(asked, 5)))
    const data = { answer: { invitationStatus: 'EXPIRED', reviewType: 'Manufacturers' } }
    expect([refused.statusCode, refused.json().message, refused.json().data]).toEqual([409, 'This survey has ended', data])
    expect(await answersTo(missed)).toEqual([])
  }
})

test('every question of the survey must be answered exactly once, and no other; otherwise nothing is stored', async () => {
  const { token, uniqueId } = await reviews.invite(ann)
  const before = await sumsOf(ann)
  const whole = given(sameStars(asked, 4))
  const elsewhere = await reviews.questions(app.other.uniqueId, 'Manufacturers', 1)
  const [retired] = await reviews.questions(ann.tenantId, 'Manufacturers', 1)
  await app.asOwner('update review_question set retired_at = now() where id = $1', [retired])
  const missing = 'All fields are mandatory'
  const other = 'Answer each question of this survey exactly once'
  for (const [answers, sentence] of [
    [whole.slice(1), missing],
    [[...whole.slice(1), whole[1]], missing],
    [given(sameStars(ofOthers, 4)), missing],
    [[...whole, whole[0]], other],
    [[...whole, { questionId: ofOthers[0], answer: 4 }], other],
    [[...whole, { questionId: elsewhere[0], answer: 4 }], other],
    [[...whole, { questionId: retired, answer: 4 }], other],
    [[...whole, { questionId: randomUUID(), answer: 4 }], other],
    [[], missing],
    [undefined, missing],
  ] as const) {
    const refused = await send(token, answers)
    const { questions, ownQuestions: _, ...fields } = refused.json().data
    expect([refused.statusCode, fields]).toEqual([422, { answers: sentence }])
    const isNone = answers === undefined || answers.length === 0
    expect(isNone ? asked : questions.map((one: { uniqueId: string }) => one.uniqueId)).toEqual(asked)
  }
  expect((await send(token, whole.slice(1))).json().message).toBe(missing)
  expect([await answersTo(uniqueId), await sumsOf(ann)]).toEqual([[], before])
  const untouched = await app.asOwner('select answered_at from review_question where id = any($1)', [[ofOthers[0], retired]])
  expect(untouched).toEqual([{ answered_at: null }, { answered_at: null }])
  expect((await send(token, whole)).statusCode).toBe(200)
})

test('stars are numbers from a half to five, in half steps', async () => {
  const { token, uniqueId } = await reviews.invite(ann)
  const rated = (answer: unknown) => send(token, given({ ...sameStars(asked, 4), [asked[0]!]: answer }))
  for (const wrong of [0, -1, 6, 5.5, 4.7, 0.25, '5', '', null, true, [5], {}, Number.NaN, Infinity, 1e300])
    expect([wrong, (await rated(wrong)).statusCode]).toEqual([wrong, 422])
  const anything = fc.oneof(fc.double(), fc.float(), fc.integer(), fc.anything())
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      fc.pre(!(typeof value === 'number' && isRating(value)))
      const isPolluting = (JSON.stringify(value) ?? '').includes('"__proto__":') // rejected before it is parsed
      expect((await rated(value)).statusCode).toBe(isPolluting ? 400 : 422)
    }),
    { numRuns: 60, examples: [[JSON.parse('{"__proto__":{}}')], [['__proto__']]] },
  )
  expect(await answersTo(uniqueId)).toEqual([])
  expect((await rated(0.5)).statusCode).toBe(200)
})

test('a remark has at most two thousand characters; an empty one is stored as none, and is never public', async () => {
  const { token, uniqueId } = await reviews.invite(ann)
  const answers = given(sameStars(asked, 4))
  const long = await send(token, answers, { remarks: 'x'.repeat(2001) })
  expect([long.statusCode, long.json().data]).toEqual([422, { remarks: 'Remarks can have 2000 characters at most' }])
  expect((await send(token, answers, { remarks: 'a\0b' })).statusCode).toBe(422)
  expect((await send(token, answers, { remarks: ' \n ', remarksPublic: true })).statusCode).toBe(200)
  expect(await answersTo(uniqueId)).toMatchObject([{ remark: null, remark_public: false }])
})

test('no other field is accepted: no score, owner or date', async () => {
  const { token } = await reviews.invite(ann)
  for (const field of ['score', 'ownerId', 'day', 'dateCreated', 'showAsTestimonial', 'reviewType']) {
    const refused = await send(token, given(sameStars(asked, 4)), { [field]: 5 })
    expect([refused.statusCode, refused.json().data]).toEqual([422, { [field]: 'Unknown field' }])
  }
})

test('answers to a staff owner are stored in the staff’s partition, those to a member in their own', async () => {
  const chief = await reviews.owner({ role: 'ROLE_ADMIN' })
  for (const owner of [chief, ann]) {
    const { token, uniqueId } = await reviews.invite(owner)
    await reviews.answer(owner, token, sameStars(asked, 4))
    expect(await answersTo(uniqueId)).toMatchObject([{ world_id: owner.partitionId }])
  }
})
