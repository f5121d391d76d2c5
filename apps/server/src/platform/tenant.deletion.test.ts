import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

const password = 'Correct horse, battery'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  chief = await app.someone('ROLE_SUPER_ADMIN', { password })
})
afterAll(() => app.close())

let count = 0
const input = () => ({
  fullName: `Leaving ${++count}`,
  firstName: 'Lea',
  lastName: 'Ving',
  emailAddress: 'lea@leaving.example',
  domainName: `leaving-${count}.example`,
})
const make = () => app.as(chief).call(tenantApi.create, input())
const deletedFor = async (hours: string) => {
  const tenant = await make()
  await app.as(chief).call(tenantApi.remove, { uniqueId: tenant.uniqueId })
  await app.asOwner(`update tenant set deleted_at = now() - $2::interval where id = $1`, [tenant.uniqueId, hours])
  return tenant
}
const end = ({ uniqueId, fullName }: { uniqueId: string; fullName: string }, over: object = {}, who = chief) =>
  app.as(who).call(tenantApi.deletePermanently, { uniqueId, fullName, password, ...over })
const isThere = async ({ uniqueId }: { uniqueId: string }) =>
  (await app.asOwner('select from tenant where id = $1 and erased_at is null', [uniqueId])).length === 1

test('a tenant can be deleted permanently 24 hours after it was deleted, with its name and the actor’s own password', async () => {
  const living = await make()
  const when = { status: 409, message: 'A tenant can be deleted permanently 24 hours after it was deleted' }
  await expect(end(living)).rejects.toMatchObject(when)
  const young = await deletedFor('23 hours 59 minutes')
  await expect(end(young)).rejects.toMatchObject(when)
  const tenant = await deletedFor('24 hours')
  await expect(end(tenant, { fullName: '' })).rejects.toMatchObject({
    status: 422,
    data: { fullName: 'Type the name of the tenant' },
  })
  for (const fullName of [tenant.fullName.toLowerCase(), ` ${tenant.fullName}`, young.fullName])
    await expect(end(tenant, { fullName })).rejects.toMatchObject({
      status: 422,
      data: { fullName: 'This is not the name of the tenant' },
    })
  await expect(end(tenant, { password: 'another' })).rejects.toMatchObject({
    status: 422,
    data: { password: 'This is not your current password' },
  })
  expect([await isThere(living), await isThere(young), await isThere(tenant)]).toEqual([true, true, true])
  expect(await end(tenant)).toEqual({ uniqueId: tenant.uniqueId })
  for (const call of [tenantApi.get, tenantApi.remove, tenantApi.restore])
    await expect(app.as(chief).call(call, { uniqueId: tenant.uniqueId })).rejects.toMatchObject({ status: 404 })
  expect((await app.as(chief).call(tenantApi.list, {})).map(({ uniqueId }) => uniqueId)).not.toContain(tenant.uniqueId)
  await expect.poll(() => app.asOwner('select from tenant where id = $1', [tenant.uniqueId])).toEqual([])
  const trail = await app.asOwner(`select action, title, changes from audit where record_id = $1 order by id`, [tenant.uniqueId])
  expect(trail).toEqual([
    { action: 'CREATED', title: '', changes: {} },
    { action: 'DELETED', title: '', changes: {} },
    { action: 'DELETED', title: '', changes: { permanently: { before: false, after: true } } },
  ])
  expect(await app.as(chief).call(tenantApi.create, { ...input(), domainName: tenant.domainName! })).toMatchObject({
    domainName: tenant.domainName,
  })
})

test('a tenant is not deleted by a password that is changed while it is verified', async () => {
  const tenant = await deletedFor('2 days')
  const admin = await app.someone('ROLE_SUPER_ADMIN', { password })
  let answer: Promise<unknown> | undefined
  // The account is read before the attempt is counted, and its password is verified afterwards.
  await app.whileLocked('attempt', async () => {
    answer = end(tenant, {}, admin).catch((error: unknown) => error)
    await expect.poll(app.waiting).toHaveLength(1)
    await app.asOwner(`update user_account set password_hash = 'another' where id = $1`, [admin.uniqueId])
  })
  expect(await answer).toMatchObject({ status: 422, data: { password: 'This is not your current password' } })
  expect(await isThere(tenant)).toBe(true)
})

test('the main account can never be deleted permanently', async () => {
  await expect(end(app.main)).rejects.toMatchObject({ status: 409, message: 'The main account cannot be deleted' })
})

test('allows ten password attempts per quarter of an hour, counted across all tenants to be deleted', async () => {
  const guesser = await app.someone('ROLE_SUPER_ADMIN', { password })
  const [one, other] = [await deletedFor('2 days'), await deletedFor('2 days')]
  for (let time = 0; time < 10; time++)
    await expect(end(time % 2 ? one : other, { password: 'guess' }, guesser)).rejects.toMatchObject({ status: 422 })
  await expect(end(one, {}, guesser)).rejects.toMatchObject({ status: 429 })
  expect(await isThere(one)).toBe(true)
})

test('a tenant that was restored in the meantime is not deleted permanently', async () => {
  const tenant = await deletedFor('2 days')
  await app.as(chief).call(tenantApi.restore, { uniqueId: tenant.uniqueId })
  await expect(end(tenant)).rejects.toMatchObject({ status: 409 })
  await app.work('tenant.erase', { tenantId: tenant.uniqueId })
  expect(await isThere(tenant)).toBe(true)
})
