import { companyApi } from '@tradewind/contract/crm/company.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import type { RetentionSetting } from '@tradewind/contract/platform/settingCatalogue'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const keep = (key: RetentionSetting, value: number) => app.as(admin).call(tenantSettingApi.update, { key, value })
const rows = async (table: string) =>
  (await app.asOwner<{ id: string }>(`select id from ${table}`)).map(({ id }) => id).toSorted()
const age = (table: string, days: number) =>
  app.asOwner(`update ${table} set created_at = created_at - make_interval(days => $1)`, [days])

test('audit trail and timeline entries of every partition are deleted after the tenant’s retention period, and not before', async () => {
  const member = await app.someone('ROLE_PRO')
  const made: string[] = []
  for (const who of [admin, member]) {
    const fields = {
      legalName: 'Aged',
      country: 'Italy',
      website: 'https://aged.example',
      companyTypeList: ['ASSOCIATION' as const],
    }
    made.push((await app.as(who).call(companyApi.create, fields)).uniqueId)
  }
  const logs = ['audit', 'activity']
  const before = await Promise.all(logs.map(rows))
  for (const log of logs) await age(log, 400)
  await app.clock('records.age')
  expect(await Promise.all(logs.map(rows))).toEqual(before)
  await keep('KEEP_TRAIL_DAYS', 399)
  const kept = await app.asOwner<{ id: string }>(`select id from audit where title = 'Days the audit trail is kept'`)
  await app.clock('records.age')
  expect(await rows('audit')).toEqual(kept.map(({ id }) => id))
  expect(await rows('activity')).toEqual(before[1])
  await keep('KEEP_TIMELINE_DAYS', 399)
  await app.clock('records.age')
  expect(await rows('activity')).toEqual([])
  expect(await app.as(admin).call(timelineApi.list, { kind: 'company', uniqueId: made[0]!, page: 0 })).toEqual([])
  expect(await app.as(admin).call(companyApi.get, { uniqueId: made[0]! })).toMatchObject({ legalName: 'Aged' })
})

test('more entries than one transaction deletes are deleted as well; a tenant with a longer retention keeps its own', async () => {
  const { uniqueId: other } = await app.tenant('Longer')
  const many = `insert into audit (tenant_id, world_id, action, kind, by_name, changes, created_at)
    select $1, $1, 'CREATED', 'company', 'A', '{}', now() - interval '401 days' from generate_series(1, $2)`
  await app.asOwner(many, [admin.tenantId, 12_000])
  await app.asOwner(many, [other, 10])
  await app.clock('records.age')
  const left = `select count(*)::int from audit where tenant_id = $1 and created_at < now() - interval '400 days'`
  expect(await app.asOwner(left, [admin.tenantId])).toEqual([{ count: 0 }])
  expect(await app.asOwner(left, [other])).toEqual([{ count: 10 }])
})

const counts = async () => [(await rows('notification')).length, (await rows('page_view')).length]

test('notifications and page views have retention settings of their own', async () => {
  const { tenantId, uniqueId } = admin
  await app.asOwner(
    `insert into notification (tenant_id, user_id, subject, content, "values", created_at)
     select $1, $2, 'x', 'x', '{}', now() - make_interval(days => days) from unnest(array[3, 20, 91]) days`,
    [tenantId, uniqueId],
  )
  await app.asOwner(
    `insert into page_view (tenant_id, day, pattern, count) select $1, current_date - days, '/', 1 from unnest(array[20, 100, 731]) days`,
    [tenantId],
  )
  await app.clock('records.age')
  expect(await counts()).toEqual([2, 2])
  await keep('KEEP_NOTIFICATION_DAYS', 7)
  await keep('KEEP_PAGE_VIEW_DAYS', 30)
  await app.clock('records.age')
  expect(await counts()).toEqual([1, 1])
})

test('a tenant must keep the audit trail for at least a year', async () => {
  await expect(keep('KEEP_TRAIL_DAYS', 364)).rejects.toMatchObject({ status: 422 })
})
