import { languages } from '@tradewind/contract/kit/language'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { assessmentCategoryList } from '@tradewind/contract/site/assessment.constants'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { addMissingAssessmentQuestions } from '../assessment.feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const asked = (tenantId: string, lang?: (typeof languages)[number]) =>
  app.as(undefined).call(assessmentApi.tenant, lang ? { lang } : {}, { 'x-tenant': tenantId })

test('a new tenant starts with five statements per category, in five languages', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const { uniqueId } = await app.as(chief).call(tenantApi.create, {
    fullName: 'Bergwald',
    firstName: 'Berta',
    lastName: 'Wald',
    emailAddress: 'berta@bergwald.example',
    domainName: 'bergwald.example',
  })
  const spoken = await Promise.all(languages.map((lang) => asked(uniqueId, lang)))
  for (const all of spoken) {
    expect(all.map(({ category }) => category)).toEqual(assessmentCategoryList.flatMap((one) => [one, one, one, one, one]))
    for (const { question } of all) expect(question).toMatch(/^\p{Lu}.{30,160}\.$/u)
  }
  expect(new Set(spoken.flat().map(({ question }) => question)).size).toBe(150)
  for (const { question } of spoken[languages.indexOf('fr')]!) expect(question).not.toMatch(/[^\u00a0][:;!?]/)
  expect(await asked(app.other.uniqueId)).toEqual([])
})

test('existing tenants get the questions at the next start, each once, even if two starts run at the same time', async () => {
  const { uniqueId } = await app.tenant('Older')
  const admin = await app.someone('ROLE_TENANT_ADMIN', { tenantId: uniqueId })
  await Promise.all([addMissingAssessmentQuestions(app.appContext), addMissingAssessmentQuestions(app.appContext)])
  const first = await asked(uniqueId)
  expect([first.length, (await asked(app.main.uniqueId)).length]).toEqual([30, 30])
  await app.as(admin).call(assessmentApi.removeQuestion, { uniqueId: first[0]!.uniqueId })
  await addMissingAssessmentQuestions(app.appContext)
  expect(await asked(uniqueId)).toHaveLength(29)
  const found = await app.as(admin).call(assessmentApi.listQuestions, { q: 'trademarks', page: 0 })
  expect(found).toMatchObject([{ category: 'GTM - Asset Development', position: 4, createdBy: null }])
})
