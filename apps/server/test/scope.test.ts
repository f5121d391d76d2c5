import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from './app.ts'

let app: TestApp
let client: pg.Client
let ownUser: TestUser
let foreignUser: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  client = new pg.Client(app.app)
  await client.connect()
  ownUser = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_PRO')
  foreignUser = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
})
afterAll(async () => {
  await client.end()
  await app.close()
})

/** Runs raw SQL as the role of requests, in a user's scope. */
const queryAs = async (who: TestUser, text: string, values: unknown[] = []) => {
  await client.query('begin')
  try {
    await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.world_id', $2, true)`, [
      who.tenantId,
      who.partitionId,
    ])
    return (await client.query(text, values)).rows
  } finally {
    await client.query('rollback')
  }
}
const listTables = () =>
  app.asOwner<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('tenant', 'tenant_domain', 'tenant_figure', 'permission')`,
  )

const INSUFFICIENT_PRIVILEGE = '42501'
const FOREIGN_KEY_VIOLATION = '23503'
const insertCompanySql = `insert into company (legal_name, country, website, company_type_list`

test('without a scope nothing can be read, whatever ran on the connection before', async () => {
  const fresh = new pg.Client(app.app)
  await fresh.connect()
  const all = await listTables()
  expect(all.length).toBeGreaterThan(8)
  for (const { name } of all) await expect(fresh.query(`select count(*) from ${name}`)).rejects.toMatchObject({ code: '42704' })
  await fresh.end()
  await queryAs(ownUser, 'select 1')
  expect((await client.query(`select current_setting('app.tenant_id') as left`)).rows).toEqual([{ left: '' }])
  for (const { name } of all) await expect(client.query(`select count(*) from ${name}`)).rejects.toMatchObject({ code: '22P02' })
  await expect(client.query(`${insertCompanySql}) values ('A', 'IT', 'x', '{}')`)).rejects.toMatchObject({ code: '22P02' })
})

test('a scope shows only its tenant’s rows', async () => {
  expect(await queryAs(ownUser, 'select distinct tenant_id as id from user_account')).toEqual([{ id: ownUser.tenantId }])
  expect(await queryAs(ownUser, 'select from user_account where id = $1', [member.uniqueId])).toHaveLength(1)
  expect(await queryAs(ownUser, 'select from user_account where id = $1', [foreignUser.uniqueId])).toEqual([])
  expect(
    await queryAs(ownUser, 'update user_account set first_name = $1 where id = $2 returning id', ['Eve', foreignUser.uniqueId]),
  ).toEqual([])
  expect(await queryAs(ownUser, 'delete from session where user_id = $1 returning id', [foreignUser.uniqueId])).toEqual([])
})

test('raw SQL can not insert rows into another tenant or app, nor move rows there', async () => {
  const values = `values ('A', 'IT', 'x', '{}'`
  await expect(queryAs(ownUser, `${insertCompanySql}, tenant_id) ${values}, $1)`, [foreignUser.tenantId])).rejects.toMatchObject({
    code: INSUFFICIENT_PRIVILEGE,
  })
  await expect(queryAs(ownUser, `${insertCompanySql}, world_id) ${values}, $1)`, [member.partitionId])).rejects.toMatchObject({
    code: INSUFFICIENT_PRIVILEGE,
  })
  await expect(
    queryAs(ownUser, `with made as (${insertCompanySql}) ${values}) returning id) update session set tenant_id = $1`, [
      foreignUser.tenantId,
    ]),
  ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  const move = (column: string) =>
    `do $$ begin ${insertCompanySql}) ${values}); update company set ${column} = '${foreignUser.tenantId}'; end $$`
  await expect(queryAs(ownUser, move('tenant_id'))).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  await expect(queryAs(ownUser, move('world_id'))).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  expect(await queryAs(ownUser, `${insertCompanySql}) ${values}) returning tenant_id, world_id`)).toEqual([
    { tenant_id: ownUser.tenantId, world_id: ownUser.partitionId },
  ])
})

test('raw SQL can not reference a row of another tenant', async () => {
  const permission = `insert into user_permission (user_id, permission_id) select $1::uuid, id from permission where key = 'EXPORT_DATA' and $2 = 'x' returning id`
  const session = `insert into session (user_id, token_hash, last_seen, ends_at, device) values ($1, $2, now(), now(), '') returning id`
  const link = `insert into link_token (user_id, token_hash, purpose, expires_at) values ($1, $2, 'RESET_PASSWORD', now()) returning id`
  for (const point of [permission, session, link]) {
    await expect(queryAs(ownUser, point, [foreignUser.uniqueId, 'x'])).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION })
    expect(await queryAs(ownUser, point, [member.uniqueId, 'x'])).toHaveLength(1)
  }
})

test('a unique key does not reveal values that another tenant uses', async () => {
  const user = `insert into user_account (first_name, last_name, email_address, role) values ('A', 'B', $1, 'ROLE_FREE') returning id`
  expect(await queryAs(ownUser, user, [foreignUser.emailAddress])).toHaveLength(1)
  await expect(queryAs(ownUser, user, [member.emailAddress.toUpperCase()])).rejects.toMatchObject({ code: '23505' })
})

test('the audit trail is append-only: its entries cannot be changed', async () => {
  expect(
    await queryAs(
      ownUser,
      `insert into audit (action, kind, by_name, changes) values ('CREATED', 'x', 'x', '{}') returning action`,
    ),
  ).toHaveLength(1)
  for (const change of [`update audit set by_name = ''`, 'delete from audit', 'truncate audit']) {
    await expect(queryAs(ownUser, change)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  }
})

test('a request can enqueue a job, but not read, change or take the jobs of others', async () => {
  const job = { name: 'identity.forgotten', retries: 0, expires: 60 }
  const data = { tenantId: randomUUID(), address: 'nobody@example.test', linkId: randomUUID() }
  await app.appContext.db.write({ tenantId: ownUser.tenantId, partitionId: ownUser.partitionId }, (tx) =>
    app.appContext.jobs.send(tx, job, data),
  )
  expect(await app.asOwner('select from pgboss.job where data = $1', [data])).toHaveLength(1)
  const attempts = [
    'select data from pgboss.job',
    'select data from pgboss.job_common',
    `update pgboss.job_common set data = '{}'`,
    'delete from pgboss.job_common',
    'select * from pgboss.schedule',
  ]
  for (const attempt of attempts) await expect(queryAs(ownUser, attempt)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  await app.appContext.db
    .write({ tenantId: ownUser.tenantId, partitionId: ownUser.partitionId }, async (tx) => {
      await app.appContext.jobs.send(tx, job, { ...data, linkId: ownUser.uniqueId })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await app.asOwner(`select from pgboss.job where data->>'linkId' = $1`, [ownUser.uniqueId])).toEqual([])
})
