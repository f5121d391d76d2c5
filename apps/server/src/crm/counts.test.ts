import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
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
const totals = (counts: Record<string, { total: number } | null>) =>
  Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, count && count.total]))
const companyCounts = async (who: TestUser, uniqueId: string) => totals(await app.as(who).call(companyApi.counts, { uniqueId }))
const contactCounts = async (who: TestUser, uniqueId: string) => totals(await app.as(who).call(contactApi.counts, { uniqueId }))
const ids = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)

/** A company with two contacts, one of whom attended two meetings; with shared summaries and two tasks. */
const known = async (shared: readonly TestUser[]) => {
  const sharedWith = shared.map(({ uniqueId }) => uniqueId)
  const project = await as(chief).project({ sharedWith })
  const { company, contact, report, summary } = await as(chief).met({ summary: { sharedWith } })
  const second = await as(chief).report(company.uniqueId, [contact.uniqueId])
  const unshared = await as(chief).summary(second.uniqueId)
  const other = await as(chief).contact(company.uniqueId)
  const task = await as(chief).step(summary.uniqueId, chief.uniqueId)
  const given = await as(chief).step(unshared.uniqueId, shared[0]?.uniqueId ?? chief.uniqueId)
  const place = await as(chief).place(project.uniqueId, company.uniqueId, { mainContact: contact.uniqueId })
  // Of another company: not counted.
  await as(chief).met()
  return { project, company, contact, other, report, second, summary, task, given, place }
}

test('each role gets counts of what it may see of a company, by kind', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const level2 = await app.someone('ROLE_LEVEL2')
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company } = await known([level1, level2])
  const { uniqueId } = company
  const all = { contact: 2, meetingReport: 2, summary: 2, nextSteps: 2, projectCompany: 1 }
  expect(await companyCounts(chief, uniqueId)).toEqual(all)
  expect(await companyCounts(await app.someone('ROLE_ADMIN'), uniqueId)).toEqual(all)
  const outline = { contact: null, meetingReport: null, summary: 1, projectCompany: 1 }
  expect(await companyCounts(level1, uniqueId)).toEqual({ ...outline, nextSteps: 1 })
  expect(await companyCounts(level2, uniqueId)).toEqual({ ...outline, nextSteps: 0 })
  const elsewhere = { meetingReport: 0, summary: 0, nextSteps: 0, projectCompany: 0 }
  expect(await companyCounts(level3, uniqueId)).toEqual({ contact: 2, ...elsewhere })
})

test('counts are not available to another partition or a level without access, and exclude what is in the trash', async () => {
  const { company, contact, report } = await known([])
  const { uniqueId } = company
  for (const role of ['ROLE_PRO', 'ROLE_LEVEL1'] as const)
    await expect(companyCounts(await app.someone(role), uniqueId)).rejects.toMatchObject({ status: 404 })
  await expect(contactCounts(await app.someone('ROLE_PRO'), contact.uniqueId)).rejects.toMatchObject({ status: 404 })
  for (const role of ['ROLE_LEVEL2', 'ROLE_STARTER'] as const)
    await expect(contactCounts(await app.someone(role), contact.uniqueId)).rejects.toMatchObject({ status: 403 })
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  expect(await companyCounts(chief, uniqueId)).toMatchObject({ meetingReport: 1, summary: 1, nextSteps: 1 })
  const member = await app.someone('ROLE_PRO')
  const own = await as(member).met()
  expect(await companyCounts(member, own.company.uniqueId)).toMatchObject({ contact: 1, meetingReport: 1, summary: 1 })
  await expect(companyCounts(chief, own.company.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('a contact’s related records, of tasks the open ones, are counted and listed by the meetings they attended', async () => {
  const { company, contact, other, report, second, summary, task, given, place } = await known([])
  expect(await contactCounts(chief, contact.uniqueId)).toEqual({ meetingReport: 2, summary: 2, nextSteps: 2, projectCompany: 1 })
  expect(await contactCounts(chief, other.uniqueId)).toEqual({ meetingReport: 0, summary: 0, nextSteps: 0, projectCompany: 0 })
  const query = { contactId: contact.uniqueId, page: 0, sort: 'dateCreated' } as const
  const { call } = app.as(chief)
  expect(ids(await call(meetingReportApi.list, query))).toEqual([report.uniqueId, second.uniqueId])
  expect(ids(await call(summaryApi.list, query))[0]).toBe(summary.uniqueId)
  expect(ids(await call(nextStepsApi.list, query))).toEqual([task.uniqueId, given.uniqueId])
  await call(nextStepsApi.markClosed, { uniqueId: task.uniqueId })
  for (const counts of [await contactCounts(chief, contact.uniqueId), await companyCounts(chief, company.uniqueId)])
    expect(counts).toMatchObject({ summary: 2, nextSteps: 1 })
  expect(ids(await call(projectCompanyApi.list, query))).toEqual([place.uniqueId])
  expect(await call(nextStepsApi.list, { ...query, contactId: other.uniqueId })).toEqual([])
})

test('the contact list can be filtered by company; a user who may not see a contact cannot filter other lists by it', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { company, contact, other } = await known([level1])
  const query = { companyId: company.uniqueId, page: 0, sort: 'dateCreated' } as const
  expect(ids(await app.as(chief).call(contactApi.list, query))).toEqual([contact.uniqueId, other.uniqueId])
  const stranger = await app.someone('ROLE_PRO')
  expect(await app.as(stranger).call(contactApi.list, query)).toEqual([])
  const byContact = { contactId: contact.uniqueId, page: 0 }
  for (const list of [summaryApi.list, nextStepsApi.list, projectCompanyApi.list]) {
    await expect(app.as(level1).call(list, byContact)).rejects.toMatchObject({ status: 404 })
    await expect(app.as(stranger).call(list, byContact)).rejects.toMatchObject({ status: 404 })
  }
})

test('lists only projects to which the caller may add companies', async () => {
  const [admin, level3] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const mark = crypto.randomUUID()
  const shared = await as(chief).project({ name: `Shared ${mark}`, sharedWith: [admin.uniqueId, level3.uniqueId] })
  const foreign = await as(chief).project({ name: `Foreign ${mark}` })
  const own = await as(admin).project({ name: `Own ${mark}` })
  const query = { name: mark, attachable: 'true', sort: 'dateCreated', page: 0 } as const
  const listed = async (who: TestUser) => ids(await app.as(who).call(projectApi.list, query))
  expect(await listed(chief)).toEqual(ids([shared, foreign, own]))
  expect(await listed(admin)).toEqual(ids([shared, own]))
  expect(await listed(level3)).toEqual([])
})
