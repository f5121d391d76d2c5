import { messageApi } from '@tradewind/contract/platform/message.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { type BadgeFile, badgePath } from '@tradewind/contract/trust/badge.constants'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

/** A member with a public page and this score. */
const company = async (name: string, { answers = 3, scoreSum = 13.5, tenantId = app.main.uniqueId } = {}) => {
  const member = await app.someone('ROLE_PRO', { tenantId })
  const { uniqueId } = member
  await app.as(member).call(adminApi.updateBrandName, { uniqueId, userCompanyName: name })
  await app.asOwner('insert into trust_score (tenant_id, owner_id, answers, score_sum) values ($1, $2, $3, $4)', [
    tenantId,
    uniqueId,
    answers,
    scoreSum,
  ])
  await app.as(member).call(reviewSettingApi.save, { reviewsSearchEnabled: true })
  return member
}

const at = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ method: 'GET', url, headers })
const badge = ({ uniqueId }: Pick<TestUser, 'uniqueId'>, file: BadgeFile = 'svg', asked: Record<string, string> = {}) =>
  at(badgePath(uniqueId, file, asked))
const status = async (...asked: Parameters<typeof badge>) => (await badge(...asked)).statusCode

test('a badge shows the score in each language and size, can be embedded anywhere, and sets no cookie', async () => {
  const member = await company('Fir & <Sons>')
  const { statusCode, headers, body } = await badge(member)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['x-frame-options']).toBeUndefined()
  expect(body).toContain('<title id="t">Fir &amp; &lt;Sons&gt; has 4.5 out of 5 stars from 3 customer reviews.</title>')
  expect(body).not.toMatch(/<script|<Sons>|href|url\(/)
  const german = (await badge(member, 'svg', { lang: 'de', size: 'large', theme: 'dark' })).body
  expect(german).toContain('Fir &amp; &lt;Sons&gt; hat 4,5 von 5 Sternen aus 3 Kundenbewertungen.')
  expect(german).toContain('>3 Bewertungen · ')
  expect(german).toContain('width="340" height="124"')
  expect(german).not.toContain('#ffffff')
})

test('an unchanged badge is not sent again', async () => {
  const member = await company('Known')
  const { headers } = await badge(member)
  const again = await at(badgePath(member.uniqueId, 'svg'), { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the badge’s HTML card for frames links to the company’s page, and runs no script', async () => {
  const member = await company('Framed')
  const { headers, body } = await badge(member, 'html')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors \*$/)
  expect(body).toMatch(new RegExp(`<a href="http[^"]+/company/${member.uniqueId}" target="_blank" rel="noopener"><svg `))
})

/** The opacity of the middle of each star. */
const lit = async (member: TestUser) => {
  const { data, info } = await sharp((await badge(member, 'png')).rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from(
    { length: 5 },
    (_, star) => data[((info.height / 2) * info.width + star * info.height + info.height / 2 - 4) * 4 + 3]! > 200,
  )
}

test('the badge picture for mails has as many stars lit as the score', async () => {
  expect(await lit(await company('Three', { answers: 2, scoreSum: 6 }))).toEqual([true, true, true, false, false])
  expect(await lit(await company('Half', { answers: 2, scoreSum: 3 }))).toEqual([true, true, false, false, false])
})

test('a badge without answers says so', async () => {
  const { body } = await badge(await company('Young', { answers: 0, scoreSum: 0 }))
  expect(body).toContain('No reviews yet')
  expect(body).toContain('Young and its trust score: no customer has answered yet.')
})

test('a change shows immediately: of the score, the name, the texts, and of who may be seen', async () => {
  const member = await company('Before')
  expect((await badge(member)).body).toContain('Before has 4.5')
  await app.as(member).call(adminApi.updateBrandName, { uniqueId: member.uniqueId, userCompanyName: 'After' })
  await expect.poll(async () => (await badge(member)).body).toContain('After has 4.5')
  await app
    .as(await app.someone('ROLE_TENANT_ADMIN'))
    .call(messageApi.create, { language: 'en', key: '{count} review|{count} reviews', text: '{count} voice|{count} voices' })
  await expect.poll(async () => (await badge(member)).body).toContain('3 voices')
  await app.as(member).call(reviewSettingApi.save, { reviewsSearchEnabled: false })
  await expect.poll(() => status(member)).toBe(404)
})

test('there is no badge for a company that is hidden or of another tenant, or with reviews switched off', async () => {
  const hidden = await app.someone('ROLE_PRO')
  expect(await status(hidden)).toBe(404)
  expect(await status({ uniqueId: randomUUID() })).toBe(404)
  const { uniqueId: tenantId } = await app.tenant('Badges', { domainName: 'badges.test' })
  await app.asOwner(`insert into tenant_domain (domain, tenant_id) values ('badges.test', $1)`, [tenantId])
  const there = await company('Elsewhere', { tenantId })
  const inTheirs = () => at(badgePath(there.uniqueId, 'svg'), { host: 'badges.test' })
  expect(await status(there)).toBe(404)
  expect((await inTheirs()).body).toContain('Elsewhere has 4.5')
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: 'false' }, { 'x-tenant': tenantId })
  await expect.poll(async () => (await inTheirs()).statusCode).toBe(404)
})

test.each(['size=huge', 'theme=pink', 'lang=xx', 'size=small&size=large', 'other=1'])(
  'a badge address with %s returns 404',
  async (query) => {
    const { uniqueId } = await company(`Asked for ${query}`)
    expect((await at(`/badge/${uniqueId}.svg?${query}`)).statusCode).toBe(404)
  },
)

test.each(['x.svg', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000.gif', '%00.svg'])(
  'a badge address like %s returns 404',
  async (file) => {
    expect((await at(`/badge/${file}`)).statusCode).toBe(404)
  },
)
