import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const password = 'Correct horse, battery'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  ann = await app.someone('ROLE_TENANT_ADMIN', { passwordHash: await hashPassword(password) })
})
afterAll(() => app.close())

const statusOf = async (authorization: string) => {
  const { statusCode } = await app.fastify.inject({ method: 'GET', url: '/api/auth/account', headers: { authorization } })
  return statusCode
}
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (header: object, signature = '') => `${base64(header)}.${base64({ sub: ann.uniqueId, exp: 9999999999 })}.${signature}`

test('rejects every forged token', async () => {
  const { token, tenantId } = ann
  const [, secret] = token.split('.') as [string, string]
  const hash = createHash('sha256').update(token).digest('base64url')
  const forged = [
    '', 'x', '.', tenantId, `${tenantId}.`, `.${secret}`, secret,
    `${tenantId}.${'A'.repeat(43)}`, `${tenantId}.${secret.slice(0, -1)}`, `${tenantId}.${secret}A`, `${tenantId}.${secret}=`, `${tenantId}.${secret.toLowerCase()}x`,
    `${tenantId.toUpperCase()}.${secret}`, `${app.other.uniqueId}.${secret}`, `${randomUUID()}.${secret}`, `{${tenantId}}.${secret}`,
    hash, `${tenantId}.${hash}`, `${tenantId}.${'%'.repeat(43)}`, `${tenantId}.' or '1'='1`, `${token}\0`, `${token},${token}`, `${token} ${token}`,
    `${tenantId}.${Buffer.from(ann.uniqueId).toString('base64url').slice(0, 43)}`,
    jwt({ alg: 'none' }), jwt({ alg: 'None', typ: 'JWT' }, 'x'), jwt({ alg: 'HS256', kid: '../../dev/null' }, 'x'), jwt({ alg: 'HS256', jku: 'https://evil.example' }, 'x'),
    'null', 'undefined', '[object Object]', 'x'.repeat(10_000),
  ] // oxfmt-ignore
  for (const one of forged) expect([one.slice(0, 60), await statusOf(`Bearer ${one}`)]).toEqual([one.slice(0, 60), 401])
  expect(forged.length).toBeGreaterThan(30)
  for (const scheme of ['Basic', 'bearer', 'Token', 'Bearer:', 'Bearer Bearer', ''])
    expect(await statusOf(`${scheme} ${token}`)).toBe(401)
  expect(await statusOf(`Bearer ${token}`)).toBe(200)
})

test('ignores a token in the URL or the body', async () => {
  for (const url of [`/api/auth/account?access_token=${ann.token}`, `/api/auth/account?token=${ann.token}`]) {
    expect((await app.fastify.inject({ method: 'GET', url, headers: { cookie: `accessToken=${ann.token}` } })).statusCode).toBe(
      401,
    )
  }
})

/** Every value in any table, as text. */
const dump = async () => {
  const tables = await app.asOwner<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss', 'migrated') and table_type = 'BASE TABLE'`,
  )
  const rows: string[] = []
  for (const { name } of tables)
    rows.push(...(await app.asOwner<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row))
  return rows.join('\n')
}

test('no table contains a usable token or a password', async () => {
  const signedIn = await app.as(undefined).call(identityApi.login, { username: ann.emailAddress, password })
  const { url } = await app.as(ann).call(companyApi.export, { format: 'csv' }, { 'idempotency-key': 'ticket' })
  await app.as(undefined).call(identityApi.forgotPassword, { email: ann.emailAddress })
  await expect.poll(() => app.appContext.mail.mailbox!()).toHaveLength(1)
  const link = /resetPassword\/(\S+)/.exec((await app.appContext.mail.mailbox!())[0]!.text)![1]!
  const text = await dump()
  for (const token of [ann.token, signedIn.accessToken, url.split('/').at(-1)!, link]) {
    expect(text).toContain(createHash('sha256').update(token).digest('base64url'))
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.split('.')[1])
  }
  expect(text).not.toContain(password)
})

test('tokens are long and unique', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.someone('ROLE_FREE')))
  const secrets = people.map(({ token }) => token.split('.')[1]!)
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('a link for one purpose is not valid for another', async () => {
  const { url } = await app.as(ann).call(companyApi.export, { format: 'csv' })
  const ticket = url.split('/').at(-1)!
  expect(await statusOf(`Bearer ${ticket}`)).toBe(401)
  const reset = await app
    .as(undefined)
    .send(identityApi.resetPassword, { token: ticket, password: 'A wholly new phrase', confirmPassword: 'A wholly new phrase' })
  expect(reset.statusCode).toBe(422)
  await expect(app.as(undefined).call(companyApi.exportFile, { ticket: ann.token })).rejects.toMatchObject({ status: 404 })
  expect((await app.fastify.inject({ method: 'GET', url })).statusCode).toBe(200)
})
