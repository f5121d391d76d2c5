import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
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

const crm = () => crmCalls(app, chief)
const restore = (kind: string, uniqueId: string, title?: string) =>
  app.as(chief).call(trashApi.restore, { kind, uniqueIds: [uniqueId], ...(title && { title }) })

test('a record named after other data is restored with that name: another title is rejected and restores nothing', async () => {
  const { company, contact, report, summary } = await crm().met()
  const place = await crm().place((await crm().project()).uniqueId, company.uniqueId)
  const all = { summary, meetingReport: report, contact, projectCompany: place }
  for (const [kind, { uniqueId }] of Object.entries(all)) {
    await app.as(chief).call({ ...contactApi.remove, path: `/api/${kind}/:uniqueId` } as typeof contactApi.remove, { uniqueId })
    await expect(restore(kind, uniqueId, 'Another name')).rejects.toMatchObject({
      status: 422,
      data: { title: 'Its name follows from other data. Restore it without another one.' },
    })
    expect(await app.as(chief).call(trashApi.list, { kind })).toMatchObject([{ uniqueId }])
  }
  for (const [kind, { uniqueId }] of Object.entries(all).toReversed()) await restore(kind, uniqueId)
  expect(await app.as(chief).call(contactApi.get, { uniqueId: contact.uniqueId })).toMatchObject({ fullName: contact.fullName })
})

test('the name of a deleting user who has since been deleted is not shown', async () => {
  const leaver = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await crmCalls(app, leaver).company()
  await app.as(leaver).call(companyApi.remove, { uniqueId })
  const names = async () =>
    (await app.as(chief).call(trashApi.list, { kind: 'company' })).map(({ deletedByName }) => deletedByName)
  expect(await names()).toEqual([leaver.fullName])
  await app.as(chief).call(adminApi.remove, { uniqueId: leaver.uniqueId })
  expect(await names()).toEqual([null])
})

test('a company’s place stays in the trash if the project has the company again, and no other name is asked for', async () => {
  const [project, company] = [await crm().project(), await crm().company()]
  const { uniqueId } = await crm().place(project.uniqueId, company.uniqueId)
  await app.as(chief).call(projectCompanyApi.remove, { uniqueId })
  await crm().place(project.uniqueId, company.uniqueId)
  await expect(restore('projectCompany', uniqueId)).rejects.toMatchObject({
    status: 409,
    message: 'The same record exists again. This one stays in the trash.',
    data: {},
  })
})

test('a company restored under another name has that name in its dependent records and its history', async () => {
  const { company, contact, summary } = await crm().met({ company: { legalName: 'Old Harbour' } })
  const task = await crm().step(summary.uniqueId, chief.uniqueId)
  const { uniqueId } = company
  await app.as(chief).call(companyApi.remove, { uniqueId, cascade: true })
  await crm().company({ legalName: 'Old Harbour' })
  await expect(restore('company', uniqueId)).rejects.toMatchObject({
    status: 409,
    data: { title: 'This name is in use now. Restore the record under another name.' },
  })
  await restore('company', uniqueId, 'New Harbour')
  expect(await app.as(chief).call(contactApi.get, { uniqueId: contact.uniqueId })).toMatchObject({
    company: { legalName: 'New Harbour' },
  })
  expect(await app.as(chief).call(nextStepsApi.get, { uniqueId: task.uniqueId })).toMatchObject({
    company: { legalName: 'New Harbour' },
  })
  const [latest] = await app.as(chief).call(companyApi.history, { uniqueId })
  expect(latest).toMatchObject({
    action: 'RESTORED',
    changes: { legalName: { before: 'Old Harbour', after: 'New Harbour' } },
  })
})
