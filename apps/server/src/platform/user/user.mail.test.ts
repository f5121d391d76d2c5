import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { startMailServer } from '../../../test/smtp.ts'

const password = 'Correct horse, battery'

let sink: Awaited<ReturnType<typeof startMailServer>>
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  sink = await startMailServer()
  app = await testApp({ working: true, settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example' } })
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const address = () => `p.${crypto.randomUUID()}@example.test`
const person = (over: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: address(),
  adminRole: 'ROLE_LEVEL1' as const,
  ...over,
})
const decoded = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
/** The mails to this address, once there are so many of them. */
const mailsTo = async (emailAddress: string, times: number) => {
  const theirs = () => sink.received.filter(({ to }) => to.includes(emailAddress))
  await expect.poll(theirs).toHaveLength(times)
  return theirs().map(({ text }) => decoded(text))
}
const tokenIn = (mail: string) => /\/resetPassword\/([\w.-]+)/.exec(mail)![1]!
const choose = (token: string) =>
  app.as(undefined).send(identityApi.resetPassword, { token, password, confirmPassword: password })
const login = (username: string) => app.as(undefined).send(identityApi.login, { username, password })

test('a new user is mailed a link to choose a password, and can sign in with that password', async () => {
  const made = await app.as(admin).call(adminApi.create, person())
  const [mail] = await mailsTo(made.emailAddress, 1)
  expect(mail).toContain('Hello Ada,')
  expect(mail).toContain('https://crm.example/resetPassword/')
  const [{ days }] = (await app.asOwner<{ days: number }>(
    'select round(extract(epoch from expires_at - created_at) / 86400)::int as days from link_token where user_id = $1',
    [made.uniqueId],
  )) as [{ days: number }]
  expect(days).toBe(7)
  expect((await login(made.emailAddress)).statusCode).toBe(401)
  expect((await choose(tokenIn(mail!))).statusCode).toBe(200)
  expect((await login(made.emailAddress)).statusCode).toBe(200)
  expect(await app.as(admin).call(adminApi.get, { uniqueId: made.uniqueId })).toMatchObject({ state: 'ACTIVE' })
  const again = app.as(admin).call(adminApi.invite, { uniqueId: made.uniqueId })
  await expect(again).rejects.toMatchObject({ status: 409, message: 'They have already chosen a password' })
  const active = (isActive: boolean) => app.as(admin).call(adminApi.setActive, { uniqueId: made.uniqueId, isActive })
  await active(false)
  expect((await login(made.emailAddress)).statusCode).toBe(401)
  await active(true)
  expect((await login(made.emailAddress)).statusCode).toBe(200)
})

test('the mail is in the tenant’s language and links to the tenant’s domain, not to the request’s host', async () => {
  const { uniqueId: tenantId } = await app.tenant('Nordhafen', { domainName: 'nordhafen.example' })
  await app.asOwner(`insert into tenant_setting (tenant_id, key, value) values ($1, 'DEFAULT_LANGUAGE', '"de"')`, [tenantId])
  const lead = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  const given = person()
  await app.as(lead).call(adminApi.create, given, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  const [mail] = await mailsTo(given.emailAddress, 1)
  expect(mail).toContain('Guten Tag Ada,')
  expect(mail).toContain('https://nordhafen.example/resetPassword/')
  expect(mail).not.toContain('evil.example')
})

test('the super admin’s invitation to another tenant belongs to that tenant and links to its domain', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const given = person({ adminRole: 'ROLE_TENANT_ADMIN' })
  const made = await app.as(chief).call(adminApi.create, given, { 'x-tenant': app.other.uniqueId })
  expect(made).toMatchObject({ tenant: 'Other', state: 'INVITED', createdBy: chief.uniqueId })
  const [mail] = await mailsTo(given.emailAddress, 1)
  expect(mail).toContain('https://other.test/resetPassword/')
  expect(tokenIn(mail!).startsWith(app.other.uniqueId)).toBe(true)
})

test('a new invitation invalidates the previous one, and is limited to five per hour', async () => {
  const made = await app.as(admin).call(adminApi.create, person())
  const invite = () => app.as(admin).call(adminApi.invite, { uniqueId: made.uniqueId })
  const [first] = await mailsTo(made.emailAddress, 1) // a link that has ended is no longer mailed
  expect(await invite()).toMatchObject({ state: 'INVITED' })
  const [, newest] = await mailsTo(made.emailAddress, 2)
  expect((await choose(tokenIn(first!))).statusCode).toBe(422)
  for (const _ of [2, 3, 4, 5]) await invite()
  await expect(invite()).rejects.toMatchObject({ status: 429 })
  await app.asOwner(`update link_token set created_at = now() - interval '61 minutes' where user_id = $1`, [made.uniqueId])
  await app.asOwner(`update user_account set created_at = now() - interval '61 minutes' where id = $1`, [made.uniqueId])
  await invite()
  const [link] = await app.asOwner<{ id: string }>('select id from link_token where user_id = $1 and used_at is null', [
    made.uniqueId,
  ])
  const last = app.appContext.links.tokenOf(admin.tenantId, link!.id)
  await expect.poll(() => sink.received.some(({ text }) => decoded(text).includes(last))).toBe(true)
  expect((await choose(tokenIn(newest!))).statusCode).toBe(422)
  expect((await choose(last)).statusCode).toBe(200)
})

test('a new address invalidates the link mailed to the old one, and is sent its own invitation', async () => {
  const made = await app.as(admin).call(adminApi.create, person())
  const [old] = await mailsTo(made.emailAddress, 1)
  const emailAddress = address()
  await app.as(admin).call(adminApi.update, { uniqueId: made.uniqueId, emailAddress })
  const [mail] = await mailsTo(emailAddress, 1)
  expect((await choose(tokenIn(old!))).statusCode).toBe(422)
  expect((await choose(tokenIn(mail!))).statusCode).toBe(200)
  expect((await login(emailAddress)).statusCode).toBe(200)
})

test('an invited user is invited again after a role change; old links of deleted or closed users no longer work', async () => {
  const moved = await app.as(admin).call(adminApi.create, person())
  const [old] = await mailsTo(moved.emailAddress, 1)
  await app.as(admin).call(adminApi.update, { uniqueId: moved.uniqueId, adminRole: 'ROLE_LEVEL2' })
  const [, anew] = await mailsTo(moved.emailAddress, 2)
  expect((await choose(tokenIn(old!))).statusCode).toBe(422)
  await app.as(admin).call(adminApi.setActive, { uniqueId: moved.uniqueId, isActive: false })
  expect((await choose(tokenIn(anew!))).statusCode).toBe(422)
  const gone = await app.as(admin).call(adminApi.create, person())
  const [mail] = await mailsTo(gone.emailAddress, 1)
  await app.as(admin).call(adminApi.remove, { uniqueId: gone.uniqueId })
  expect((await choose(tokenIn(mail!))).statusCode).toBe(422)
})

test('a rejected request sends no mail', async () => {
  const taken = await app.as(admin).call(adminApi.create, person())
  await mailsTo(taken.emailAddress, 1)
  const again = app.as(admin).call(adminApi.create, person({ emailAddress: taken.emailAddress }))
  await expect(again).rejects.toMatchObject({ status: 422 })
  const picture = { ...person(), file: new Blob(['no picture']) }
  const refused = app.as(admin).call(adminApi.create, picture)
  await expect(refused).rejects.toMatchObject({ status: 422, data: { file: 'Choose a PNG, JPEG, WebP or GIF picture' } })
  const letters = `select from pgboss.job where name = 'identity.letter' and state <> 'completed'`
  await expect.poll(() => app.asOwner(letters)).toHaveLength(0)
  expect(await app.asOwner('select from user_account where email_address = $1', [picture.emailAddress])).toEqual([])
  expect(sink.received.filter(({ to }) => to.includes(taken.emailAddress))).toHaveLength(1)
})
