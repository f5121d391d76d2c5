import { reviewResultsApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { dayAgo, runAtTime } from '../../../test/review/clock.ts'
import { reviewFixture, type ReviewOwner } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let first: string
let second: string
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  const asked = await reviews.questions(app.main.uniqueId, 'Manufacturers')
  first = asked[0]!
  second = asked[1]!
})
afterAll(() => app.close())

interface Given {
  daysAgo: number
  /** Of both questions. */
  stars: readonly [number, number]
  remarks?: string
  over?: object
}

const answered = async (owner: ReviewOwner, { daysAgo, stars, remarks, over = {} }: Given) =>
  runAtTime(`${dayAgo(daysAgo)}T10:00:00Z`, async () => {
    const { token, uniqueId } = await reviews.invite(owner, over)
    await reviews.answer(owner, token, { [first]: stars[0], [second]: stars[1] }, remarks ? { remarks } : {})
    return uniqueId
  })
type Range = { fromDate?: string; toDate?: string }
const results = (owner: ReviewOwner, range: Range = {}) => app.as(owner).call(reviewResultsApi.results, range)
const month = () => ({ fromDate: dayAgo(29), toDate: dayAgo(0) })

test('a period is compared with the same number of days before it: scores, questions and stars', async () => {
  const ann = await reviews.owner()
  await answered(ann, { daysAgo: 1, stars: [5, 4] })
  await answered(ann, { daysAgo: 29, stars: [4, 4] })
  await answered(ann, { daysAgo: 30, stars: [1, 0.5] })
  await answered(ann, { daysAgo: 59, stars: [3, 2.5] })
  await answered(ann, { daysAgo: 60, stars: [5, 5] })
  const found = await results(ann, month())
  expect([found.period, found.before]).toEqual([
    { from: dayAgo(29), to: dayAgo(0) },
    { from: dayAgo(59), to: dayAgo(30) },
  ])
  expect(found.score).toEqual({ now: { answers: 2, mean: 4.25 }, before: { answers: 2, mean: 1.75 }, others: null })
  expect(found.questions.map(({ questionId, now, before }) => [questionId, now.mean, before.mean])).toEqual([
    [first, 4.5, 2],
    [second, 4, 1.5],
  ])
  expect(found.stars).toEqual([
    { stars: 5, now: 1, before: 0 },
    { stars: 4, now: 1, before: 0 },
    { stars: 3, now: 0, before: 1 },
    { stars: 2, now: 0, before: 0 },
    { stars: 1, now: 0, before: 1 },
  ])
  expect(found.summary).toMatchObject({ totalReviewsSent: 5, score: (4.5 + 4 + 0.75 + 2.75 + 5) / 5 })
})

test('the default range is the last 180 days, until today in the tenant’s time zone', async () => {
  const ann = await reviews.owner()
  const { period, before, score, questions, countries, words, history } = await results(ann)
  expect([period, before]).toEqual([
    { from: dayAgo(179), to: dayAgo(0) },
    { from: dayAgo(359), to: dayAgo(180) },
  ])
  expect([score.now, questions, countries, words, history]).toEqual([{ answers: 0, mean: null }, [], [], [], []])
})

test('a range that runs backwards or is too long is refused at its field', async () => {
  const ann = await reviews.owner()
  const refused = (range: Range, sentence: string) =>
    expect(results(ann, range)).rejects.toMatchObject({ status: 422, data: { toDate: sentence } })
  await refused({ fromDate: '2026-02-01', toDate: '2026-01-31' }, 'The end date is before the start date')
  await refused({ fromDate: '2010-01-01', toDate: '2026-01-31' }, 'At most 3,660 days')
})

test('if a customer answers again the newest answer counts, and a removed one counts nowhere', async () => {
  const [ann, chief] = [await reviews.owner(), await app.someone('ROLE_SUPER_ADMIN')]
  const emailAddress = 'again@customer.example'
  await answered(ann, { daysAgo: 40, stars: [1, 1], over: { emailAddress } })
  await answered(ann, { daysAgo: 3, stars: [5, 5], over: { emailAddress } })
  const removed = await answered(ann, { daysAgo: 2, stars: [2, 2] })
  await app.as(chief).send({ method: 'DELETE', path: '/api/review/:uniqueId' }, { uniqueId: removed, reason: 'A test' })
  expect((await results(ann, month())).score).toMatchObject({ now: { answers: 1, mean: 5 }, before: { answers: 0, mean: null } })
})

test('trends start from all answers before the period', async () => {
  const ann = await reviews.owner()
  await answered(ann, { daysAgo: 50, stars: [2, 4] })
  await answered(ann, { daysAgo: 9, stars: [4, 4] })
  const { history, questions } = await results(ann, month())
  expect(questions.map(({ questionId }) => questionId)).toEqual([first, second])
  expect(history).toEqual([{ date: dayAgo(9), score: 3.5, means: [3, 4] }])
})

test('customers are counted by the country of their contact, and separately if the contact is deleted', async () => {
  const ann = await reviews.owner()
  const [german, other] = await campaignFixture(app).audience(ann, 2)
  const from = (contactId: string, stars: number) => answered(ann, { daysAgo: 4, stars: [stars, stars], over: { contactId } })
  await answered(ann, { daysAgo: 40, stars: [1, 1] })
  await from(german!, 5)
  await from(other!, 4)
  await answered(ann, { daysAgo: 4, stars: [3, 3] })
  expect((await results(ann, month())).countries).toEqual([
    { country: 'Germany', answers: 2, score: 4.5 },
    { country: null, answers: 1, score: 3 },
  ])
})

test('words that occur in several remarks of the period are returned, but no stop word of any of the languages', async () => {
  const ann = await reviews.owner()
  const said = [
    'The delivery was late, and the Qualität is very good. qualität!',
    'Eine schnelle DELIVERY und die Qualität war gut',
    'Très bonne équipe; la delivery, l’équipe, 24/7, sales@brand.example',
    'Great support',
  ]
  for (const [n, remarks] of said.entries()) await answered(ann, { daysAgo: n + 1, stars: [n + 2, n + 2], remarks })
  await answered(ann, { daysAgo: 40, stars: [5, 5], remarks: 'Great support' })
  expect((await results(ann, month())).words).toEqual([
    { word: 'delivery', remarks: 3, score: 3 },
    { word: 'qualität', remarks: 2, score: 2.5 },
  ])
})

test('results are visible only to their owner: neighbours in the partition and in the tenant read none of them', async () => {
  const [chief, clerk, ann, bob] = [
    await reviews.owner({ role: 'ROLE_TENANT_ADMIN' }),
    await reviews.owner({ role: 'ROLE_ADMIN' }),
    await reviews.owner(),
    await reviews.owner(),
  ]
  for (const owner of [chief, ann])
    for (const daysAgo of [1, 2]) await answered(owner, { daysAgo, stars: [1, 1], remarks: 'Dreadful' })
  for (const [owner, other] of [[clerk, chief] as const, [bob, ann] as const]) {
    expect(await results(owner, month())).toMatchObject({ score: { now: { answers: 0 } }, words: [], countries: [], history: [] })
    expect(await results(other, month())).toMatchObject({ score: { now: { answers: 2 } }, words: [{ word: 'dreadful' }] })
  }
})

const download = async (owner: ReviewOwner, format: 'csv' | 'xlsx', language = 'en') => {
  const { url } = await app.as(owner).call(reviewResultsApi.exportResults, { ...month(), format })
  return app.fastify.inject({ url, headers: { 'accept-language': language } })
}

test('the figures are downloaded as one table, only by owners who may export', async () => {
  const ann = await reviews.owner()
  await answered(ann, { daysAgo: 1, stars: [5, 4], remarks: '=delivery(1)' })
  await answered(ann, { daysAgo: 2, stars: [4, 4], remarks: 'A fine delivery' })
  await answered(ann, { daysAgo: 31, stars: [3, 3] })
  const { body, headers } = await download(ann, 'csv')
  const { score, questions } = await results(ann, month())
  const others = [score, ...questions].map((one) => one.others)
  expect(others).not.toContain(null)
  expect(headers['content-disposition']).toContain('Results.csv')
  const lines = body.trim().split(/\r?\n/)
  expect(lines[0]).toContain('Kind,Name,Answers,Score,Answers in the period before,Score in the period before,Members like you')
  expect(lines.slice(1)).toEqual([
    `Score,${dayAgo(29)} – ${dayAgo(0)},2,4.25,1,3,${others[0]}`,
    `Question,Headline 1,2,4.5,1,3,${others[1]}`,
    `Question,Headline 2,2,4,1,3,${others[2]}`,
    'Stars,5,1,,0,,',
    'Stars,4,1,,0,,',
    'Stars,3,0,,1,,',
    'Stars,2,0,,0,,',
    'Stars,1,0,,0,,',
    'Country,,2,4.25,,,',
    'Words in remarks,delivery,2,4.25,,,',
  ])
  expect((await download(ann, 'xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  const clerk = await reviews.owner({ role: 'ROLE_ADMIN' })
  await expect(download(clerk, 'csv')).rejects.toMatchObject({ status: 403 })
})

test('a downloaded table has the words of the screen in its reader’s language, countries among them', async () => {
  const ann = await reviews.owner()
  const [german] = await campaignFixture(app).audience(ann, 1)
  await answered(ann, { daysAgo: 4, stars: [5, 5], over: { contactId: german! } })
  const lines = (await download(ann, 'csv', 'de')).body.replace(/^\uFEFF/, '').split(/\r?\n/)
  expect(lines[0]).toBe('Art,Name,Antworten,Wert,Antworten im Zeitraum davor,Wert im Zeitraum davor,Mitglieder wie Sie')
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toContain('Land,Deutschland,1')
  expect(lines[1]).toMatch(/^Wert,/)
})
