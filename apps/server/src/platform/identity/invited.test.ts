import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { signUpApi } from '@tradewind/contract/platform/identity.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { driveFixture } from '../../../test/drive/drive.ts'
import { signUpCalls, signUpInput } from '../../../test/signup/signUps.ts'

let app: TestApp
/** A second node on the same database. */
let far: Awaited<ReturnType<TestApp['open']>>
let chief: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())
beforeEach(() => visitors().forget())

const visitors = () => signUpCalls(app)
const signUp = (input: object) => visitors().signUp(input)
const rowsOf = (address: string) => visitors().rowsOf(address)
const lettersTo = (address: string) => visitors().lettersTo(address)
const linkTo = (address: string) => visitors().linkTo(address)
const choose = (token: string) => visitors().choose(token)
const signIn = (address: string) => visitors().signIn(address)
const work = (name: string) => visitors().work(name)
const configure = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'MAX_USERS', value })

const onFar = async () => (await far.as(undefined).send(signUpApi.create, signUpInput())).json()

test('a deleted user’s address can be used again, and the new account does not get the old one’s shares', async () => {
  const asked = signUpInput()
  const old = await app.someone('ROLE_FREE', { emailAddress: asked.emailAddress })
  const owner = await app.someone('ROLE_PRO')
  const file = await driveFixture(app, owner).file('Old.txt')
  await app.as(owner).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [asked.emailAddress] })
  await app.as(admin).call(adminApi.remove, { uniqueId: old.uniqueId })
  await signUp(asked)
  await choose(await linkTo(asked.emailAddress))
  const token = (await signIn(asked.emailAddress)).json().data.accessToken as string
  expect(await app.as({ token }).call(driveShareApi.shared, {})).toEqual([])
  expect(await rowsOf(asked.emailAddress)).toHaveLength(2)
})

test('a file shared with an unknown address becomes available when the address is verified, and not before', async () => {
  const [asked, owner] = [signUpInput(), await app.someone('ROLE_PRO')]
  const file = await driveFixture(app, owner).file('Offer.txt')
  await app.as(owner).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [asked.emailAddress] })
  await work('drive.shared')
  const [invitation] = await lettersTo(asked.emailAddress)
  expect(invitation!.text).toContain(`/signup?email=${encodeURIComponent(asked.emailAddress)}`)
  await signUp(asked)
  const claimed = () => app.asOwner('select from drive_share where item_id = $1 and user_id is not null', [file.uniqueId])
  expect(await claimed()).toEqual([])
  await choose(await linkTo(asked.emailAddress))
  const token = (await signIn(asked.emailAddress)).json().data.accessToken as string
  expect(await app.as({ token }).call(driveShareApi.shared, {})).toMatchObject([{ uniqueId: owner.uniqueId, count: 1 }])
})

test('sign-up is rejected beyond the tenant’s maximum of users, for known and unknown addresses', async () => {
  await configure('1')
  for (const emailAddress of [admin.emailAddress, signUpInput().emailAddress]) {
    const { statusCode, json } = await signUp({ ...signUpInput(), emailAddress })
    expect([statusCode, json().message]).toEqual([409, 'At most 1 users are allowed'])
  }
  await configure(null)
})

const full = (most: number) => ({ message: `At most ${most} users are allowed` })

test('an unverified sign-up does not count as a user, and an address can be verified only below the maximum', async () => {
  const small = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  const [head, boss] = [await small.someone('ROLE_SUPER_ADMIN'), await small.someone('ROLE_TENANT_ADMIN')]
  const allow = (most: string) => small.as(head).call(tenantConfigurationApi.update, { key: 'MAX_USERS', value: most })
  await allow('3')
  const { signUp: ask, linkTo: linkFor, choose: prove } = signUpCalls(small)
  const asked = [signUpInput(), signUpInput(), signUpInput()].map((form) => form.emailAddress)
  for (const emailAddress of asked) expect((await ask({ ...signUpInput(), emailAddress })).statusCode).toBe(200)
  const [early, late] = [await linkFor(asked[0]!), await linkFor(asked[1]!)]
  await prove(early)
  const ada = { firstName: 'Ada', lastName: 'Made', emailAddress: 'ada@sample.example', adminRole: 'ROLE_LEVEL1' } as const
  await expect(small.as(boss).call(adminApi.create, ada)).rejects.toMatchObject(full(3))
  await expect(prove(late)).rejects.toMatchObject(full(3))
  await allow('4')
  await prove(late)
  await expect(small.as(boss).call(adminApi.create, ada)).rejects.toMatchObject(full(4))
  await small.close()
})

test('staff can invite an address with an unverified sign-up, but not a verified one', async () => {
  const [asked, moved] = [signUpInput(), signUpInput()]
  for (const form of [asked, moved]) expect((await signUp(form)).statusCode).toBe(200)
  const old = await linkTo(asked.emailAddress)
  const person = { firstName: 'Ada', lastName: 'Made', adminRole: 'ROLE_LEVEL1' } as const
  const emailAddress = asked.emailAddress.toUpperCase()
  const made = await app.as(admin).call(adminApi.create, { ...person, emailAddress })
  expect(made).toMatchObject({ emailAddress, adminRole: 'ROLE_LEVEL1', state: 'INVITED' })
  await expect(choose(old)).rejects.toMatchObject({ status: 422 })
  const changed = { uniqueId: made.uniqueId, emailAddress: moved.emailAddress }
  expect(await app.as(admin).call(adminApi.update, changed)).toMatchObject({ emailAddress: moved.emailAddress })
  const proved = signUpInput()
  await signUp(proved)
  await choose(await linkTo(proved.emailAddress))
  await expect(app.as(admin).call(adminApi.create, { ...person, emailAddress: proved.emailAddress })).rejects.toMatchObject({
    data: { emailAddress: 'There is already a user with this address' },
  })
})

test('a tenant that disallows sign-up creates no account, on any node, and its letters do not invite to sign up', async () => {
  const allow = (value: boolean | null) => app.as(admin).call(tenantSettingApi.update, { key: 'ALLOW_SIGN_UP', value })
  await allow(false)
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).ALLOW_SIGN_UP).toBe(false)
  expect(await onFar()).toMatchObject({ responseStatus: 'ERROR', message: 'Accounts are by invitation only' })
  expect((await signUp(signUpInput())).statusCode).toBe(403)
  const [{ emailAddress }, owner] = [signUpInput(), await app.someone('ROLE_PRO')]
  const file = await driveFixture(app, owner).file('Plan.txt')
  await app.as(owner).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [emailAddress] })
  await work('drive.shared')
  const [letter] = await lettersTo(emailAddress)
  expect(letter!.text).toContain('Accounts are by invitation only')
  for (const way of ['signup', 'Create Free Account']) expect(letter!.text).not.toContain(way)
  await allow(null)
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).ALLOW_SIGN_UP).toBe(true)
  expect(await onFar()).toMatchObject({ responseStatus: 'SUCCESS' })
})

test('if no mail can be sent, the account is created anyway, and the letter is sent later', async () => {
  const asked = signUpInput()
  await signUp(asked)
  const { send } = app.appContext.mail
  app.appContext.mail.send = () => Promise.reject(new Error('no line'))
  await expect(work('identity.welcome')).rejects.toThrow('no line')
  app.appContext.mail.send = send
  await choose(await linkTo(asked.emailAddress))
})

test('a sign-up unverified for 30 days is deleted with its logo, and can sign up again; other accounts are kept', async () => {
  const [left, fresh, invited] = [signUpInput(), signUpInput(), signUpInput()]
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  await signUp({ ...left, file: new Blob([png]) })
  for (const asked of [fresh, invited]) await signUp(asked)
  await work('identity.welcome')
  const proved = await app.someone('ROLE_FREE')
  const made = { firstName: 'Ada', lastName: 'Made', emailAddress: 'ada@sample.example', adminRole: 'ROLE_FREE' } as const
  await app.as(chief).call(adminApi.create, { ...made, userCompanyName: 'Made' })
  const past = `now() - interval '31 days'`
  await app.asOwner(`update user_account set created_at = ${past} where email_address <> $1`, [fresh.emailAddress])
  await app.asOwner(
    `update link_token set expires_at = ${past} where user_id not in (select id from user_account where email_address = $1)`,
    [invited.emailAddress],
  )
  await app.clock('records.sweep')
  expect(await rowsOf(left.emailAddress)).toEqual([])
  expect(await app.asOwner(`select from document where purpose = 'LOGO'`)).toEqual([])
  for (const one of [fresh.emailAddress, invited.emailAddress, proved.emailAddress, made.emailAddress])
    expect(await rowsOf(one)).toHaveLength(1)
  await signUp(left)
  await choose(await linkTo(left.emailAddress))
})
