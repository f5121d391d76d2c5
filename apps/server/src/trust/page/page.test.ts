import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewPageApi } from '@tradewind/contract/trust/reviewPage.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runAtTime } from '../../../test/review/clock.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let questions: string[]
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  questions = await reviews.questions(app.main.uniqueId, 'Manufacturers')
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

interface Given {
  stars?: number
  remarks?: string
  remarksPublic?: boolean
  emailAddress?: string
  lastName?: string
  moment?: string
}
const answered = async (owner: ReviewOwner, { stars = 4, moment, remarks, remarksPublic = true, ...over }: Given = {}) => {
  const { token, uniqueId } = await reviews.invite(owner, { days: 4000, ...over })
  const send = () => reviews.answer(owner, token, sameStars(questions, stars), { ...(remarks && { remarks }), remarksPublic })
  await (moment ? runAtTime(moment, send) : send())
  return uniqueId
}
const scoreOf = (owner: ReviewOwner, who?: TestUser) => app.as(who).call(reviewPageApi.score, { uniqueId: owner.uniqueId })
const remarksOf = (owner: ReviewOwner, over: object = {}) =>
  app.as(undefined).call(reviewPageApi.remarks, { uniqueId: owner.uniqueId, ...over })

test('shows all time and the last 12 months next to each other, with the stars of each', async () => {
  const owner = await reviews.owner({ isPublic: true })
  expect(await scoreOf(owner)).toMatchObject({
    allTime: { answers: 0, score: null },
    last12Months: { answers: 0, score: null },
    remarks: { shown: 0, notShown: 0, removed: [] },
  })
  await answered(owner, { stars: 1, moment: '2024-05-01T12:00:00Z' })
  await answered(owner, { stars: 2.5, moment: '2025-01-01T12:00:00Z' })
  await answered(owner, { stars: 5 })
  await answered(owner, { stars: 4 })
  const { allTime, last12Months, stars } = await scoreOf(owner)
  expect(allTime).toEqual({ answers: 4, score: 3.125 })
  expect(last12Months).toMatchObject({ answers: 2, score: 4.5 })
  expect(stars.map((one) => [one.stars, one.allTime, one.last12Months])).toEqual([
    [5, 1, 1],
    [4, 1, 1],
    [3, 1, 0],
    [2, 0, 0],
    [1, 1, 0],
  ])
})

test('shows every public remark, newest first and paginated, and no private ones', async () => {
  const owner = await reviews.owner({ isPublic: true })
  for (let number = 1; number <= 12; number++)
    await answered(owner, { remarks: `Public ${number}`, lastName: 'Özdemir', moment: `2026-01-${10 + number}T12:00:00Z` })
  await answered(owner, { remarks: 'Between us', remarksPublic: false })
  await answered(owner)
  const { rows, total } = await app
    .as(undefined)
    .send(reviewPageApi.remarks, { uniqueId: owner.uniqueId })
    .then(({ headers, json }) => ({ rows: json(), total: headers['x-total-count'] }))
  expect([rows.length, total]).toEqual([10, '12'])
  expect(rows[0]).toEqual({
    uniqueId: expect.any(String),
    date: '2026-01-22T12:00:00.000Z',
    contact: { firstName: 'Ada', lastName: 'Ö.' },
    score: 4,
    remark: 'Public 12',
    ownerReply: null,
    isEarlier: false,
    viaLink: false,
    met: false,
  })
  expect((await remarksOf(owner, { page: 1 })).map(({ remark }) => remark)).toEqual(['Public 2', 'Public 1'])
  expect((await scoreOf(owner)).remarks).toEqual({ shown: 12, notShown: 0, removed: [] })
})

test('a page whose tenant shows only testimonials reports how many remarks are not shown', async () => {
  const owner = await reviews.owner({ isPublic: true })
  await answered(owner, { remarks: 'Nobody reads this' })
  const uniqueId = await answered(owner, { remarks: 'Everybody reads this' })
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_ALL_REMARKS', value: false })
  await expect.poll(async () => (await scoreOf(owner)).remarks).toEqual({ shown: 0, notShown: 1, removed: [] })
  expect(await remarksOf(owner)).toEqual([])
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_ALL_REMARKS', value: null })
  await expect.poll(async () => (await remarksOf(owner)).length).toBe(2)
})

test.each([
  ['2028-02-28', '2027-03-01'],
  ['2028-02-29', '2027-03-01'],
  ['2028-03-01', '2027-03-02'],
  ['2027-02-28', '2026-03-01'],
  ['2029-02-28', '2028-02-29'],
  ['2026-12-31', '2026-01-01'],
])('the twelve months that end on %s begin on %s', async (to, from) => {
  const owner = await reviews.owner({ isPublic: true })
  const { last12Months } = await runAtTime(`${to}T12:00:00Z`, () => scoreOf(owner))
  expect(last12Months).toMatchObject({ from, to })
})

test('only the owner can see a hidden page', async () => {
  const owner = await reviews.owner()
  await answered(owner, { remarks: 'Hidden' })
  for (const call of [() => scoreOf(owner), () => remarksOf(owner), () => scoreOf(owner, chief)])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  expect(await scoreOf(owner, owner)).toMatchObject({ remarks: { shown: 1 } })
  await app.as(owner).call(reviewSettingApi.save, { reviewsSearchEnabled: true })
  expect(await remarksOf(owner)).toHaveLength(1)
})

/** A report of a meeting with a contact who has this address. */
const reported = async (who: TestUser, email: string, date = '2026-01-05') => {
  const [asThem, company] = [app.as(who), { legalName: `Met ${randomUUID()}`, country: 'Italy', website: 'x.example' }]
  const { uniqueId: companyUID } = await asThem.call(companyApi.create, { ...company, companyTypeList: ['ASSOCIATION'] })
  const person = { firstName: 'Ada', lastName: 'Met', title: 'Buyer', contactRole: 'INFLUENCER' as const, email }
  const contact = await asThem.call(contactApi.create, { ...person, companyId: companyUID })
  const meeting = { date, companyUID, eventType: 'CALL' as const, attendees: [contact.uniqueId] }
  return asThem.call(meetingReportApi.create, meeting)
}
const isMet = async (owner: ReviewOwner) => (await remarksOf(owner)).map(({ met }) => met)

test('“met” marks attendees of a meeting reported by staff, not by the member’s own report or a future one', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const email = `met.${randomUUID()}@customer.example`
  const uniqueId = await answered(owner, { remarks: 'We met', emailAddress: email })
  await reported(owner, email)
  await reported(chief, email, '2999-01-01')
  await reported(chief, 'somebody@else.example')
  expect(await isMet(owner)).toEqual([false])
  const report = await reported(chief, email.toUpperCase())
  expect(await isMet(owner)).toEqual([true])
  await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
  const { breakDownScore } = await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId })
  expect(breakDownScore.remarks).toMatchObject([{ met: true }])
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  expect(await isMet(owner)).toEqual([false])
})

test('the own reports of a staff member do not mark anyone as met', async () => {
  const owner = await reviews.owner({ isPublic: true, role: 'ROLE_TENANT_ADMIN' })
  const email = `own.${randomUUID()}@customer.example`
  await answered(owner, { remarks: 'Mine', emailAddress: email })
  await reported(owner, email)
  expect(await isMet(owner)).toEqual([false])
  await reported(chief, email)
  expect(await isMet(owner)).toEqual([true])
})

test('pages of remarks are read by their index', async () => {
  const of = `tenant_id = '${randomUUID()}' and world_id = '${randomUUID()}' and owner_id = '${randomUUID()}'`
  const rows = await app.asOwner<{ 'QUERY PLAN': string }>(`explain select id from review_answer
    where ${of} and deleted_at is null and remark_public and remark_removed_at is null order by created_at desc, id desc limit 10`)
  const plan = rows.map((row) => row['QUERY PLAN']).join(' ')
  expect(plan).toContain('review_answer_public')
  expect(plan).not.toContain('Sort')
})
