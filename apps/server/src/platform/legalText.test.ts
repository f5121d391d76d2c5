import { legalTextApi } from '@tradewind/contract/platform/legalText.contract'
import type { LegalKind } from '@tradewind/contract/platform/legalText.fields'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A tenant of its own, and the admin who writes its texts. */
const writing = async (name: string) => writingIn((await app.tenant(name)).uniqueId)
const writingIn = async (tenantId: string) => {
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  const as = app.as(chief)
  const of = async (kind: LegalKind, language: 'en' | 'de' | 'fr' = 'en') =>
    (await as.call(legalTextApi.list, { kind, language, page: 0 }))[0]!
  const save = async (kind: LegalKind, content: string, language: 'en' | 'de' | 'fr' = 'en') => {
    const { uniqueId, updatedAt } = await of(kind, language)
    return as.call(legalTextApi.update, { uniqueId, content, updatedAt })
  }
  const publish = async (kind: LegalKind, content: string, language: 'en' | 'de' | 'fr' = 'en') => {
    const { uniqueId, updatedAt } = await save(kind, content, language)
    return as.call(legalTextApi.publish, { uniqueId, updatedAt })
  }
  const shown = (kind: LegalKind, lang?: 'en' | 'de' | 'fr') =>
    app.as(undefined).send(legalTextApi.shown, { kind, ...(lang && { lang }) }, { 'x-tenant': tenantId })
  const sitemap = async () => (await app.fastify.inject({ url: '/sitemap.xml' })).body
  return { tenantId, as, of, save, publish, shown, sitemap }
}

test('a draft is not visible until it is published, and the published text stays while there is a newer draft', async () => {
  const { as, of, save, publish, shown, sitemap } = await writingIn(app.main.uniqueId)
  expect(await as.call(legalTextApi.list, { page: 0, size: 50 })).toHaveLength(20)
  await save('PRIVACY', '<p>To be written</p>')
  expect((await shown('PRIVACY')).statusCode).toBe(404)
  expect(await sitemap()).not.toContain('/privacy')
  expect(await publish('PRIVACY', '<h2>What we keep</h2><p>Little.</p>')).toMatchObject({
    version: 1,
    isShown: true,
    isChanged: false,
  })
  expect((await shown('PRIVACY')).json().data).toMatchObject({ version: 1, content: '<h2>What we keep</h2><p>Little.</p>' })
  expect(await sitemap()).toContain('/privacy<')
  await save('PRIVACY', '<p>Next</p>')
  expect((await shown('PRIVACY')).json().data.content).toContain('Little')
  expect(await of('PRIVACY')).toMatchObject({ content: '<p>Next</p>', isChanged: true, version: 1 })
})

test('every version is stored with its number, time and publisher, and never changes', async () => {
  const { as, of, publish } = await writing('versions')
  for (const words of ['One', 'Two', 'Three']) await publish('TERMS', `<p>${words}</p>`)
  const { uniqueId } = await of('TERMS')
  const versions = await as.call(legalTextApi.versions, { uniqueId, page: 0 })
  expect(versions.map(({ version, content }) => [version, content])).toEqual([
    [3, '<p>Three</p>'],
    [2, '<p>Two</p>'],
    [1, '<p>One</p>'],
  ])
  expect(versions[0]).toMatchObject({ createdByName: 'Ann ROLE_TENANT_ADMIN', dateCreated: expect.stringMatching(/^\d{4}-/) })
  const mayChange = `select has_table_privilege('tradewind_app', 'legal_text_version', 'update, delete') as may`
  expect(await app.asOwner(mayChange)).toEqual([{ may: false }])
})

test('returns a text in the requested language, else in the tenant’s, else in any', async () => {
  const { as, publish, shown } = await writing('languages')
  await publish('IMPRINT', '<p>Mentions</p>', 'fr')
  expect((await shown('IMPRINT', 'de')).json().data).toMatchObject({ language: 'fr' })
  await publish('IMPRINT', '<p>Imprint</p>', 'en')
  expect((await shown('IMPRINT', 'de')).json().data).toMatchObject({ language: 'en' })
  await publish('IMPRINT', '<p>Impressum</p>', 'de')
  expect((await shown('IMPRINT', 'de')).json().data).toMatchObject({ language: 'de', content: '<p>Impressum</p>' })
  await as.call(tenantSettingApi.update, { key: 'DEFAULT_LANGUAGE', value: 'de' })
  expect((await shown('IMPRINT')).json().data).toMatchObject({ language: 'de' })
})

test('removes active content, rejects a text that is too long, and removes the page when the text has no words', async () => {
  const { as, of, save, publish, shown } = await writing('cleaning')
  const evil = '<p onclick="x()">Safe <script>alert(1)</script><a href="javascript:x()">link</a><img src="x"></p>'
  await publish('CONTACT', evil)
  expect((await shown('CONTACT')).json().data.content).toBe('<p>Safe <a>link</a></p>')
  await expect(save('CONTACT', `<p>${'x'.repeat(200_001)}</p>`)).rejects.toMatchObject({
    status: 422,
    data: { content: 'Text can be 200 KB at most' },
  })
  expect(await publish('CONTACT', '<p> </p>')).toMatchObject({ version: 2, isShown: false })
  expect((await shown('CONTACT')).statusCode).toBe(404)
  const { uniqueId } = await of('CONTACT')
  expect(await as.call(legalTextApi.versions, { uniqueId, page: 0 })).toHaveLength(2)
})

test('of two concurrent writers the later is notified, and publishing what is already published is rejected', async () => {
  const { as, of, save, publish } = await writing('twice')
  const { uniqueId, updatedAt } = await save('TERMS', '<p>First</p>')
  await save('TERMS', '<p>Second</p>')
  const late = as.call(legalTextApi.update, { uniqueId, content: '<p>Third</p>', updatedAt })
  await expect(late).rejects.toMatchObject({ status: 409, data: { content: '<p>Second</p>' } })
  await expect(as.call(legalTextApi.publish, { uniqueId, updatedAt })).rejects.toMatchObject({ status: 409 })
  await publish('TERMS', '<p>Fourth</p>')
  const now = await of('TERMS')
  await expect(as.call(legalTextApi.publish, { uniqueId })).rejects.toMatchObject({ status: 409 })
  await as.call(legalTextApi.update, { uniqueId, content: '<p>Fifth</p>', updatedAt: now.updatedAt })
  const both = await Promise.allSettled([1, 2].map(() => as.call(legalTextApi.publish, { uniqueId })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await of('TERMS')).toMatchObject({ version: 2, content: '<p>Fifth</p>' })
})

test('only the tenant admin can write legal texts, each for their own tenant', async () => {
  const mine = await writing('mine')
  const theirs = await writing('theirs')
  await mine.publish('PRIVACY', '<p>Mine</p>')
  expect((await theirs.shown('PRIVACY')).statusCode).toBe(404)
  const { uniqueId } = await mine.of('PRIVACY')
  await expect(theirs.as.call(legalTextApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
  for (const role of ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_PRO', 'ROLE_FREE'] as const) {
    const other: TestUser = await app.someone(role, { tenantId: mine.tenantId })
    expect((await app.as(other).send(legalTextApi.list, { page: 0 })).statusCode).toBe(403)
    expect((await app.as(other).send(legalTextApi.shown, { kind: 'PRIVACY' })).statusCode).toBe(200)
  }
})
