import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof crmCalls>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = crmCalls(app, chief)
})
afterAll(() => app.close())

const call: ReturnType<TestApp['as']>['call'] = (...args) => app.as(chief).call(...args)
const merge = async (into: string, ...from: string[]) => (await call(contactApi.merge, { into, from })).merge
const unmerge = (uniqueId: string) => call(contactApi.unmerge, { uniqueId })
const attendeesOf = async (uniqueId: string) =>
  (await call(meetingReportApi.get, { uniqueId })).attendees.map((one) => one.uniqueId).toSorted()

/** Three contacts of a company, and a report that the last two attended. */
const threeContacts = async () => {
  const { uniqueId: company } = await crm.company()
  const [stays, one, other] = [await crm.contact(company), await crm.contact(company), await crm.contact(company)].map(
    ({ uniqueId }) => uniqueId,
  ) as [string, string, string]
  const { uniqueId: report } = await crm.report(company, [one, other])
  return { stays, one, other, report, both: [one, other].toSorted() }
}

test('undoing the merge of two attendees of a meeting into a third contact returns both', async () => {
  const { stays, one, other, report, both } = await threeContacts()
  const merged = await merge(stays, one, other)
  expect(await attendeesOf(report)).toEqual([stays])
  await unmerge(merged)
  expect(await attendeesOf(report)).toEqual(both)
})

test.each(['the first', 'the last'])(
  'two attendees who were merged into a contact one after the other return to their meeting, if %s merge is undone first',
  async (which) => {
    const { stays, one, other, report, both } = await threeContacts()
    const merges = [await merge(stays, one), await merge(stays, other)]
    const [first, second] = (which === 'the first' ? merges : merges.toReversed()) as [string, string]
    await unmerge(first)
    expect(await attendeesOf(report)).toEqual([stays, which === 'the first' ? one : other].toSorted())
    await unmerge(second)
    expect(await attendeesOf(report)).toEqual(both)
  },
)
