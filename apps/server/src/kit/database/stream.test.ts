import { companyApi } from '@tradewind/contract/crm/company.contract'
import { type SQL, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type Database, openDatabase, tenantScope } from './database.ts'

let app: TestApp
let db: Database
beforeAll(async () => {
  app = await testApp()
  db = openDatabase({ ...app.app, max: 1, connectionTimeoutMillis: 2000 })
})
afterAll(async () => {
  await db.close()
  await app.close()
})

const scope = tenantScope(randomUUID())
const numbers = (last: number) => sql`select generate_series(1, ${last}::bigint) as n`
/** The only connection is free, and has no state left on it. */
const isFree = async () => {
  const { value } = await db.stream(scope, sql`select count(*)::int as cursors from pg_cursors where name <> ''`, 'ann').next()
  return value
}
const free = [{ cursors: 1 }] // its own
const readAll = async (query: SQL, look: (rows: unknown[]) => void = () => {}) => {
  for await (const rows of db.stream(scope, query, 'ann')) look(rows)
}

test('a stream returns every row once, a thousand at a time', async () => {
  const sizes: number[] = []
  let sum = 0
  for await (const rows of db.stream<{ n: string }>(scope, numbers(2500), 'ann')) {
    sizes.push(rows.length)
    sum += rows.reduce((total, { n }) => total + Number(n), 0)
  }
  expect({ sizes, sum }).toEqual({ sizes: [1000, 1000, 500], sum: (2500 * 2501) / 2 })
  expect(await isFree()).toEqual(free)
})

test('a stream reads no further than requested, and releases its connection if it is left early', async () => {
  let read = 0
  for await (const rows of db.stream(scope, sql`select generate_series(1, 1000000000000), repeat('x', 1000)`, 'ann')) {
    read += rows.length
    if (read >= 3000) break
  }
  expect(read).toBe(3000)
  expect(await isFree()).toEqual(free)
})

test('a stream whose reader or query fails releases its connection and reports why', async () => {
  await expect(readAll(numbers(5000), (rows) => expect(rows).toBe('no rows'))).rejects.toThrow('no rows')
  expect(await isFree()).toEqual(free)
  await expect(readAll(sql`select 1 / (1500 - generate_series(1, 5000))`)).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await isFree()).toEqual(free)
})

test('a stream cannot write', async () => {
  const writing = db.stream(scope, sql`select nextval('absent')`, 'ann')
  await expect(writing.next()).rejects.toMatchObject({ cause: { code: '42P01' } })
  await app.asOwner('create sequence counted; grant usage on sequence counted to tradewind_app')
  await expect(db.stream(scope, sql`select nextval('counted')`, 'ann').next()).rejects.toMatchObject({ cause: { code: '25006' } })
})

test('a browser that disconnects in the middle of a whole list leaves no connection open', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select $1, $1, 'Company ' || n, 'IT', 'https://x.example', '{}', repeat('x', 2000) from generate_series(1, 8000) n`,
    [admin.tenantId],
  )
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const { body } = await fetch(`${address}${companyApi.list.path}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' },
    signal: stop.signal,
  })
  await body!.getReader().read()
  const open = async () =>
    (
      await app.asOwner(
        `select from pg_stat_activity where usename = 'tradewind_app' and datname = current_database() and query like 'fetch%' and state <> 'idle'`,
      )
    ).length
  expect(await open()).toBe(1)
  stop.abort()
  await expect.poll(open).toBe(0)
  for (let call = 0; call < 12; call++) expect(await app.as(admin).call(companyApi.list, { page: 0, size: 1 })).toHaveLength(1)
})
