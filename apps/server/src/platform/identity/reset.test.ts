import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import type { LinkPurpose } from '#platform/schema/identity.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const password = 'A wholly new phrase'

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await testApp({ working: true })
  passwordHash = await hashPassword('Correct horse, battery')
})
afterAll(() => app.close())

const someone = () => app.someone('ROLE_ADMIN', { passwordHash })
/** A link as it is mailed. */
const linkFor = async ({ tenantId, uniqueId: userId }: TestUser, purpose: LinkPurpose = 'RESET_PASSWORD', minutes = 60) =>
  (
    await app.appContext.db.write(tenantScope(tenantId), (tx) =>
      app.appContext.links.make(tx, tenantId, { purpose, userId, minutes }),
    )
  ).token
const reset = async (input: object, headers: Record<string, string> = {}) => {
  const response = await app.as(undefined).send(identityApi.resetPassword, input, headers)
  return { status: response.statusCode, ...response.json() }
}
const setting = (token: string) => reset({ token, password, confirmPassword: password })
const signIn = async ({ emailAddress }: TestUser, given: string) =>
  (await app.as(undefined).send(identityApi.login, { username: emailAddress, password: given })).statusCode
const done = { status: 200, responseStatus: 'SUCCESS', message: '', data: {} }
const DEAD = 'This link is no longer valid. Please ask for a new one.'
const dead = { status: 422, responseStatus: 'ERROR', message: DEAD, data: { token: DEAD } }

test('a link sets the password once, ends every session and notifies the user by mail', async () => {
  const ann = await someone()
  const token = await linkFor(ann)
  expect((await app.as(ann).send(identityApi.account)).statusCode).toBe(200)
  expect(await setting(token)).toEqual(done)
  expect((await app.as(ann).send(identityApi.account)).statusCode).toBe(401)
  expect([await signIn(ann, 'Correct horse, battery'), await signIn(ann, password)]).toEqual([401, 200])
  expect(await setting(token)).toEqual(dead)
  await expect
    .poll(async () => (await app.appContext.mail.mailbox!()).filter(({ to }) => to === ann.emailAddress))
    .toMatchObject([{ subject: 'Your password was changed · Main' }])
  expect(
    await app.asOwner(`select action, changes from audit where record_id = $1 and action = 'CHANGED'`, [ann.uniqueId]),
  ).toEqual([{ action: 'CHANGED', changes: { password: { before: null, after: null } } }])
})

test('setting the first password by an invitation signs the user in; resetting a password does not', async () => {
  const ann = await someone()
  const [invitation, link] = [await linkFor(ann, 'SET_PASSWORD'), await linkFor(ann)]
  const isFirst = async (token: string) => (await app.as(undefined).call(identityApi.passwordLink, { token })).isFirst
  expect([await isFirst(invitation), await isFirst(link), await isFirst('x')]).toEqual([true, false, false])
  expect(await setting(link)).toEqual(done)
  const again = await linkFor(ann, 'SET_PASSWORD')
  const { status, data } = await setting(again)
  expect([status, data.signedIn]).toMatchObject([200, { userId: ann.uniqueId, tenant: ann.tenantId, roleList: ['ROLE_ADMIN'] }])
  expect((await app.as({ token: data.signedIn.accessToken }).send(identityApi.account)).statusCode).toBe(200)
  expect(await isFirst(again)).toBe(false)
})

test('used fifty times at the same time, a link sets only one password', async () => {
  const ann = await someone()
  const token = await linkFor(ann)
  const passwords = Array.from({ length: 50 }, (_, at) => `A wholly new phrase ${at}`)
  const answers = await Promise.all(passwords.map((one) => reset({ token, password: one, confirmPassword: one })))
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter((_, at) => at !== won)).toEqual(Array.from({ length: 49 }, () => dead))
  expect(await signIn(ann, passwords[won]!)).toBe(200)
})

test('an expired link, or one of a deleted user, of another purpose or made up, is invalid', async () => {
  const [ann, gone] = [await someone(), await someone()]
  const late = await linkFor(ann)
  await app.asOwner(`update link_token set expires_at = now() where user_id = $1`, [ann.uniqueId])
  const orphan = await linkFor(gone)
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  const ticket = await linkFor(ann, 'EXPORT')
  const madeUp = [
    `${ann.tenantId}.${'x'.repeat(43)}`,
    `${randomUUID()}.${'x'.repeat(43)}`,
    'x',
    `${late}x`,
    late.replace(ann.tenantId, app.other.uniqueId),
    ann.token,
  ]
  for (const token of [late, orphan, ticket, ...madeUp]) expect(await setting(token)).toEqual(dead)
  expect(await signIn(ann, password)).toBe(401)
})

test('no link is valid if its tenant is deleted', async () => {
  const { uniqueId: tenantId } = await app.tenant('Closing')
  const ann = await app.someone('ROLE_ADMIN', { tenantId, passwordHash })
  const token = await linkFor(ann)
  await app.asOwner('update tenant set deleted_at = now() where id = $1', [tenantId])
  expect(await setting(token)).toEqual(dead)
})

test('a reset link is valid for an hour', async () => {
  const ann = await someone()
  await app.as(undefined).call(identityApi.forgotPassword, { email: ann.emailAddress })
  const lives = () =>
    app.asOwner('select extract(epoch from expires_at - created_at)::int / 60 as minutes from link_token where user_id = $1', [
      ann.uniqueId,
    ])
  await expect.poll(lives).toEqual([{ minutes: 60 }])
})

test('a new account’s first password is set by its link, which verifies the address', async () => {
  const ann = await app.someone('ROLE_ADMIN', { verified: false })
  expect(await setting(await linkFor(ann, 'SET_PASSWORD', 7 * 24 * 60))).toMatchObject({
    status: 200,
    data: { signedIn: { userId: ann.uniqueId } },
  })
  expect(await signIn(ann, password)).toBe(200)
})

test('setting a password invalidates every other link that could set one', async () => {
  const ann = await someone()
  const [welcome, old, newest] = [await linkFor(ann, 'SET_PASSWORD', 7 * 24 * 60), await linkFor(ann), await linkFor(ann)]
  expect(await setting(newest)).toEqual(done)
  expect([await setting(welcome), await setting(old)]).toEqual([dead, dead])
  const bob = await someone()
  const pending = await linkFor(bob)
  await app
    .as(bob)
    .call(identityApi.changePassword, { currentPassword: 'Correct horse, battery', password, confirmPassword: password })
  expect(await setting(pending)).toEqual(dead)
})

test('a link determines its own tenant, whatever host it is opened on', async () => {
  const ann = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId, passwordHash })
  expect(await reset({ token: await linkFor(ann), password, confirmPassword: password }, { host: 'localhost' })).toEqual(done)
  const login = { username: ann.emailAddress, password }
  expect(await app.as(undefined).call(identityApi.login, login, { 'x-tenant': app.other.uniqueId })).toMatchObject({
    userId: ann.uniqueId,
  })
})

test('missing, unequal, weak or too long input is rejected, and the link stays valid', async () => {
  const ann = await someone()
  const token = await linkFor(ann)
  const required = { status: 422, message: 'All fields are required!' }
  for (const input of [
    {},
    { token },
    { token, password },
    { token, confirmPassword: password },
    { token: '', password, confirmPassword: password },
    { token, password: '', confirmPassword: '' },
  ]) {
    expect(await reset(input)).toMatchObject(required)
  }
  expect(await reset({ token, password, confirmPassword: `${password}!` })).toMatchObject({
    status: 422,
    data: { confirmPassword: 'Passwords do not match' },
  })
  expect(await reset({ token, password: 'too short', confirmPassword: 'too short' })).toMatchObject({
    status: 422,
    data: { password: 'Use at least 12 characters' },
  })
  expect(await reset({ token, password: 'too short', confirmPassword: 'other' })).toMatchObject({
    status: 422,
    data: { password: 'Use at least 12 characters', confirmPassword: 'Passwords do not match' },
  })
  const endless = 'x'.repeat(10_000)
  expect(await reset({ token: 'no link', password: endless, confirmPassword: endless })).toMatchObject({
    status: 422,
    data: { password: 'Use at most 128 characters' },
  })
  expect(await reset({ token: 'x'.repeat(1000), password, confirmPassword: password })).toMatchObject({ status: 422 })
  expect(await setting(token)).toEqual(done)
})

test('a password change reports the errors of all three fields at the same time', async () => {
  const ann = await someone()
  const change = async (input: object) => (await app.as(ann).send(identityApi.changePassword, input)).json().data
  expect(await change({ currentPassword: '', password: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    password: 'Password is required',
    confirmPassword: 'Password confirmation is required',
  })
  expect(await change({ currentPassword: 'wrong', password: 'short', confirmPassword: 'other' })).toEqual({
    currentPassword: 'This is not your current password',
    password: 'Use at least 12 characters',
    confirmPassword: 'Passwords do not match',
  })
})

test('a password change requires the correct current password and a different new one', async () => {
  const ann = await someone()
  const change = async (input: object) => {
    const { statusCode, json } = await app.as(ann).send(identityApi.changePassword, input)
    return { status: statusCode, data: json().data }
  }
  const current = 'Correct horse, battery'
  expect(await change({ currentPassword: 'wrong', password, confirmPassword: password })).toEqual({
    status: 422,
    data: { currentPassword: 'This is not your current password' },
  })
  expect(await change({ currentPassword: current, password: current, confirmPassword: current })).toEqual({
    status: 422,
    data: { password: 'This is your current password' },
  })
  expect(await change({ currentPassword: current, password, confirmPassword: 'x' })).toEqual({
    status: 422,
    data: { confirmPassword: 'Passwords do not match' },
  })
  expect(await change({ currentPassword: current, password: 'Password1234', confirmPassword: 'Password1234' })).toMatchObject({
    status: 422,
    data: { password: expect.any(String) },
  })
  expect(await change({ currentPassword: current, password, confirmPassword: password })).toEqual({ status: 200, data: {} })
})

test.each([
  ['changePassword', { password, confirmPassword: password }],
  ['changeAddress', { emailAddress: `${randomUUID()}@example.test` }],
] as const)('%s is rejected if the password is changed while it is verified', async (name, input) => {
  const ann = await someone()
  let answer: ReturnType<ReturnType<TestApp['as']>['send']> | undefined
  // The account is read before the attempt is counted, and its password is verified afterwards.
  await app.whileLocked('attempt', async () => {
    answer = app.as(ann).send(identityApi[name], { ...input, currentPassword: 'Correct horse, battery' })
    await expect.poll(app.waiting).toHaveLength(1)
    await app.asOwner(`update user_account set password_hash = 'another' where id = $1`, [ann.uniqueId])
  })
  const { statusCode, json } = (await answer)!
  expect([statusCode, json().data]).toEqual([422, { currentPassword: 'This is not your current password' }])
  const stored =
    'select password_hash as hash, (select count(*)::int from link_token where user_id = id) as links from user_account'
  expect(await app.asOwner(`${stored} where id = $1`, [ann.uniqueId])).toEqual([{ hash: 'another', links: 0 }])
})

test('an account that is closed while its password is set by a link is closed, and both calls succeed', async () => {
  const [ann, chief] = [await someone(), await app.someone('ROLE_TENANT_ADMIN')]
  const token = await linkFor(ann)
  const calls: Promise<unknown>[] = []
  // The new password waits with its transaction open, since it claims what was shared with the address.
  await app.whileLocked('drive_share', async () => {
    calls.push(setting(token))
    await expect.poll(app.waiting).toHaveLength(1)
    calls.push(app.as(chief).call(adminApi.setActive, { uniqueId: ann.uniqueId, isActive: false }))
    await expect.poll(app.waiting).toHaveLength(2)
  })
  expect(await Promise.all(calls)).toMatchObject([done, { state: 'DEACTIVATED' }])
  expect(await signIn(ann, password)).toBe(401)
})
