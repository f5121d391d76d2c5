import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls } from '../../../test/content/content.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { APP_URL: 'https://main.example' } })
  content = contentCalls(app)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

const feed = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers })
const locations = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url!)
const decide = (key: string, value: string | null) => app.as(admin).call(tenantSettingApi.update, { key, value })

test('the sitemap lists static pages, published content and visible companies, at the tenant’s own address', async () => {
  const partner = await app.someone('ROLE_PRO')
  await app.as(partner).call(adminApi.updateBrandName, { uniqueId: partner.uniqueId, userCompanyName: 'Bergwald' })
  await app.as(admin).call(adminApi.update, { uniqueId: partner.uniqueId, isPartner: true })
  const { updatedAt } = await content.write(admin, { title: 'Listed' })
  await content.write(admin, { title: 'Hidden', status: 'DRAFT' })
  const { body, headers } = await feed('/sitemap.xml', { host: 'evil.example' })
  expect(headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'x-content-type-options': 'nosniff' })
  const still = ['/', '/solutions', '/pricing', '/aboutUs', '/knowledgeCentre', '/xareview', '/self-assessment', '/signup']
  const paths = [...still, '/blog/listed', `/company/${partner.uniqueId}`]
  expect(locations(body)).toEqual(paths.map((path) => `https://main.example${path}`))
  expect(body).toContain(`<loc>https://main.example/blog/listed</loc><lastmod>${updatedAt}</lastmod>`)
  expect(body).toContain('<xhtml:link rel="alternate" hreflang="de" href="https://main.example/pricing?lang=de"/>')
  await decide('SHOW_PARTNERS', 'false')
  await decide('SHOW_ASSESSMENT', 'false')
  const fewer = locations((await feed('/sitemap.xml')).body).map((url) => new URL(url).pathname)
  expect(fewer).toEqual(paths.filter((path) => !/xareview|assessment|company/.test(path)))
  await decide('SHOW_PARTNERS', null)
  await decide('SHOW_ASSESSMENT', null)
})

const hrefOf = (path: string) => `href="https://main.example/blog/${path}"/>`

test('the sitemap links all languages of an article, and RSS has it once, in the tenant’s language', async () => {
  const first = await content.write(admin, { title: 'Zoll', language: 'de' })
  const { uniqueId } = await content.write(admin, { title: 'Customs', language: 'en', translationOf: first.uniqueId })
  const { body } = await feed('/sitemap.xml')
  const links =
    `<xhtml:link rel="alternate" hreflang="en" ${hrefOf('customs?lang=en')}<xhtml:link rel="alternate" hreflang="de" ${hrefOf('zoll?lang=de')}` +
    `<xhtml:link rel="alternate" hreflang="x-default" ${hrefOf('customs')}</url>`
  expect(body.split(links)).toHaveLength(3)
  const news = (await feed('/rss.xml')).body
  expect([news.includes('/blog/customs'), news.includes('/blog/zoll')]).toEqual([true, false])
  for (const one of [first.uniqueId, uniqueId]) await app.as(admin).call(contentApi.remove, { uniqueId: one })
})

test('another tenant has its own feeds, at its own address', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const first = { firstName: 'E', lastName: 'L', emailAddress: 'e@else.example' }
  const made = await app.as(chief).call(tenantApi.create, { fullName: 'Else', domainName: 'else.example', ...first })
  const other = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'], tenantId: made.uniqueId })
  await content.write(other, { title: 'Elsewhere' })
  const at = { host: 'else.example' }
  expect(locations((await feed('/sitemap.xml', at)).body)).toContain('https://else.example/blog/elsewhere')
  expect((await feed('/sitemap.xml', at)).body).not.toContain('listed')
  expect((await feed('/robots.txt', at)).body).toContain('Sitemap: https://else.example/sitemap.xml')
  expect((await feed('/rss.xml', at)).body).toContain('<title>Else</title>')
  expect((await feed('/rss.xml')).body).not.toContain('elsewhere')
})

test('RSS is well formed whatever a title contains, and lists the newest first', async () => {
  const title = `<script>"A" & 'B' ]]>\u0001\uffff</script>`
  const made = await content.write(admin, { title, content: '<p>First &amp; last</p>' })
  const { body, headers } = await feed('/rss.xml')
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(body).toContain('<title>&lt;script&gt;&quot;A&quot; &amp; &apos;B&apos; ]]&gt;&lt;/script&gt;</title>')
  expect(body).toContain(
    `<link>https://main.example/blog/${made.slug}</link><guid isPermaLink="false">urn:uuid:${made.uniqueId}</guid>`,
  )
  expect(body).toContain('<description>First &amp; last</description>')
  expect(body).toContain(`<pubDate>${new Date(made.shownFrom!).toUTCString()}</pubDate>`)
  expect(body).toContain('<language>en</language>')
  expect(body.indexOf('script')).toBeLessThan(body.indexOf('listed'))
})

test('RSS has at most thirty items', async () => {
  for (let at = 0; at < 31; at++) await content.write(admin, { title: `Piece ${at}` })
  const { body } = await feed('/rss.xml')
  expect(body.match(/<item>/g)).toHaveLength(30)
  expect(body).not.toContain('listed')
})

test('an unchanged feed is not sent again, and every change shows in it immediately', async () => {
  const { headers } = await feed('/rss.xml')
  const known = { 'if-none-match': headers['etag'] as string }
  expect((await feed('/rss.xml', known)).statusCode).toBe(304)
  const { uniqueId } = await content.write(admin, { title: 'Another' })
  expect((await feed('/rss.xml', known)).body).toContain('/blog/another')
  await content.change(admin, { uniqueId, title: 'Renamed' })
  expect((await feed('/rss.xml')).body).toContain('/blog/renamed')
  await app.as(admin).call(contentApi.remove, { uniqueId })
  expect((await feed('/rss.xml')).body).not.toContain('renamed')
})

test('robots.txt excludes the application and secret addresses, but not pictures', async () => {
  const { body, headers } = await feed('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const path of ['/crm', '/user', '/admin', '/superAdmin', '/api/', '/review/', '/self-assessment/'])
    expect(body).toContain(`\nDisallow: ${path}\n`)
  expect(body).toContain('\nAllow: /api/content/picture/\n')
  expect(body).toContain('\nSitemap: https://main.example/sitemap.xml\n')
})
