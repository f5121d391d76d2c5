import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
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
/** A company in a project, with a contact who can attend meetings. */
const placed = async (over: object = {}) => {
  const company = await crm().company()
  const { uniqueId: contact } = await crm().contact(company.uniqueId)
  const place = await crm().place((await crm().project()).uniqueId, company.uniqueId, over)
  const meet = (date: string) => crm().report(company.uniqueId, [contact], { date })
  const read = () => app.as(chief).call(projectCompanyApi.get, { uniqueId: place.uniqueId })
  const days = async () => {
    const { lastContact, nextContact } = await read()
    return [lastContact, nextContact]
  }
  const change = (fields: object) => app.as(chief).call(projectCompanyApi.update, { uniqueId: place.uniqueId, ...fields })
  return { company, place, meet, read, days, change }
}

test('a future report sets the next contact, not the last: the nearest one, as long as it exists', async () => {
  const { meet, days } = await placed()
  expect(await days()).toEqual([null, null])
  await meet('2026-03-10')
  const far = await meet('2199-05-05')
  expect(await days()).toEqual(['2026-03-10', '2199-05-05'])
  const near = await meet('2199-04-04')
  expect(await days()).toEqual(['2026-03-10', '2199-04-04'])
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: near.uniqueId })
  expect(await days()).toEqual(['2026-03-10', '2199-05-05'])
  await app.as(chief).call(trashApi.restore, { kind: 'meetingReport', uniqueIds: [near.uniqueId] })
  expect(await days()).toEqual(['2026-03-10', '2199-04-04'])
  await app.as(chief).call(meetingReportApi.update, { uniqueId: near.uniqueId, date: '2026-04-04' })
  await app.as(chief).call(meetingReportApi.update, { uniqueId: far.uniqueId, date: '2199-06-06' })
  expect(await days()).toEqual(['2026-04-04', '2199-06-06'])
})

test('a next contact set by hand stays until it is cleared', async () => {
  const { meet, days, change } = await placed({ nextContact: '2199-01-01' })
  await meet('2199-04-04')
  expect(await days()).toEqual([null, '2199-01-01'])
  expect(await change({ nextContact: '' })).toMatchObject({ nextContact: '2199-04-04' })
  await meet('2199-03-03')
  expect(await days()).toEqual([null, '2199-03-03'])
})

test('a form that sends the days back unchanged does not mark them as set by hand', async () => {
  const { company, place, meet, days, read, change } = await placed()
  await meet('2026-03-10')
  await meet('2199-04-04')
  const { lastContact, nextContact } = await read()
  await change({ project: place.project.uniqueId, company: company.uniqueId, lastContact, nextContact, priority: 'HIGH' })
  await meet('2026-03-12')
  await meet('2199-03-03')
  expect(await days()).toEqual(['2026-03-12', '2199-03-03'])
})

test('a day that is put back to that of the reports, as Undo does, follows them again', async () => {
  const { meet, days, change } = await placed()
  await meet('2026-03-10')
  await meet('2199-04-04')
  await change({ lastContact: '2026-05-05' })
  await change({ lastContact: '2026-03-10' })
  await change({ nextContact: '2199-01-01' })
  await change({ nextContact: '2199-04-04' })
  await meet('2026-03-12')
  await meet('2199-03-03')
  expect(await days()).toEqual(['2026-03-12', '2199-03-03'])
})

/** Moves the dates of all reports of a company, as if this number of days had passed without the job. */
const daysGoBy = (companyId: string, many: number) =>
  app.asOwner(
    `with moved as (update meeting_report set date = date - $2::int where company_id = $1)
     update project_company set report_ahead = report_ahead - $2::int, last_contact = last_contact - $2::int,
       next_contact = next_contact - case when is_next_contact_given then 0 else $2::int end where company_id = $1`,
    [companyId, many],
  )
const dayIn = (timeZone: string, days = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(Date.now() + days * 86_400_000))

test('once the day of a report has come, it becomes the last contact, and the following report the next one', async () => {
  const [first, byHand] = [await placed(), await placed({ nextContact: '2199-01-01' })]
  for (const { meet } of [first, byHand]) for (const days of [2, 9]) await meet(dayIn('UTC', days))
  await app.clock('meetingReport.contactDays')
  expect(await first.days()).toEqual([null, dayIn('UTC', 2)])
  for (const { company } of [first, byHand]) await daysGoBy(company.uniqueId, 4)
  await app.clock('meetingReport.contactDays')
  expect(await first.days()).toEqual([dayIn('UTC', -2), dayIn('UTC', 5)])
  expect(await byHand.days()).toEqual([dayIn('UTC', -2), '2199-01-01'])
})

test('today is the current day in the tenant’s time zone', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const // always a day apart
  const { meet, days } = await placed()
  const day = dayIn(zones[0])
  for (const [zone, seen] of [
    [zones[1], [null, day]],
    [zones[0], [day, null]],
  ] as const) {
    await app.as(chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: zone })
    const report = await meet(day)
    expect(await days()).toEqual(seen)
    await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  }
  await app.as(chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: '' })
})

test('a change of another field keeps a day of contact that somebody sets at the same time', async () => {
  const { place, read, change } = await placed()
  let changing: Promise<unknown> | undefined
  await app.whileUncommitted(
    `update project_company set last_contact = '2026-02-02', is_last_contact_given = true where id = '${place.uniqueId}'`,
    async () => {
      changing = change({ priority: 'HIGH' })
      await expect.poll(app.waiting).toHaveLength(1)
    },
  )
  await changing
  expect(await read()).toMatchObject({ priority: 'HIGH', lastContact: '2026-02-02' })
})
