import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls } from '../../../test/content/content.ts'
import { slugOf } from './write.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

test.each([
  ['How to ship?', 'how-to-ship'],
  ['Größe, Öl & Käse', 'groesse-oel-and-kaese'],
  ['Façade d’été à São Paulo', 'facade-dete-a-sao-paulo'],
  ['Smørrebrød på Åland', 'smorrebrod-pa-aland'],
  ['İstanbul, Łódź', 'istanbul-lodz'],
  ['../../etc/passwd?x=<b>', 'etc-passwd-x-b'],
  ['国际贸易', 'content'],
  ['…', 'content'],
  ['long '.repeat(30), 'long-'.repeat(16).slice(0, -1)],
  ['a'.repeat(200), 'a'.repeat(80)],
])('the slug of %s is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('equal titles get different slugs, also next to deleted content, and separately in each tenant', async () => {
  const permissions = ['XG_ADMIN']
  const [first, second] = [await content.write(admin, { title: 'Alike' }), await content.write(admin, { title: 'ALIKE!' })]
  expect([first.slug, second.slug]).toEqual(['alike', 'alike-2'])
  await app.as(admin).call(contentApi.remove, { uniqueId: second.uniqueId })
  expect((await content.write(admin, { title: 'Alike' })).slug).toBe('alike-3')
  const other = await app.someone('ROLE_TENANT_ADMIN', { permissions, tenantId: app.other.uniqueId })
  expect((await content.write(other, { title: 'Alike' })).slug).toBe('alike')
})

test('content written with the same title at the same time always gets a slug of its own', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => content.write(admin, { title: 'At once' })))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(12)
})

test('a new title gives a new slug, and every old slug leads to the content permanently', async () => {
  const { uniqueId, slug } = await content.write(admin, { title: 'One name' })
  const rename = async (title: string) => (await content.change(admin, { uniqueId, title })).slug
  expect([slug, await rename('Another name'), await rename('A third')]).toEqual(['one-name', 'another-name', 'a-third'])
  for (const old of ['one-name', 'another-name', 'a-third'])
    expect(await content.at(undefined, old)).toMatchObject({ uniqueId, slug: 'a-third', title: 'A third' })
  expect((await content.write(admin, { title: 'One name' })).slug).toBe('one-name-2')
  expect(await rename('One name')).toBe('one-name')
  expect(await rename('One  NAME?')).toBe('one-name')
})

test('a slug that was never used returns 404', async () => {
  for (const slug of ['nowhere', '%', "' or 1=1", 'one-name/']) {
    const refused = content.at(undefined, slug)
    await expect(refused).rejects.toMatchObject({ status: 404 })
  }
})
