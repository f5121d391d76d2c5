import { dashboardApi } from '@tradewind/contract/crm/dashboard.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let level3: TestUser
const reports: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const german = await crmCalls(app, chief).met()
  const japanese = await crmCalls(app, chief).met({ company: { country: 'Japan' } })
  const own = await crmCalls(app, level3).report(german.company.uniqueId, [german.contact.uniqueId])
  Object.assign(reports, { german: german.report.uniqueId, japanese: japanese.report.uniqueId, own: own.uniqueId })
  // In Berlin, 29 March 2026 has 23 hours and 25 October 25: the first moments of both days, and the last ones.
  await at('german', '2026-03-28T23:00:00Z')
  await at('japanese', '2026-03-29T21:59:59Z')
  await at('own', '2026-03-29T22:00:00Z')
})
afterAll(() => app.close())

const at = (name: string, moment: string) =>
  app.asOwner('update meeting_report set created_at = $1 where id = $2', [moment, reports[name]])
const kpi = (who: TestUser, query: object, zone = 'Europe/Berlin') =>
  app.as(who).call(dashboardApi.reportsKpi, { dateFrom: '2026-03-29', dateTo: '2026-03-29', ...query }, { 'x-time-zone': zone })

test('days are whole days in the caller’s time zone, including days of 23 hours', async () => {
  expect(await kpi(chief, {})).toMatchObject({
    data: [{ userId: chief.uniqueId, userName: chief.fullName, roles: ['ROLE_TENANT_ADMIN'], totalReportsCreated: 2 }],
    totalElements: 1,
    totalPages: 1,
  })
  expect((await kpi(chief, {}, 'UTC')).data.map(({ totalReportsCreated }) => totalReportsCreated)).toEqual([1, 1])
})

test('reports are counted by country and by company, highest count first', async () => {
  const wide = { dateFrom: '2026-03-01', dateTo: '2026-03-31' }
  expect((await kpi(chief, { ...wide, filterType: 'COUNTRY' })).data).toMatchObject([
    { country: 'Germany', code: 'DE', totalReportsCreated: 2 },
    { country: 'Japan', totalReportsCreated: 1 },
  ])
  const { data, totalElements, totalPages } = await kpi(chief, { ...wide, filterType: 'COMPANY', size: 1, page: 1 })
  expect([data, totalElements, totalPages]).toMatchObject([[{ country: 'Japan', totalReportsCreated: 1 }], 2, 2])
})

test('level 3 always gets its own reports by user, whatever it requests; levels 1 and 2 and free accounts get none', async () => {
  const wide = { dateFrom: '2026-03-01', dateTo: '2026-03-31', filterType: 'COUNTRY' }
  expect((await kpi(level3, wide)).data).toMatchObject([{ userId: level3.uniqueId, totalReportsCreated: 1 }])
  for (const role of ['ROLE_LEVEL1', 'ROLE_LEVEL2', 'ROLE_FREE', 'ROLE_STARTER'] as const)
    await expect(kpi(await app.someone(role), wide)).rejects.toMatchObject({ status: 403 })
  expect((await kpi(await app.someone('ROLE_BASIC'), wide)).data).toEqual([])
})

test('reports of a deleted user are counted without their name', async () => {
  const leaver = await app.someone('ROLE_ADMIN')
  const { report } = await crmCalls(app, leaver).met()
  await app.asOwner(`update meeting_report set created_at = '2026-05-05T12:00:00Z' where id = $1`, [report.uniqueId])
  await app.as(chief).call(adminApi.remove, { uniqueId: leaver.uniqueId })
  const { data, totalElements } = await kpi(chief, { dateFrom: '2026-05-05', dateTo: '2026-05-05' })
  expect([data, totalElements]).toEqual([
    [
      {
        userId: leaver.uniqueId,
        userName: null,
        emailAddress: null,
        roles: [],
        totalReportsCreated: 1,
        latestReportDate: expect.any(String),
      },
    ],
    1,
  ])
})

test('rejects reversed date ranges and sizes above 500', async () => {
  await expect(kpi(chief, { dateTo: '2026-03-01' })).rejects.toMatchObject({
    data: { dateTo: 'The end date is before the start date' },
  })
  await expect(kpi(chief, { size: 501 })).rejects.toMatchObject({ data: { size: 'At most 500' } })
})

test('the whole table can be downloaded by the user who requested it', async () => {
  const query = { dateFrom: '2026-03-01', dateTo: '2026-03-31', filterType: 'COUNTRY', format: 'csv' } as const
  const { url } = await app.as(chief).call(dashboardApi.exportKpi, query)
  const file = await app.fastify.inject(url)
  expect(
    file.body
      .trim()
      .split(/\r?\n/)
      .map((line) =>
        line
          .replace(/^\uFEFF/, '')
          .split(',')
          .slice(0, 2)
          .join(','),
      ),
  ).toEqual(['Country,Total Reports Created', 'Germany,2', 'Japan,1'])
})

const germanRowsOf = async (filterType: 'USER' | 'COUNTRY') => {
  const query = { dateFrom: '2026-03-01', dateTo: '2026-03-31', filterType, format: 'csv' } as const
  const { url } = await app.as(chief).call(dashboardApi.exportKpi, query)
  const { body } = await app.fastify.inject({ url, headers: { 'accept-language': 'de' } })
  return body
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
}

test('the downloaded table has the words of the screen in its reader’s language', async () => {
  expect((await germanRowsOf('COUNTRY')).map((row) => row.split(',')[0])).toEqual(['Land', 'Deutschland', 'Japan'])
  const [heads, row] = await germanRowsOf('USER')
  expect(heads).toBe(
    'Benutzer-ID,Name des Benutzers,E-Mail-Adresse,Rollen,Angelegte Berichte insgesamt,Datum des letzten Berichts',
  )
  expect(row).toContain(',Mandantenadministrator,')
})

test('staff below tenant admin need a permission to download the table', async () => {
  const query = { dateFrom: '2026-03-01', dateTo: '2026-03-31', filterType: 'USER', format: 'csv' } as const
  for (const role of ['ROLE_ADMIN', 'ROLE_LEVEL3'] as const) {
    const [without, having] = [await app.someone(role), await app.someone(role, { permissions: ['EXPORT_DATA'] })]
    await expect(app.as(without).call(dashboardApi.exportKpi, query)).rejects.toMatchObject({ status: 403 })
    expect((await app.as(having).call(dashboardApi.exportKpi, query)).url).toMatch(/^\/api\/dashboard/)
  }
})

test('a comparison counts the same number of days before, including users who have reported nothing since', async () => {
  const boss = await app.someone('ROLE_TENANT_ADMIN')
  const [busy, gone] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const reported = async (who: TestUser, ...moments: string[]) => {
    for (const moment of moments) {
      const { report } = await crmCalls(app, who).met()
      await app.asOwner('update meeting_report set created_at = $1 where id = $2', [moment, report.uniqueId])
    }
  }
  await reported(busy, '2025-06-09T10:00:00Z', '2025-06-10T10:00:00Z', '2025-06-08T10:00:00Z', '2025-06-06T10:00:00Z')
  await reported(gone, '2025-06-07T10:00:00Z')
  const query = { dateFrom: '2025-06-09', dateTo: '2025-06-10' }
  expect(await kpi(boss, { ...query, compare: true }, 'UTC')).toMatchObject({
    data: [{ userId: busy.uniqueId, totalReportsCreated: 2, previousReportsCreated: 1 }],
    totalElements: 1,
    totalReports: 2,
    previousReports: 2,
  })
  const plain = await kpi(boss, query, 'UTC')
  expect([plain.totalReports, plain.previousReports, plain.data[0]!.previousReportsCreated]).toEqual([2, undefined, undefined])
})

test('a period without any report still says how many there were before', async () => {
  const query = { dateFrom: '2026-03-30', dateTo: '2026-04-02', compare: true }
  expect(await kpi(chief, query, 'UTC')).toMatchObject({ data: [], totalElements: 0, totalReports: 0, previousReports: 3 })
  const later = await kpi(chief, { ...query, page: 2 }, 'UTC')
  expect([later.totalElements, later.totalReports, later.previousReports]).toEqual([0, 0, 3])
})

test('country counts include only companies, reports and projects that the caller may see', async () => {
  const [member, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const make = crmCalls(app, member)
  const { company } = await make.met({ company: { country: 'Chile' } })
  await make.company({ country: 'Chile' })
  await make.company({ country: 'Peru' })
  await make.place((await make.project()).uniqueId, company.uniqueId)
  const countries = (who: TestUser) => app.as(who).call(dashboardApi.countries, {})
  expect(await countries(member)).toEqual([
    { code: 'CL', country: 'Chile', companies: 2, reports: 1, projects: 1 },
    { code: 'PE', country: 'Peru', companies: 1, reports: 0, projects: 0 },
  ])
  expect(await countries(other)).toEqual([])
  expect(await countries(level3)).toMatchObject([{ country: 'Germany', reports: 1 }])
  await expect(countries(await app.someone('ROLE_LEVEL2'))).rejects.toMatchObject({ status: 403 })
})
