import { companyApi } from '@tradewind/contract/crm/company.contract'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, inScope, openDatabase } from '#kit/database/database'
import { migrate } from '#kit/database/migrate'
import { type Scope, statement } from '#kit/database/scoped'
import { tableKinds } from '#kit/database/table'
import { findIsolationFaults } from '#kit/database/tenantIsolation'
import { openJobs } from '#kit/jobs'
import { workers } from '../../src/app.ts'
import type { AppContext } from '../../src/appContext.ts'
import { readSettings } from '../../src/env.ts'
import { isolationSqlFor, violatedUniqueIndex } from '../../src/kit/database/sharded.ts'
import { type TestApp, testApp } from '../app.ts'
import { type FreshDatabase, freshDatabase } from '../database.ts'
import { roles } from '../roles.ts'
import { onStatement } from './statements.ts'

/* The sharded shape on one PostgreSQL: its row-level security and driver, without a cluster. npm run test:sharded runs the rest of the suite in this shape. */

const folder = join(import.meta.dirname, '../../migrations')
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('template0')
  await migrate(database.owner, { folder, roles, sharded: true })
  const jobs = await openJobs(database.owner, pino({ enabled: false }), roles)
  await jobs.declare(workers({} as AppContext))
  await jobs.stop()
})
afterAll(() => database.drop())

const findFaults = () => findIsolationFaults((text) => database.asOwner(isolationSqlFor(text, { roles, sharded: true })))

test('every table has the row security of this shape, and it is created once', async () => {
  expect(await findFaults()).toEqual([])
  expect(await database.asOwner(`select from pg_policies where qual like '%app.tenant_id%'`)).toEqual([])
  const repaired: string[][] = []
  const again = { folder, roles, sharded: true, onRepair: (found: string[]) => repaired.push(found) }
  expect(await migrate(database.owner, again)).toBe(0)
  expect(repaired).toEqual([])
})

test.each([
  [
    'a policy is not one of the three: company',
    `alter policy company_world on company using (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid)`,
  ],
  ['a table has no forced row-level security: company', 'alter table company disable row level security'],
  ['a table has no forced row-level security: company', 'alter table company force row level security'],
  [
    'the function that policies call was changed: asked_tenant',
    `create or replace function asked_tenant() returns uuid language sql immutable as 'select null::uuid'`,
  ],
  ['the function that policies call was changed: asked_tenant', 'alter function asked_tenant() stable'],
])('detects: %s', async (what, plant) => {
  await database.asOwner('begin')
  try {
    await database.asOwner(plant)
    expect(await findFaults()).toContain(what)
  } finally {
    await database.asOwner('rollback')
  }
})

test('neither shape is mistaken for the other: a start creates the row security of its own', async () => {
  const plain = await freshDatabase('template0')
  try {
    await migrate(plain.owner, { folder, roles })
    await migrate(plain.owner, { folder, roles, sharded: true })
    expect(await findIsolationFaults((text) => plain.asOwner(isolationSqlFor(text, { roles, sharded: true })))).toEqual([])
    await migrate(plain.owner, { folder, roles })
    expect(await plain.asOwner(`select from pg_policies where qual like '%asked_tenant%'`)).toEqual([])
  } finally {
    await plain.drop()
  }
})

test('rejects a server without the extension if the setting says that it is a cluster', async () => {
  const asCluster = migrate(database.owner, { folder, roles, sharded: true, kinds: tableKinds })
  await expect(asCluster).rejects.toThrow('DATABASE_SHARDED=citus, but the database has no extension citus')
})

test('the settings of a cluster name its coordinator, and no replicas', () => {
  const settings = { DATABASE_ADMIN_URL: 'postgres://owner@one/crm', DATABASE_SHARDED: 'citus' }
  expect(readSettings(settings).databaseSharded).toBe(true)
  expect(readSettings({}).databaseSharded).toBe(false)
  expect(() => readSettings({ DATABASE_SHARDED: 'citus' })).toThrow('DATABASE_ADMIN_URL is required beside DATABASE_SHARDED')
  expect(() => readSettings({ ...settings, DATABASE_SHARDED: 'yes' })).toThrow('DATABASE_SHARDED must be citus')
  expect(() => readSettings({ ...settings, DATABASE_REPLICA_URL: 'postgres://two/crm' })).toThrow('DATABASE_REPLICA_URL is not')
})

test.each([
  [{ code: '23505', constraint: 'user_account_address' }, 'user_account_address'],
  [
    { code: '23505', message: 'duplicate key value violates unique constraint "user_account_address_102043"' },
    'user_account_address',
  ],
  [{ code: '23503', constraint: 'user_account_address' }, undefined],
  [undefined, undefined],
])('the violated unique index of %o is %s', (cause, name) => {
  expect(violatedUniqueIndex(new Error('Failed query', { cause }))).toBe(name)
})

const tenant = (): Scope => {
  const tenantId = randomUUID()
  return { tenantId, partitionId: tenantId }
}
const addTables = (name: string) =>
  sql`insert into company (legal_name, country, website, company_type_list) values (${name}, 'IT', 'https://x.example', '{}')`
const names = sql`select legal_name as name from company order by 1`

describe.each([
  ['by the pipeline', { pipelined: true }],
  ['by plain statements', { pipelined: false }],
])('%s, on one connection', (_, how) => {
  let db: Database
  beforeEach(() => void (db = openDatabase({ ...database.app, ...how, sharded: true, max: 1 })))
  afterEach(() => db.close())

  test('tenants that query in turn and at the same time each get only their own rows', async () => {
    const tenants = [tenant(), tenant()] as const
    for (const scope of tenants) await db.write(scope, (tx) => tx.execute(addTables(`Of ${scope.tenantId}`)))
    const kept = statement('names of companies', names)
    for (let round = 0; round < 8; round++)
      for (const scope of tenants) {
        expect(await db.as(scope).runPrepared(kept)).toEqual([{ name: `Of ${scope.tenantId}` }])
        expect((await db.as(scope).execute(names)).rows).toEqual([{ name: `Of ${scope.tenantId}` }])
        const live = sql`select id from company_live where search_text like ${'%'}`
        expect((await db.as(scope).execute(live)).rows).toHaveLength(1)
      }
    const all = await Promise.all([...tenants, ...tenants, ...tenants].map((scope) => db.as(scope).execute(names)))
    expect(all.map(({ rows }) => rows[0])).toEqual(
      [...tenants, ...tenants, ...tenants].map(({ tenantId }) => ({ name: `Of ${tenantId}` })),
    )
  })

  test('prepares nothing on the connection, since a plan would keep the tenant it was made for', async () => {
    const [one, other] = [tenant(), tenant()]
    const kept = statement(
      'count of companies',
      sql`select count(*)::int as count from company where legal_name <> ${sql.placeholder('name')}`,
    )
    for (const scope of [one, other, one]) await db.as(scope).runPrepared(kept, { name: '' })
    await db.write(one, (tx) =>
      tx
        .select()
        .from(sql`company`)
        .prepare('by drizzle')
        .execute(),
    )
    expect((await db.as(one).execute(sql`select name from pg_prepared_statements`)).rows).toEqual([])
  })

  test('a transaction that switches to another scope sees only that one, and then returns', async () => {
    const [mine, other] = [tenant(), tenant()]
    await db.write(mine, (tx) => tx.execute(addTables('Mine')))
    await db.write(other, (tx) => tx.execute(addTables('Other')))
    await db.write(mine, async (tx) => {
      expect((await tx.execute(names)).rows).toEqual([{ name: 'Mine' }])
      expect(await inScope(tx, other, async () => (await tx.execute(names)).rows)).toEqual([{ name: 'Other' }])
      expect((await tx.execute(names)).rows).toEqual([{ name: 'Mine' }])
    })
  })

  test('a rejected read leaves no transaction open, and a read that opens one is rejected', async () => {
    const scope = tenant()
    await expect(db.as(scope).execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(db.as(scope).execute(sql`begin`)).rejects.toMatchObject({ cause: { message: 'A transaction needs db.write' } })
    expect((await db.as(scope).execute(names)).rows).toEqual([])
  })

  test('a scope accepts only UUIDs, and sends nothing for any other text', async () => {
    const heard: string[] = []
    const end = onStatement((text) => heard.push(text))
    const wrong = `${randomUUID()}'; reset app.tenant_id; --`
    const refusal = { cause: { message: 'A scope is named by UUIDs' } }
    try {
      for (const scope of [
        { ...tenant(), tenantId: wrong },
        { ...tenant(), partitionId: wrong },
      ]) {
        await expect(db.as(scope).execute(names)).rejects.toMatchObject(refusal)
        await expect(db.write(scope, (tx) => tx.execute(names))).rejects.toMatchObject(refusal)
      }
    } finally {
      end()
    }
    expect(heard.filter((text) => text.includes('reset'))).toEqual([])
    expect((await db.as(tenant()).execute(names)).rows).toEqual([])
  })
})

test('without a scope nothing can be read, whatever ran on the connection before', async () => {
  const client = new pg.Client(database.app)
  await client.connect()
  try {
    await expect(client.query('select count(*) from company')).rejects.toMatchObject({ code: '42704' })
    await client.query(
      `begin; set local app.tenant_id = '${randomUUID()}'; set local app.world_id = '${randomUUID()}'; select count(*) from company; commit`,
    )
    await expect(client.query('select count(*) from company')).rejects.toMatchObject({ code: '22P02' })
    await expect(client.query('select count(*) from company_live')).rejects.toMatchObject({ code: '22P02' })
    await expect(client.query('delete from session')).rejects.toMatchObject({ code: '22P02' })
  } finally {
    await client.end()
  }
})

test('users of two tenants create, find, change and delete records, and never see each other’s', async () => {
  const app: TestApp = await testApp({ database: { ...database, app: { ...database.app, sharded: true, max: 1 } } })
  try {
    const people = [
      await app.someone('ROLE_TENANT_ADMIN'),
      await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
    ]
    const made = await Promise.all(
      people.map((who, at) =>
        app.as(who).call(companyApi.create, {
          legalName: `Sail ${at}`,
          country: 'Italy',
          website: 'https://x.example',
          companyTypeList: ['ASSOCIATION'],
        }),
      ),
    )
    for (const [at, who] of people.entries()) {
      const found = await app.as(who).call(companyApi.list, { legalName: 'sail', page: 0 })
      expect(found.map(({ legalName }) => legalName)).toEqual([`Sail ${at}`])
      await expect(app.as(who).call(companyApi.get, { uniqueId: made[1 - at]!.uniqueId })).rejects.toMatchObject({ status: 404 })
      expect(await app.as(who).call(companyApi.update, { uniqueId: made[at]!.uniqueId, address: 'Via Roma 1' })).toMatchObject({
        address: 'Via Roma 1',
      })
      await app.as(who).call(companyApi.remove, { uniqueId: made[at]!.uniqueId })
    }
  } finally {
    await app.close()
  }
})
