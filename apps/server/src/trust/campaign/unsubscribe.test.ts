import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewInvitations } from '#trust/schema/review.table'
import { type TestApp, testApp } from '../../../test/app.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'

let app: TestApp
let campaigns: ReturnType<typeof campaignFixture>
beforeAll(async () => {
  app = await testApp()
  campaigns = campaignFixture(app)
})
afterAll(() => app.close())

const FIELDS = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/** An invited customer, and the two links of the letter. */
const invited = async () => {
  const { who, invitation } = await campaigns.invited()
  const tokenOf = (id: string) => app.appContext.links.tokenOf(who.tenantId, id)
  const [survey, leave] = [tokenOf(invitation.uniqueId), tokenOf(invitation.unsubscribeId)]
  return { who, invitation, survey, leave, path: `/api/review/unsubscribe/${leave}` }
}
const look = (token: string, headers = {}) => app.as(undefined).call(reviewCampaignApi.unsubscribing, { token }, headers)
const post = (
  url: string,
  payload: string | object = ONE_CLICK,
  headers: Record<string, string> = FIELDS,
  remoteAddress = '127.0.0.1',
) => app.fastify.inject({ method: 'POST', url, payload, headers, remoteAddress })
/** A click from this IP address. */
const from = (address: string, token: string) => post(`/api/review/unsubscribe/${token}`, ONE_CLICK, FIELDS, address)
const hotlisted = async (who: Awaited<ReturnType<typeof invited>>['who']) => {
  const [contact] = await app.as(who).call(reviewAudienceApi.list, { page: 0 })
  return contact!.hotlistedBecause
}
const everything = async () => {
  const tables = ['review_invitation', 'review_refusal', 'review_answer', 'link_token', 'trust_score', 'audit', 'attempt']
  const sums = tables.map(
    (name) => `select '${name}' as name, md5(string_agg(t::text, chr(10) order by t::text)) as sum from ${name} t`,
  )
  return app.asOwner(sums.join(' union all '))
}

test('POST /api/review/unsubscribe/{token} accepts the one-click request of mail programs without a session, and is idempotent', async () => {
  const { who, invitation, leave, path } = await invited()
  expect(await look(leave)).toEqual({ userCompanyName: expect.stringContaining('Brand'), unsubscribed: false })
  for (let times = 0; times < 2; times++) {
    const { statusCode, json } = await post(path)
    expect([statusCode, json().message, json().data.unsubscribed]).toEqual([
      200,
      'You will not get any more of these invitations.',
      true,
    ])
  }
  expect(await look(leave)).toMatchObject({ unsubscribed: true })
  const refusals = await app.asOwner('select address, reason from review_refusal where owner_id = $1', [who.uniqueId])
  expect(refusals).toEqual([{ address: invitation.emailAddress, reason: 'UNSUBSCRIBED' }])
  expect(await campaigns.now(invitation)).toMatchObject({
    state: 'FAILED',
    problem: 'They have unsubscribed from your invitations',
  })
  expect(await hotlisted(who)).toBe('UNSUBSCRIBED')
  const [shown] = await app.as(who).call(reviewCampaignApi.list, { page: 0 })
  expect(shown).toMatchObject({ invitationStatus: 'FAILED', resendable: false })
})

test('accepts a multipart form, JSON and an empty body too, but not a file, a large body or unknown fields', async () => {
  const ways: [string | object, Record<string, string>][] = [
    [{ 'List-Unsubscribe': 'One-Click' }, {}],
    ['', {}],
    ['', FIELDS],
    [
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ]
  for (const [payload, headers] of ways) {
    const { who, path } = await invited()
    const { statusCode } = await post(path, payload, headers)
    expect([payload, statusCode, await hotlisted(who)]).toEqual([payload, 200, 'UNSUBSCRIBED'])
  }
  const { who, path } = await invited()
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbytes\r\n--x--\r\n'
  expect((await post(path, file, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(413)
  expect((await post(path, `x=${'y'.repeat(5000)}`)).statusCode).toBe(413)
  expect((await post(path, 'surprise=1')).statusCode).toBe(422)
  expect((await post(path, ONE_CLICK, { 'content-type': 'text/plain' })).statusCode).toBe(415)
  const elsewhere = await post('/api/review/submit', 'answerId=x')
  expect(elsewhere.statusCode).toBe(415)
  expect(await hotlisted(who)).toBe('ASKED')
})

test('HEAD and GET requests to any link of a letter change nothing, however often scanners send them', async () => {
  const { who, survey, leave, path } = await invited()
  const before = await everything()
  const urls = [path, `/api/review/surveydetails/${survey}`, `/unsubscribe/${leave}`, `/review/${survey}?lang=de`]
  for (let times = 0; times < 40; times++)
    for (const url of urls)
      for (const method of ['GET', 'HEAD'] as const) {
        const headers = { 'x-tenant': who.tenantId, 'user-agent': 'SafeLinks' }
        const { statusCode } = await app.fastify.inject({ method, url, headers })
        expect([url, statusCode]).toEqual([url, url.startsWith('/api') ? 200 : 404])
      }
  expect(await everything()).toEqual(before)
})

test('an unsubscribe link works on any host, even while reviews are switched off', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const { who, leave, path } = await invited()
  const switched = (value: boolean) => app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value })
  await switched(false)
  expect(await look(leave)).toMatchObject({ unsubscribed: false })
  expect((await post(path, ONE_CLICK, { ...FIELDS, host: 'elsewhere.example' })).statusCode).toBe(200)
  await switched(true)
  expect(await hotlisted(who)).toBe('UNSUBSCRIBED')
})

test('invalid tokens all get the same answer, 30 times a minute; holders of a valid token are not affected', async () => {
  const { leave, survey, who } = await invited()
  const [tenantId, secret] = leave.split('.') as [string, string]
  const forged = [
    'x',
    `${tenantId}.`,
    `${tenantId}.${'A'.repeat(43)}`,
    `${crypto.randomUUID()}.${secret}`,
    `${app.other.uniqueId}.${secret}`,
    survey,
    who.token,
  ]
  const bodies = new Set<string>()
  for (const token of forged) {
    const { statusCode, body } = await post(`/api/review/unsubscribe/${token}`, ONE_CLICK, FIELDS, '10.0.0.1')
    expect(statusCode).toBe(404)
    bodies.add(body)
  }
  expect([...bodies]).toEqual([JSON.stringify({ responseStatus: 'ERROR', message: 'Link not found', data: {} })])
  const codes: number[] = []
  for (let times = forged.length; times < 32; times++)
    codes.push((await from('10.0.0.1', `${tenantId}.${'B'.repeat(43)}`)).statusCode)
  expect(codes).toEqual([...Array.from({ length: 30 - forged.length }, () => 404), 429, 429])
  for (const address of ['10.0.0.1', '10.0.0.2']) expect((await from(address, leave)).statusCode).toBe(200)
  for (let times = 0; times < 35; times++) expect((await from('10.0.0.3', leave)).statusCode).toBe(200)
  const wrong = `${tenantId}.${'B'.repeat(43)}`
  for (let host = 0; host < 30; host++) await from(`2001:db8:1:1::${host.toString(16)}`, wrong)
  expect((await from('2001:db8:1:1::ff', wrong)).statusCode).toBe(429)
})

test('a link of one kind works for no other call: of five kinds and five calls, only the diagonal succeeds', async () => {
  const { who, survey, leave } = await invited()
  const { url } = await app.as(who).call(companyApi.export, { format: 'csv' })
  const make = async (purpose: 'RESET_PASSWORD' | 'CONFIRM_ADDRESS', subject: string) =>
    app.appContext.db.write(who, async (tx) => {
      const made = { purpose, userId: who.uniqueId, subject, minutes: 60 }
      return (await app.appContext.links.make(tx, who.tenantId, made)).token
    })
  const tokens = {
    survey,
    ticket: url.split('/').at(-1)!,
    reset: await make('RESET_PASSWORD', ''),
    session: who.token,
    leave,
  }
  const headers = { 'x-tenant': who.tenantId }
  const visitor = app.as(undefined)
  const password = 'A wholly new phrase'
  const calls = {
    survey: (token: string) => visitor.send(reviewAnswerApi.surveydetails, { uniqueId: token }, headers),
    ticket: (ticket: string) => visitor.send(companyApi.exportFile, { ticket }),
    reset: (token: string) => visitor.send(identityApi.resetPassword, { token, password, confirmPassword: password }),
    session: (token: string) =>
      app.fastify.inject({ method: 'GET', url: '/api/auth/account', headers: { authorization: `Bearer ${token}` } }),
    leave: (token: string) => visitor.send(reviewCampaignApi.unsubscribe, { token }),
  }
  const works: string[] = []
  for (const [by, call] of Object.entries(calls).toSorted(([one]) => (one === 'reset' ? 1 : -1)))
    for (const [kind, token] of Object.entries(tokens)) {
      if (by === 'reset' && kind === 'reset') continue
      if ((await call(token)).statusCode === 200) works.push(`${kind} by ${by}`)
    }
  expect(works.toSorted()).toEqual(['leave by leave', 'session by session', 'survey by survey', 'ticket by ticket'])
  expect((await calls.reset(tokens.reset)).statusCode).toBe(200)
})

test('the secrets of 20,000 links are long, unique and not in any order', async () => {
  const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID()).toSorted()
  const secrets = ids.map((id) => app.appContext.links.tokenOf(app.main.uniqueId, id).split('.')[1]!)
  expect(new Set(secrets).size).toBe(ids.length)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const bits = secrets.map((secret) => Buffer.from(secret, 'base64url').readUInt32BE())
  const mean = bits.reduce((sum, one) => sum + one, 0) / bits.length / 2 ** 32
  const rising = bits.filter((one, at) => one > (bits[at - 1] ?? 0)).length / bits.length
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.02)
  expect(Math.abs(rising - 0.5)).toBeLessThan(0.02)
})

test('following the link leaves sent letters as they are and only stops the letter still waiting', async () => {
  const sentAt = new Date().toISOString()
  for (const [before, after] of [
    [
      { sentAt, remindedAt: sentAt },
      { state: 'SENT', sentAt, remindedAt: null },
    ],
    [{ sentAt }, { state: 'UNCERTAIN', sentAt }],
    [{}, { state: 'FAILED', sentAt: null }],
  ] as const) {
    const { who, invitation, path } = await invited()
    const isIt = eq(reviewInvitations.uniqueId, invitation.uniqueId)
    await app.appContext.db.write(who, (tx) =>
      tx
        .update(reviewInvitations)
        .set({ ...before, state: 'QUEUED' })
        .where(isIt),
    )
    expect((await post(path)).statusCode).toBe(200)
    expect(await campaigns.now(invitation)).toMatchObject({ ...after, problem: 'They have unsubscribed from your invitations' })
  }
})
