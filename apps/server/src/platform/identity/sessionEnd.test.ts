import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const statusOf = async (who: { token: string }) => (await app.as(who).send(identityApi.sessions)).statusCode
const move = ({ uniqueId }: TestUser, change: string) =>
  app.asOwner(`update session set ${change} where user_id = $1`, [uniqueId])
const seen = async ({ uniqueId }: TestUser) =>
  (
    await app.asOwner<{ ago: number }>(
      'select extract(epoch from now() - last_seen)::int as ago from session where user_id = $1',
      [uniqueId],
    )
  )[0]!.ago
const notify = (topic: string, tenantId: string, id?: string) =>
  app.asOwner(`select pg_notify('tradewind', $1)`, [JSON.stringify({ topic, tenantId, id })])

test('a session ends after twelve hours without use; one used since then continues', async () => {
  const [idle, used] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  await move(idle, `last_seen = now() - interval '12 hours 1 second'`)
  await move(used, `last_seen = now() - interval '11 hours 59 minutes'`)
  expect([await statusOf(idle), await statusOf(used)]).toEqual([401, 200])
  expect(await seen(used)).toBeLessThan(60)
  expect((await app.as(idle).send(companyApi.list)).json().message).toBe('Your session has ended.')
})

test('the last use of a session is stored at most once a minute, not for each call', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await move(ann, `last_seen = now() - interval '50 seconds'`)
  await statusOf(ann)
  expect(await seen(ann)).toBeGreaterThanOrEqual(50)
})

test('a session ends after fourteen days, however much it was used', async () => {
  const [old, young] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  expect(
    await app.asOwner('select distinct round(extract(epoch from ends_at - created_at) / 86400)::int as days from session'),
  ).toEqual([{ days: 14 }])
  await move(old, `ends_at = now() - interval '1 second'`)
  await move(young, `ends_at = now() + interval '1 minute'`)
  expect([await statusOf(old), await statusOf(young)]).toEqual([401, 200])
})

test('ended sessions are not listed', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const copy = `insert into session (tenant_id, user_id, token_hash, last_seen, ends_at, device) select tenant_id, user_id, token_hash || $2, now() - $3::interval, now() + $4::interval, $2 from session where user_id = $1 and device = 'A test'`
  await app.asOwner(copy, [ann.uniqueId, 'idle', '13 hours', '1 day'])
  await app.asOwner(copy, [ann.uniqueId, 'old', '1 minute', '-1 minute'])
  await app.asOwner(copy, [ann.uniqueId, 'other', '1 hour', '1 day'])
  expect((await app.as(ann).call(identityApi.sessions, {})).map(({ device }) => device)).toEqual(['A test', 'other'])
})

test('a deleted user is signed out, and so is every user of a deleted tenant', async () => {
  const gone = await app.someone('ROLE_ADMIN')
  const [known, fresh] = [
    await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId }),
    await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId }),
  ]
  expect([await statusOf(gone), await statusOf(known)]).toEqual([200, 200])
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  await notify('session', gone.tenantId, gone.uniqueId)
  await expect.poll(() => statusOf(gone)).toBe(401)
  await app.asOwner('update tenant set deleted_at = now() where id = $1', [app.other.uniqueId])
  await notify('tenant', app.other.uniqueId)
  await expect.poll(() => statusOf(known)).toBe(401)
  expect(await statusOf(fresh)).toBe(401)
  expect((await app.as(known).send(companyApi.list, {}, { 'x-tenant': app.other.uniqueId })).statusCode).toBe(404)
})

test('a session that has ended can still make calls that are open to anyone', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await app.as(ann).call(identityApi.logout, {})
  expect(await app.as(ann).send(identityApi.forgotPassword, { email: 'x' })).toMatchObject({ statusCode: 422 })
})
