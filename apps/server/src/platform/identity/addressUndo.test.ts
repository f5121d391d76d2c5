import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const password = 'Correct horse, battery'
const stolen = password
const chosen = 'A wholly new phrase'

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await testApp({ working: true })
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())

const someone = () => app.someone('ROLE_TENANT_ADMIN', { passwordHash })
const fresh = () => `new.${randomUUID().slice(0, 8)}@example.test`
const visitor = () => app.as(undefined)
const signIn = async (username: string, given: string) => {
  const { statusCode, json } = await visitor().send(identityApi.login, { username, password: given })
  return { status: statusCode, token: json().data.accessToken as string }
}
/** The link of the one letter with this subject. */
const mailed = async (address: string, subject: string) => {
  const found = async () =>
    (await app.appContext.mail.mailbox!()).filter((mail) => mail.to === address && mail.subject === `${subject} · Main`)
  await expect.poll(found).toHaveLength(1)
  return /\/(?:verify|undoAddress|resetPassword)\/(\S+)/.exec((await found())[0]!.text)![1]!
}
const ask = (who: Pick<TestUser, 'token'>, emailAddress: string, currentPassword = password) =>
  app.as(who).call(identityApi.changeAddress, { emailAddress, currentPassword })
const confirm = (token: string) => visitor().call(identityApi.confirmAddress, { token })
const undo = (token: string) => visitor().call(identityApi.undoAddress, { token })
const setPassword = (token: string, to = chosen) =>
  visitor().call(identityApi.resetPassword, { token, password: to, confirmPassword: to })
const ASKED = 'A different address was requested'
const CHANGED = 'The address of your account was changed'
const dead = { status: 422, message: 'This link is no longer valid. Please ask for a new one.' }

test('an address change requested before a password reset cannot be confirmed after it, and export tickets end', async () => {
  const ann = await someone()
  const wanted = fresh()
  await ask(ann, wanted)
  const link = await mailed(wanted, 'Confirm your address')
  const { url } = await app.as(ann).call(companyApi.export, { format: 'csv' })
  await visitor().call(identityApi.forgotPassword, { email: ann.emailAddress })
  await setPassword(await mailed(ann.emailAddress, 'Set a new password'))
  await expect(confirm(link)).rejects.toMatchObject(dead)
  expect((await app.fastify.inject(url)).statusCode).toBe(404)
  expect((await signIn(ann.emailAddress, chosen)).status).toBe(200)
})

test('an address change requested before a password change cannot be confirmed after it, and export tickets end', async () => {
  const ann = await someone()
  const wanted = fresh()
  await ask(ann, wanted)
  const link = await mailed(wanted, 'Confirm your address')
  const { url } = await app.as(ann).call(companyApi.export, { format: 'csv' })
  const change = { currentPassword: password, password: chosen, confirmPassword: chosen }
  await app.as(ann).call(identityApi.changePassword, change)
  await expect(confirm(link)).rejects.toMatchObject(dead)
  expect((await app.fastify.inject(url)).statusCode).toBe(404)
  expect((await app.as(ann).send(identityApi.account)).statusCode).toBe(200)
})

test('an export ticket ends with the session that requested it, and with no other', async () => {
  const ann = await someone()
  const [one, two] = [await signIn(ann.emailAddress, password), await signIn(ann.emailAddress, password)]
  const tickets = []
  for (const from of [one, two]) tickets.push((await app.as(from).call(companyApi.export, { format: 'csv' })).url)
  await app.as(one).call(identityApi.logout, {})
  expect((await app.fastify.inject(tickets[0]!)).statusCode).toBe(404)
  expect((await app.fastify.inject(tickets[1]!)).statusCode).toBe(200)
})

test('stopping a requested change keeps the address, ends the session and invalidates the password', async () => {
  const ann = await someone()
  const wanted = fresh()
  await ask(ann, wanted)
  const [confirming, undoing] = [await mailed(wanted, 'Confirm your address'), await mailed(ann.emailAddress, ASKED)]
  const { token } = await undo(undoing)
  expect((await app.as(ann).send(identityApi.account)).statusCode).toBe(401)
  expect((await signIn(ann.emailAddress, stolen)).status).toBe(401)
  await expect(confirm(confirming)).rejects.toMatchObject(dead)
  await setPassword(token)
  expect((await signIn(ann.emailAddress, chosen)).status).toBe(200)
  await expect(undo(undoing)).rejects.toMatchObject(dead)
})

test('a completed change can be undone, even after the attacker has set a password, changed the address again and reset it', async () => {
  const ann = await someone()
  const [first, second] = [fresh(), fresh()]
  await ask(ann, first)
  await confirm(await mailed(first, 'Confirm your address'))
  const undoing = await mailed(ann.emailAddress, CHANGED)
  await app.as(ann).call(identityApi.changePassword, {
    currentPassword: password,
    password: 'Of the thief alone',
    confirmPassword: 'Of the thief alone',
  })
  const thief = await signIn(first, 'Of the thief alone')
  await ask(thief, second, 'Of the thief alone')
  await confirm(await mailed(second, 'Confirm your address'))
  const thiefUndo = await mailed(first, CHANGED)
  await visitor().call(identityApi.forgotPassword, { email: second })
  await setPassword(await mailed(second, 'Set a new password'), 'Once more the thief')
  const { token } = await undo(undoing)
  expect((await signIn(second, 'Once more the thief')).status).toBe(401)
  await expect(undo(thiefUndo)).rejects.toMatchObject(dead)
  await setPassword(token)
  expect((await signIn(ann.emailAddress, chosen)).status).toBe(200)
})

test('opening the link’s page changes nothing, and the link expires after seven days', async () => {
  const ann = await someone()
  await ask(ann, fresh())
  const token = await mailed(ann.emailAddress, ASKED)
  await app.fastify.inject(`/undoAddress/${token}`)
  expect((await app.fastify.inject(`/api/auth/address/undo?token=${token}`)).statusCode).toBe(404)
  expect((await app.as(ann).send(identityApi.account)).statusCode).toBe(200)
  await app.asOwner(`update link_token set expires_at = expires_at - interval '7 days' where user_id = $1`, [ann.uniqueId])
  await expect(undo(token)).rejects.toMatchObject(dead)
})

test('undo is rejected if another account has the address by then', async () => {
  const ann = await someone()
  const wanted = fresh()
  await ask(ann, wanted)
  await confirm(await mailed(wanted, 'Confirm your address'))
  const token = await mailed(ann.emailAddress, CHANGED)
  await app.someone('ROLE_LEVEL1', { emailAddress: ann.emailAddress })
  const message = 'This address now belongs to another account. Please contact your administrator.'
  await expect(undo(token)).rejects.toMatchObject({ status: 409, message })
})

test('requesting an address in use sends the same mail as any other', async () => {
  const [ann, bob] = [await someone(), await someone()]
  await ask(ann, bob.emailAddress)
  expect(await mailed(ann.emailAddress, ASKED)).toContain(ann.tenantId)
})
