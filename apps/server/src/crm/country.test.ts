import { companyApi } from '@tradewind/contract/crm/company.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)

/** A company of this country with a report, a summary and a task. */
const metIn = async (country: string, to: TestUser = chief) => {
  const records = await as(chief).met({ company: { country }, summary: to === chief ? {} : { sharedWith: [to.uniqueId] } })
  return { ...records, task: await as(chief).step(records.summary.uniqueId, to.uniqueId) }
}
type Met = Awaited<ReturnType<typeof metIn>>

const countriesOf = async ({ summary, task }: Pick<Met, 'summary' | 'task'>) => [
  (await app.as(chief).call(summaryApi.get, { uniqueId: summary.uniqueId })).country,
  (await app.as(chief).call(nextStepsApi.get, { uniqueId: task.uniqueId })).country,
]
const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
const page = { page: 0, size: 100 }
/** The tasks and summaries that lists find by a condition. */
const find = async (where: string, who = chief) => ({
  tasks: idsOf(await app.as(who).call(nextStepsApi.list, { ...page, where })),
  summaries: idsOf(await app.as(who).call(summaryApi.list, { ...page, where })),
})

test('tasks and summaries follow their company to another country, in the trash too, and tasks are sorted by its name', async () => {
  const [one, two] = [await metIn('Iceland'), await metIn('Andorra')]
  expect(await countriesOf(one)).toEqual(['Iceland', 'Iceland'])
  await app.as(chief).call(nextStepsApi.remove, { uniqueId: two.task.uniqueId })
  await app.as(chief).call(companyApi.update, { uniqueId: two.company.uniqueId, country: 'Zimbabwe' })
  await app.as(chief).call(trashApi.restore, { kind: 'nextSteps', uniqueIds: [two.task.uniqueId] })
  expect(await countriesOf(two)).toEqual(['Zimbabwe', 'Zimbabwe'])
  expect(await find('country:is:AD')).toEqual({ tasks: [], summaries: [] })
  expect(await find('country:is:ZW')).toEqual({ tasks: [two.task.uniqueId], summaries: [two.summary.uniqueId] })
  const sorted = async (sort: 'country' | '-country') =>
    idsOf(await app.as(chief).call(nextStepsApi.list, { ...page, where: 'country:is:IS,ZW', sort }))
  expect(await sorted('country')).toEqual([one.task.uniqueId, two.task.uniqueId])
  expect(await sorted('-country')).toEqual([two.task.uniqueId, one.task.uniqueId])
})

test('a report that moves to a company of another country takes its summary and task there, and so does a task that moves to another summary', async () => {
  const [one, two, three] = [await metIn('Malta'), await metIn('Cyprus'), await metIn('Latvia')]
  const moved = { uniqueId: one.report.uniqueId, companyUID: two.company.uniqueId, attendees: [two.contact.uniqueId] }
  await app.as(chief).call(meetingReportApi.update, moved)
  expect(await countriesOf(one)).toEqual(['Cyprus', 'Cyprus'])
  await app.as(chief).call(nextStepsApi.update, { uniqueId: one.task.uniqueId, summaryUID: three.summary.uniqueId })
  expect(await countriesOf(one)).toEqual(['Cyprus', 'Latvia'])
  await app.as(chief).call(companyApi.merge, { into: three.company.uniqueId, from: [two.company.uniqueId], fields: {} })
  expect([...(await countriesOf(one)), ...(await countriesOf(two))]).toEqual(['Latvia', 'Latvia', 'Latvia', 'Latvia'])
  expect(await find('country:is:MT,CY')).toEqual({ tasks: [], summaries: [] })
})

test('by the country, a level finds the summaries and tasks that it sees, and no trace of others', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  await metIn('Japan')
  const mine = await metIn('Japan', level1)
  expect(await find('country:is:JP', level1)).toEqual({ tasks: [mine.task.uniqueId], summaries: [mine.summary.uniqueId] })
  const hidden = { where: 'country:isNot:JP', page: 0, size: 1 } as const
  for (const list of [nextStepsApi.list, summaryApi.list])
    expect((await app.as(level1).send(list, hidden)).headers['x-total-count']).toBe('0')
})

test('summaries and tasks from before they had countries get theirs, and at night those whose company has moved; it makes no record newer', async () => {
  const records = await metIn('Estonia')
  const task = { uniqueId: records.task.uniqueId }
  const read = () => app.as(chief).call(nextStepsApi.get, task)
  const before = await read()
  const store = async (code: string, key: string) => {
    await app.asOwner(`update summary set country = $2 where id = $1`, [records.summary.uniqueId, code])
    await app.asOwner(`update next_step set country = $2, country_key = $3 where id = $1`, [task.uniqueId, code, key])
  }
  const all = { tasks: [task.uniqueId], summaries: [records.summary.uniqueId] }
  await store('', '')
  expect(await find('country:is:EE')).toEqual({ tasks: [], summaries: [] })
  await app.clock('nextSteps.countries')
  expect([await find('country:is:EE'), await read()]).toEqual([all, before])
  await store('FI', 'finland')
  await app.clock('nextSteps.changedCountries')
  expect([await find('country:is:EE'), await read()]).toEqual([all, before])
  expect(await app.asOwner('select country_key from next_step where id = $1', [task.uniqueId])).toEqual([
    { country_key: 'estonia' },
  ])
})
