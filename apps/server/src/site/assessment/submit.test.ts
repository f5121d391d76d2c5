import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment, sampleVisitor } from '../../../test/assessment/assessing.ts'

let app: TestApp
let tenant: AssessmentHelpers
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  tenant = await begin()
})
afterAll(() => app.close())

/** A tenant that asks five questions in three categories. */
const begin = async () => {
  const begun = await openAssessment(app)
  await begun.ask('Papers', 'SYSTEMS')
  await begun.ask('A plan')
  await begun.ask('A budget')
  await begun.ask('A website', 'ASSETS')
  await begun.ask('A leader')
  return begun
}
const leadsOf = ({ tenantId }: AssessmentHelpers) =>
  app.asOwner('select * from lead where tenant_id = $1 order by id desc', [tenantId]) as Promise<Record<string, unknown>[]>

const thanks = 'Thank you! Your responses have been recorded successfully. We will share the findings with you over the email.'

test('answers are saved in question order, with the mean of each category, a lead and a link', async () => {
  const scores = await tenant.answers((at) => [5, 4, 4, 2, 0][at]!)
  const { statusCode, json } = await tenant.send({ ...sampleVisitor, answers: scores.toReversed() })
  expect([statusCode, json()]).toEqual([200, { responseStatus: 'SUCCESS', message: thanks, data: { token: expect.any(String) } }])
  const [assessment] = await tenant.kept()
  const [lead] = await leadsOf(tenant)
  expect(assessment).toMatchObject({
    leadId: lead!['id'],
    averages: [
      { category: 'Leadership & Management Endorsement', average: 13 / 3 },
      { category: 'GTM - Asset Development', average: 2 },
      { category: 'Systems & Processes', average: 0 },
    ],
  })
  expect(assessment!.answers.map(({ question, score }) => [question, score])).toEqual([
    ['A plan', 5],
    ['A budget', 4],
    ['A leader', 4],
    ['A website', 2],
    ['Papers', 0],
  ])
  expect(lead).toMatchObject({
    tenant_id: tenant.tenantId,
    world_id: tenant.tenantId,
    source: 'ASSESSMENT',
    name: 'Vera Canary',
    first_name: 'Vera',
    last_name: 'Canary',
    title: 'Managing director',
    email: sampleVisitor.email,
    country: 'IT',
    contact_number: sampleVisitor.contactNumber,
    email_key: sampleVisitor.email,
    country_name: 'italy',
  })
  expect((await tenant.result(app.appContext.links.tokenOf(tenant.tenantId, assessment!.uniqueId))).statusCode).toBe(200)
  expect(await app.as(tenant.chief).call(assessmentApi.listQuestions, { page: 0 })).toMatchObject(
    Array.from({ length: 5 }, () => ({ answered: true })),
  )
})

test('a submission that is repeated because no response arrived is saved once', async () => {
  const body = { ...sampleVisitor, answers: await tenant.answers(() => 3) }
  const before = (await tenant.kept()).length
  const send = () => tenant.send(body, undefined, { ...tenant.there(), 'idempotency-key': 'of-one-submit' })
  const [first, again] = [await send(), await send()]
  expect([first.statusCode, again.json()]).toEqual([200, first.json()])
  expect(await tenant.kept()).toHaveLength(before + 1)
  const { token } = first.json().data
  expect((await tenant.result(token)).statusCode).toBe(200)
  const [kept] = await app.asOwner(`select jsonb_agg(to_jsonb(r)) as all from first_reply r where key = 'of-one-submit'`)
  expect(JSON.stringify(kept)).toContain('linkId')
  expect(JSON.stringify(kept)).not.toContain(token.split('.')[1])
})

test('every question must be answered exactly once, with 0 to 5, and no other question may be', async () => {
  const good = await tenant.answers()
  const before = await leadsOf(tenant)
  const all = 'Please answer all questions.'
  const foreign = { questionId: crypto.randomUUID(), score: 3 }
  const wrong = [
    [],
    good.slice(1),
    [...good, foreign],
    [foreign, ...good.slice(1)],
    [...good, good[0]],
    [good[1], ...good.slice(1)],
  ]
  for (const answers of wrong) {
    const { statusCode, json } = await tenant.send({ ...sampleVisitor, answers })
    expect([statusCode, json().data]).toEqual([422, { answers: all }])
  }
  expect((await tenant.send({ ...sampleVisitor, answers: good.slice(1) })).json().message).toBe(all)
  for (const score of [-1, 6, 4.5, '4', null, Number.NaN]) {
    const { statusCode, json } = await tenant.send({ ...sampleVisitor, answers: [{ ...good[0], score }, ...good.slice(1)] })
    expect([statusCode, Object.keys(json().data)]).toEqual([422, ['answers']])
  }
  expect(await leadsOf(tenant)).toEqual(before)
  const capitals = good.map(({ questionId, score }) => ({ questionId: questionId.toUpperCase(), score }))
  expect((await tenant.send({ ...sampleVisitor, answers: capitals })).statusCode).toBe(200)
})

test('only current questions are accepted: a retired one is unknown, a new one missing', async () => {
  const own = await begin()
  const before = await own.answers()
  const { uniqueId } = (await own.asked())[0]!
  await own.submit()
  await app.as(own.chief).call(assessmentApi.removeQuestion, { uniqueId })
  expect((await own.send({ ...sampleVisitor, answers: before })).statusCode).toBe(422)
  expect((await own.send({ ...sampleVisitor, answers: await own.answers() })).statusCode).toBe(200)
  const late = await own.answers()
  await own.ask('Anew')
  expect((await own.send({ ...sampleVisitor, answers: late })).statusCode).toBe(422)
})

test('a visitor must provide all personal details', async () => {
  const answers = await tenant.answers()
  const { statusCode, json } = await tenant.send({ answers, firstName: 'Vera' })
  expect([statusCode, json()]).toEqual([
    422,
    {
      responseStatus: 'ERROR',
      message: 'All fields are mandatory to proceed!',
      data: {
        email: 'Email is required',
        title: 'Title is required',
        lastName: 'Last name is required',
        country: 'Country is required',
        contactNumber: 'Contact number is required',
      },
      said: expect.objectContaining({ 'Title is required': { text: '{what} is required', values: { what: { text: 'Title' } } } }),
    },
  ])
  for (const [field, value] of Object.entries({ email: 'vera', country: 'Atlantis', contactNumber: 'call me', title: ' ' })) {
    const refused = await tenant.send({ ...sampleVisitor, answers, [field]: value })
    expect([field, refused.statusCode, Object.keys(refused.json().data)]).toEqual([field, 422, [field]])
  }
  const withoutNumber = await tenant.send({ ...sampleVisitor, answers, contactNumber: ' ' })
  expect(withoutNumber.json().data).toEqual({ contactNumber: 'Contact number is required' })
})

test('a signed-in respondent is identified by the account, whatever the body claims, and may omit the rest', async () => {
  const own = await begin()
  const member = await app.someone('ROLE_BASIC', { tenantId: own.tenantId, firstName: 'Marta' })
  const answers = await own.answers()
  expect((await own.send({ answers }, member)).statusCode).toBe(200)
  expect((await own.send({ answers, ...sampleVisitor }, member)).statusCode).toBe(200)
  const account = { name: 'Marta ROLE_BASIC', first_name: 'Marta', last_name: 'ROLE_BASIC', email: member.emailAddress }
  expect(await leadsOf(own)).toMatchObject([
    { ...account, title: sampleVisitor.title, country: 'IT', contact_number: sampleVisitor.contactNumber },
    { ...account, title: null, country: '', contact_number: null, world_id: own.tenantId },
  ])
})

test('a submission with the hidden field filled in is thanked and discarded', async () => {
  const own = await begin()
  const { statusCode, json } = await own.send({ ...sampleVisitor, answers: await own.answers(), website: 'https://spam.example' })
  expect([statusCode, json().message]).toEqual([200, thanks])
  expect((await own.result(json().data.token)).statusCode).toBe(404)
  expect([await leadsOf(own), await own.kept(), await own.jobs()]).toEqual([[], [], []])
})

test('submissions with the hidden field filled in are rate limited, but do not use up the limit of others', async () => {
  const own = await begin()
  const here = { 'x-tenant': own.tenantId, 'x-forwarded-for': '10.8.8.8' }
  const filled = { ...sampleVisitor, answers: await own.answers(), website: 'https://spam.example' }
  const codes: number[] = []
  for (let at = 0; at < 6; at++) codes.push((await own.send(filled, undefined, here)).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  const counted = await app.asOwner(`select from attempt where tenant_id = $1 and key = 'assessment'`, [own.tenantId])
  expect(counted).toEqual([])
})

test('twenty concurrent submissions create twenty leads with their answers', async () => {
  const own = await begin()
  const answers = await own.answers()
  const sent = Array.from({ length: 20 }, (_, at) => own.send({ ...sampleVisitor, email: `v${at}@visitor.example`, answers }))
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
  const kept = await own.kept()
  const leads = await leadsOf(own)
  expect([kept.length, new Set(kept.map(({ leadId }) => leadId)).size, leads.length]).toEqual([20, 20, 20])
  expect(await own.jobs()).toHaveLength(40)
})

test('of 1,000 posts from one IP address at most five a minute are saved, and the others are rate limited', async () => {
  const own = await begin()
  const here = { 'x-tenant': own.tenantId, 'x-forwarded-for': '10.9.9.9' }
  const answers = await own.answers()
  const posts = Array.from({ length: 1000 }, (_, at) =>
    own.send({ ...sampleVisitor, email: `v${at}@visitor.example`, answers }, undefined, here),
  )
  const codes = (await Promise.all(posts)).map(({ statusCode }) => statusCode)
  expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 429).length]).toEqual([5, 995])
  expect([(await leadsOf(own)).length, (await own.kept()).length, (await own.jobs()).length]).toEqual([5, 5, 10])
  expect((await own.send({ ...sampleVisitor, answers })).statusCode).toBe(200)
  await app.asOwner(`insert into attempt (tenant_id, key) select $1, 'assessment' from generate_series(1, 1500)`, [own.tenantId])
  expect((await own.send({ ...sampleVisitor, answers })).statusCode).toBe(429)
  const { statusCode } = await tenant.send({ ...sampleVisitor, answers: await tenant.answers() })
  expect(statusCode).toBe(200) // other tenants have limits of their own
})

test('rejects a body larger than 32 KB', async () => {
  const answers = await tenant.answers()
  expect((await tenant.send({ ...sampleVisitor, answers, website: 'x'.repeat(40_000) })).statusCode).toBe(413)
})

test('the lead stores the privacy policy that the respondent agreed to; an unknown one is rejected and nothing saved', async () => {
  const own = await begin()
  const [version] = await app.asOwner<{ id: string }>(
    `insert into legal_text_version (tenant_id, kind, language, version, content) values ($1, 'PRIVACY', 'en', 1, '<p>One</p>') returning id`,
    [own.tenantId],
  )
  const body = { ...sampleVisitor, answers: await own.answers(() => 3) }
  expect((await own.send({ ...body, consent: crypto.randomUUID() })).statusCode).toBe(422)
  expect(await leadsOf(own)).toEqual([])
  expect((await own.send({ ...body, consent: version!.id })).statusCode).toBe(200)
  expect(await leadsOf(own)).toMatchObject([{ consent_id: version!.id, consented_at: expect.anything() }])
})
