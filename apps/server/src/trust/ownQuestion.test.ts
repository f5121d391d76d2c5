import { reviewAnswerApi, reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewPageApi } from '@tradewind/contract/trust/reviewPage.contract'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let asked: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  asked = await reviews.questions(app.main.uniqueId, 'Manufacturers')
})
afterAll(() => app.close())

const own = (who: TestUser) => app.as(who).call(reviewOwnQuestionApi.list, {})
const add = (who: TestUser, question: string, position?: number) =>
  app.as(who).call(reviewOwnQuestionApi.create, { question, ...(position && { position }) })
const change = (who: TestUser, uniqueId: string, fields: object) =>
  app.as(who).call(reviewOwnQuestionApi.change, { uniqueId, ...fields })
const remove = (who: TestUser, uniqueId: string) => app.as(who).call(reviewOwnQuestionApi.remove, { uniqueId })
const words = async (who: TestUser) =>
  (await own(who)).filter(({ retired }) => !retired).map(({ question, position }) => `${position} ${question}`)
const results = (owner: ReviewOwner) => app.as(owner).call(reviewResultsApi.results, {})

/** A customer answers the questions of the type with four stars, and these own ones. */
const answered = async (owner: ReviewOwner, stars: Readonly<Record<string, number>>, over: object = {}) => {
  const { token, uniqueId } = await reviews.invite(owner, over)
  const ownAnswers = Object.entries(stars).map(([questionId, answer]) => ({ questionId, answer }))
  await reviews.answer(owner, token, sameStars(asked, 4), { ownAnswers })
  return uniqueId
}

test('a question can be added, reworded, moved and deleted, and the places stay 1, 2, 3', async () => {
  const ann = await reviews.owner()
  const a = await add(ann, '  How was A?  ')
  await add(ann, 'How was B?')
  const c = await add(ann, 'How was C?', 1)
  expect([a, c]).toMatchObject([
    { question: 'How was A?', position: 1, answered: false, retired: false },
    { question: 'How was C?', position: 1 },
  ])
  expect(await words(ann)).toEqual(['1 How was C?', '2 How was A?', '3 How was B?'])
  await change(ann, c.uniqueId, { position: 9 })
  expect(await words(ann)).toEqual(['1 How was A?', '2 How was B?', '3 How was C?'])
  expect(await change(ann, c.uniqueId, { position: 2, question: 'How was D?' })).toMatchObject({
    position: 2,
    question: 'How was D?',
  })
  expect(await remove(ann, a.uniqueId)).toEqual({ uniqueId: a.uniqueId, retired: false })
  expect(await words(ann)).toEqual(['1 How was D?', '2 How was B?'])
  const noted = await app.asOwner<{ action: string }>(
    `select action from audit where record_id = $1 and kind = 'reviewOwnQuestion' order by created_at, id`,
    [c.uniqueId],
  )
  expect(noted.map(({ action }) => action)).toEqual(['CREATED', 'CHANGED', 'CHANGED'])
})

test('of twenty questions added at the same time only five are asked, and restoring one does not make it six', async () => {
  const ann = await reviews.owner()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(ann, `How was ${at}?`)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const most = { status: 409, message: 'Your survey can ask 5 questions of your own at most' }
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: most })
  const five = await own(ann)
  expect(five.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  await answered(ann, { [five[0]!.uniqueId]: 5 })
  await remove(ann, five[0]!.uniqueId)
  const fresh = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => add(ann, 'One more?')),
    ...Array.from({ length: 5 }, () => change(ann, five[0]!.uniqueId, { retired: false })),
  ])
  expect(fresh.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await words(ann)).map((one) => one[0])).toEqual(['1', '2', '3', '4', '5'])
  const past = 'insert into review_own_question (tenant_id, world_id, owner_id, question, position) values ($1, $2, $3, $4, 6)'
  await expect(app.asOwner(past, [ann.tenantId, ann.partitionId, ann.uniqueId, 'Six?'])).rejects.toMatchObject({ code: '23514' })
})

test('requires a text of at most 300 characters and a whole number as place', async () => {
  const ann = await reviews.owner()
  const refused = (given: object) => app.as(ann).send(reviewOwnQuestionApi.create, given)
  for (const question of ['', '   ', undefined, 7, 'x'.repeat(301), 'a\0b'])
    expect([question, (await refused({ question })).statusCode]).toEqual([question, 422])
  expect((await refused({ question: 'x'.repeat(301) })).json().data).toEqual({
    question: 'Question can have 300 characters at most',
  })
  for (const position of [0, 1.5, '2']) expect((await refused({ question: 'How?', position })).statusCode).toBe(422)
  expect((await refused({ question: 'How?', answered: true })).json().data).toEqual({ answered: 'Unknown field' })
  expect(await own(ann)).toEqual([])
})

test('an answered question keeps its text: it is retired with its answers, and can be asked again', async () => {
  const ann = await reviews.owner()
  const { uniqueId } = await add(ann, 'How was it?')
  const other = await add(ann, 'And the other?')
  await answered(ann, { [uniqueId]: 4.5 })
  expect(await own(ann)).toMatchObject([{ answered: true }, { answered: false }])
  const fixed = { question: 'This question has answers and can no longer be changed. Retire it and add a new one.' }
  await expect(change(ann, uniqueId, { question: 'How was that?' })).rejects.toMatchObject({ status: 422, data: fixed })
  await change(ann, uniqueId, { question: 'How was it?', position: 2 })
  expect(await remove(ann, uniqueId)).toEqual({ uniqueId, retired: true })
  expect(await remove(ann, uniqueId)).toEqual({ uniqueId, retired: true })
  expect(await own(ann)).toMatchObject([
    { uniqueId: other.uniqueId, position: 1 },
    { uniqueId, retired: true },
  ])
  await expect(change(ann, uniqueId, { position: 1 })).rejects.toMatchObject({ status: 422 })
  const { token } = await reviews.invite(ann)
  const survey = await app.as(undefined).call(reviewAnswerApi.surveydetails, { uniqueId: token })
  expect(survey.ownQuestions).toEqual([{ uniqueId: other.uniqueId, question: 'And the other?' }])
  expect((await results(ann)).ownQuestions).toMatchObject([
    { uniqueId: other.uniqueId, retired: false, now: { answers: 0, mean: null } },
    { uniqueId, question: 'How was it?', retired: true, now: { answers: 1, mean: 4.5 } },
  ])
  expect(await change(ann, uniqueId, { retired: false, position: 1 })).toMatchObject({ position: 1, retired: false })
  expect(await words(ann)).toEqual(['1 How was it?', '2 And the other?'])
})

test('removing a question while it gets its first answer never loses the question of a saved answer', async () => {
  const ann = await reviews.owner()
  for (let time = 0; time < 10; time++) {
    const { uniqueId } = await add(ann, `How was it, ${time}?`)
    const [answer] = await Promise.allSettled([answered(ann, { [uniqueId]: 5 }), remove(ann, uniqueId)])
    const kept = (await own(ann)).filter((one) => one.uniqueId === uniqueId)
    expect(kept).toHaveLength(answer.status === 'fulfilled' ? 1 : 0)
  }
})

/** All public data of an owner, and the underlying sums. */
const standing = async (owner: ReviewOwner) => {
  const { uniqueId } = owner
  const sums: unknown[] = []
  for (const table of ['trust_score', 'review_day', 'testimonial'])
    sums.push(
      await app.asOwner(
        `select to_jsonb(t) - '{id,owner_id,created_at,updated_at}'::text[] as row from ${table} t where owner_id = $1`,
        [uniqueId],
      ),
    )
  const json = (await app.fastify.inject(`/company/${uniqueId}/score.json`)).json()
  const badge = (await app.fastify.inject(`/badge/${uniqueId}.svg`)).body
  const { summary, ownQuestions: _, ...figures } = await results(owner)
  const { uniqueId: __, companyName: ___, ...whole } = summary
  return JSON.stringify([
    sums,
    [json.score, json.counts, json.allTime, json.chain.length, json.answers],
    badge.replace(/Brand \d+/g, ''),
    await app.as(undefined).call(reviewPageApi.score, { uniqueId }),
    [whole, figures],
    await app.as(owner).call(reviewAnswerApi.historicData, {}),
  ])
    .replaceAll(uniqueId, '')
    .replaceAll(/"hash":"[^"]*"/g, '')
}

test('own questions do not count in any score, sum, page, badge or calculation', async () => {
  const [plain, campaigns] = [await reviews.owner({ isPublic: true }), await reviews.owner({ isPublic: true })]
  const { uniqueId } = await add(campaigns, 'How was the coffee?')
  for (const stars of [0.5, 1, 5]) {
    await answered(plain, {})
    await answered(campaigns, { [uniqueId]: stars })
  }
  expect(await standing(campaigns)).toBe(await standing(plain))
  const page = (await app.fastify.inject(`/company/${campaigns.uniqueId}/score.json`)).body
  expect(page).not.toContain(uniqueId)
  expect(page).not.toContain('coffee')
})

test('own questions are optional; one not of the owner is rejected with the current questions, and nothing is saved', async () => {
  const [ann, bob] = [await reviews.owner(), await reviews.owner()]
  const { uniqueId, question } = await add(ann, 'How was it?')
  const theirs = await add(bob, 'And theirs?')
  const { token } = await reviews.invite(ann)
  const answers = asked.map((questionId) => ({ questionId, answer: 4 }))
  const send = (ownAnswers: unknown) => app.as(undefined).send(reviewAnswerApi.submit, { answerId: token, answers, ownAnswers })
  for (const [given, sentence] of [
    [[{ questionId: theirs.uniqueId, answer: 4 }], 'One of these questions is no longer asked'],
    [[{ questionId: randomUUID(), answer: 4 }], 'One of these questions is no longer asked'],
    [[{ questionId: asked[0], answer: 4 }], 'One of these questions is no longer asked'],
    [
      [
        { questionId: uniqueId, answer: 4 },
        { questionId: uniqueId.toUpperCase(), answer: 5 },
      ],
      'Answer each question once at most',
    ],
  ] as const) {
    const refused = await send(given)
    expect([refused.statusCode, refused.json().data.ownAnswers]).toEqual([422, sentence])
    expect(refused.json().data.ownQuestions).toEqual([{ uniqueId, question }])
  }
  for (const wrong of [0, 5.5, 4.2, '5', null])
    expect((await send([{ questionId: uniqueId, answer: wrong }])).statusCode).toBe(422)
  expect(await own(ann)).toMatchObject([{ answered: false }])
  expect(await own(bob)).toMatchObject([{ answered: false }])
  expect((await send([])).statusCode).toBe(200)
  expect((await results(ann)).ownQuestions).toMatchObject([{ now: { answers: 0 } }])
})

test('a repeated answer counts once in the own questions too, and a removed answer no longer counts', async () => {
  const ann = await reviews.owner()
  const { uniqueId } = await add(ann, 'How was it?')
  const same = { contactId: randomUUID(), emailAddress: 'twice@customer.example' }
  await answered(ann, { [uniqueId]: 1 }, same)
  const last = await answered(ann, { [uniqueId]: 5 }, same)
  expect((await results(ann)).ownQuestions).toMatchObject([{ now: { answers: 1, mean: 5 } }])
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(chief).call(reviewAnswerApi.remove, { uniqueId: last, reason: 'It names a person' })
  expect((await results(ann)).ownQuestions).toMatchObject([{ now: { answers: 1, mean: 1 } }])
})

test('the download contains the own questions next to the others', async () => {
  const ann = await reviews.owner()
  const { uniqueId } = await add(ann, '=1+1, how was it?')
  await answered(ann, { [uniqueId]: 4.5 })
  const { url } = await app.as(ann).call(reviewResultsApi.exportResults, { format: 'csv' })
  const lines = (await app.fastify.inject(url)).body.split(/\r?\n/).filter((line) => line.startsWith('Your own questions'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/how was it\?"?,1,4\.5,/)
  expect(lines[0]).not.toContain(',=1')
})

test('only the owner can read or change own questions, not others in the partition or tenant', async () => {
  const [chief, clerk] = [await reviews.owner({ role: 'ROLE_TENANT_ADMIN' }), await reviews.owner({ role: 'ROLE_ADMIN' })]
  const [ann, bob] = [await reviews.owner(), await reviews.owner()]
  const far = await reviews.owner({ tenantId: app.other.uniqueId })
  for (const [owner, others] of [
    [chief, [clerk, ann]],
    [ann, [bob, chief, far]],
  ] as const) {
    const { uniqueId } = await add(owner, 'Whose is it?')
    for (const other of others) {
      expect((await own(other)).map((one) => one.uniqueId)).not.toContain(uniqueId)
      const gone = { status: 404, message: 'Question not found' }
      await expect(change(other, uniqueId, { question: 'Mine!' })).rejects.toMatchObject(gone)
      await expect(remove(other, uniqueId)).rejects.toMatchObject(gone)
      const { ownQuestions } = await app.as(other).call(reviewOwnQuestionApi.preview, {})
      expect(ownQuestions.map((one) => one.uniqueId)).not.toContain(uniqueId)
    }
    expect(await own(owner)).toMatchObject([{ uniqueId, question: 'Whose is it?' }])
  }
})

test('the preview shows the questions a customer is asked, for any survey type, and cannot be submitted', async () => {
  const ann = await reviews.owner()
  const { uniqueId, question } = await add(ann, 'Wie war es?')
  const { token } = await reviews.invite(ann)
  const { answer: _, ...survey } = await app.as(undefined).call(reviewAnswerApi.surveydetails, { uniqueId: token })
  const preview = (given: object) => app.as(ann).call(reviewOwnQuestionApi.preview, given)
  expect(await preview({ lang: 'en' })).toEqual(survey)
  expect(survey).toMatchObject({ ownQuestions: [{ uniqueId, question }], minutes: 2 })
  const [other] = await reviews.questions(ann.tenantId, 'FranchiseBrands', 1)
  const { questions } = await preview({ reviewType: 'FranchiseBrands' })
  expect(questions.map((one) => one.uniqueId)).toContain(other)
  const starter = await app.someone('ROLE_STARTER')
  expect((await app.as(starter).send(reviewOwnQuestionApi.preview, {})).statusCode).toBe(403)
  const fresh = await app.someone('ROLE_BASIC')
  expect(await app.as(fresh).call(reviewOwnQuestionApi.preview, {})).toMatchObject({ questions: [], ownQuestions: [] })
})
