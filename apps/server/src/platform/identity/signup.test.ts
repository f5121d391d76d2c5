import { auditApi } from '@tradewind/contract/platform/audit.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { signUpCalls, signUpInput } from '../../../test/signup/signUps.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())
beforeEach(() => visitors().forget())

const visitors = () => signUpCalls(app)
type Visitors = ReturnType<typeof visitors>
const signUp: Visitors['signUp'] = (...given) => visitors().signUp(...given)
const rowsOf = (address: string) => visitors().rowsOf(address)
const lettersTo = (address: string) => visitors().lettersTo(address)
const linkTo = (address: string) => visitors().linkTo(address)
const choose = (token: string) => visitors().choose(token)
const signIn = (address: string) => visitors().signIn(address)
const SAID = 'Your free account has been created successfully! Please check your email for further instructions!'

test('a visitor gets a free account, usable once the address is confirmed through the mailed link', async () => {
  const query = signUpInput()
  const answer = await signUp({ ...query, lang: 'en' })
  expect([answer.statusCode, answer.json().message, answer.json().data]).toEqual([200, SAID, {}])
  expect(await rowsOf(query.emailAddress)).toMatchObject([
    {
      email_address: query.emailAddress,
      role: 'ROLE_FREE',
      user_company_name: 'Sample Ltd',
      reviews_search_enabled: false,
      is_partner: false,
      password_hash: null,
      verified_at: null,
      created_by: null,
      tenant_id: app.main.uniqueId,
    },
  ])
  expect((await signIn(query.emailAddress)).statusCode).toBe(401)
  const [letter] = await lettersTo(query.emailAddress)
  expect(letter!.subject).toBe('Confirm your address and choose a password · Main')
  for (const typed of ['Sam,', 'Ple', 'Sample Ltd']) expect(letter!.text).not.toContain(typed)
  await choose(await linkTo(query.emailAddress))
  expect((await signIn(query.emailAddress)).json().data).toMatchObject({ roleList: ['ROLE_FREE'] })
  const trail = await app.as(admin).call(auditApi.list, { kind: 'user' })
  expect(trail.find(({ action, title }) => action === 'CREATED' && title === 'Sam Ple')).toMatchObject({ byName: 'Sign-up' })
})

test('the account has the language of the sign-up page, also for its letters, and none says that the first password was changed', async () => {
  const query = signUpInput()
  await signUp({ ...query, lang: 'de' })
  expect(await rowsOf(query.emailAddress)).toMatchObject([{ language: 'de' }])
  const [letter] = await lettersTo(query.emailAddress)
  expect(letter!.text).toContain('\n\nGuten Tag,\n\n')
  await choose(/resetPassword\/(\S+)/.exec(letter!.text)![1]!)
  await visitors().work('identity.letter')
  expect(await lettersTo(query.emailAddress)).toHaveLength(1)
})

const roles: unknown[] = ['ROLE_SUPER_ADMIN', ['ROLE_FREE', 'ROLE_ADMIN'], { role: 'ROLE_ADMIN' }, null, 1]
test.each(roles)('the account is free whatever role is sent: %j', async (adminRole) => {
  const query = signUpInput()
  expect((await signUp({ ...query, adminRole, reviewsSearchEnabled: true })).statusCode).toBe(200)
  expect(await rowsOf(query.emailAddress)).toMatchObject([{ role: 'ROLE_FREE', reviews_search_enabled: false }])
})

test('neither a form nor a duplicate key sets another role, and any other field is rejected by name', async () => {
  const [doubled, typed] = [signUpInput(), signUpInput()]
  const body = new FormData()
  for (const [name, value] of Object.entries(doubled)) body.set(name, value)
  for (const role of ['ROLE_FREE', 'ROLE_TENANT_ADMIN']) body.append('adminRole', role)
  body.set('reviewsSearchEnabled', 'true')
  const headers = { 'x-forwarded-for': '10.6.9.1' }
  expect((await app.fastify.inject({ method: 'POST', url: '/api/admin/signup', payload: body, headers })).statusCode).toBe(200)
  const json = JSON.stringify({ ...typed, adminRole: 'ROLE_FREE' }).replace('{', '{"adminRole":"ROLE_ADMIN",')
  const type = { ...headers, 'content-type': 'application/json' }
  expect((await app.fastify.inject({ method: 'POST', url: '/api/admin/signup', payload: json, headers: type })).statusCode).toBe(
    200,
  )
  for (const { emailAddress } of [doubled, typed]) expect(await rowsOf(emailAddress)).toMatchObject([{ role: 'ROLE_FREE' }])
  for (const field of [
    'role',
    'adminrole',
    'AdminRole',
    'isPartner',
    'tenant',
    'tenantId',
    'allowedCountries',
    'passwordHash',
    'user',
  ]) {
    const query = signUpInput()
    const { statusCode, json: said } = await signUp({ ...query, [field]: 'ROLE_ADMIN' })
    expect([statusCode, said().data]).toEqual([422, { [field]: 'Unknown field' }])
    expect(await rowsOf(query.emailAddress)).toEqual([])
  }
})

test('requires the names, the email address and the company', async () => {
  for (const given of [undefined, '', '  '])
    expect((await signUp({ ...signUpInput(), userCompanyName: given })).json().data).toEqual({
      userCompanyName: 'Company Name is required!',
    })
  const { data } = (await signUp({ firstName: '', emailAddress: 'a@b', userCompanyName: 'x'.repeat(201) })).json()
  expect(Object.keys(data).toSorted()).toEqual(['emailAddress', 'firstName', 'lastName', 'userCompanyName'])
})

const steering = ['Eve\nBcc: victim@example.test', 'Eve\u202Egpj.exe', 'Ev\u2066e', 'Eve\u0007']
const leading = [
  'visit https://evil.example',
  'www.evil.example',
  'evil.com',
  'Win at EVIL.ru now',
  'evil.example/win',
  'ｅｖｉｌ.ｃｏｍ',
]
test.each([...steering, ...leading])('rejects a name with control characters or a web address: %j', async (name) => {
  for (const field of ['firstName', 'middleName', 'lastName', 'userCompanyName']) {
    const query = signUpInput()
    const { statusCode, json } = await signUp({ ...query, [field]: name })
    expect([statusCode, Object.keys(json().data)]).toEqual([422, [field]])
    expect(await rowsOf(query.emailAddress)).toEqual([])
  }
})

const common = [
  'J.R.R. Tolkien',
  'Dr. St.John-Smith',
  'María José d’Œuvre',
  'Nguyễn Thị',
  '王小明',
  'Müller & Co. KG',
  'S.p.A. Uno',
  'A.B.',
  'محمد',
  'No. 1 Ltd.',
]
test.each(common)('accepts a common name of a person or a company: %s', async (name) => {
  expect((await signUp({ ...signUpInput(), firstName: name, lastName: name, userCompanyName: name })).statusCode).toBe(200)
})

test('stores an uploaded picture, re-encoded, as the logo, and rejects a file that is not a picture', async () => {
  const query = signUpInput()
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await signUp({ ...query, file: new Blob([png]) })).statusCode).toBe(200)
  const [account] = await rowsOf(query.emailAddress)
  expect((await app.fastify.inject(`/api/document/${String(account!['brand_logo_uid'])}`)).statusCode).toBe(200)
  expect((await signUp({ ...signUpInput(), file: new Blob(['no picture']) })).statusCode).toBe(422)
  expect((await signUp({ ...signUpInput(), file: new Blob([Buffer.alloc(4 * 1024 * 1024)]) })).statusCode).toBe(413)
  await signUp({ ...query, file: new Blob([png]) })
  expect(await app.asOwner(`select from document where purpose = 'LOGO'`)).toHaveLength(1)
})

test('a known address gets the same response, and its owner a mail, a few times an hour', async () => {
  const owner = await app.someone('ROLE_PRO', { emailAddress: 'owner@sample.example', passwordHash: 'x' })
  const [known, unknown] = [await signUp({ ...signUpInput(), emailAddress: 'Owner@sample.example' }), await signUp(signUpInput())]
  const seen = ({ statusCode, body, headers }: typeof known) => [statusCode, body, Object.keys(headers).toSorted()]
  expect(seen(known)).toEqual(seen(unknown))
  expect(await rowsOf(owner.emailAddress)).toMatchObject([{ id: owner.uniqueId, role: 'ROLE_PRO', first_name: 'Ann' }])
  const [letter] = await lettersTo(owner.emailAddress)
  expect(letter!.subject).toBe('You already have an account · Main')
  expect(letter!.text).toContain('/auth/login')
  expect(letter!.text).not.toContain('resetPassword')
  for (let at = 0; at < 4; at++)
    expect((await signUp({ ...signUpInput(), emailAddress: owner.emailAddress })).statusCode).toBe(200)
  expect(await lettersTo(owner.emailAddress)).toHaveLength(3)
})

/** Signs up with the sub-address and from the network of this number. */
const signUpAs = async (at: number) => {
  const query = { ...signUpInput(), emailAddress: `Victim+${at}@sample.example` }
  return (await signUp(query, { 'x-forwarded-for': `10.7.0.${at}` })).statusCode
}

test('a mailbox, whatever its sub-address, gets a limited number of letters from sign-ups', async () => {
  const codes = []
  for (let at = 1; at <= 6; at++) codes.push(await signUpAs(at))
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  await app.asOwner(
    `insert into attempt (tenant_id, key) select $1, 'sign-up today of victim@sample.example' from generate_series(1, 15)`,
    [app.main.uniqueId],
  )
  await app.asOwner(`delete from attempt where key = 'sign-up of victim@sample.example'`)
  expect(await signUpAs(7)).toBe(429)
})

test('a user who lost the first letter can sign up again, and only the newest link is valid', async () => {
  const query = signUpInput()
  await signUp(query)
  const first = await linkTo(query.emailAddress)
  await app.appContext.mail.forget!(app.main.uniqueId)
  await signUp(query)
  const second = await linkTo(query.emailAddress)
  await expect(choose(first)).rejects.toMatchObject({ status: 422 })
  await choose(second)
  expect(await rowsOf(query.emailAddress)).toHaveLength(1)
})

test('ten concurrent signups with one address create one account', async () => {
  const query = signUpInput()
  const codes = await Promise.all(Array.from({ length: 10 }, async () => (await signUp(query)).statusCode))
  expect(codes.filter((code) => code === 200)).toHaveLength(5)
  expect(codes.filter((code) => code === 429)).toHaveLength(5)
  expect(await rowsOf(query.emailAddress)).toHaveLength(1)
})

test('bots are thanked, not stored, and limited like others; one network can sign up five times a minute', async () => {
  const query = signUpInput()
  const machine = await signUp({ ...query, website: 'x' }, { 'x-forwarded-for': '10.6.9.9' })
  expect(machine.json().message).toBe(SAID)
  expect(await rowsOf(query.emailAddress)).toEqual([])
  const codes = [machine.statusCode]
  for (let at = 0; at < 5; at++) codes.push((await signUp(signUpInput(), { 'x-forwarded-for': '10.6.9.9' })).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})

test('creates the account only in the tenant of the requested host', async () => {
  const query = signUpInput()
  await signUp(query, { 'x-tenant': app.other.uniqueId })
  expect(await rowsOf(query.emailAddress)).toMatchObject([{ tenant_id: app.other.uniqueId }])
})

test('the mailed link leads on to the page the visitor was going to, and never to another site', async () => {
  const query = signUpInput()
  expect((await signUp({ ...query, next: '/blog/norway' })).statusCode).toBe(200)
  const [letter] = await lettersTo(query.emailAddress)
  expect(letter!.text).toContain('?next=%2Fblog%2Fnorway')
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example'])
    expect((await signUp({ ...signUpInput(), next })).json().data).toMatchObject({ next: 'This is not a page of this site' })
})
