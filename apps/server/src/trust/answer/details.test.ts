import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { dayAgo, runAtTime } from '../../../test/review/clock.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let asked: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  asked = await reviews.questions(app.main.uniqueId, 'Manufacturers')
})
afterAll(() => app.close())

const details = (owner: ReviewOwner, headers?: Record<string, string>) => app.as(owner).call(reviewAnswerApi.details, {}, headers)
const detailsOf = ({ uniqueId }: TestUser, who?: TestUser) => app.as(who).call(reviewAnswerApi.detailsOf, { uniqueId })
const historic = (owner: ReviewOwner, range: { fromDate?: string; toDate?: string } = {}) =>
  app.as(owner).call(reviewAnswerApi.historicData, range)
const answered = async (owner: ReviewOwner, stars: number | Record<string, number>, said = {}, over = {}) => {
  const { token, uniqueId } = await reviews.invite(owner, over)
  await reviews.answer(owner, token, typeof stars === 'number' ? sameStars(asked, stars) : stars, said)
  return uniqueId
}

test('GET /api/review/userReviewDetails returns your score, what was sent and answered, and each question’s mean', async () => {
  const ann = await reviews.owner()
  expect(await details(ann)).toEqual({
    uniqueId: ann.uniqueId,
    score: 0,
    totalReviewsSent: 0,
    totalAnsweredReviews: 0,
    totalUnansweredReviews: 0,
    totalEarlierReviews: 0,
    companyName: expect.stringContaining('Brand'),
    brandLogoUID: null,
    isPartner: false,
    breakDownScore: { totalReviews: 0, breakdown: [], remarks: [] },
  })
  await reviews.invite(ann)
  await reviews.invite(ann, { state: 'QUEUED' })
  await answered(ann, { [asked[0]!]: 5, [asked[1]!]: 4 })
  await answered(ann, { [asked[0]!]: 4, [asked[1]!]: 0.5 }, { remarks: 'Late', remarksPublic: false })
  await answered(ann, { [asked[0]!]: 4, [asked[1]!]: 5 }, { remarks: 'Good', remarksPublic: true })
  const { score, breakDownScore, ...totals } = await details(ann)
  expect(totals).toMatchObject({ totalReviewsSent: 4, totalAnsweredReviews: 3, totalUnansweredReviews: 1 })
  expect(score).toBe((4.5 + 2.25 + 4.5) / 3)
  expect(breakDownScore.breakdown).toEqual([
    { questionId: asked[0], headline: 'Headline 1', question: 'Question 1?', breakdownScore: 13 / 3, totalReviews: 3 },
    { questionId: asked[1], headline: 'Headline 2', question: 'Question 2?', breakdownScore: 9.5 / 3, totalReviews: 3 },
  ])
  expect(breakDownScore.remarks).toMatchObject([
    {
      remark: 'Good',
      remarkPublic: true,
      score: 4.5,
      contact: { firstName: 'Ada', lastName: expect.stringMatching(/^Lovelace/) },
    },
    { remark: 'Late', remarkPublic: false, score: 2.25 },
  ])
})

test('a retired question keeps its mean, listed after the active ones; a new one has none until it is answered', async () => {
  const ann = await reviews.owner({ reviewType: 'FranchiseBrands' })
  const [first, second] = await reviews.questions(ann.tenantId, 'FranchiseBrands')
  await answered(ann, { [first!]: 5, [second!]: 4 })
  await app.asOwner('update review_question set retired_at = now() where id = $1', [first])
  const [third] = await reviews.questions(ann.tenantId, 'FranchiseBrands', 1)
  const breakdown = async () => (await details(ann)).breakDownScore.breakdown.map(({ questionId: id }) => id)
  expect(await breakdown()).toEqual([second, first])
  await answered(ann, { [second!]: 3, [third!]: 1 })
  expect(await breakdown()).toEqual([second, third, first])
  expect((await details(ann)).score).toBe((4.5 + 2) / 2)
})

test('GET /api/review/userReviewDetails/{id} shows public pages to everybody, and others to their owners only', async () => {
  const [shown, partner, hidden, nameless, gone] = [
    await reviews.owner({ isPublic: true }),
    await reviews.owner(),
    await reviews.owner(),
    await reviews.owner({ isPublic: true }),
    await reviews.owner({ isPublic: true }),
  ]
  await app.asOwner('update user_account set is_partner = true where id = any($1)', [[partner.uniqueId]])
  await app.asOwner('update user_account set user_company_name = null where id = $1', [nameless.uniqueId])
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [gone.uniqueId])
  expect(await detailsOf(shown)).toMatchObject({ uniqueId: shown.uniqueId, isPartner: false })
  expect(await detailsOf(partner)).toMatchObject({ uniqueId: partner.uniqueId, isPartner: true })
  const visitors = [undefined, shown, await app.someone('ROLE_TENANT_ADMIN')]
  for (const who of visitors)
    for (const other of [hidden, nameless, gone]) await expect(detailsOf(other, who)).rejects.toMatchObject({ status: 404 })
  for (const own of [hidden, nameless]) expect(await detailsOf(own, own)).toMatchObject({ uniqueId: own.uniqueId })
  const foreigner = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })
  await expect(detailsOf(shown, foreigner)).rejects.toMatchObject({ status: 404 })
})

test('private remarks and whole last names are never public, not even in the owner’s preview', async () => {
  const ann = await reviews.owner({ isPublic: true })
  const names = { lastName: 'Braithwaite', emailAddress: 'sam@braithwaite.example' }
  await answered(ann, 5, { remarks: 'A secret of ours' }, names)
  const uniqueId = await answered(
    ann,
    4,
    { remarks: 'Very good', remarksPublic: true },
    { ...names, emailAddress: 'x@y.example' },
  )
  await app.as(ann).call(reviewAnswerApi.toggle, { uniqueId })
  for (const who of [undefined, ann]) {
    const page = await detailsOf(ann, who)
    expect(page.breakDownScore.remarks).toMatchObject([{ contact: { firstName: 'Ada', lastName: 'B.' }, remark: 'Very good' }])
    expect(JSON.stringify(page)).not.toMatch(/secret|Braithwaite|braithwaite/)
    expect([page.score, page.breakDownScore.totalReviews]).toEqual([4.5, 2])
  }
})

test('a public page reads no answers: it loads while their table is locked', async () => {
  const ann = await reviews.owner({ isPublic: true })
  await answered(ann, 4)
  await app.whileLocked('review_answer', async () => {
    await app.whileLocked('review_invitation', async () => {
      expect(await detailsOf(ann)).toMatchObject({ score: 4, totalReviewsSent: 1 })
    })
  })
})

test('questions are returned in the requested language, otherwise in the browser’s', async () => {
  const ann = await reviews.owner({ isPublic: true })
  await answered(ann, 4)
  const de = { headline: 'Qualität', question: 'Wie gut war sie?' }
  await app.asOwner('update review_question set translations = $2 where id = $1', [asked[0], { de }])
  const german = await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: ann.uniqueId, lang: 'de' })
  const own = await details(ann, { 'accept-language': 'de-AT' })
  for (const { breakDownScore } of [german, own]) expect(breakDownScore.breakdown[0]).toMatchObject(de)
  expect((await details(ann)).breakDownScore.breakdown[0]).toMatchObject({ headline: 'Headline 1' })
})

test('GET /api/review/historicData has an entry for each day with answers, covering all answers up to its end', async () => {
  const ann = await reviews.owner()
  const [first, second, gap, end, third] = [20, 19, 18, 4, 3].map(dayAgo) as [string, string, string, string, string]
  const on = (moment: string, stars: number) => runAtTime(moment, () => answered(ann, stars))
  await on(`${first}T09:00:00Z`, 5)
  await on(`${first}T23:59:59.999Z`, 2)
  await on(`${second}T00:00:00Z`, 3)
  await on(`${third}T12:00:00Z`, 0.5)
  const days = await historic(ann)
  expect(days.map(({ date, breakDownScore: { totalReviews, score } }) => [date, totalReviews, score])).toEqual([
    [first, 2, 3.5],
    [second, 3, 10 / 3],
    [third, 4, 10.5 / 4],
  ])
  expect(days[1]!.breakDownScore.breakdown).toMatchObject([
    { questionId: asked[0], breakdownScore: 10 / 3, totalReviews: 3 },
    { questionId: asked[1], breakdownScore: 10 / 3, totalReviews: 3 },
  ])
  expect(await historic(ann, { fromDate: second, toDate: third })).toEqual(days.slice(1))
  expect(await historic(ann, { fromDate: gap, toDate: end })).toEqual([])
  expect(await historic(ann, { toDate: first })).toEqual(days.slice(0, 1))
  expect(await historic(ann, { fromDate: third })).toEqual(days.slice(2))
})

test('days are in the tenant’s time zone', async () => {
  const boss = await app.someone('ROLE_TENANT_ADMIN')
  const zone = (value: string) => app.as(boss).call(tenantSettingApi.update, { key: 'TIME_ZONE', value })
  const ann = await reviews.owner()
  await zone('Asia/Tokyo')
  await runAtTime(`${dayAgo(9)}T15:00:00Z`, () => answered(ann, 5))
  await zone('')
  await runAtTime(`${dayAgo(9)}T15:00:00Z`, () => answered(ann, 5))
  expect((await historic(ann)).map(({ date }) => date)).toEqual([dayAgo(9), dayAgo(8)])
})

test('a range is at most ten years, and can not run backwards', async () => {
  const ann = await reviews.owner()
  const refused = (fromDate: string, toDate: string) => historic(ann, { fromDate, toDate })
  await expect(refused('2026-02-01', '2026-01-31')).rejects.toMatchObject({
    status: 422,
    data: { toDate: 'The end date is before the start date' },
  })
  await expect(refused('2016-01-01', '2026-01-08')).rejects.toMatchObject({ data: { toDate: 'At most 3,660 days' } })
  expect(await refused('2016-01-01', '2026-01-07')).toEqual([])
  await expect(refused('2026-02-30', '2026-03-01')).rejects.toMatchObject({ data: { fromDate: 'Date from is not a day' } })
  const many = `insert into review_day (tenant_id, owner_id, day, answers, score_sum)
    select $1, $2, date '2010-01-01' + n, 1, 5 from generate_series(1, 3661) n`
  await app.asOwner(many, [ann.tenantId, ann.uniqueId])
  await expect(historic(ann)).rejects.toMatchObject({ status: 422, data: { fromDate: 'At most 3,660 days' } })
  expect(await historic(ann, { fromDate: '2010-01-03' })).toHaveLength(3660)
})

const words = (rows: { remark: string | null }[]) => rows.map(({ remark }) => remark)

test('GET /api/review/remarks pages through everything that customers wrote, newest first', async () => {
  const [ann, neighbour] = [await reviews.owner(), await reviews.owner()]
  const chiefs = [await reviews.owner({ role: 'ROLE_TENANT_ADMIN' }), await reviews.owner({ role: 'ROLE_ADMIN' })]
  for (let number = 1; number <= 5; number++) await answered(ann, 4, { remarks: `Remark ${number}` })
  await answered(ann, 4)
  for (const other of [neighbour, ...chiefs]) await answered(other, 4, { remarks: `For ${other.fullName}` })
  const list = (who: ReviewOwner, over: object) => app.as(who).call(reviewAnswerApi.remarks, over)
  expect(words(await list(ann, { page: 1, size: 2 }))).toEqual(['Remark 3', 'Remark 2'])
  expect(words(await list(ann, { sort: 'dateCreated' }))).toEqual([1, 2, 3, 4, 5].map((number) => `Remark ${number}`))
  const { headers } = await app.as(ann).send(reviewAnswerApi.remarks, { page: 0, size: 2 })
  expect(headers['x-total-count']).toBe('5')
  for (const chief of chiefs) {
    const own = [`For ${chief.fullName}`]
    expect([words(await list(chief, { page: 0 })), words(await list(chief, {}))]).toEqual([own, own])
    expect(words((await details(chief)).breakDownScore.remarks)).toEqual(own)
  }
})

test('GET /api/review/remarks finds one remark by its id, among the caller’s own', async () => {
  const [ann, neighbour] = [await reviews.owner(), await reviews.owner()]
  for (const remarks of ['First', 'Second']) await answered(ann, 4, { remarks })
  const list = (who: ReviewOwner, over: object) => app.as(who).call(reviewAnswerApi.remarks, { page: 0, ...over })
  const { uniqueId: remarkId } = (await list(ann, {}))[1]!
  expect(words(await list(ann, { remarkId }))).toEqual(['First'])
  expect(await list(neighbour, { remarkId })).toEqual([])
  expect((await app.as(ann).send(reviewAnswerApi.remarks, { remarkId: 'first' })).statusCode).toBe(422)
})

test('more than a hundred remarks are returned only by their list', async () => {
  const ann = await reviews.owner({ isPublic: true })
  const template = await answered(ann, 4, { remarks: 'Remark', remarksPublic: true })
  const copies = (table: string, columns: string) =>
    app.asOwner(
      `insert into ${table} (id, ${columns}) select uuidv7(), ${columns} from ${table}, generate_series(1, 120) where id = $1`,
      [template],
    )
  await app.as(ann).call(reviewAnswerApi.toggle, { uniqueId: template })
  await copies('testimonial', 'tenant_id, owner_id, first_name, initial, remark, score, answered_at')
  await app.asOwner('alter table review_answer drop constraint review_answer_invitation')
  await copies(
    'review_answer',
    'tenant_id, world_id, owner_id, first_name, last_name, review_type, ratings, score, day, remark, remark_public',
  )
  expect((await details(ann)).breakDownScore.remarks).toHaveLength(100)
  expect((await detailsOf(ann)).breakDownScore.remarks).toHaveLength(100)
  expect(await app.as(ann).call(reviewAnswerApi.remarks, {})).toHaveLength(121)
})
