import { companyApi } from '@tradewind/contract/crm/company.contract'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { tenantScope } from './database.ts'
import { isUnavailable } from './scoped.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const scope = tenantScope(randomUUID())
const counter = async (name: string) =>
  void (await app.asOwner(`create sequence ${name}; grant usage on sequence ${name} to tradewind_app`))
const counted = async (name: string) => (await app.asOwner<{ last: string }>(`select last_value as last from ${name}`))[0]!.last
/** Terminates its own connection until it has been called more than so many times. */
const dies = (name: string, times: number) =>
  sql`select case when nextval(${name}) <= ${times} then pg_terminate_backend(pg_backend_pid()) end, pg_sleep(0.01)`
const acme = (legalName: string) => ({
  legalName,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})

const killWaiting = async () => {
  await expect.poll(app.waiting).toHaveLength(1)
  await app.asOwner('select pg_terminate_backend($1)', [(await app.waiting())[0]!.pid])
}

test('a read whose connection dies is retried once, and not twice', async () => {
  await counter('once')
  await app.appContext.db.as(scope).execute(dies('once', 1))
  expect(await counted('once')).toBe('2')
  await counter('often')
  const failed: unknown = await app.appContext.db
    .as(scope)
    .execute(dies('often', 5))
    .catch((error: unknown) => error)
  expect(isUnavailable(failed)).toBe(true)
  expect(await counted('often')).toBe('2')
})

test('a read that PostgreSQL rejects is not retried', async () => {
  await counter('refused')
  await expect(app.appContext.db.as(scope).execute(sql`select 1 / (nextval('refused') - 1)`)).rejects.toMatchObject({
    cause: { code: '22012' },
  })
  expect(await counted('refused')).toBe('1')
})

test('a write whose connection dies is rolled back and not retried', async () => {
  await counter('written')
  const write = app.appContext.db.write({ tenantId: admin.tenantId, partitionId: admin.partitionId }, async (tx) => {
    await tx.execute(sql`insert into company (legal_name, country, website, company_type_list) values ('Half', 'IT', 'x', '{}')`)
    await tx.execute(dies('written', 1))
  })
  expect(isUnavailable(await write.catch((error: unknown) => error))).toBe(true)
  expect(await counted('written')).toBe('1')
  expect(await app.as(admin).call(companyApi.list, { q: 'Half' })).toEqual([])
})

test('a list whose connection is killed midway is answered; a company being created is rejected with 503', async () => {
  const { uniqueId } = await app.as(admin).call(companyApi.create, acme('Here'))
  let list: Promise<unknown> | undefined
  await app.whileLocked('company', async () => {
    list = app.as(admin).call(companyApi.list, { page: 0, q: 'Here' })
    await killWaiting()
    await expect.poll(app.waiting).toHaveLength(1)
  })
  expect(await list).toMatchObject([{ uniqueId }])
  await app.whileLocked('company', async () => {
    const creating = app.as(admin).send(companyApi.create, acme('Gone'))
    await killWaiting()
    const refused = await creating
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.json()).toEqual({
      responseStatus: 'ERROR',
      message: 'We will be back in a moment. Please try again.',
      data: {},
    })
  })
  expect(await app.as(admin).call(companyApi.list, { q: 'Gone' })).toEqual([])
  await app.as(admin).call(companyApi.create, acme('Gone'))
})

test('while the database is down every call says so, and nobody is signed out; afterwards everything works again', async () => {
  const [{ name }] = (await app.asOwner<{ name: string }>('select current_database() as name')) as [{ name: string }]
  await app.asOwner(`alter database ${name} connection limit 0`)
  await app.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'tradewind_app'`, [
    name,
  ])
  const refusals = [
    await app.as(admin).send(companyApi.list, { page: 0 }),
    await app.as(admin).send(companyApi.create, acme('Later')),
  ]
  await app.asOwner(`alter database ${name} connection limit -1`)
  for (const refused of refusals)
    expect([refused.statusCode, refused.json().message]).toEqual([503, 'We will be back in a moment. Please try again.'])
  expect(await app.as(admin).call(companyApi.create, acme('Later'))).toMatchObject({ legalName: 'Later' })
})
