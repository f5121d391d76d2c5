import { companyApi } from '@tradewind/contract/crm/company.contract'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { documents } from '#platform/schema/document.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { countIfNever } from './tenant.figures.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const figuresOf = async (uniqueId: string) => (await app.as(chief).call(tenantApi.get, { uniqueId })).figures
const jobs = () => app.asOwner<{ id: string }>(`select id from pgboss.job where name = 'tenant.count'`)

test('counts the users, records and bytes of each tenant, and finds its last activity', async () => {
  const { uniqueId: tenantId } = await app.tenant('Counted')
  const [admin, member, gone] = [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId }),
    await app.someone('ROLE_PRO', { tenantId }),
    await app.someone('ROLE_ADMIN', { tenantId }),
  ]
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  for (const [who, legalName] of [
    [admin, 'A'],
    [admin, 'B'],
    [member, 'C'],
  ] as const) {
    const company = { legalName, country: 'Italy', website: 'x.example', companyTypeList: ['ASSOCIATION'] as ['ASSOCIATION'] }
    const { uniqueId } = await app.as(who).call(companyApi.create, company)
    if (legalName === 'B') await app.as(who).call(companyApi.remove, { uniqueId })
  }
  const named = { originalFileName: 'x', fileName: 'x', mimeType: 'image/png', purpose: 'LOGO', hash: 'x' } as const
  await app.appContext.db.write(tenantScope(tenantId), (tx) =>
    tx.insert(documents).values([
      { ...named, size: 3_000_000_000 },
      { ...named, size: 7 },
    ]),
  )
  await app.asOwner(`update session set last_seen = now() + interval '1 hour' where user_id = $1`, [member.uniqueId])
  const [seen] = await app.asOwner<{ last_seen: Date }>('select last_seen from session where user_id = $1', [member.uniqueId])
  expect(await figuresOf(tenantId)).toBeNull()
  await app.clock('tenant.counting')
  const counted = await figuresOf(tenantId)
  expect(counted).toEqual({
    users: 2,
    records: 2,
    storage: 3_000_000_007,
    lastActivity: seen!.last_seen.toISOString(),
    countedAt: expect.any(String),
  })
  await app.asOwner('delete from session where tenant_id = $1', [tenantId])
  await app.work('tenant.count', {})
  const [done] = await app.asOwner<{ at: Date }>('select max(created_at) as at from audit where tenant_id = $1', [tenantId])
  expect((await figuresOf(tenantId))?.lastActivity).toBe(done!.at.toISOString())
  expect(await figuresOf(app.other.uniqueId)).toMatchObject({ users: 0, records: 0, storage: 0, lastActivity: null })
})

/** Leaves no count waiting or running. */
const forgetCounts = async () => {
  await app.asOwner(`delete from pgboss.job where name = 'tenant.count' and state <> 'active'`)
  await expect.poll(() => app.asOwner(`select from pgboss.job where name = 'tenant.count' and state = 'active'`)).toEqual([])
  await app.asOwner(`delete from pgboss.job where name = 'tenant.count'`)
  await app.asOwner('delete from tenant_figure')
}

test('counts once for any number of concurrent requests by the super admin, and once more afterwards', async () => {
  await forgetCounts()
  // All within one interval of ten seconds: in the next one, one more may be requested.
  if (Date.now() % 10_000 > 5000) await setTimeout(10_000 - (Date.now() % 10_000))
  const query = await Promise.all(Array.from({ length: 6 }, () => app.as(chief).send(tenantApi.count)))
  expect(query.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  await expect.poll(() => figuresOf(app.main.uniqueId)).toMatchObject({ users: 1 })
  expect(await jobs()).toHaveLength(2)
})

test('a request made just after a count has finished is not dropped', async () => {
  await forgetCounts()
  const ended = () => app.asOwner(`select id from pgboss.job where name = 'tenant.count' and state = 'completed'`)
  await app.as(chief).call(tenantApi.count, {})
  await expect.poll(ended).toHaveLength(1)
  await app.as(chief).call(tenantApi.count, {})
  const soon = `select from pgboss.job where name = 'tenant.count' and start_after < now() + interval '11 seconds'`
  expect(await app.asOwner(soon)).toHaveLength(2)
})

test('counts at startup if the figures were never counted', async () => {
  await forgetCounts()
  await app.clock('tenant.counting')
  await countIfNever(app.appContext)
  expect(await jobs()).toEqual([])
  await app.asOwner('delete from tenant_figure')
  await countIfNever(app.appContext)
  expect(await jobs()).toHaveLength(1)
  await expect.poll(() => figuresOf(app.main.uniqueId)).toMatchObject({ users: 1 })
})

test('a tenant that cannot be counted does not prevent the others from being counted', async () => {
  const ids: string[] = []
  for (const name of ['One', 'Broken', 'Three']) ids.push((await app.tenant(name)).uniqueId)
  await app.asOwner('delete from tenant_figure')
  await app.asOwner(`alter table tenant_figure add constraint broken check (tenant_id <> '${ids[1]}')`)
  await app.clock('tenant.counting')
  const counted = await app.asOwner<{ id: string }>('select tenant_id as id from tenant_figure')
  const all = await app.asOwner<{ id: string }>('select id from tenant')
  await app.asOwner('alter table tenant_figure drop constraint broken')
  expect(counted.map(({ id }) => id).toSorted()).toEqual(
    all
      .map(({ id }) => id)
      .filter((id) => id !== ids[1])
      .toSorted(),
  )
})
