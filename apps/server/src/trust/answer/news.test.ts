import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { reviewFixture, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every node is notified of a changed score: by an answer, a testimonial, a reply and a removal, and nothing else', async () => {
  const reviews = reviewFixture(app)
  const other = await app.open()
  const heard: string[] = []
  const hear = (node: string, appContext: typeof other.appContext) =>
    appContext.onNews(({ topic, tenantId, id }) => {
      if (topic === 'trust' && tenantId === ann.tenantId) heard.push(`${node} ${id}`)
    })
  const ann = await reviews.owner()
  hear('here', app.appContext)
  hear('there', other.appContext)
  const asked = await reviews.questions(ann.tenantId, ann.reviewType)
  const { token, uniqueId } = await reviews.invite(ann)
  const said = { remarks: 'Good', remarksPublic: true }
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const told = [`here ${ann.uniqueId}`, `here ${ann.uniqueId}`, `there ${ann.uniqueId}`] // directly, and through PostgreSQL
  await reviews.answer(ann, token, sameStars(asked, 4), said)
  await expect.poll(() => heard.toSorted()).toEqual(told.slice(1)) // only after the commit, because answers are frequent
  const changes: (() => Promise<unknown>)[] = [
    () => app.as(ann).call(reviewAnswerApi.toggle, { uniqueId }),
    () => app.as(ann).call(reviewAnswerApi.reply, { uniqueId, ownerReply: 'Thanks' }),
    () => app.as(chief).call(reviewAnswerApi.remove, { uniqueId, reason: 'It names a person' }),
  ]
  for (const change of changes) {
    heard.length = 0
    await change()
    await expect.poll(() => heard.toSorted()).toEqual(told)
  }
  heard.length = 0
  await expect(reviews.answer(ann, token, sameStars(asked, 5), said)).rejects.toMatchObject({ status: 409 })
  await app.as(undefined).call(reviewAnswerApi.surveydetails, { uniqueId: token })
  expect(heard).toEqual([])
})
