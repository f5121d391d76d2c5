import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { openSessions } from './identify.ts'
import { hashPassword } from './signing.ts'

const password = 'Correct horse, battery'

let app: TestApp
/** A second node of the application, on the same database. */
let other: Awaited<ReturnType<TestApp['open']>>
let passwordHash: string
beforeAll(async () => {
  app = await testApp({ working: true })
  other = await app.open()
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())

type Client = TestApp['as']
const someone = () => app.someone('ROLE_ADMIN', { passwordHash })
/** Another sign-in of the same person. */
const again = async ({ emailAddress }: TestUser, device = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') => {
  const { accessToken } = await app
    .as(undefined)
    .call(identityApi.login, { username: emailAddress, password }, { 'user-agent': device })
  return { token: accessToken }
}
const statusOf = async (who: { token: string }, on: Client = app.as) => (await on(who).send(identityApi.sessions)).statusCode
const on = { here: () => app.as, there: () => other.as }
/** Both nodes have cached the session. */
const known = async (who: { token: string }) =>
  expect([await statusOf(who), await statusOf(who, other.as), await statusOf(who, other.as)]).toEqual([200, 200, 200])

test('the token is invalid immediately after signing out, every time', async () => {
  for (let time = 0; time < 40; time++) {
    const ann = await someone()
    expect(await statusOf(ann)).toBe(200)
    await app.as(ann).call(identityApi.logout, {})
    expect(await statusOf(ann)).toBe(401)
  }
})

test.each(['here', 'there'] as const)('signing out takes effect %s', async (where) => {
  const [ann, second] = [await someone(), await someone()]
  await known(ann)
  await known(second)
  await app.as(ann).call(identityApi.logout, {})
  await expect.poll(() => statusOf(ann, on[where]())).toBe(401)
  expect(await statusOf(second, on[where]())).toBe(200)
})

test('lists the user’s own sessions, latest first; ending one leaves the others active', async () => {
  const ann = await someone()
  const phone = await again(ann, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1')
  const laptop = await again(ann)
  await known(phone)
  await known(laptop)
  const sessions = await app.as(laptop).call(identityApi.sessions, {})
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['Firefox, Linux', true],
    ['Safari, iPhone', false],
    ['A test', false],
  ])
  await app.as(laptop).call(identityApi.endSession, { uniqueId: sessions[1]!.uniqueId })
  await expect.poll(() => statusOf(phone, other.as)).toBe(401)
  expect([await statusOf(phone), await statusOf(laptop), await statusOf(ann), await statusOf(laptop, other.as)]).toEqual([
    401, 200, 200, 200,
  ])
  await expect(app.as(laptop).call(identityApi.endSession, { uniqueId: sessions[1]!.uniqueId })).rejects.toMatchObject({
    status: 404,
  })
})

test('a user can neither see nor end another user’s sessions', async () => {
  const [ann, bob] = [await someone(), await someone()]
  const [session] = await app.as(bob).call(identityApi.sessions, {})
  await expect(app.as(ann).call(identityApi.endSession, { uniqueId: session!.uniqueId })).rejects.toMatchObject({ status: 404 })
  expect(await app.as(ann).call(identityApi.sessions, {})).toHaveLength(1)
  expect(await statusOf(bob)).toBe(200)
})

test('changing the password ends every other session on every node and keeps the current one', async () => {
  const ann = await someone()
  const phone = await again(ann)
  await known(ann)
  await known(phone)
  const changed = { currentPassword: password, password: 'A wholly new phrase', confirmPassword: 'A wholly new phrase' }
  expect(await app.as(ann).call(identityApi.changePassword, changed)).toEqual({})
  await expect.poll(() => statusOf(phone, other.as)).toBe(401)
  expect([await statusOf(phone), await statusOf(ann), await statusOf(ann, other.as)]).toEqual([401, 200, 200])
  await expect(again(ann)).rejects.toMatchObject({ status: 401 })
  const { accessToken } = await app
    .as(undefined)
    .call(identityApi.login, { username: ann.emailAddress, password: 'A wholly new phrase' })
  expect(await statusOf({ token: accessToken })).toBe(200)
})

test.each([`password_hash = 'another'`, 'deactivated_at = now()', 'deleted_at = now()'])(
  'a sign-in begins no session if its account changes between the check of the password and the session: %s',
  async (change) => {
    const ann = await someone()
    let answer: Promise<{ statusCode: number }> | undefined
    // The account is read before the networks from which its user has signed in.
    await app.whileLocked('known_network', async () => {
      answer = app.as(undefined).send(identityApi.login, { username: ann.emailAddress, password })
      await expect.poll(app.waiting).toHaveLength(1)
      await app.asOwner(`update user_account set ${change} where id = $1`, [ann.uniqueId])
    })
    expect((await answer)?.statusCode).toBe(401)
    const devices = await app.asOwner('select device from session where user_id = $1', [ann.uniqueId])
    expect(devices).toEqual([{ device: 'A test' }])
  },
)

test.each([
  ['here', 'a role', `update user_account set role = 'ROLE_LEVEL1' where id = $1`, { roleList: ['ROLE_LEVEL1'] }],
  ['there', 'a role', `update user_account set role = 'ROLE_LEVEL1' where id = $1`, { roleList: ['ROLE_LEVEL1'] }],
  [
    'here',
    'a permission',
    `insert into user_permission (tenant_id, user_id, permission_id) select u.tenant_id, u.id, p.id from user_account u, permission p where p.key = 'XG_ADMIN' and u.id = $1`,
    { permissionList: ['XG_ADMIN'] },
  ],
  [
    'there',
    'a permission',
    `insert into user_permission (tenant_id, user_id, permission_id) select u.tenant_id, u.id, p.id from user_account u, permission p where p.key = 'XG_ADMIN' and u.id = $1`,
    { permissionList: ['XG_ADMIN'] },
  ],
] as const)('news is heard %s: %s that changed applies to the next call', async (where, _, change, shown) => {
  const ann = await someone()
  await known(ann)
  await app.asOwner(change, [ann.uniqueId])
  await app.asOwner(`select pg_notify('tradewind', $1)`, [
    JSON.stringify({ topic: 'session', tenantId: ann.tenantId, id: ann.uniqueId }),
  ])
  await expect.poll(() => on[where]()(ann).call(identityApi.account, {})).toMatchObject(shown)
})

test('a node that cannot hear news caches no sessions', async () => {
  const [ann, bob] = [await someone(), await someone()]
  await known(ann)
  const isHeard = () => other.appContext.live.isUp() || app.appContext.live.isUp()
  await app.whileClosed(async () => {
    await app.dropListeners()
    await expect.poll(isHeard).toBe(false)
    await app.asOwner('delete from session where user_id = $1', [ann.uniqueId])
    expect([await statusOf(ann), await statusOf(ann, other.as), await statusOf(bob)]).toEqual([401, 401, 200])
    await app.asOwner('delete from session where user_id = $1', [bob.uniqueId])
    expect(await statusOf(bob)).toBe(401)
  })
  await expect.poll(() => other.appContext.live.isUp() && app.appContext.live.isUp()).toBe(true)
  const carol = await someone()
  await known(carol)
  await app.as(carol).call(identityApi.logout, {})
  await expect.poll(() => statusOf(carol, other.as)).toBe(401)
})

test('does not cache a session that was read just before it ended', async () => {
  const ann = await someone()
  await app.asOwner(`update session set last_seen = now() - interval '5 minutes' where user_id = $1`, [ann.uniqueId])
  const [isRead, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db } = app.appContext
  // The last-seen time is written after the session was read: it ends between the two.
  const write: typeof db.write = async (...given) => {
    isRead.resolve()
    await goesOn.promise
    return db.write(...given)
  }
  const sessions = openSessions({ ...db, write }, () => true)
  const header = `Bearer ${ann.token}`
  const found = sessions.find(header)
  await isRead.promise
  await app.as(ann).call(identityApi.logout, {})
  sessions.forget({ userId: ann.uniqueId })
  goesOn.resolve()
  expect((await found)?.actor.uniqueId).toBe(ann.uniqueId)
  expect(await sessions.find(header)).toBeUndefined()
})
