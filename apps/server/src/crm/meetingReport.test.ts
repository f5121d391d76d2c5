import { companyApi } from '@tradewind/contract/crm/company.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
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

test('a report is returned with its company and attendees; its date may be in the future', async () => {
  const acme = await as(chief).company({ legalName: 'Report & Co', country: 'Japan' })
  const [ada, bob] = [await as(chief).contact(acme.uniqueId), await as(chief).contact(acme.uniqueId)]
  const saved = await as(chief).report(acme.uniqueId, [bob.uniqueId, ada.uniqueId], {
    date: '2031-12-31',
    eventType: 'VISIT_AT_FAIR',
  })
  expect(saved).toMatchObject({
    date: '2031-12-31',
    eventType: 'VISIT_AT_FAIR',
    companyUID: acme.uniqueId,
    company: { legalName: 'Report & Co', country: 'Japan' },
    summaries: 0,
    createdByName: chief.fullName,
  })
  expect(saved.attendees.map(({ fullName }) => fullName)).toEqual([ada.fullName, bob.fullName].toSorted())
  expect(await app.as(chief).call(meetingReportApi.get, { uniqueId: saved.uniqueId })).toEqual(saved)
})

test('attendees must be contacts of the company: another company’s, deleted and unknown contacts are rejected', async () => {
  const [acme, other] = [await as(chief).company(), await as(chief).company()]
  const stranger = await as(chief).contact(other.uniqueId)
  for (const attendees of [[stranger.uniqueId], [crypto.randomUUID()]])
    await expect(as(chief).report(acme.uniqueId, attendees)).rejects.toMatchObject({
      data: { attendees: 'Choose contacts of this company' },
    })
  await expect(as(chief).report(acme.uniqueId, [])).rejects.toMatchObject({ data: { attendees: 'Choose who attended' } })
})

test('moving a report to another company requires attendees of that company', async () => {
  const { report } = await as(chief).met()
  const other = await as(chief).company()
  const bob = await as(chief).contact(other.uniqueId)
  const move = (over: object) =>
    app.as(chief).call(meetingReportApi.update, { uniqueId: report.uniqueId, companyUID: other.uniqueId, ...over })
  await expect(move({})).rejects.toMatchObject({ data: { attendees: 'Choose who attended' } })
  await expect(move({ attendees: report.attendees.map(({ uniqueId }) => uniqueId) })).rejects.toMatchObject({ status: 422 })
  expect(await move({ attendees: [bob.uniqueId] })).toMatchObject({
    companyUID: other.uniqueId,
    attendees: [{ uniqueId: bob.uniqueId }],
  })
})

test('an update leaves fields that it does not name unchanged', async () => {
  const { report } = await as(chief).met({ report: { eventType: 'VISIT_AT_FAIR' } })
  const { uniqueId } = report
  expect(await app.as(chief).call(meetingReportApi.update, { uniqueId, date: '2026-03-11' })).toMatchObject({
    date: '2026-03-11',
    eventType: 'VISIT_AT_FAIR',
  })
  for (const date of ['0000-01-01', '2026-02-30'])
    await expect(app.as(chief).call(meetingReportApi.update, { uniqueId, date })).rejects.toMatchObject({
      data: { date: 'Date is not a day' },
    })
})

test('days filter only as a pair, both inclusive; a single one is rejected by name', async () => {
  const acme = await as(chief).company({ legalName: 'Paired Days' })
  const ada = await as(chief).contact(acme.uniqueId)
  for (const date of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
    await as(chief).report(acme.uniqueId, [ada.uniqueId], { date })
  const days = async (query: object) =>
    (await app.as(chief).call(meetingReportApi.list, { page: 0, company: 'paired', sort: 'date', ...query })).map(
      ({ date }) => date,
    )
  expect(await days({ dateFrom: '2026-02-01', dateTo: '2026-02-28' })).toEqual(['2026-02-01', '2026-02-28'])
  await expect(days({ dateFrom: '2026-02-01' })).rejects.toMatchObject({ status: 422, data: { dateTo: 'Enter both dates' } })
  await expect(days({ dateTo: '2026-02-01' })).rejects.toMatchObject({ status: 422, data: { dateFrom: 'Enter both dates' } })
  const query = { dateFrom: '2026-02-01', format: 'csv' } as const
  await expect(app.as(chief).call(meetingReportApi.export, query)).rejects.toMatchObject({ status: 422 })
  await expect(days({ dateFrom: 'soon', dateTo: '2026-02-28' })).rejects.toMatchObject({
    data: { dateFrom: 'Date from is not a day' },
  })
})

test('level 3 sees what it wrote, levels 1 and 2 nothing, members their own partition', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company, contact, report } = await as(chief).met()
  const own = await as(level3).report(company.uniqueId, [contact.uniqueId])
  const seen = await app.as(level3).call(meetingReportApi.list, { page: 0 })
  expect(seen.map(({ uniqueId }) => uniqueId)).toEqual([own.uniqueId])
  await expect(app.as(level3).call(meetingReportApi.get, { uniqueId: report.uniqueId })).rejects.toMatchObject({ status: 404 })
  const level2 = await app.someone('ROLE_LEVEL2')
  await expect(app.as(level2).call(meetingReportApi.list, {})).rejects.toMatchObject({ status: 403 })
  const member = await app.someone('ROLE_STARTER')
  expect(await app.as(member).call(meetingReportApi.list, {})).toEqual([])
  await expect(as(member).report(company.uniqueId, [contact.uniqueId])).rejects.toMatchObject({ status: 403 })
})

test('a user who no longer sees a report’s company gets its name, but no link to it', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company, contact } = await as(chief).met()
  const named = { legalName: company.legalName, country: 'Germany' }
  const own = await as(level3).report(company.uniqueId, [contact.uniqueId])
  expect(own.company).toEqual({ ...named, uniqueId: company.uniqueId })
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, country: 'Brazil' })
  const [read] = await app.as(level3).call(meetingReportApi.list, { page: 0 })
  expect(read!.company).toEqual({ ...named, country: 'Brazil', uniqueId: null })
})

test('deleting a company with records needs a confirmation, deletes the records too, and restoring brings them back', async () => {
  const { company, report, summary } = await as(chief).met()
  const { uniqueId } = company
  await expect(app.as(chief).call(companyApi.remove, { uniqueId })).rejects.toMatchObject({
    status: 409,
    data: { contact: 1, meetingReport: 1, projectCompany: 0 },
  })
  await app.as(chief).call(companyApi.remove, { uniqueId, cascade: true })
  const gone = () =>
    app.asOwner<{ gone: boolean }>(
      `select bool_and(deleted_at is not null) as gone from (select id, deleted_at from company union select id, deleted_at from contact
       union select id, deleted_at from meeting_report union select id, deleted_at from summary) r where id = any($1)`,
      [[uniqueId, report.uniqueId, summary.uniqueId]],
    )
  expect(await gone()).toEqual([{ gone: true }])
  const { trashApi } = await import('@tradewind/contract/operations/trash.contract')
  await expect(app.as(chief).call(trashApi.restore, { kind: 'summary', uniqueIds: [summary.uniqueId] })).rejects.toMatchObject({
    status: 409,
    message: 'Its report is in the trash. Restore that first.',
  })
  await app.as(chief).call(trashApi.restore, { kind: 'company', uniqueIds: [uniqueId] })
  expect(await gone()).toEqual([{ gone: false }])
  expect(await app.as(chief).call(meetingReportApi.get, { uniqueId: report.uniqueId })).toMatchObject({ summaries: 1 })
})

test('an admin cannot delete a company that has records of other users', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const own = await as(clerk).company()
  await as(chief).contact(own.uniqueId)
  await expect(app.as(clerk).call(companyApi.remove, { uniqueId: own.uniqueId, cascade: true })).rejects.toMatchObject({
    status: 403,
    message: 'It has records that belong to other people',
  })
})
