import { companyApi } from '@tradewind/contract/crm/company.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { statementsOf } from '../../../test/statements.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

/** Creates a company with so many reports, each with a summary and a task made from it. */
const talkedTo = async (times: number) => {
  const as = crmCalls(app, chief)
  const { uniqueId } = await as.company()
  const contact = await as.contact(uniqueId)
  for (let time = 0; time < times; time++) {
    const summary = await as.summary((await as.report(uniqueId, [contact.uniqueId])).uniqueId)
    await as.step(summary.uniqueId, chief.uniqueId)
  }
  return uniqueId
}

const rename = (uniqueId: string, legalName: string) => () => app.as(chief).call(companyApi.update, { uniqueId, legalName })

test('renaming a company updates the copies of its name, and the copies of those', async () => {
  const [uniqueId, other] = [await talkedTo(3), await talkedTo(1)]
  await rename(uniqueId, 'Followed AG')()
  expect(await app.as(chief).call(summaryApi.list, { page: 0, company: 'followed' })).toHaveLength(3)
  expect(await app.as(chief).call(nextStepsApi.list, { page: 0, q: 'followed' })).toHaveLength(3)
  const [task] = await app.as(chief).call(nextStepsApi.list, { page: 0, companyUID: other })
  expect(task!.company.legalName).not.toBe('Followed AG')
})

test('updating many copies takes as many statements as updating one', async () => {
  const [one, many] = [await talkedTo(1), await talkedTo(4)]
  const needed = await statementsOf(app, rename(one, 'With one'))
  expect(needed).toBeGreaterThan(5)
  expect(await statementsOf(app, rename(many, 'With many'))).toBe(needed)
})
