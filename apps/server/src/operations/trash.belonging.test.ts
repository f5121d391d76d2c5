import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  bob = await app.someone('ROLE_ADMIN', { firstName: 'Bob' })
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const belonging = (who: TestUser, kind: string, ...uniqueIds: string[]) =>
  app.as(who).call(trashApi.belonging, { kind, uniqueIds })
const person = ({ uniqueId, fullName }: TestUser, count: number) => ({ uniqueId, fullName, count })

/** A report with a summary by the chief and one by Bob; Bob's has two tasks, one for each of them. */
const talked = async () => {
  const { company, report, summary } = await as(chief).met()
  const his = await as(bob).summary(report.uniqueId)
  for (const who of [chief, bob]) await as(bob).step(his.uniqueId, who.uniqueId)
  return { company, report, summary, his }
}

test('a report returns the summaries and tasks that are deleted with it, and their owners; a summary returns its tasks', async () => {
  const { report, summary, his } = await talked()
  const summaries = { kind: 'summary', count: 2, people: expect.arrayContaining([person(chief, 1), person(bob, 1)]) }
  const tasks = { kind: 'nextSteps', count: 2, people: expect.arrayContaining([person(chief, 1), person(bob, 1)]) }
  expect(await belonging(chief, 'meetingReport', report.uniqueId)).toEqual([summaries, tasks])
  expect(await belonging(chief, 'summary', his.uniqueId)).toEqual([tasks])
  expect(await belonging(chief, 'summary', summary.uniqueId)).toEqual([])
  expect(await belonging(chief, 'summary', summary.uniqueId, his.uniqueId)).toEqual([tasks])
})

test('counts everything that is deleted with a company, down to the tasks', async () => {
  const { company } = await talked()
  const found = await belonging(chief, 'company', company.uniqueId)
  expect(found.map(({ kind, count }) => [kind, count])).toEqual([
    ['contact', 1],
    ['meetingReport', 1],
    ['summary', 2],
    ['nextSteps', 2],
  ])
})

test('who has the most records comes first, and of those with as many the first by name', async () => {
  const { summary } = await as(chief).met()
  const [ada, zoe, carl] = await Promise.all(['Ada', 'Zoe', 'Carl'].map((firstName) => app.someone('ROLE_ADMIN', { firstName })))
  for (const who of [ada!, carl!, zoe!, zoe!, bob, ada!, carl!, zoe!]) await as(who).step(summary.uniqueId, who.uniqueId)
  const [tasks] = await belonging(chief, 'summary', summary.uniqueId)
  expect(tasks!.people).toEqual([person(zoe!, 3), person(ada!, 2), person(carl!, 2), person(bob, 1)])
})

test('does not count what is already in the trash, and Undo returns what was restored', async () => {
  const { report, summary, his } = await talked()
  await app.as(chief).call(summaryApi.remove, { uniqueId: summary.uniqueId })
  const [summaries, tasks] = await belonging(chief, 'meetingReport', report.uniqueId)
  expect(summaries).toEqual({ kind: 'summary', count: 1, people: [person(bob, 1)] })
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  const back = await app.as(chief).call(trashApi.restore, { kind: 'meetingReport', uniqueIds: [report.uniqueId] })
  expect(back).toEqual({ uniqueIds: [report.uniqueId], belonging: [summaries, tasks] })
  expect(await app.as(chief).call(nextStepsApi.fetchBySummary, { summaryId: his.uniqueId })).toHaveLength(2)
})

test('only actors who may delete the record can read what belongs to it', async () => {
  const { report } = await talked()
  const member = await app.someone('ROLE_PRO')
  const foreign = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  for (const who of [bob, member, foreign])
    await expect(belonging(who, 'meetingReport', report.uniqueId)).rejects.toMatchObject({ status: 404 })
  await expect(belonging(chief, 'ship', report.uniqueId)).rejects.toMatchObject({ status: 404 })
})
