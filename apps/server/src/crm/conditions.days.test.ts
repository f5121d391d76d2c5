import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let admin: TestUser
let adviser: TestUser
/** A date relative to today, for a caller without a time zone. */
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const dated = (text: string) => text.replaceAll(/\{(-?\d+)\}/g, (_, from: string) => day(Number(from)))

beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  adviser = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const as = app.as(admin)
  const company = { country: 'DE', website: 'https://a.example', companyTypeList: ['ASSOCIATION' as const] }
  const { uniqueId: companyUID } = await as.call(companyApi.create, { ...company, legalName: 'Met' })
  await as.call(companyApi.create, { ...company, legalName: 'Never' })
  const person = { firstName: 'Ada', lastName: 'Ahl', title: 'Buyer', contactRole: 'INFLUENCER', companyId: companyUID } as const
  const { uniqueId } = await as.call(contactApi.create, person)
  const report = { companyUID, attendees: [uniqueId], eventType: 'CALL' as const }
  for (const date of [-30, -3, 5]) await as.call(meetingReportApi.create, { ...report, date: day(date) })
  for (const date of [-40, -20]) await app.as(adviser).call(meetingReportApi.create, { ...report, date: day(date) })
  const deleted = await as.call(meetingReportApi.create, { ...report, date: day(-1) })
  await as.call(meetingReportApi.remove, { uniqueId: deleted.uniqueId })
})
afterAll(() => app.close())

const find = async (user: TestUser, condition: Partial<Record<'where' | 'any', string | string[]>>) =>
  (await app.as(user).call(companyApi.list, { ...condition, sort: 'legalName', page: 0 })).map(({ legalName }) => legalName)

test.each([
  ['inLast:4', ['Met']],
  ['inLast:3', []],
  ['notInLast:4', ['Never']],
  ['notInLast:3', ['Met', 'Never']],
  ['before:{-2}', ['Met']],
  ['before:{-3}', []],
  ['after:{-4}', ['Met']],
  ['after:{-3}', []],
  ['between:{-30},{-4}', []],
  ['is:{-3}', ['Met']],
  ['is:{-30}', []],
  ['isNot:{-3}', ['Never']],
  ['isNot:{-30}', ['Met', 'Never']],
  ['inNext:7', []],
  ['empty', ['Never']],
  ['notEmpty', ['Met']],
])('companies by the day of their newest report up to today: %s', async (condition, expected) => {
  expect(await find(admin, { where: dated(`lastReport:${condition}`) })).toEqual(expected)
})

test('a day that is empty is not in the last days, nor is one ahead', async () => {
  const as = app.as(admin)
  const { uniqueId } = await as.call(projectApi.create, { name: 'Over', endDate: day(-5) })
  await as.call(projectApi.create, { name: 'Ahead', endDate: day(5) })
  await as.call(projectApi.create, { name: 'Open' })
  const found = async (where: string) =>
    (await as.call(projectApi.list, { where, sort: 'name', page: 0 })).map(({ name }) => name)
  expect(await found('endDate:notInLast:6')).toEqual(['Ahead', 'Open'])
  expect(await found('endDate:notInLast:5')).toEqual(['Ahead', 'Open', 'Over'])
  await app.asOwner(`update project set created_at = now() - interval '10 days' where id = '${uniqueId}'`)
  expect(await found('dateCreated:notInLast:5')).toEqual(['Over'])
})

test('without a report in the last days, or of one name', async () => {
  expect(await find(admin, { any: ['lastReport:notInLast:4', 'legalName:is:Met'] })).toEqual(['Met', 'Never'])
  expect(await find(admin, { any: ['lastReport:inLast:3', 'legalName:is:Never'] })).toEqual(['Never'])
})

test('only reports that the user may see count', async () => {
  expect(await find(adviser, { where: 'lastReport:notInLast:20' })).toEqual(['Met', 'Never'])
  expect(await find(adviser, { where: 'lastReport:notInLast:21' })).toEqual(['Never'])
  expect(await find(adviser, { where: `lastReport:is:${day(-20)}` })).toEqual(['Met'])
})

const lastReports = async (user: TestUser, headers: Record<string, string> = {}) => {
  const rows = await app.as(user).call(companyApi.list, { sort: 'legalName', page: 0, lastReport: true }, headers)
  return Object.fromEntries(rows.map(({ legalName, lastReport }) => [legalName, lastReport]))
}

test('the list shows the day of the newest report up to today that the user may see, also as a whole', async () => {
  expect(await lastReports(admin)).toEqual({ Met: day(-3), Never: null })
  expect(await lastReports(adviser)).toEqual({ Met: day(-20), Never: null })
  const member = await app.someone('ROLE_PRO')
  expect(await lastReports(member)).toEqual({})
  const whole = await app.as(admin).call(companyApi.list, { sort: 'legalName', lastReport: true })
  expect(whole.map(({ lastReport }) => lastReport)).toEqual([day(-3), null])
  const unasked = await app.as(admin).call(companyApi.list, { sort: 'legalName', page: 0 })
  expect(unasked.map(({ lastReport }) => lastReport)).toEqual([undefined, undefined])
})

test('who sees only the outline of a company sees no day of a report', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const as = app.as(admin)
  const [met] = await as.call(companyApi.list, { legalName: 'Met', page: 0 })
  const { uniqueId: project } = await as.call(projectApi.create, { name: 'Shared', sharedWith: [level1.uniqueId] })
  await as.call(projectCompanyApi.create, { project, company: met!.uniqueId })
  expect(await lastReports(level1)).toEqual({ Met: null })
})

test('exports contain the day of the last report', async () => {
  const { url } = await app.as(admin).call(companyApi.export, { format: 'csv', sort: 'legalName' })
  const lines = (await app.fastify.inject({ method: 'GET', url })).body.trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Last Report', day(-3), ''])
})

test('lists cannot be sorted by the day of the last report', async () => {
  const sorted = app.as(admin).call(companyApi.list, { sort: 'lastReport' as 'legalName', page: 0 })
  await expect(sorted).rejects.toMatchObject({ status: 422 })
})
