import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { roles } from '@tradewind/contract/roles'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let chief: TestUser
let asked: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  chief = await app.someone('ROLE_SUPER_ADMIN')
  asked = await reviews.questions(app.main.uniqueId, 'Manufacturers')
})
afterAll(() => app.close())

const answered = async (owner: ReviewOwner, stars: number) => {
  const { token, uniqueId } = await reviews.invite(owner)
  await reviews.answer(owner, token, sameStars(asked, stars), { remarks: 'They said a name', remarksPublic: true })
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
  return { uniqueId, token }
}
const reason = 'It names a person'
const remove = (who: TestUser, uniqueId: string, over: object = { reason }) =>
  app.as(who).call(reviewAnswerApi.remove, { uniqueId, ...over } as { uniqueId: string; reason: string })
const sums = (owner: ReviewOwner) =>
  app.asOwner(
    `select s.sent, s.answered, s.answers, s.score_sum::text as sum, s.breakdown, d.answers as that_day, d.score_sum::text as that_sum
     from trust_score s left join review_day d on d.owner_id = s.owner_id where s.owner_id = $1`,
    [owner.uniqueId],
  )

test('DELETE /api/review/{id} takes an answer out of score, day, breakdown and every page, and reports why', async () => {
  for (const role of ['ROLE_PRO', 'ROLE_ADMIN'] as const) {
    const owner = await reviews.owner({ role, isPublic: true })
    await answered(owner, 4)
    const before = await sums(owner)
    const { uniqueId, token } = await answered(owner, 0.5)
    expect(await remove(chief, uniqueId)).toEqual({ uniqueId })
    expect(await sums(owner)).toEqual([{ ...before[0], sent: 2, answered: 2 }])
    const details = await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId })
    expect([details.score, details.breakDownScore.remarks.length]).toEqual([4, 1])
    expect(await app.as(owner).call(reviewAnswerApi.remarks, { page: 0 })).toHaveLength(1)
    expect((await app.as(owner).call(reviewAnswerApi.details, {})).breakDownScore.remarks).toHaveLength(1)
    await expect(reviews.answer(owner, token, sameStars(asked, 5))).rejects.toMatchObject({ status: 409 })
    const [told] = await app.as(owner).call(notificationApi.list, { type: 'PUSH_WEB' })
    expect(told).toMatchObject({ abbreviatedContentText: `It no longer counts. The reason: ${reason}` })
    const [entry] = await app.asOwner('select * from audit where record_id = $1 and action = $2', [uniqueId, 'DELETED'])
    expect(entry).toMatchObject({
      kind: 'review',
      title: 'Ada L.',
      world_id: chief.partitionId,
      by_name: chief.fullName,
      changes: { reason: { before: null, after: reason } },
    })
  }
})

test('removing the last answer leaves nothing: no day, no breakdown, no score', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const { uniqueId } = await answered(owner, 3.5)
  await remove(chief, uniqueId)
  const [left] = await sums(owner)
  expect(left).toMatchObject({ answers: 0, breakdown: {}, that_day: null })
  expect(Number(left!['sum'])).toBe(0)
  expect(await app.as(owner).call(reviewAnswerApi.historicData, {})).toEqual([])
  expect(await app.as(owner).call(reviewAnswerApi.details, {})).toMatchObject({ score: 0, totalAnsweredReviews: 1 })
})

test('removing an answer twice, or one that does not exist, returns 404; ten at once remove it once', async () => {
  const owner = await reviews.owner()
  await answered(owner, 5)
  const { uniqueId } = await answered(owner, 1)
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => remove(chief, uniqueId)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sums(owner)).toMatchObject([{ answers: 1, that_day: 1 }])
  await expect(remove(chief, uniqueId)).rejects.toMatchObject({ status: 404 })
  const { uniqueId: open } = await reviews.invite(owner)
  await expect(remove(chief, open)).rejects.toMatchObject({ status: 404 })
})

test('removing an answer requires a reason', async () => {
  const { uniqueId } = await answered(await reviews.owner(), 5)
  for (const none of [{}, { reason: ' ' }]) await expect(remove(chief, uniqueId, none)).rejects.toMatchObject({ status: 422 })
})

test('only the super admin of this tenant can remove an answer, not even its owner', async () => {
  const owner = await reviews.owner()
  const { uniqueId } = await answered(owner, 1)
  await expect(remove(owner, uniqueId)).rejects.toMatchObject({ status: 403 })
  for (const role of roles.filter((one) => one !== 'ROLE_SUPER_ADMIN'))
    await expect(remove(await app.someone(role), uniqueId)).rejects.toMatchObject({ status: 403 })
  const foreign = await app.someone('ROLE_SUPER_ADMIN', { tenantId: app.other.uniqueId })
  await expect(remove(foreign, uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await sums(owner)).toMatchObject([{ answers: 1 }])
})

test('answers of a user who has left can be removed too, and a public one whose link was swept', async () => {
  const [gone, old] = [await reviews.owner(), await reviews.owner()]
  const { uniqueId } = await answered(gone, 5)
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [gone.uniqueId])
  expect(await remove(chief, uniqueId)).toEqual({ uniqueId })
  const { uniqueId: shown } = await answered(old, 5)
  await app.asOwner('delete from link_token where id = $1', [shown])
  expect(await remove(chief, shown)).toEqual({ uniqueId: shown })
})
