import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../src/env.ts'
import { adviceToSignIn, invite, inviteFirstSuperAdmin, NotInvited } from '../src/superAdmins.ts'
import { testApp } from './app.ts'

const address = 'chief@house.example'

const openTestApp = async () => {
  const app = await testApp()
  onTestFinished(() => app.close())
  const letters = () =>
    app.asOwner<{ data: { linkId: string } }>(`select data from pgboss.job where name = 'identity.letter' order by created_on`)
  return { app, letters }
}

test('as long as nobody can sign in as super admin, the start says so and what to do', async () => {
  const { app } = await openTestApp()
  expect(await adviceToSignIn(app.appContext)).toBe(
    'Nobody can sign in as super admin, and nobody is invited: set SUPER_ADMIN_EMAIL, or run npm run admin -- invite someone@example.com',
  )
  await inviteFirstSuperAdmin(app.appContext, address)
  expect(await adviceToSignIn(app.appContext)).toBe(
    `Nobody can sign in as super admin yet: ${address} was written to, and has set no password. Another letter: npm run admin -- invite ${address}`,
  )
  await app.asOwner(`update user_account set password_hash = 'x' where email_address = $1`, [address])
  expect(await adviceToSignIn(app.appContext)).toBeUndefined()
})

test('a new invitation has a new link and invalidates the previous one; the first invitation is created once', async () => {
  const { app, letters } = await openTestApp()
  await inviteFirstSuperAdmin(app.appContext, address)
  await inviteFirstSuperAdmin(app.appContext, 'second@house.example')
  await invite(app.appContext, address.toUpperCase())
  const [first, again, ...more] = await letters()
  expect(more).toEqual([])
  const tokenOf = ({ data }: { data: { linkId: string } }) => app.appContext.links.tokenOf(app.main.uniqueId, data.linkId)
  const choose = (token: string) =>
    app.as(undefined).call(identityApi.resetPassword, { token, password: 'Correct-horse-1', confirmPassword: 'Correct-horse-1' })
  await expect(choose(tokenOf(first!))).rejects.toMatchObject({ status: 422 })
  await choose(tokenOf(again!))
  expect(await adviceToSignIn(app.appContext)).toBeUndefined()
})

test('does not invite someone who already has an account', async () => {
  const { app, letters } = await openTestApp()
  const [admin, chief] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_SUPER_ADMIN', { passwordHash: 'x' })]
  await expect(invite(app.appContext, admin.emailAddress)).rejects.toThrow(
    'has an account that is no super admin’s'.replace('’', "'"),
  )
  await expect(invite(app.appContext, chief.emailAddress)).rejects.toThrow(NotInvited)
  expect(await letters()).toEqual([])
})

const productionSettings = {
  NODE_ENV: 'production',
  APP_URL: 'https://crm.example',
  APP_SECRET: 'a secret of the tests, long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Tradewind <post@crm.example>',
}

test('production requires MAIL_FROM with an address', () => {
  expect(readSettings(productionSettings).mailFrom).toBe('Tradewind <post@crm.example>')
  expect(() => readSettings({ ...productionSettings, MAIL_FROM: '' })).toThrow('MAIL_FROM is required in production')
  expect(() => readSettings({ ...productionSettings, MAIL_FROM: 'Tradewind' })).toThrow('MAIL_FROM must name an address')
})

test('demo data can be served only on this machine', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) expect(readSettings({ HOST }).host).toBe(HOST)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.2', 'crm.example', '127.0.0.1.example'])
    expect(() => readSettings({ HOST })).toThrow('HOST must be 127.0.0.1, ::1 or localhost in an evaluation')
  expect(readSettings({ ...productionSettings, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})
