import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCaseApi } from '@tradewind/contract/trust/reviewCase.contract'
import { reviewPageApi } from '@tradewind/contract/trust/reviewPage.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let questions: string[]
let chief: TestUser
let owner: ReviewOwner
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  questions = await reviews.questions(app.main.uniqueId, 'Manufacturers')
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
beforeEach(async () => {
  owner = await reviews.owner({ isPublic: true })
})
afterAll(() => app.close())

const answered = async (remoteAddress: string, remarks?: string) => {
  const { token, uniqueId } = await reviews.invite(owner)
  const answers = Object.entries(sameStars(questions, 5)).map(([questionId, answer]) => ({ questionId, answer }))
  const payload = { answerId: token, answers, remarks, remarksPublic: true }
  const { method, path: url } = reviewAnswerApi.submit
  const { statusCode } = await app.fastify.inject({ method, url, payload, remoteAddress })
  expect(statusCode).toBe(200)
  return uniqueId
}
/** Moves all existing answers back in time. */
const backdate = (minutes: number) =>
  app.asOwner(`update review_answer_trace set created_at = created_at - make_interval(mins => $1) where owner_id = $2`, [
    minutes,
    owner.uniqueId,
  ])
const listCases = async () =>
  (await app.as(chief).call(reviewCaseApi.list, { page: 0, size: 100 }))
    .filter(({ companyId }) => companyId === owner.uniqueId)
    .map(({ kind, count }) => [kind, count])

test('flags many answers from one network, whichever of its addresses they come from, and removes none', async () => {
  const flagged: unknown[] = []
  for (let number = 1; number <= 6; number++) {
    await answered(`2001:db8:7:7::${number}`)
    await backdate(2)
    flagged.push((await listCases()).flat())
  }
  expect(flagged).toEqual([[], [], [], [], ['NETWORK', 5], ['NETWORK', 6]])
  const { allTime } = await app.as(undefined).call(reviewPageApi.score, { uniqueId: owner.uniqueId })
  expect(allTime).toEqual({ answers: 6, score: 5 })
})

test('flags many answers within one minute, but not answers spread over time and networks', async () => {
  for (let number = 1; number <= 5; number++) await answered(`203.0.113.${number}`)
  expect((await listCases()).map(([kind]) => kind)).toEqual(['MINUTE'])
  owner = await reviews.owner({ isPublic: true })
  for (let number = 1; number <= 8; number++) {
    await answered(`198.51.100.${number}`)
    await backdate(2)
  }
  expect(await listCases()).toEqual([])
})

test('flags identical texts however they are formatted, but not short ones', async () => {
  await answered('203.0.113.11', 'Great service, always on time!')
  await answered('203.0.113.12', 'Thank you')
  await answered('203.0.113.13', 'Thank you')
  expect(await listCases()).toEqual([])
  await answered('203.0.113.14', '  GREAT service — always on time ')
  expect(await listCases()).toEqual([['SAME_WORDS', 2]])
})

test('stores neither the address nor the text in an answer’s traces, and deletes the traces after 90 days', async () => {
  await answered('203.0.113.77', 'Nothing of this is kept in the traces')
  const traces = await app.asOwner('select * from review_answer_trace where owner_id = $1', [owner.uniqueId])
  expect(traces).toHaveLength(1)
  expect(JSON.stringify(traces)).not.toMatch(/203\.0\.113|kept in/)
  await backdate(91 * 24 * 60)
  await app.clock('records.sweep')
  expect(await app.asOwner('select from review_answer_trace where owner_id = $1', [owner.uniqueId])).toEqual([])
})
