import { languages } from '@tradewind/contract/kit/language'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { reviewTypes } from '@tradewind/contract/trust/review.constants'
import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { addMissingQuestions } from './reviewQuestion.feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Asked = { lang?: (typeof languages)[number] }
const asked = (tenantId: string, over: Asked = {}) =>
  app.as(undefined).call(reviewQuestionApi.tenant, over, { 'x-tenant': tenantId })

test('a new tenant starts with five questions of each type, in five languages', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const { uniqueId } = await app.as(chief).call(tenantApi.create, {
    fullName: 'Bergwald',
    firstName: 'Berta',
    lastName: 'Wald',
    emailAddress: 'berta@bergwald.example',
    domainName: 'bergwald.example',
  })
  const spoken = await Promise.all(languages.map((lang) => asked(uniqueId, { lang })))
  for (const all of spoken) {
    expect(all.map(({ reviewType }) => reviewType)).toEqual(reviewTypes.flatMap((type) => [type, type, type, type, type]))
    for (const { headline, question } of all) {
      expect(headline.length).toBeLessThanOrEqual(30)
      expect(question).toMatch(/^[¿\p{Lu}].*\?$/u)
    }
    expect(new Set(all.map(({ question }) => question)).size).toBe(20)
  }
  expect(new Set(spoken.flat().map(({ question }) => question)).size).toBe(100)
  for (const { question } of spoken[languages.indexOf('fr')]!) expect(question).toMatch(/\u00a0\?$/)
  expect(await asked(app.other.uniqueId)).toEqual([])
})

test('existing tenants get their first questions once at the next start, even with concurrent starts', async () => {
  const { uniqueId } = await app.tenant('Older')
  const admin = await app.someone('ROLE_TENANT_ADMIN', { tenantId: uniqueId })
  await Promise.all([addMissingQuestions(app.appContext), addMissingQuestions(app.appContext)])
  const first = await asked(uniqueId)
  expect([first.length, (await asked(app.main.uniqueId)).length]).toEqual([20, 20])
  await app.as(admin).call(reviewQuestionApi.remove, { uniqueId: first[0]!.uniqueId })
  await addMissingQuestions(app.appContext)
  expect(await asked(uniqueId)).toHaveLength(19)
  const found = await app.as(admin).call(reviewQuestionApi.list, { q: 'warranty', page: 0 })
  expect(found).toMatchObject([{ headline: 'After the sale', position: 5, createdBy: null }])
})
