import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
})
afterAll(() => app.close())

type New = Parameters<typeof reviews.owner>[0]

/** An owner whose customers gave these stars to each of these questions. */
const rated = async (who: New, questions: readonly string[], ...stars: number[]) => {
  const owner = await reviews.owner(who)
  for (const given of stars) {
    const { token } = await reviews.invite(owner)
    await reviews.answer(owner, token, Object.fromEntries(questions.map((id) => [id, given])))
  }
  return owner
}
const results = (owner: ReviewOwner) => app.as(owner).call(reviewResultsApi.results, {})
const othersOf = async (owner: ReviewOwner) => {
  const { score, questions } = await results(owner)
  return [score.others, ...questions.map(({ others }) => others)]
}

const scene = async (reviewType: ReviewType) => {
  const questions = await reviews.questions(app.main.uniqueId, reviewType)
  const ann = await rated({ reviewType }, questions, 1)
  for (const stars of [5, 4, 3, 2]) await rated({ reviewType }, questions, stars)
  return { ann, questions }
}

test('an owner is compared with the mean of at least five other members, each counted once, to one decimal', async () => {
  const { ann, questions } = await scene('Manufacturers')
  expect(await othersOf(ann)).toEqual([null, null, null])
  const fifth = await rated({ reviewType: 'Manufacturers' }, questions, 5, 5, 4, 5)
  expect(await othersOf(ann)).toEqual([3.8, 3.8, 3.8])
  expect(await othersOf(fifth)).toEqual([3, 3, 3])
})

test('nothing is returned about a question that fewer than five others were asked', async () => {
  const { ann, questions } = await scene('FranchiseBrands')
  await rated({ reviewType: 'FranchiseBrands' }, questions, 1)
  const [added] = await reviews.questions(app.main.uniqueId, 'FranchiseBrands', 1)
  for (let n = 0; n < 4; n++) await rated({ reviewType: 'FranchiseBrands' }, [...questions, added!], 3)
  const { token } = await reviews.invite(ann)
  await reviews.answer(ann, token, Object.fromEntries([...questions, added!].map((id) => [id, 5])))
  expect(await othersOf(ann)).toEqual([3, 3, 3, null])
})

test('staff, closed accounts, other types, other tenants and members without an answer do not count; no name is exposed', async () => {
  const reviewType = 'Consultants_ServiceProviders'
  const { ann, questions } = await scene(reviewType)
  const foreign = await reviews.questions(app.other.uniqueId, reviewType)
  const distributed = await reviews.questions(app.main.uniqueId, 'Distributors_Dealers')
  await rated({ reviewType, role: 'ROLE_TENANT_ADMIN' }, questions, 1)
  await rated({ reviewType: 'Distributors_Dealers' }, distributed, 1)
  await rated({ reviewType, tenantId: app.other.uniqueId }, foreign, 1)
  await rated({ reviewType }, questions)
  const closed = await rated({ reviewType }, questions, 1)
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [closed.uniqueId])
  expect(await othersOf(ann)).toEqual([null, null, null])
  await app.asOwner('update user_account set deactivated_at = null where id = $1', [closed.uniqueId])
  expect(await othersOf(ann)).toEqual([3, 3, 3])
  expect(JSON.stringify(await results(ann))).not.toContain(closed.uniqueId)
})
