import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const password = 'Correct horse, battery'
const otherPassword = 'Another horse, staple'

let app: TestApp
let ann: TestUser
let namesake: TestUser
beforeAll(async () => {
  app = await testApp()
  const [passwordHash, otherHash] = await Promise.all([hashPassword(password), hashPassword(otherPassword)])
  ann = await app.someone('ROLE_ADMIN', { emailAddress: 'Ann.Archer@Example.test', passwordHash, permissions: ['EXPORT_DATA'] })
  namesake = await app.someone('ROLE_PRO', {
    emailAddress: 'ann.archer@example.test',
    passwordHash: otherHash,
    tenantId: app.other.uniqueId,
  })
  await app.someone('ROLE_FREE', { emailAddress: 'unverified@example.test', passwordHash, verified: false })
  await app.someone('ROLE_FREE', { emailAddress: 'invited@example.test' })
  const gone = await app.someone('ROLE_FREE', { emailAddress: 'gone@example.test', passwordHash })
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  await app.asOwner('insert into tenant_domain (domain, tenant_id) values ($1, $2)', ['other.test', app.other.uniqueId])
})
afterAll(() => app.close())

const login = async (input: object, headers: Record<string, string> = {}) => {
  const response = await app.as(undefined).send(identityApi.login, input, headers)
  return { status: response.statusCode, body: response.json() }
}
const refused = { status: 401, body: { responseStatus: 'ERROR', message: 'Username or password is incorrect.', data: {} } }

test('a sign-in returns the user’s data, and a valid token', async () => {
  const { status, body } = await login({ username: 'Ann.Archer@Example.test', password })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      responseStatus: 'SUCCESS',
      message: '',
      data: {
        accessToken: expect.stringMatching(new RegExp(`^${app.main.uniqueId}\\.[\\w-]{43}$`)),
        roleList: ['ROLE_ADMIN'],
        fullName: 'Ann ROLE_ADMIN',
        permissionList: ['EXPORT_DATA'],
        userId: ann.uniqueId,
        tenant: app.main.uniqueId,
      },
    },
  })
  expect(await app.as({ token: body.data.accessToken }).call(identityApi.account, {})).toEqual({
    userId: ann.uniqueId,
    tenant: app.main.uniqueId,
    worldId: app.main.uniqueId,
    fullName: 'Ann ROLE_ADMIN',
    emailAddress: 'Ann.Archer@Example.test',
    roleList: ['ROLE_ADMIN'],
    permissionList: ['EXPORT_DATA'],
    allowedCountries: [],
    tenantName: 'Main',
    isMainTenant: true,
    brandLogoUID: null,
    userCompanyName: null,
    userCompanyCountry: null,
    language: null,
    timeZone: null,
    theme: 'auto',
    tenantLanguage: 'en',
    tenantTimeZone: '',
    switchedOff: [],
  })
})

test.each(['ann.archer@example.test', 'ANN.ARCHER@EXAMPLE.TEST', '  Ann.archer@example.test\t'])(
  'accepts the address written as “%s”',
  async (username) => {
    expect(await login({ username, password })).toMatchObject({ status: 200, body: { data: { userId: ann.uniqueId } } })
  },
)

test.each([
  ['a wrong password', 'ann.archer@example.test', 'Correct horse, batterY'],
  ['the password of a namesake elsewhere', 'ann.archer@example.test', otherPassword],
  ['an unknown address', 'nobody@example.test', password],
  ['what is no address', "' or 1=1 --", password],
  ['an address that is not verified', 'unverified@example.test', password],
  ['an account without a password', 'invited@example.test', 'nobody has this password'],
  ['a deleted account', 'gone@example.test', password],
])('%s is rejected with the same response as any other', async (_, username, given) => {
  expect(await login({ username, password: given })).toEqual(refused)
})

const headersOf = async (username: string) => {
  const { headers } = await app.as(undefined).send(identityApi.login, { username, password: 'wrong' })
  return { ...headers, date: '', 'x-request-id': '' }
}

test('the headers of a refusal reveal nothing more', async () => {
  expect(await headersOf('ann.archer@example.test')).toEqual(await headersOf('nobody@example.test'))
})

test('an oversized password is rejected before an attempt is counted', async () => {
  const before = await app.asOwner('select count(*) from attempt')
  expect(await login({ username: 'ann.archer@example.test', password: 'x'.repeat(30_000) })).toMatchObject({
    status: 422,
    body: { data: { password: 'Password is too long' } },
  })
  expect(await login({ username: 'ann.archer@example.test', password: 'x'.repeat(1_000_000) })).toMatchObject({ status: 413 })
  expect(await login({ username: 'x'.repeat(2_000), password })).toMatchObject({
    status: 422,
    body: { data: { username: 'Email address is too long' } },
  })
  expect(await app.asOwner('select count(*) from attempt')).toEqual(before)
})

test('missing fields are named', async () => {
  expect(await login({ username: '', password: '' })).toMatchObject({
    status: 422,
    body: { data: { username: 'Email address is required', password: 'Password is required' } },
  })
  expect(await login({})).toMatchObject({
    status: 422,
    body: { data: { username: 'Email address is required', password: 'Password is required' } },
  })
  expect(await login({ username: { $ne: '' }, password: ['x'] })).toMatchObject({ status: 422 })
})

test('the Host determines the tenant, in any case and with a port; an unknown Host means the main account', async () => {
  for (const host of ['other.test', 'OTHER.Test', 'other.test:3000', 'other.test.']) {
    expect(await login({ username: 'ann.archer@example.test', password: otherPassword }, { host })).toMatchObject({
      status: 200,
      body: { data: { userId: namesake.uniqueId, tenant: app.other.uniqueId } },
    })
    expect(await login({ username: 'ann.archer@example.test', password }, { host })).toEqual(refused)
  }
  for (const host of ['localhost:3000', 'another.test', '127.0.0.1', 'xother.test']) {
    expect(await login({ username: 'ann.archer@example.test', password }, { host })).toMatchObject({
      status: 200,
      body: { data: { userId: ann.uniqueId } },
    })
  }
})

test('x-tenant determines the tenant, whatever the Host', async () => {
  const named = { 'x-tenant': app.main.uniqueId, host: 'other.test' }
  expect(await login({ username: 'ann.archer@example.test', password }, named)).toMatchObject({
    status: 200,
    body: { data: { userId: ann.uniqueId } },
  })
  expect(
    await login({ username: 'ann.archer@example.test', password: otherPassword }, { 'x-tenant': app.other.uniqueId }),
  ).toMatchObject({ status: 200, body: { data: { userId: namesake.uniqueId } } })
})

test('nobody can sign in to a deleted tenant: its Host and its id return 404', async () => {
  const closed = await app.tenant('Closed', { deletedAt: new Date().toISOString() })
  await app.asOwner('insert into tenant_domain (domain, tenant_id) values ($1, $2)', ['closed.test', closed.uniqueId])
  await app.someone('ROLE_PRO', {
    emailAddress: 'ann.archer@example.test',
    passwordHash: await hashPassword(password),
    tenantId: closed.uniqueId,
  })
  const absent = { status: 404, body: { responseStatus: 'ERROR', message: 'Tenant not found', data: {} } }
  expect(await login({ username: 'ann.archer@example.test', password }, { host: 'closed.test' })).toEqual(absent)
  expect(await login({ username: 'ann.archer@example.test', password }, { 'x-tenant': closed.uniqueId })).toEqual(absent)
})

const noted = () => app.asOwner(`select from audit where action = 'SIGNED_IN' and record_id = $1`, [ann.uniqueId])

test('a successful sign-in is recorded in the audit trail, and a rejected one is not', async () => {
  const before = (await noted()).length
  await login({ username: 'ann.archer@example.test', password: 'wrong again' })
  expect(await noted()).toHaveLength(before)
  await login({ username: 'ann.archer@example.test', password })
  expect(await noted()).toHaveLength(before + 1)
})
