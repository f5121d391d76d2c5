import { companyApi } from '@tradewind/contract/crm/company.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { openLog } from '../../env.ts'

let app: TestApp
let admin: TestUser
let log = ''
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    log += chunk.toString()
    done()
  },
})
beforeAll(async () => {
  app = await testApp({ working: true, logger: openLog('debug', sink) })
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('every reply is logged on one line: the pattern of its route, its status, its time and its id', async () => {
  log = ''
  const response = await app.as(admin).send(companyApi.get, { uniqueId: admin.uniqueId })
  await app.fastify.inject({ method: 'GET', url: '/nothing/here' })
  const id: unknown = response.headers['x-request-id']
  expect(lines()).toMatchObject([
    { msg: 'answered', method: 'GET', route: '/api/company/:uniqueId', status: 404, ms: expect.any(Number), id },
    { msg: 'answered', method: 'GET', route: 'unknown', status: 404 },
  ])
})

test('the log contains no token, password, address, path or search, whatever went wrong', async () => {
  log = ''
  const secrets = [
    'Sesame-opens-1',
    'Wrong-horse-2',
    'New-battery-3',
    'needle-in-path',
    'needle-in-query',
    'needle-in-body',
    'needle-in-header',
    'needle-in-cookie',
  ]
  const headers = {
    'user-agent': 'needle-in-header',
    cookie: 'c=needle-in-cookie',
    referer: 'https://x.example/needle-in-header',
  }
  const visitor = app.as(undefined)
  await visitor.send(identityApi.login, { username: admin.emailAddress, password: 'Wrong-horse-2' }, headers)
  await visitor.send(identityApi.forgotPassword, { email: admin.emailAddress }, headers)
  await visitor.send(
    identityApi.resetPassword,
    { token: 'needle-in-body', password: 'New-battery-3', confirmPassword: 'New-battery-3' },
    headers,
  )
  await app
    .as(admin)
    .send(identityApi.changePassword, { currentPassword: 'Sesame-opens-1', password: 'New-battery-3', confirmPassword: 'x' })
  await app.as(admin).send(searchApi.search, { q: 'needle-in-query' }, headers)
  await app.as(admin).send(searchApi.search, { q: 'x' }, { 'x-tenant': app.other.uniqueId })
  await visitor.send(companyApi.exportFile, { ticket: 'needle-in-path' })
  const raw = ['/api/needle-in-path?x=needle-in-query', '/api/%zz/needle-in-path', `/api/company/${'needle-in-path'.repeat(40)}`]
  for (const url of raw) await app.fastify.inject({ method: 'GET', url, headers })
  await app.fastify.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: '{"needle-in-body"',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const url = (await app.as(admin).call(companyApi.export, { format: 'csv', q: 'needle-in-query' })).url
  await app.fastify.inject({ method: 'GET', url })
  await expect.poll(() => app.appContext.mail.mailbox!()).toHaveLength(1)
  const [mail] = await app.appContext.mail.mailbox!()
  const token = /resetPassword\/(\S+)/.exec(mail!.text)![1]!
  await visitor.send(identityApi.resetPassword, { token, password: 'short', confirmPassword: 'short' })
  expect(lines().length).toBeGreaterThan(12)
  for (const secret of [...secrets, admin.token, token, url.split('/').at(-1)!, admin.emailAddress])
    expect(log).not.toContain(secret)
})

test('values logged under the name of a secret are redacted', () => {
  log = ''
  app.appContext.logger.info(
    { token: 'abc-1', user: { password: 'abc-2', deep: { accessToken: 'abc-3' } }, authorization: 'abc-4' },
    'careless',
  )
  expect(log).toContain('[Redacted]')
  expect(log).not.toContain('abc-')
})

test('a bug returns 500 without internals; its log names the place and the reply’s id, and no value', async () => {
  await app.as(admin).call(companyApi.create, {
    legalName: 'Secretive',
    country: 'Italy',
    website: 'https://s.example',
    companyTypeList: ['ASSOCIATION'],
  })
  await app.asOwner('alter table company rename column website to page')
  log = ''
  const response = await app.as(admin).send(companyApi.list, { page: 0, q: 'needle-in-query' })
  const streamed = await app.as(admin).send(companyApi.list, { q: 'needle-in-query' })
  await app.asOwner('alter table company rename column page to website')
  for (const { statusCode, json } of [response, streamed]) {
    expect([statusCode, json()]).toEqual([
      500,
      { responseStatus: 'ERROR', message: 'Something went wrong. We have been notified.', data: {} },
    ])
  }
  const failed = lines().filter(({ msg }) => msg === 'a call failed')
  expect(failed).toMatchObject([
    {
      level: 50,
      reference: response.headers['x-request-id'],
      error: { code: '42703', places: expect.arrayContaining([expect.stringContaining('at ')]) },
    },
    { level: 50, reference: streamed.headers['x-request-id'] },
  ])
  expect(log).not.toMatch(/needle|Secretive|select|company_live/)
})

test('a reply that breaks off midway is logged, without its content', async () => {
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select $1, $1, 'Long ' || n, 'IT', 'https://x.example', '{}', repeat('x', 8000) from generate_series(1, 3000) n`,
    [admin.tenantId],
  )
  log = ''
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}${companyApi.list.path}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' },
  })
  const reader = response.body!.getReader()
  await reader.read()
  await app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'fetch%'`,
  )
  const rest = async () => {
    while (!(await reader.read()).done) expect(response.status).toBe(200)
  }
  await expect(rest()).rejects.toThrow('terminated')
  await expect
    .poll(lines)
    .toContainEqual(
      expect.objectContaining({ level: 40, msg: 'an answer broke off', reference: response.headers.get('x-request-id') }),
    )
  expect(log).not.toMatch(/Long|xxx|fetch/)
})
