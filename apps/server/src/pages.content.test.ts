import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp, type TestUser } from '../test/app.ts'
import { contentCalls } from '../test/content/content.ts'
import { pageChanges, pageServices } from './pages.ts'
import type { Pages } from './services/web.page.ts'
import { servePages } from './services/web.serve.ts'

type Node = Awaited<ReturnType<TestApp['open']>>

let app: TestApp
let content: ReturnType<typeof contentCalls>
/** A second node on the same database, and its pages. */
let far: Node
let visit: (path: string) => Promise<string>
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  content = contentCalls(app)
  far = await app.open()
  visit = pagesOf(far)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

const pages: Pages = async (request, { callApi }) =>
  new Response(`<p>${JSON.stringify(await callApi(new URL(request.url).searchParams.get('ask')!))}</p>`, {
    headers: { 'x-script-mark': 'm', 'x-page-handle': '{"public":true}', 'content-type': 'text/html' },
  })

/** Pages that show the reply of a call, and are cached until a change is announced. */
const pagesOf = ({ appContext, fastify }: Node) => {
  const server = buildServer({ logger: appContext.logger, trustProxy: false, secure: false })
  servePages(server, pages, pageServices(appContext, fastify, '1'), { seconds: 600, ...pageChanges(appContext) })
  return async (path: string) => (await server.inject({ url: `/?ask=${encodeURIComponent(path)}` })).body
}
const feed = async () => (await far.fastify.inject({ url: '/rss.xml' })).body

const lists = '/api/content/?page=0&size=9'
const article = '/api/content/slug/norway'

/** Waits up to a second until the other node's pages are as expected, though it caches them for minutes. */
const seen = async (path: string, told: string | RegExp) => {
  const way = typeof told === 'string' ? expect.stringContaining(told) : expect.stringMatching(told)
  await expect.poll(() => visit(path), { timeout: 1000, interval: 50 }).toEqual(way)
}

test('publishing, changing, hiding, deleting and restoring content on one node shows on the pages of another', async () => {
  for (const path of [lists, article]) expect(await visit(path)).not.toContain('Norway')
  const { uniqueId } = await content.write(admin, { title: 'Norway' })
  for (const path of [lists, article]) await seen(path, '"title":"Norway"')
  await content.change(admin, { uniqueId, title: 'Sweden' })
  for (const path of [lists, article]) await seen(path, '"slug":"sweden"')
  await content.change(admin, { uniqueId, status: 'DRAFT' })
  await seen(article, /^<p>null/)
  await seen(lists, '"total":0')
  await content.change(admin, { uniqueId, status: 'PUBLISHED' })
  await seen(article, 'Sweden')
  await app.as(admin).call(contentApi.remove, { uniqueId })
  await seen(article, /^<p>null/)
  await app.as(admin).call(trashApi.restore, { kind: 'content', uniqueIds: [uniqueId] })
  for (const path of [lists, article]) await seen(path, 'Sweden')
  expect(await feed()).toContain('Sweden')
  await content.change(admin, { uniqueId, title: 'Finland' })
  await expect.poll(feed, { timeout: 1000 }).toContain('Finland')
})

test('a page about only one piece of content stays cached when another piece changes', async () => {
  const heard = new Set<string | undefined>()
  far.appContext.onNews(({ id }) => heard.add(id))
  const [one, other] = [await content.write(admin, { title: 'One' }), await content.write(admin, { title: 'Other' })]
  const path = `/api/content/${one.uniqueId}`
  await expect.poll(() => heard.has(other.uniqueId)).toBe(true)
  await seen(path, '"title":"One"')
  await app.asOwner(`update content set title = 'Not told' where id = $1`, [one.uniqueId])
  await content.change(admin, { uniqueId: other.uniqueId, title: 'Others' })
  await seen(lists, 'Others')
  expect(await visit(path)).toContain('"title":"One"')
})

test('scheduled content appears on the pages soon after its time', async () => {
  const soon = new Date(Date.now() + 2000).toISOString()
  await content.write(admin, { title: 'Planned', publishAt: soon })
  expect(await visit('/api/content/slug/planned')).toMatch(/^<p>null/)
  await expect.poll(() => visit('/api/content/slug/planned'), { timeout: 15_000 }).toContain('"title":"Planned"')
})

test('a disabled knowledge centre disappears from the pages of another node', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value })
  await seen(lists, 'Finland')
  await decide('false')
  await seen(lists, /^<p>null/)
  await decide(null)
  await seen(lists, 'Finland')
  expect(await visit(article)).toContain('Finland')
})
