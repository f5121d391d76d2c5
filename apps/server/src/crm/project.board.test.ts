import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
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
type Query = z.input<typeof projectCompanyApi.ofProject.input>

const places = async (who: TestUser, projectId: string, levels: readonly object[]) => {
  const made = []
  for (const level of levels)
    made.push((await as(who).place(projectId, (await as(who).company()).uniqueId, level)).company.legalName)
  return made
}
const names = async (who: TestUser, query: Query) =>
  (await app.as(who).call(projectCompanyApi.ofProject, { page: 0, ...query })).map(({ company }) => company.legalName)
const total = async (who: TestUser, query: Query) => {
  const { headers } = await app.as(who).send(projectCompanyApi.ofProject, { page: 0, size: 1, ...query })
  return Number(headers['x-total-count'])
}

test('companies of a project are found by level, or without one; each column is paged separately in its own order', async () => {
  const { uniqueId: projectId } = await as(chief).project()
  const [late, , soon, low, none] = await places(chief, projectId, [
    { priority: 'HIGH', nextContact: '2027-05-01' },
    { priority: 'MEDIUM', potential: 'LOW' },
    { priority: 'HIGH', nextContact: '2027-04-01', interest: 'HIGH' },
    { priority: 'LOW' },
    {},
  ])
  const high = { projectId, priority: 'HIGH', sort: 'nextContact', size: 1 } as const
  expect([await names(chief, high), await names(chief, { ...high, page: 1 })]).toEqual([[soon], [late]])
  expect(await names(chief, { projectId, priority: 'none' })).toEqual([none])
  expect(await names(chief, { projectId, priority: 'LOW' })).toEqual([low])
  const counted = (['HIGH', 'MEDIUM', 'LOW', 'none'] as const).map((priority) => total(chief, { projectId, priority }))
  expect(await Promise.all(counted)).toEqual([2, 1, 1, 1])
  expect([await total(chief, { projectId, potential: 'LOW' }), await total(chief, { projectId, potential: 'none' })]).toEqual([
    1, 4,
  ])
  expect(await names(chief, { projectId, interest: 'HIGH', priority: 'HIGH' })).toEqual([soon])
  await expect(names(chief, { projectId, priority: 'URGENT' as 'HIGH' })).rejects.toMatchObject({
    status: 422,
    data: { priority: 'Choose HIGH, MEDIUM, LOW or none' },
  })
})

test('a card counts only the contacts, reports and open tasks that the caller may see', async () => {
  const [level1, level3] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })]
  const { uniqueId: projectId } = await as(chief).project({ sharedWith: [level1.uniqueId, level3.uniqueId] })
  const { company, summary } = await as(chief).met()
  await as(chief).contact(company.uniqueId)
  await as(chief).step(summary.uniqueId, chief.uniqueId)
  await as(chief).step(summary.uniqueId, level1.uniqueId)
  await as(chief).place(projectId, company.uniqueId)
  const counts = async (who: TestUser) => {
    const [card] = await app.as(who).call(projectCompanyApi.ofProject, { projectId, page: 0, counts: 'true' })
    return card!.counts
  }
  expect(await counts(chief)).toEqual({ contacts: 2, reports: 1, openTasks: 2 })
  expect(await counts(level1)).toEqual({ openTasks: 1 })
  expect(await counts(level3)).toEqual({ contacts: 2, reports: 0, openTasks: 0 })
  const [plain] = await app.as(chief).call(projectCompanyApi.ofProject, { projectId, page: 0 })
  expect(plain).not.toHaveProperty('counts')
  const [whole] = await app.as(chief).call(projectCompanyApi.ofProject, { projectId, counts: 'true' })
  expect(whole).toMatchObject({ counts: { contacts: 2, reports: 1, openTasks: 2 } })
})

test('a project that is not shared with a level, or belongs to a member, returns no columns to others', async () => {
  const { uniqueId: projectId } = await as(chief).project()
  for (const role of ['ROLE_LEVEL1', 'ROLE_LEVEL2', 'ROLE_LEVEL3', 'ROLE_PRO'] as const)
    await expect(names(await app.someone(role), { projectId, priority: 'none' })).rejects.toMatchObject({ status: 404 })
  const member = await app.someone('ROLE_PRO')
  const theirs = await as(member).project()
  await expect(names(chief, { projectId: theirs.uniqueId, priority: 'none' })).rejects.toMatchObject({ status: 404 })
  const [only] = await places(member, theirs.uniqueId, [{ interest: 'MEDIUM' }])
  expect(await names(member, { projectId: theirs.uniqueId, interest: 'MEDIUM' })).toEqual([only])
})
