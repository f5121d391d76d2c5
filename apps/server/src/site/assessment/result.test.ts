import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment, sampleVisitor } from '../../../test/assessment/assessing.ts'

let app: TestApp
let tenant: AssessmentHelpers
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  tenant = await openAssessment(app)
  await tenant.ask('A plan')
  await tenant.ask('Papers', 'SYSTEMS')
})
afterAll(() => app.close())

const none = [404, { responseStatus: 'ERROR', message: 'Result not found', data: {} }]

test('a result shows averages and answers in the requested language, and nothing about the respondent', async () => {
  const { uniqueId } = (await tenant.asked())[0]!
  const translations = { de: { question: 'Ein Plan' } }
  await app.as(tenant.chief).call(assessmentApi.updateQuestion, { uniqueId, translations })
  const { token, uniqueId: assessmentId, leadId } = await tenant.submit()
  const { statusCode, body, json } = await tenant.result(token)
  expect([statusCode, json().data]).toEqual([
    200,
    {
      dateCreated: expect.any(String),
      averages: [
        { category: 'Leadership & Management Endorsement', average: 4 },
        { category: 'Systems & Processes', average: 4 },
      ],
      answers: [
        { questionId: uniqueId, category: 'Leadership & Management Endorsement', question: 'A plan', score: 4 },
        { questionId: expect.any(String), category: 'Systems & Processes', question: 'Papers', score: 4 },
      ],
      before: null,
      comparison: { all: null, country: null },
    },
  ])
  for (const canary of [...Object.values(sampleVisitor), 'Canary', '5550', assessmentId, leadId])
    expect(body).not.toContain(canary)
  const words = async (lang: string) =>
    (await tenant.result(token, tenant.there(), lang)).json().data.answers.map(({ question }: { question: string }) => question)
  expect([await words('de'), await words('fr')]).toEqual([
    ['Ein Plan', 'Papers'],
    ['A plan', 'Papers'],
  ])
})

test('results keep the wording of a question that is no longer asked', async () => {
  const own = await openAssessment(app)
  const { uniqueId } = await own.ask('Of yore')
  const { token } = await own.submit()
  await own.ask('Anew')
  await app.as(own.chief).call(assessmentApi.removeQuestion, { uniqueId })
  expect((await own.result(token)).json().data.answers).toMatchObject([{ question: 'Of yore', score: 4 }])
  expect(await own.kept()).toMatchObject([{ answers: [{ question: 'Of yore', score: 4 }] }])
})

test('every token that is not a result of this tenant gets the same response', async () => {
  const { tenantId, chief } = tenant
  const other = await openAssessment(app)
  await other.ask('A plan')
  const { token: foreign } = await other.submit()
  const { token, uniqueId, leadId } = await tenant.submit()
  const { db, links } = app.appContext
  const purposes = ['RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS', 'EXPORT', 'SURVEY', 'UNSUBSCRIBE'] as const
  const others = await Promise.all(
    purposes.map((purpose) =>
      db.write(tenantScope(tenantId), (tx) =>
        links.make(tx, tenantId, { purpose, userId: chief.uniqueId, minutes: 9, uniqueId: randomUUID(), subject: uniqueId }),
      ),
    ),
  )
  const guessed = `${tenantId}.${randomBytes(32).toString('base64url')}`
  const wrong = [foreign, guessed, uniqueId, leadId, `${token}x`, token.slice(37), chief.token, 'x']
  for (const one of [...wrong, ...others.map((made) => made.token)]) {
    const { statusCode, json } = await tenant.result(one)
    expect([statusCode, json()]).toEqual(none)
  }
  expect((await other.result(foreign)).statusCode).toBe(200)
})

test('a result link gives access to nothing else', async () => {
  const { token } = await tenant.submit()
  const there = tenant.there()
  const password = { password: 'A wholly new phrase', confirmPassword: 'A wholly new phrase' }
  const visitor = app.as(undefined)
  const statuses = [
    await visitor.send(identityApi.resetPassword, { token, ...password }, there),
    await visitor.send(identityApi.confirmAddress, { token }, there),
    await visitor.send(reviewCampaignApi.unsubscribe, { token }, there),
    await visitor.send(companyApi.exportFile, { ticket: token }, there),
    await visitor.send(reviewAnswerApi.surveydetails, { uniqueId: token }, there),
    await visitor.send(identityApi.account, {}, { ...there, authorization: `Bearer ${token}` }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([422, 422, 404, 404, 404, 401])
  expect((await tenant.result(token)).statusCode).toBe(200)
})

/** All rows that viewing a result could have changed. */
const state = () =>
  app.asOwner(
    `select (select count(*) from attempt), (select jsonb_agg(to_jsonb(a) order by id) from assessment a), (select jsonb_agg(to_jsonb(l) order by id) from link_token l)`,
  )

test('viewing a result changes nothing, however often and with GET or HEAD', async () => {
  const { token } = await tenant.submit()
  const before = await state()
  for (const method of ['GET', 'HEAD'] as const)
    for (let time = 0; time < 40; time++) {
      const url = `/api/auditQuestion/result/${token}`
      const { statusCode } = await app.fastify.inject({ method, url, headers: { 'x-tenant': tenant.tenantId } })
      expect(statusCode).toBe(200)
    }
  expect(await state()).toEqual(before)
})

test('blocks a network after thirty wrong links in a minute, from whichever of its addresses', async () => {
  const there = tenant.there()
  const from = (host: number) => ({ ...there, 'x-forwarded-for': `2001:db8:1:1::${host.toString(16)}` })
  const statuses = new Set<number>()
  for (let host = 1; host <= 30; host++) statuses.add((await tenant.result('guess', from(host))).statusCode)
  expect([...statuses]).toEqual([404])
  expect((await tenant.result('guess', from(31))).statusCode).toBe(429)
})

test('blocks an IP address after thirty wrong links in a minute, even concurrent ones, but never rejects right links', async () => {
  const { token } = await tenant.submit()
  const [here, elsewhere] = [tenant.there(), tenant.there()]
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, at) => tenant.result(`guess ${at}`, here)))
  const statuses = guesses.map(({ statusCode }) => statusCode)
  expect([statuses.filter((one) => one === 404).length, statuses.filter((one) => one === 429).length]).toEqual([30, 30])
  expect((await tenant.result(token, here)).statusCode).toBe(200)
  expect((await tenant.result('guess', elsewhere)).statusCode).toBe(404)
})

test('a result is not found while its lead is in the trash', async () => {
  const own = await openAssessment(app)
  await own.ask('A plan')
  const { token, leadId } = await own.submit()
  await app.as(own.chief).call(leadApi.remove, { uniqueId: leadId })
  const { statusCode, json } = await own.result(token)
  expect([statusCode, json(), await own.kept()]).toEqual([...none, []])
})
