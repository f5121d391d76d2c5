import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { PageServices } from '@tradewind/contract/kit/page'
import { documentApi } from '@tradewind/contract/platform/document.contract'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { buildServer } from '#kit/http/server'
import { notifyNodes } from '#kit/notifyNodes'
import { type TestApp, testApp, type TestUser } from '../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../test/review/reviews.ts'
import { pageChanges, pageServices } from './pages.ts'
import type { Pages } from './services/web.page.ts'
import { servePages } from './services/web.serve.ts'

type Node = Awaited<ReturnType<TestApp['open']>>

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
/** A second node on the same database. */
let far: Node
let chief: TestUser
let ann: ReviewOwner
let bob: ReviewOwner
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  ann = await reviews.owner({ isPublic: true })
  bob = await reviews.owner({ isPublic: true })
})
afterAll(() => app.close())

const trustOf = ({ uniqueId }: Pick<TestUser, 'uniqueId'>) => `/api/review/userReviewDetails/${uniqueId}`

/** A site whose pages show the reply of the call that is named in their URL after `?ask=`. */
const siteOf = ({ appContext, fastify }: Pick<Node, 'appContext' | 'fastify'>) => {
  const drawn: string[] = []
  const pages: Pages = async (request, { callApi }) => {
    const path = new URL(request.url).searchParams.get('ask')
    drawn.push(path ?? '')
    const answered = path ? await callApi(path) : 'home'
    return new Response(`<p>${JSON.stringify(answered)}</p><script nonce="m">1</script>`, {
      headers: { 'x-script-mark': 'm', 'x-page-handle': '{"public":true}', 'content-type': 'text/html' },
    })
  }
  const server = buildServer({ logger: appContext.logger, trustProxy: false, secure: false })
  servePages(server, pages, pageServices(appContext, fastify, '1'), { seconds: 30, ...pageChanges(appContext) })
  const visit = async (path = '', host = 'home.test') => {
    const url = path ? `/?ask=${encodeURIComponent(path)}` : '/'
    const { body, statusCode, headers } = await server.inject({ url, headers: { host } })
    return { text: body.replace(/<script.*/, ''), statusCode, cached: headers['cache-control'] }
  }
  return { visit, drawn }
}

const lentTo = (address = '10.9.9.9', fastify = app.fastify) =>
  pageServices(app.appContext, fastify, '1')({ host: 'home.test', language: 'de', address }) as Promise<PageServices>

test('a page gets the data that a visitor of the tenant would get, or rows with their total', async () => {
  const { callApi } = await lentTo()
  const one = await callApi(trustOf(ann))
  expect(one).toMatchObject({ data: { uniqueId: ann.uniqueId, score: 0 }, total: null })
  const list = await callApi('/api/review/xareview?size=1')
  expect(list).toMatchObject({ data: [{ scoreBreakdown: { totalReviews: 0 } }], total: 2 })
})

test('a page gets null for what is not found or disabled, and other failures are thrown with their status', async () => {
  const { callApi } = await lentTo()
  const { uniqueId: hidden } = await reviews.owner()
  for (const path of [trustOf({ uniqueId: hidden }), '/api/nothing', trustOf({ uniqueId: 'no-id' })])
    expect(await callApi(path)).toBeNull()
  await expect(callApi('/api/company/')).rejects.toMatchObject({ status: 401 })
  await expect(callApi('/auth/login')).rejects.toThrow('Pages ask the API alone')
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: 'false' })
  expect(await callApi(trustOf(ann))).toBeNull()
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: null })
  const away = { inject: async () => ({ statusCode: 503 }) } as unknown as typeof app.fastify
  await expect((await lentTo('10.9.9.9', away)).callApi(trustOf(ann))).rejects.toMatchObject({ status: 503 })
})

test('a page calls the API from its visitor’s address, for the tenant of its host, and without a session', async () => {
  const inject = vi.spyOn(app.fastify, 'inject')
  const identify = vi.spyOn(app.appContext.sessions, 'find')
  const { callApi, tenant } = await lentTo('10.4.4.4')
  await callApi(trustOf(ann))
  expect(inject).toHaveBeenCalledExactlyOnceWith({
    method: 'GET',
    url: trustOf(ann),
    headers: { 'x-tenant': tenant.uniqueId },
    remoteAddress: '10.4.4.4',
  })
  expect(identify.mock.calls).toEqual([[undefined]])
  vi.restoreAllMocks()
})

let near: ReturnType<typeof siteOf>
let remote: ReturnType<typeof siteOf>
const lists = '/api/review/xareview?page=0&size=9'
beforeEach(() => {
  near = siteOf(app)
  remote = siteOf(far)
})

/** Lets both nodes render and cache these pages. */
const drawnAll = async (...query: string[]) => {
  for (const path of query) for (const { visit } of [near, remote]) await visit(path)
  for (const { drawn } of [near, remote]) drawn.length = 0
}

/** Waits until both nodes have received all earlier messages. */
const settled = async () => {
  const heard: string[] = []
  for (const { appContext } of [app, far]) appContext.onNews(({ topic, id }) => topic === 'test' && heard.push(id!))
  const { tenantId } = ann
  await app.appContext.db.write(tenantScope(tenantId), (tx) => notifyNodes(tx, { topic: 'test', tenantId, id: 'settled' }))
  await expect.poll(() => heard).toHaveLength(3) // the first hears itself at once, too
}

/** What each node renders again after a change, once the page at the URL shows it. */
const drawnAnew = async (happens: () => Promise<unknown>, told: RegExp, asks = trustOf(ann)) => {
  await settled()
  await drawnAll(asks, lists, trustOf(bob), '')
  await happens()
  for (const { visit, drawn } of [near, remote]) {
    const anew = async () => {
      const { text } = await visit(asks)
      return drawn.includes(asks) ? text : ''
    }
    await expect.poll(anew, { timeout: 1000 }).toMatch(told)
    for (const path of [lists, trustOf(bob), '']) await visit(path)
  }
  return [near, remote].map(({ drawn }) => drawn.toSorted())
}
const onBothNodes = (...query: string[]) => [query.toSorted(), query.toSorted()]
const annsAndLists = () => onBothNodes(trustOf(ann), lists)

test('a new answer and a testimonial appear on every node immediately, and other pages stay cached', async () => {
  const query = await reviews.questions(ann.tenantId, ann.reviewType)
  const { token, uniqueId } = await reviews.invite(ann)
  const answer = () => reviews.answer(ann, token, sameStars(query, 4.5), { remarks: 'Quick', remarksPublic: true })
  expect(await drawnAnew(answer, /"score":4.5/)).toEqual(annsAndLists())
  const toggle = () => app.as(ann).call(reviewAnswerApi.toggle, { uniqueId })
  expect(await drawnAnew(toggle, /"remark":"Quick"/)).toEqual(annsAndLists())
  const reply = () => app.as(ann).call(reviewAnswerApi.reply, { uniqueId, ownerReply: 'Thanks!' })
  expect(await drawnAnew(reply, /Thanks!/)).toEqual(annsAndLists())
})

test('a description appears on every node immediately', async () => {
  const words = { uniqueId: ann.uniqueId, companyDescriptionMarkup: '<p>We build masts</p>' }
  const description = `/api/review/companyDescription/${ann.uniqueId}`
  const describe = () => app.as(ann).call(reviewSettingApi.describe, words)
  expect(await drawnAnew(describe, /We build masts/, description)).toEqual(onBothNodes(description, lists))
})

test('a company’s country, set by its user or by staff, appears on every node immediately', async () => {
  const countries = '/api/review/xareview/countries'
  const brand = { uniqueId: ann.uniqueId, userCompanyName: 'Brand', userCompanyCountry: 'Norway' }
  const move = () => app.as(ann).call(adminApi.updateBrandName, brand)
  expect(await drawnAnew(move, /Norway/, countries)).toEqual(onBothNodes(countries, lists))
  const correct = () => app.as(chief).call(adminApi.update, { uniqueId: ann.uniqueId, userCompanyCountry: 'Italy' })
  expect(await drawnAnew(correct, /Italy/, countries)).toEqual(onBothNodes(countries, lists))
})

test('a company’s logo, uploaded or removed, changes on every node immediately', async () => {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#08674c' } })
  const file = new File([new Uint8Array(await picture.png().toBuffer())], 'mast.png')
  const upload = () => app.as(ann).call(adminApi.uploadLogo, { uniqueId: ann.uniqueId, file })
  expect(await drawnAnew(upload, /"brandLogoUID":"/)).toEqual(annsAndLists())
  const { brandLogoUID } = await app.as(ann).call(adminApi.get, { uniqueId: ann.uniqueId })
  const remove = () => app.as(ann).call(documentApi.remove, { uniqueId: brandLogoUID! })
  expect(await drawnAnew(remove, /"brandLogoUID":null/)).toEqual(annsAndLists())
})

const beFound = (reviewsSearchEnabled: boolean) => () => app.as(ann).call(reviewSettingApi.save, { reviewsSearchEnabled })

test('a user who is no longer visible is removed from every page of every node within a second', async () => {
  expect(await drawnAnew(beFound(false), /^<p>null/)).toEqual(annsAndLists())
  expect((await remote.visit(lists)).text).not.toContain(ann.uniqueId)
  expect(await drawnAnew(beFound(true), /"score"/)).toEqual(annsAndLists())
  expect((await remote.visit(lists)).text).toContain(ann.uniqueId)
})

test('pages of another tenant stay cached', async () => {
  const made = { fullName: 'Else', firstName: 'E', lastName: 'L', emailAddress: 'e@else.example', domainName: 'else.example' }
  await app.as(chief).call(tenantApi.create, made)
  await settled()
  for (const { visit } of [near, remote]) await visit(lists, 'else.example')
  const close = () => app.as(chief).call(adminApi.setActive, { uniqueId: ann.uniqueId, isActive: false })
  expect(await drawnAnew(close, /^<p>null/)).toEqual(annsAndLists())
  for (const { visit } of [near, remote]) await visit(lists, 'else.example')
  expect([near, remote].map(({ drawn }) => drawn.toSorted())).toEqual(annsAndLists())
  await app.as(chief).call(adminApi.setActive, { uniqueId: ann.uniqueId, isActive: true })
})

test('proxies do not cache pages that show records', async () => {
  expect((await near.visit()).cached).toBe('public, max-age=0, s-maxage=30')
  expect((await near.visit(trustOf(ann))).cached).toBe('public, max-age=0, s-maxage=0')
})

test('changing a tenant setting updates every page', async () => {
  await drawnAll('', lists)
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_PARTNERS', value: 'false' })
  await expect.poll(async () => (await remote.visit(lists)).text).toContain('"total":0')
  await app.as(chief).call(tenantSettingApi.update, { key: 'SHOW_PARTNERS', value: null })
})

test('changes to other records do not invalidate any page', async () => {
  await settled()
  await drawnAll('', lists, trustOf(ann))
  const made = { legalName: 'Mast', country: 'Italy', website: 'https://mast.example', companyTypeList: ['ASSOCIATION'] as const }
  await app.as(chief).call(companyApi.create, { ...made, companyTypeList: [...made.companyTypeList] })
  for (const { visit } of [near, remote]) for (const path of ['', lists, trustOf(ann)]) await visit(path)
  expect([near.drawn, remote.drawn]).toEqual([[], []])
})

test('a new question invalidates every page about reviews on every node, and no other page', async () => {
  const words = { reviewType: ann.reviewType, headline: 'Speed', question: 'How fast?' }
  const add = () => app.as(chief).call(reviewQuestionApi.create, words)
  const all = [trustOf(ann), trustOf(bob), lists]
  expect(await drawnAnew(add, /"score"/)).toEqual(onBothNodes(...all))
})
