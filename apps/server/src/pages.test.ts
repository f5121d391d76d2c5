import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp, type TestUser } from '../test/app.ts'
import { pageChanges, pageServices } from './pages.ts'
import type { Pages } from './services/web.page.ts'
import { servePages } from './services/web.serve.ts'

type Node = Awaited<ReturnType<TestApp['open']>>

let app: TestApp
/** A second node on the same database. */
let far: Node
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const decide = (key: string, value: string | null) => app.as(chief).call(tenantSettingApi.update, { key, value })

const configure = (key: string, value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key, value })

/** Pages that show the services that they get. */
const pages: Pages = async (_, { tenant, language, texts }) =>
  new Response(
    `<p>${tenant.logo} ${tenant.name}, ${tenant.contact}, ${language}, ${texts['Home'] ?? 'Home'}</p><script nonce="m">1</script>`,
    {
      headers: { 'x-script-mark': 'm', 'x-page-handle': '{"public":true}', 'content-type': 'text/html' },
    },
  )

/** The site of a node whose pages show the services that they get. */
const siteOf = ({ appContext, fastify }: Pick<Node, 'appContext' | 'fastify'>) => {
  const server = buildServer({ logger: appContext.logger, trustProxy: false, secure: false })
  servePages(server, pages, pageServices(appContext, fastify, '1'), { seconds: 30, ...pageChanges(appContext) })
  return async (url = '/', headers: Record<string, string> = {}) =>
    (await server.inject({ url, headers: { host: 'home.test', ...headers } })).body.replace(/<script.*/, '')
}

test('the contact address appears on cached pages of another node immediately', async () => {
  const visit = siteOf(far)
  const before = await visit()
  expect(before).toContain('Main, null, en')
  await app.asOwner(`update tenant set full_name = 'Unheard of' where id = $1`, [app.main.uniqueId])
  expect(await visit()).toBe(before)
  await app.asOwner(`update tenant set full_name = 'Main' where id = $1`, [app.main.uniqueId])
  await decide('CONTACT_EMAIL', 'desk@main.example')
  await expect.poll(() => visit()).toContain('Main, desk@main.example')
  await app.as(chief).call(tenantApi.update, { uniqueId: app.main.uniqueId, fullName: 'Main & Sons' })
  await expect.poll(() => visit()).toContain('Main & Sons, desk@main.example')
  await app.as(chief).call(tenantApi.update, { uniqueId: app.main.uniqueId, fullName: 'Main' })
})

test('the logo appears on its tenant’s pages on another node immediately', async () => {
  const visit = siteOf(far)
  expect(await visit()).toContain('null Main')
  const file = new Blob([
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  ])
  const { value } = await app.as(chief).call(tenantConfigurationApi.uploadLogo, { file })
  await expect.poll(() => visit()).toContain(`/api/document/${String(value)} Main`)
})

test('pages use the default language if the visitor asks for no supported language', async () => {
  const visit = siteOf(far)
  expect(await visit()).toContain(', en, Home')
  await decide('DEFAULT_LANGUAGE', 'de')
  await expect.poll(() => visit()).toContain(', de, ')
  expect(await visit('/', { 'accept-language': 'pl' })).toContain(', de, ')
  expect(await visit('/', { 'accept-language': 'fr, en' })).toContain(', fr, ')
  expect(await visit('/?lang=es')).toContain(', es, ')
  await decide('DEFAULT_LANGUAGE', null)
  await expect.poll(() => visit()).toContain(', en, ')
})

test('a tenant that hides its partners, or has reviews disabled, has no link to them on its pages', async () => {
  const visit = { host: 'home.test', language: undefined, address: '127.0.0.1' }
  const shows = async () => (await pageServices(far.appContext, far.fastify, '1')(visit))?.tenant.showsPartners
  expect(await shows()).toBe(true)
  await decide('SHOW_PARTNERS', 'false')
  await expect.poll(shows).toBe(false)
  await decide('SHOW_PARTNERS', null)
  await expect.poll(shows).toBe(true)
  await configure('REVIEWS_ENABLED', 'false')
  await expect.poll(shows).toBe(false)
  await configure('REVIEWS_ENABLED', null)
  await expect.poll(shows).toBe(true)
})

test('the pages of a deleted tenant disappear on another node immediately, and return when it is restored', async () => {
  const made = { fullName: 'Bergwald', firstName: 'B', lastName: 'W', emailAddress: 'b@berg.example', domainName: 'berg.example' }
  const { uniqueId } = await app.as(chief).call(tenantApi.create, made)
  const statusOf = siteOf(far)
  const visit = () => statusOf('/', { host: 'berg.example' })
  expect(await visit()).toContain('Bergwald, ')
  await app.as(chief).call(tenantApi.remove, { uniqueId })
  await expect.poll(visit).not.toContain('Bergwald')
  await app.as(chief).call(tenantApi.restore, { uniqueId })
  await expect.poll(visit).toContain('Bergwald, ')
  await app.as(chief).call(tenantApi.update, { uniqueId, domainName: 'wald.example' })
  await expect.poll(visit).toContain('Main, ')
  expect(await statusOf('/', { host: 'wald.example' })).toContain('Bergwald, ')
})
