import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const placesOf = (uniqueIds: string[]) =>
  Promise.all(uniqueIds.map((uniqueId) => app.as(chief).call(projectCompanyApi.get, { uniqueId })))
const undo = (uniqueId: string) => app.as(chief).call(bulkApi.undo, { uniqueId })

/** A project with two companies: one with a report ahead, one with a priority. */
const project = async (who: TestUser) => {
  const { uniqueId: projectId } = await as(who).project()
  const [first, second] = [await as(chief).company(), await as(chief).company()]
  const { uniqueId: contactId } = await as(chief).contact(first.uniqueId)
  await as(chief).report(first.uniqueId, [contactId], { date: '2031-05-06' })
  const one = await as(who).place(projectId, first.uniqueId)
  const other = await as(who).place(projectId, second.uniqueId, { priority: 'HIGH' })
  return [one.uniqueId, other.uniqueId]
}

test('levels of companies in projects are set and cleared, for those that the user may change, and Undo puts them back', async () => {
  const [mine, theirs] = [await project(clerk), await project(chief)]
  const ids = [...mine, ...theirs]
  const change = { priority: 'HIGH', potential: 'LOW' } as const
  expect(await app.as(clerk).call(bulkApi.changeProjectCompanies, { ids, change, dryRun: true })).toMatchObject({
    total: 4,
    changes: 2,
    refused: 2,
  })
  const { operation } = await app.as(chief).call(bulkApi.changeProjectCompanies, { ids: mine, change })
  expect(await placesOf(mine)).toMatchObject([change, change])
  await app.as(chief).call(bulkApi.changeProjectCompanies, { ids: mine, change: { potential: null } })
  expect(await placesOf(mine)).toMatchObject([
    { priority: 'HIGH', potential: null },
    { priority: 'HIGH', potential: null },
  ])
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 0, left: 2 })
})

test('a next contact that is set for many stays when reports come, and after Undo it follows the reports again', async () => {
  const ids = await project(chief)
  const set = { ids, change: { nextContact: '2031-02-03' } }
  const { operation } = await app.as(chief).call(bulkApi.changeProjectCompanies, set)
  expect(await placesOf(ids)).toMatchObject([{ nextContact: '2031-02-03' }, { nextContact: '2031-02-03' }])
  const { companyUID } = await app.as(chief).call(projectCompanyApi.get, { uniqueId: ids[0]! })
  const { uniqueId: contactId } = await as(chief).contact(companyUID)
  await as(chief).report(companyUID, [contactId], { date: '2031-04-01' })
  expect(await placesOf(ids)).toMatchObject([{ nextContact: '2031-02-03' }, { nextContact: '2031-02-03' }])
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 2, left: 0 })
  expect(await placesOf(ids)).toMatchObject([{ nextContact: '2031-04-01' }, { nextContact: null }])
})

test('a next contact that is set for many to the day of the next report follows the reports, and Undo puts back the days set by hand', async () => {
  const ids = await project(chief)
  const days = async () => (await placesOf(ids)).map(({ nextContact }) => nextContact)
  const set = async (nextContact: string | null) =>
    (await app.as(chief).call(bulkApi.changeProjectCompanies, { ids, change: { nextContact } })).operation!.uniqueId
  const toOther = await set('2031-01-15')
  const toReport = await set('2031-05-06')
  const { companyUID } = (await placesOf(ids))[0]!
  const { uniqueId: contactId } = await as(chief).contact(companyUID)
  await as(chief).report(companyUID, [contactId], { date: '2031-04-01' })
  expect(await days()).toEqual(['2031-04-01', '2031-05-06'])
  expect(await undo(toReport)).toMatchObject({ restored: 2, left: 0 })
  expect(await days()).toEqual(['2031-01-15', '2031-01-15'])
  expect(await undo(toOther)).toMatchObject({ restored: 2, left: 0 })
  expect(await days()).toEqual(['2031-04-01', null])
})

test('companies are removed from projects at once, and Undo brings them back', async () => {
  const ids = await project(chief)
  const { operation } = await app.as(chief).call(bulkApi.removeProjectCompanies, { ids })
  await expect(placesOf(ids)).rejects.toMatchObject({ status: 404 })
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 2 })
  expect(await placesOf(ids)).toHaveLength(2)
})

test('an admin with whom a project is shared brings back the companies that they remove from it, together or one alone', async () => {
  const { uniqueId: projectId } = await as(chief).project({ sharedWith: [clerk.uniqueId] })
  const companies = [await as(chief).company(), await as(chief).company()]
  const ids: string[] = []
  for (const { uniqueId } of companies) ids.push((await as(chief).place(projectId, uniqueId)).uniqueId)
  const { call } = app.as(clerk)
  const { operation } = await call(bulkApi.removeProjectCompanies, { ids })
  expect(await call(bulkApi.undo, { uniqueId: operation!.uniqueId })).toMatchObject({ restored: 2, left: 0 })
  await call(projectCompanyApi.remove, { uniqueId: ids[0]! })
  await call(trashApi.restore, { kind: 'projectCompany', uniqueIds: [ids[0]!] })
  expect(await placesOf(ids)).toHaveLength(2)
})
