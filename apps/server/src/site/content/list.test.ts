import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls, pictureHtml, TRACK_URL, VIDEO_URL } from '../../../test/content/content.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let admin: TestUser
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  const media = { seoText: '<p>Heard at sea</p>' }
  const write = (title: string, over: object = {}) => content.write(admin, { title, ...over })
  await write('Oldest', { publishAt: hour(-5), category: 'SALES_EFFECTIVENESS' })
  await write('Café prices', { publishAt: hour(-4), articleTypes: ['MARKET_INSIGHT', 'PRODUCT_INSIGHT'] })
  await write('Paid', { publishAt: hour(-3), isPaidContent: true })
  await write('Training', { publishAt: hour(-2), articleTypes: ['TRAINING_SESSION'], isPaidContent: true })
  await write('Seen', { publishAt: hour(-1), contentType: 'VIDEO', content: VIDEO_URL, ...media })
  await write('Heard', { contentType: 'AUDIO', content: TRACK_URL, ...media })
  await write('Draft', { status: 'DRAFT' })
  await write('Waiting', { status: 'IN_REVIEW' })
  await write('Tomorrow', { publishAt: hour(24) })
})
afterAll(() => app.close())

const titles = async (asked: Parameters<typeof content.list>[1] = {}, who?: TestUser) =>
  (await content.list(who, asked)).map(({ title }) => title)
const out = ['Heard', 'Seen', 'Training', 'Paid', 'Café prices', 'Oldest']

test('everybody sees published content, newest first, whatever status they ask for', async () => {
  const member = await app.someone('ROLE_BUISNESS')
  for (const who of [undefined, member])
    for (const status of [undefined, 'ALL', 'DRAFT', 'PUBLISHED'] as const)
      expect(await titles(status ? { status } : {}, who)).toEqual(out)
  expect(await titles({}, admin)).toEqual(out)
})

test('writers see all their stored content, or that of one status, newest first', async () => {
  expect(await titles({ status: 'ALL' }, admin)).toEqual(['Tomorrow', 'Waiting', 'Draft', ...out])
  expect(await titles({ status: 'ALL', page: 0, size: 2 }, admin)).toEqual(['Tomorrow', 'Waiting'])
  expect(await titles({ status: 'IN_REVIEW' }, admin)).toEqual(['Waiting'])
  expect(await titles({ status: 'DRAFT', page: 0 }, admin)).toEqual(['Draft'])
  expect(await titles({ status: 'PUBLISHED', sort: 'title', page: 0 }, admin)).toEqual([
    'Café prices',
    'Heard',
    'Oldest',
    'Paid',
    'Seen',
    'Tomorrow',
    'Training',
  ])
  const [row] = await content.list(admin, { status: 'IN_REVIEW' })
  expect(row).toMatchObject({ createdBy: admin.uniqueId, createdByName: admin.fullName, publishAt: null, reviewNote: null })
})

test('content that is not shown yet is the latest by Shown from', async () => {
  const all = async (sort: 'shownFrom' | '-shownFrom') => titles({ status: 'ALL', sort, page: 0 }, admin)
  expect(await all('-shownFrom')).toEqual(['Waiting', 'Draft', 'Tomorrow', ...out])
  expect(await all('shownFrom')).toEqual([...out.toReversed(), 'Tomorrow', 'Draft', 'Waiting'])
  expect(await titles({ status: 'ALL', sort: '-shownFrom' }, admin)).toEqual(await all('-shownFrom'))
})

test('supports paging, sorting and a total count', async () => {
  expect(await titles({ page: 1, size: 2 })).toEqual(['Training', 'Paid'])
  expect(await titles({ sort: 'title' })).toEqual(['Café prices', 'Heard', 'Oldest', 'Paid', 'Seen', 'Training'])
  expect(await titles({ sort: 'shownFrom', size: 1 })).toEqual(['Oldest'])
  for (const asked of [{ page: 1, size: 4 }, { page: 9 }, {}])
    expect((await app.as(undefined).send(contentApi.list, asked)).headers['x-total-count']).toBe('6')
})

test.each([
  [{ contentType: 'AUDIO' }, ['Heard']],
  [{ contentType: 'TEXT' }, ['Training', 'Paid', 'Café prices', 'Oldest']],
  [{ media: true }, ['Heard', 'Seen']],
  [{ media: false }, ['Training', 'Paid', 'Café prices', 'Oldest']],
  [{ category: 'SALES_EFFECTIVENESS' }, ['Oldest']],
  [{ articleType: 'PRODUCT_INSIGHT' }, ['Café prices']],
  [{ articleType: 'TRAINING_SESSION' }, ['Training']],
  [{ subscription: 'PAID' }, ['Paid']],
  [{ subscription: 'TRAINING' }, ['Training']],
  [{ subscription: 'FREE' }, ['Heard', 'Seen', 'Café prices', 'Oldest']],
  [{ q: 'CAFE' }, ['Café prices']],
  [{ q: 'sales effect' }, ['Oldest']],
  [{ q: 'product insight' }, ['Café prices']],
  [{ q: 'each pallet' }, ['Café prices', 'Oldest']],
  [{ q: 'pallet each' }, ['Café prices', 'Oldest']],
  [{ q: 'at sea', media: true, subscription: 'FREE' }, ['Heard', 'Seen']],
  [{ q: '100%_' }, []],
  [{ q: 'each pallet', category: 'GLOBAL_SOURCING', subscription: 'FREE' }, ['Café prices']],
] as const)('%j returns %j', async (asked, found) => {
  expect(await titles(asked)).toEqual(found)
})

test('writers filter by conditions together with filters; for everybody else there are none', async () => {
  const drafts = { status: 'DRAFT', where: ['createdBy:mine'] } as const
  expect(await titles(drafts, admin)).toEqual(['Draft'])
  expect(await titles({ where: 'contentType:is:VIDEO,AUDIO' }, admin)).toEqual(['Heard', 'Seen'])
  expect(await titles({ status: 'ALL', any: ['title:is:seen', 'status:is:IN_REVIEW'], sort: 'title' }, admin)).toEqual([
    'Seen',
    'Waiting',
  ])
  expect(await titles({ status: 'ALL', any: ['title:is:seen', 'status:is:IN_REVIEW'], page: 0, sort: 'title' }, admin)).toEqual([
    'Seen',
    'Waiting',
  ])
  const counted = await app.as(admin).send(contentApi.list, { ...drafts, page: 0, size: 1 })
  expect(counted.headers['x-total-count']).toBe('1')
  const staff = await app.someone('ROLE_TENANT_ADMIN')
  for (const who of [undefined, staff, await app.someone('ROLE_BUISNESS')])
    for (const asked of [{ where: 'status:is:DRAFT' }, { any: `createdBy:is:${admin.uniqueId}`, status: 'ALL' }] as const)
      await expect(content.list(who, asked)).rejects.toMatchObject({ status: 422 })
})

test('with bodies: false no body is sent, and cards have their picture', async () => {
  const made = await content.write(admin, {
    title: 'Pictured',
    content: `<p>Here</p>${await pictureHtml(30, 20)}`,
    publishAt: hour(-9),
  })
  const paid = await content.write(admin, {
    title: 'Pictured, paid',
    content: await pictureHtml(30, 20, { red: 9 }),
    isPaidContent: true,
    publishAt: hour(-9),
  })
  const listed = await content.list(admin, { bodies: false })
  expect(listed.every(({ content: body, seoText }) => body === null && seoText === null)).toBe(true)
  expect(listed.find(({ uniqueId }) => uniqueId === made.uniqueId)).toMatchObject({
    picture: made.picture,
    excerpt: 'Here',
    isOpen: true,
  })
  expect(listed.find(({ uniqueId }) => uniqueId === paid.uniqueId)).toMatchObject({ picture: null, isOpen: true })
})

test('content with a later publish time is visible to its writers until then, and to everybody from then on', async () => {
  const later = await content.write(admin, { title: 'Later', publishAt: hour(1) })
  expect(later).toMatchObject({ status: 'PUBLISHED', shownFrom: later.publishAt })
  await expect(content.read(undefined, later.uniqueId)).rejects.toMatchObject({ status: 404 })
  await expect(content.at(undefined, later.slug)).rejects.toMatchObject({ status: 404 })
  expect(await content.at(admin, later.slug)).toMatchObject({ title: 'Later' })
  const sitemap = async () => (await app.fastify.inject({ url: '/sitemap.xml' })).body
  expect(await sitemap()).not.toContain('/blog/later')
  const [job] = await app.asOwner<{ seconds: number }>(
    `select extract(epoch from start_after - now())::int as seconds from pgboss.job
     where name = 'content.publish' and data->>'contentId' = $1`,
    [later.uniqueId],
  )
  expect(Math.abs(job!.seconds - 3600)).toBeLessThan(20)
  const showFrom = (time: string) => app.asOwner(`update content set shown_from = $2 where id = $1`, [later.uniqueId, time])
  // Cached, as soon as the news of its creation have arrived.
  await expect
    .poll(async () => {
      await showFrom(later.publishAt!)
      await sitemap()
      await showFrom(new Date().toISOString())
      return sitemap()
    })
    .not.toContain('/blog/later')
  await app.work('content.publish', { tenantId: admin.tenantId, contentId: later.uniqueId })
  expect(await sitemap()).toContain('/blog/later')
  expect(await content.at(undefined, later.slug)).toMatchObject({ title: 'Later' })
})

test('removing a publish time shows the content immediately, and unpublishing hides it but keeps its date', async () => {
  const made = await content.write(admin, { title: 'Moved', publishAt: hour(2) })
  const now = await content.change(admin, { uniqueId: made.uniqueId, publishAt: null })
  expect(Date.parse(now.shownFrom!)).toBeLessThanOrEqual(Date.now())
  expect(await content.read(undefined, made.uniqueId)).toMatchObject({ shownFrom: now.shownFrom })
  const hidden = await content.change(admin, { uniqueId: made.uniqueId, status: 'DRAFT' })
  expect(hidden).toMatchObject({ status: 'DRAFT', shownFrom: now.shownFrom })
  await expect(content.read(undefined, made.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await content.change(admin, { uniqueId: made.uniqueId, status: 'PUBLISHED' })).toMatchObject({
    shownFrom: now.shownFrom,
  })
  const planned = await content.write(admin, { title: 'Planned', status: 'DRAFT', publishAt: hour(3) })
  expect(planned.shownFrom).toBeNull()
})

test('the local date follows the tenant’s time zone', async () => {
  const made = await content.write(admin, { title: 'At night', publishAt: '2026-03-01T23:30:00+00:00' })
  expect(made.dateCreatedLocal).toBe('2026-03-01')
  await app.as(admin).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: 'Asia/Tokyo' })
  expect(await content.at(undefined, made.slug)).toMatchObject({ dateCreatedLocal: '2026-03-02' })
  await app.as(admin).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: null })
})

test('related content is three other published pieces: those of its category first, newest first', async () => {
  const oldest = (await content.list(undefined, { q: 'oldest' }))[0]!
  const { related } = await content.at(undefined, oldest.slug)
  expect(related.map(({ category }) => category)).toEqual(['GLOBAL_SOURCING', 'GLOBAL_SOURCING', 'GLOBAL_SOURCING'])
  const sold = await content.write(admin, { title: 'Sold', category: 'SALES_EFFECTIVENESS' })
  const again = await content.at(undefined, oldest.slug)
  expect(again.related[0]).toMatchObject({ uniqueId: sold.uniqueId })
  expect(again.related.map(({ title }) => title)).not.toContain('Oldest')
})

test('with the knowledge centre switched off every call of it is refused for everybody, and nothing is lost', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value })
  const slug = 'sold'
  await decide('false')
  const off = { status: 403, message: 'The knowledge centre is switched off' }
  for (const who of [chief, admin, undefined]) {
    await expect(content.list(who)).rejects.toMatchObject(off)
    await expect(content.at(who, slug)).rejects.toMatchObject(off)
  }
  await expect(content.write(chief)).rejects.toMatchObject(off)
  expect((await app.fastify.inject({ url: '/rss.xml' })).statusCode).toBe(404)
  expect((await app.fastify.inject({ url: '/sitemap.xml' })).body).not.toMatch(/blog|knowledgeCentre/)
  await decide(null)
  expect(await content.at(undefined, slug)).toMatchObject({ title: 'Sold' })
})

const exported = async (who: TestUser, asked: object) => {
  const { url } = await app.as(who).call(contentApi.export, { format: 'csv', sort: 'title', ...asked })
  const [head, ...lines] = (await app.fastify.inject({ url })).body.trim().split('\n')
  return { head: head!.replace('\uFEFF', '').trim(), lines: lines.map((line) => line.trim()) }
}

test('the list is exported as it is filtered, or the selected content, without the bodies', async () => {
  const { head, lines } = await exported(admin, { status: 'ALL', bodies: 'false', subscription: 'TRAINING' })
  expect(head).toBe('Date Created,Title,Type,Category,Sub-categories,Monetization,Status,Shown from,Writer,Language')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(',Training,Text,Global Sourcing,Training Session,Training,Published,')
  expect(lines[0]).toContain(`,${admin.fullName},English`)
  const draft = (await content.list(admin, { status: 'DRAFT' })).find(({ title }) => title === 'Draft')!
  const chosen = await exported(admin, { ids: [draft.uniqueId] })
  expect(chosen.lines.map((line) => line.split(',')[1])).toEqual(['Draft'])
})

test('in another language the header is that of a title, and kinds, categories and states are translated', async () => {
  const reader = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [reader.uniqueId])
  const { head, lines } = await exported(reader, { status: 'ALL', subscription: 'TRAINING' })
  expect(head).toBe('Angelegt am,Titel,Art,Kategorie,Unterkategorien,Monetarisierung,Status,Angezeigt ab,Autor,Sprache')
  expect(lines[0]).toContain(',Text,Weltweite Beschaffung,Schulung,Schulung,Veröffentlicht,')
})

test('an admin exports it with the permission to export', async () => {
  const [without, allowed] = await Promise.all([
    app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] }),
    app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN', 'EXPORT_DATA'] }),
  ])
  await expect(exported(without, { status: 'ALL' })).rejects.toMatchObject({ status: 403 })
  expect((await exported(allowed, { status: 'IN_REVIEW' })).lines).toHaveLength(1)
})
