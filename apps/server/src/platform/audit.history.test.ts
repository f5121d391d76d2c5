import { companyApi } from '@tradewind/contract/crm/company.contract'
import { eventApi } from '@tradewind/contract/crm/event.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let reader: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  reader = await app.someone('ROLE_ADMIN', { permissions: ['VIEW_AUDIT'] })
})
afterAll(() => app.close())

const read = (who: TestUser, uniqueId: string) => app.as(who).call(companyApi.history, { uniqueId })

test('a record’s history can be read by actors who may change it or may read the audit trail', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const own = await crmCalls(app, clerk).company()
  await app.as(chief).call(companyApi.update, { uniqueId: own.uniqueId, address: 'Via 1' })
  for (const who of [chief, reader, clerk])
    expect((await read(who, own.uniqueId)).map(({ byName }) => byName)).toEqual([chief.fullName, clerk.fullName])
  await expect(read(await app.someone('ROLE_ADMIN'), own.uniqueId)).rejects.toMatchObject({ status: 403 })
})

test('levels can read only the history of records that they may change, whatever permissions they have', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'], permissions: ['VIEW_AUDIT'] })
  const { company, contact, report: others } = await crmCalls(app, chief).met()
  const report = await crmCalls(app, level3).report(company.uniqueId, [contact.uniqueId])
  const summary = await crmCalls(app, level3).summary(report.uniqueId)
  for (const [call, { uniqueId }] of [
    [meetingReportApi.history, report],
    [summaryApi.history, summary],
  ] as const)
    for (const who of [level3, reader])
      expect(await app.as(who).call(call, { uniqueId })).toMatchObject([{ action: 'CREATED', byName: level3.fullName }])
  const unseen = app.as(level3).call(meetingReportApi.history, { uniqueId: others.uniqueId })
  await expect(unseen).rejects.toMatchObject({ status: 404 })
})

test('members can read the history of their own records; roles without such records are rejected', async () => {
  const [member, stranger] = [await app.someone('ROLE_BASIC'), await app.someone('ROLE_BASIC')]
  const { uniqueId } = await crmCalls(app, member).company()
  expect(await read(member, uniqueId)).toMatchObject([{ action: 'CREATED', byName: member.fullName }])
  for (const who of [stranger, chief, reader]) await expect(read(who, uniqueId)).rejects.toMatchObject({ status: 404 })
  for (const role of ['ROLE_FREE', 'ROLE_STARTER', 'ROLE_LEVEL1'] as const)
    await expect(read(await app.someone(role), uniqueId)).rejects.toMatchObject({ status: 403 })
  await expect(app.as(member).call(eventApi.history, { uniqueId })).rejects.toMatchObject({ status: 403 })
})
