import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('content has the language that its writer sets, otherwise the tenant’s language', async () => {
  const { uniqueId: tenantId } = await app.tenant('Sprachen', { domainName: 'sprachen.test' })
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId, permissions: ['XG_ADMIN'] })
  const as = app.as(chief)
  const written = { title: 'Messen', category: 'GLOBAL_SOURCING' as const, articleTypes: ['MARKET_INSIGHT' as const] }
  const write = (more: object = {}) => as.call(contentApi.create, { ...written, content: '<p>Text</p>', ...more })
  expect(await write()).toMatchObject({ language: 'en' })
  await as.call(tenantSettingApi.update, { key: 'DEFAULT_LANGUAGE', value: 'de' })
  const { uniqueId } = await write()
  expect(await as.call(contentApi.get, { uniqueId })).toMatchObject({ language: 'de' })
  expect(await write({ language: 'fr' })).toMatchObject({ language: 'fr' })
  expect(await as.call(contentApi.update, { uniqueId, language: 'it' })).toMatchObject({ language: 'it', title: 'Messen' })
  expect((await as.send(contentApi.update, { uniqueId, language: 'xx' })).statusCode).toBe(422)
})
