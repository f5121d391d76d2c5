import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { eq } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { reviewQuestions } from '#trust/schema/reviewQuestion.table'
import { type TestApp, testApp } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let ann: ReviewOwner
let asked: string[]
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '1' } })
  reviews = reviewFixture(app)
  ann = await reviews.owner()
  asked = await reviews.questions(ann.tenantId, ann.reviewType)
  await reviews.questions(ann.tenantId, 'Distributors_Dealers')
})
afterAll(() => app.close())

let octet = 0
const address = () => ({ 'x-forwarded-for': `10.1.0.${++octet}` })
const details = (token: string, headers: Record<string, string> = address(), lang?: 'de') =>
  app.as(undefined).send(reviewAnswerApi.surveydetails, { uniqueId: token, ...(lang && { lang }) }, headers)
const brand = () =>
  app.asOwner<{ name: string }>('select user_company_name as name from user_account where id = $1', [ann.uniqueId])

test('GET /api/review/surveydetails/{id} returns what is asked and for whom, and nothing else', async () => {
  const { token } = await reviews.invite(ann)
  const [{ name } = { name: '' }] = await brand()
  const questions = asked.map((uniqueId, at) => ({ uniqueId, headline: `Headline ${at + 1}`, question: `Question ${at + 1}?` }))
  expect((await details(token)).json().data).toEqual({
    answer: { invitationStatus: 'SENT', reviewType: 'Manufacturers' },
    user: { userCompanyName: name },
    questions,
    ownQuestions: [],
    minutes: 2,
  })
})

test.each([
  ['QUEUED', 'SENT'],
  ['SENDING', 'SENT'],
  ['UNCERTAIN', 'SENT'],
  ['FAILED', 'EXPIRED'],
  ['EXPIRED', 'EXPIRED'],
  ['ANSWERED', 'ANSWERED'],
] as const)('an invitation that is %s is shown as %s, with questions if it is open', async (state, shown) => {
  const { token } = await reviews.invite(ann, { state })
  const { answer, questions } = (await details(token)).json().data
  expect([answer.invitationStatus, questions.length]).toEqual([shown, shown === 'SENT' ? asked.length : 0])
})

test('an invitation past its time is expired, even before a routine has marked it', async () => {
  const { token } = await reviews.invite(ann, { days: -0.001 })
  expect((await details(token)).json().data).toMatchObject({ answer: { invitationStatus: 'EXPIRED' }, questions: [] })
})

test('a survey is in the requested language, otherwise in the invitation’s', async () => {
  const de = { headline: 'Lieferung', question: 'Kam sie pünktlich?' }
  await app.appContext.db.write(tenantScope(ann.tenantId), (tx) =>
    tx.update(reviewQuestions).set({ translations: { de } }).where(eq(reviewQuestions.uniqueId, asked[0]!)),
  )
  const { token } = await reviews.invite(ann, { language: 'de' })
  const { token: english } = await reviews.invite(ann)
  expect((await details(token)).json().data.questions[0]).toMatchObject(de)
  expect((await details(english, address(), 'de')).json().data.questions[0]).toMatchObject(de)
  expect((await details(english)).json().data.questions[0]).toMatchObject({ headline: 'Headline 1' })
})

const state = () =>
  app.asOwner(`select to_jsonb(i) as row from review_invitation i union all select to_jsonb(l) from link_token l
    union all select to_jsonb(s) from trust_score s union all select to_jsonb(q) from review_question q
    union all select to_jsonb(a) from attempt a union all select to_jsonb(n) from notification n order by 1`)

test('reading changes nothing: a hundred GETs and HEADs leave every table as it was', async () => {
  const { token } = await reviews.invite(ann)
  const before = await state()
  const url = `/api/review/surveydetails/${token}`
  for (let time = 0; time < 50; time++) {
    expect((await app.fastify.inject({ method: 'GET', url })).statusCode).toBe(200)
    expect((await app.fastify.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  }
  expect(await state()).toEqual(before)
})

test('every token that is not of this tenant’s surveys gets the same answer, from GET and from submit', async () => {
  const { db, links } = app.appContext
  const bea = await reviews.owner({ tenantId: app.other.uniqueId })
  const { token: foreign } = await reviews.invite(bea)
  const make = (purpose: 'UNSUBSCRIBE' | 'RESET_PASSWORD' | 'SET_PASSWORD' | 'CONFIRM_ADDRESS' | 'EXPORT') =>
    db.write(tenantScope(ann.tenantId), (tx) =>
      links.make(tx, ann.tenantId, { purpose, userId: ann.uniqueId, minutes: 9, uniqueId: randomUUID() }),
    )
  const purposes = ['UNSUBSCRIBE', 'RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS', 'EXPORT'] as const
  const others = await Promise.all(purposes.map(make))
  const { uniqueId, token } = await reviews.invite(ann)
  const guessed = `${ann.tenantId}.${randomBytes(32).toString('base64url')}`
  const wrong = [foreign, guessed, uniqueId, `${token}x`, token.slice(37), ann.token, 'x', ...others.map((one) => one.token)]
  const answers = [{ questionId: asked[0]!, answer: 5 }]
  for (const one of wrong) {
    const looked = await details(one)
    const submitted = await app.as(undefined).send(reviewAnswerApi.submit, { answerId: one, answers }, address())
    for (const { statusCode, json } of [looked, submitted])
      expect([statusCode, json()]).toEqual([404, { responseStatus: 'ERROR', message: 'Survey not found', data: {} }])
  }
  expect((await details(foreign, { ...address(), 'x-tenant': app.other.uniqueId })).statusCode).toBe(200)
})

test('the survey of an owner who has left returns 404', async () => {
  const gone = await reviews.owner()
  const { token } = await reviews.invite(gone)
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  expect((await details(token)).statusCode).toBe(404)
})

/** An address of one IPv6 network. */
const inNetwork = (host: number) => ({ 'x-forwarded-for': `2001:db8:1:1::${host.toString(16)}` })

test('one network gets at most thirty wrong links a minute, from whichever of its addresses', async () => {
  const statuses = new Set<number>()
  for (let host = 1; host <= 30; host++) statuses.add((await details('guess', inNetwork(host))).statusCode)
  expect([...statuses]).toEqual([404])
  expect((await details('guess', inNetwork(31))).statusCode).toBe(429)
})

test('one address gets at most thirty wrong links a minute, also all at once; valid ones are never refused', async () => {
  const { token } = await reviews.invite(ann)
  const [here, there] = [address(), address()]
  for (let time = 0; time < 35; time++) expect((await details(token, here)).statusCode).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, at) => details(`guess ${at}`, here)))
  const statuses = guesses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  const refused = await details('guess 61', here)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  const answers = asked.map((questionId) => ({ questionId, answer: 5 }))
  expect((await details('guess 61', there)).statusCode).toBe(404)
  expect((await details(token, here)).statusCode).toBe(200)
  expect((await app.as(undefined).send(reviewAnswerApi.submit, { answerId: token, answers }, here)).statusCode).toBe(200)
  await app.asOwner(`update attempt set created_at = created_at - interval '1 minute'`)
  expect((await details('guess 62', here)).statusCode).toBe(404)
})

test('with reviews switched off nothing is shown or accepted', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const { token } = await reviews.invite(ann)
  const turn = (value: boolean) =>
    app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value }, { 'x-tenant': ann.tenantId })
  await turn(false)
  expect((await details(token)).statusCode).toBe(403)
  await expect(reviews.answer(ann, token, sameStars(asked, 5))).rejects.toMatchObject({ status: 403 })
  await turn(true)
  expect((await details(token)).statusCode).toBe(200)
})

test('a link does not predict the next one: 256 bits, each set half of the time, in no order', () => {
  const { links } = app.appContext
  const ids = Array.from({ length: 20_000 }, (_, at) => `01990000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`)
  const secrets = ids.map((id) => Buffer.from(links.tokenOf(ann.tenantId, id).split('.')[1]!, 'base64url'))
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(ids.length)
  const isNearHalf = (many: number) => Math.abs(many / ids.length - 0.5) < 0.025
  for (let bit = 0; bit < 256; bit++) {
    const set = secrets.filter((secret) => secret[bit >> 3]! & (1 << (bit & 7))).length
    expect([bit, isNearHalf(set)]).toEqual([bit, true])
  }
  const rising = secrets.filter((secret, at) => at > 0 && secret.compare(secrets[at - 1]!) > 0).length
  expect([secrets[0]!.length, isNearHalf(rising)]).toEqual([32, true])
})
