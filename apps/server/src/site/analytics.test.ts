import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { analyticsApi } from '@tradewind/contract/site/analytics.contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

type Node = Pick<TestApp, 'as'>

let app: TestApp
let otherNode: Awaited<ReturnType<TestApp['open']>>
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  otherNode = await app.open()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const node of [app, otherNode]) await readViews(node)
  await app.asOwner('truncate page_view')
})
afterEach(() => vi.useRealTimers())

const { pageView, pageViews } = analyticsApi
const today = () => new Date().toISOString().slice(0, 10)
const year = () => ({ dateFrom: `${today().slice(0, 4)}-01-01`, dateTo: `${today().slice(0, 4)}-12-31` })
let clientCount = 0
const viewPage = (pattern: string, on: Node = app, headers: Record<string, string> = {}) =>
  on
    .as(undefined)
    .send(pageView, { pattern }, { 'x-forwarded-for': `10.7.${++clientCount >> 8}.${clientCount & 255}`, ...headers })
const readViews = (on: Node = app, range: object = year()) => on.as(chief).call(pageViews, range as ReturnType<typeof year>)
const setTime = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

test('page views are counted by day and by pattern, highest count first', async () => {
  for (const pattern of ['/blog/:slug', '/', '/blog/:slug', '/self-assessment/:uniqueId']) await viewPage(pattern)
  expect(await readViews()).toEqual({
    total: 4,
    days: [{ day: today(), count: 4 }],
    patterns: [
      { pattern: '/blog/:slug', count: 2 },
      { pattern: '/', count: 1 },
      { pattern: '/self-assessment/:uniqueId', count: 1 },
    ],
  })
})

test('returns the days of one pattern in addition to the counts of all patterns', async () => {
  for (const pattern of ['/blog/:slug', '/', '/blog/:slug']) await viewPage(pattern)
  const { total, days, patterns } = await readViews(app, { ...year(), pattern: '/blog/:slug' })
  expect([total, days, patterns.length]).toEqual([3, [{ day: today(), count: 2 }], 2])
  expect((await readViews(app, { ...year(), pattern: '/pricing' })).days).toEqual([])
  await expect(readViews(app, { ...year(), pattern: '/blog/a-title-of-somebody' })).rejects.toMatchObject({ status: 422 })
})

test('the counts of two nodes add up, and a node that closes writes its counts first', async () => {
  const leaving = await app.open()
  for (const node of [app, otherNode, leaving, app, leaving]) await viewPage('/pricing', node)
  await leaving.fastify.close()
  await Promise.all([readViews(app), readViews(otherNode)])
  expect((await readViews()).total).toBe(5)
  expect(await app.asOwner('select count from page_view')).toEqual([{ count: 5 }])
})

test('only the day, the pattern and the count of a page view are stored', async () => {
  await app.as(chief).send(pageView, { pattern: '/crm/analytics' }, { 'user-agent': 'A browser', referer: 'https://x.example' })
  await readViews()
  const [row] = await app.asOwner('select * from page_view')
  expect(Object.keys(row!).toSorted()).toEqual(
    ['id', 'tenant_id', 'created_at', 'created_by', 'updated_at', 'day', 'pattern', 'count'].toSorted(),
  )
  expect(row).toMatchObject({ created_by: null, pattern: '/crm/analytics', count: 1 })
  expect(await app.asOwner('select from attempt')).toEqual([])
})

test('a page view counts on the day in the tenant’s time zone', async () => {
  setTime('2026-03-10T23:30:00Z')
  await viewPage('/')
  await app.as(chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: 'Europe/Rome' })
  await viewPage('/')
  await app.as(chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: null })
  const range = { dateFrom: '2026-03-10', dateTo: '2026-03-11' }
  expect((await readViews(app, range)).days).toEqual([
    { day: '2026-03-10', count: 1 },
    { day: '2026-03-11', count: 1 },
  ])
})

test('200 patterns a day are counted separately across all nodes; further ones count as one', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const patterns = Array.from({ length: 210 }, (_, n) => `/${letters[Math.floor(n / 26)]}${letters[n % 26]}`)
  for (const pattern of patterns) await viewPage(pattern)
  await viewPage(patterns[0]!, otherNode)
  await viewPage('/zz/further', otherNode)
  await readViews(otherNode)
  const { total, patterns: found } = await readViews()
  expect([total, found.length]).toEqual([212, 201])
  expect(found.slice(0, 2)).toEqual([
    { pattern: '*', count: 11 },
    { pattern: '/aa', count: 2 },
  ])
})

test('rejects a path in place of a pattern, since paths contain tokens', async () => {
  for (const pattern of [
    '/review/0198b1e4-7e7c-7000-8000-000000000000',
    '/blog/Twelve_months',
    'blog',
    '/a b',
    `/${'a'.repeat(90)}`,
  ])
    expect((await viewPage(pattern)).statusCode).toBe(422)
  expect((await readViews()).total).toBe(0)
})

test('a node counts at most 600 page views a minute from one network', async () => {
  setTime('2026-05-05T10:00:00Z')
  const from = { 'x-forwarded-for': '10.8.8.8' }
  const codes = await Promise.all(Array.from({ length: 605 }, async () => (await viewPage('/', app, from)).statusCode))
  expect(codes.filter((code) => code === 200)).toHaveLength(600)
  expect((await viewPage('/')).statusCode).toBe(200)
  setTime('2026-05-05T10:01:01Z')
  expect((await viewPage('/', app, from)).statusCode).toBe(200)
})

test('tenant admins read only the counts of their own tenant, for at most a year; lower roles cannot', async () => {
  await viewPage('/', app, { 'x-tenant': app.other.uniqueId })
  expect((await readViews()).total).toBe(0)
  const other = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect((await app.as(other).call(pageViews, year())).total).toBe(1)
  expect((await app.as(await app.someone('ROLE_SUPER_ADMIN')).call(pageViews, year())).total).toBe(0)
  for (const role of ['ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_PRO', 'ROLE_FREE'] as const)
    expect((await app.as(await app.someone(role)).send(pageViews, year())).statusCode).toBe(403)
  expect((await app.as(undefined).send(pageViews, year())).statusCode).toBe(401)
  await expect(readViews(app, { dateFrom: '2024-01-01', dateTo: '2025-01-01' })).rejects.toMatchObject({ status: 422 })
  await readViews(app, { dateFrom: '2024-01-01', dateTo: '2024-12-31' })
  await expect(readViews(app, { dateFrom: '2024-02-01', dateTo: '2024-01-01' })).rejects.toMatchObject({
    data: { dateTo: 'The end date is before the start date' },
  })
})

test('counts that cannot be written now are written later', async () => {
  await viewPage('/')
  const write = vi.spyOn(app.appContext.db, 'write').mockRejectedValue(new Error('away'))
  expect((await readViews()).total).toBe(0)
  write.mockRestore()
  expect((await readViews()).total).toBe(1)
})

test('counts are retained for two years', async () => {
  const add = (age: string) =>
    app.asOwner(`insert into page_view (tenant_id, day, pattern, count) values ($1, current_date - $2::interval, '/', 1)`, [
      app.main.uniqueId,
      age,
    ])
  await add('2 years 2 days')
  await add('1 year 11 months')
  await app.clock('records.age')
  expect(await app.asOwner('select from page_view')).toHaveLength(1)
})
