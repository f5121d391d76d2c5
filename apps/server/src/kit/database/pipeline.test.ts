import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase, preparedRead, tenantScope } from './database.ts'
import { insertInParts } from './insert.ts'
import { TESTED_PG_VERSION } from './pipeline.ts'
import { statement } from './scoped.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

test('the version of pg is the one that the pipeline was tested with', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: { pg: string } }
  expect(
    dependencies.pg,
    'run the tests of kit/database with this version of pg, read what changed in its Query and its connection, then name it in pipeline.ts',
  ).toBe(TESTED_PG_VERSION)
})

const tenantNow = sql`select current_setting('app.tenant_id') as tenant`
const [mine, other] = [tenantScope(randomUUID()), tenantScope(randomUUID())]
const company = (name: string) =>
  sql`insert into company (legal_name, country, website, company_type_list) values (${name}, 'IT', 'https://x.example', '{}')`
const names = sql`select legal_name as name from company`

/** Results of the pipeline, which uses the driver's internals, and of plain statements, which do not: on one connection. */
describe.each([
  ['by the pipeline', { pipelined: true, pooled: false }],
  ['by the pipeline, behind a pooler', { pipelined: true, pooled: true }],
  ['by plain statements', { pipelined: false, pooled: false }],
  ['by plain statements, behind a pooler', { pipelined: false, pooled: true }],
])('%s', (_, how) => {
  let db: Database
  beforeEach(() => void (db = openDatabase({ ...database.app, sharded: false, ...how, max: 1, connectionTimeoutMillis: 2000 })))
  afterEach(() => db.close())

  test('each read runs in its scope, and returns rows in the requested form with their values', async () => {
    for (const { tenantId } of [mine, other, mine]) {
      const { rows } = await db.as(tenantScope(tenantId)).execute(tenantNow)
      expect(rows).toEqual([{ tenant: tenantId }])
    }
    expect((await db.as(mine).execute(sql`select ${'a'}::text as one, ${2}::int as two`)).rows).toEqual([{ one: 'a', two: 2 }])
  })

  test('a statement stays prepared on a connection of our own, and nothing stays prepared behind a pooler', async () => {
    const one = statement('one', sql`select 1 as one`)
    expect(await db.as(mine).runPrepared(one)).toEqual([{ one: 1 }])
    const { rows } = await db.as(mine).execute(sql`select name from pg_prepared_statements where name = 'one'`)
    expect(rows).toEqual(how.pooled ? [] : [{ name: 'one' }])
  })

  test('the same holds in a transaction', async () => {
    const sum = preparedRead('sum', sql`select ${sql.placeholder('one')}::int + 1 as sum`)
    const rows = await db.write(mine, async (tx) => {
      expect(await sum(tx, { one: 1 })).toEqual([{ sum: 2 }])
      expect(await sum(tx, { one: 2 })).toEqual([{ sum: 3 }])
      return (await tx.execute(sql`select name from pg_prepared_statements where name = 'sum'`)).rows
    })
    expect(rows).toEqual(how.pooled ? [] : [{ name: 'sum' }])
  })

  test('a failing read reports why, and leaves the connection usable for the next', async () => {
    await expect(db.as(mine).execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(db.as(mine).execute(sql`selec`)).rejects.toMatchObject({ cause: { code: '42601' } })
    expect((await db.as(other).execute(tenantNow)).rows).toEqual([{ tenant: other.tenantId }])
  })

  test('a read cannot open a transaction', async () => {
    for (const open of [sql`begin`, sql`start transaction`])
      await expect(db.as(mine).execute(open)).rejects.toMatchObject({ cause: { message: 'A transaction needs db.write' } })
    expect((await db.as(mine).execute(tenantNow)).rows).toEqual([{ tenant: mine.tenantId }])
  })

  test('a read whose connection dies is retried once', async () => {
    const sequence = `dies_${randomUUID().replaceAll('-', '')}`
    await database.asOwner(`create sequence ${sequence}; grant usage on sequence ${sequence} to tradewind_app`)
    await db
      .as(mine)
      .execute(sql`select case when nextval(${sequence}) = 1 then pg_terminate_backend(pg_backend_pid()) end, pg_sleep(0.01)`)
    expect(await database.asOwner(`select last_value::int as last from ${sequence}`)).toEqual([{ last: 2 }])
  })

  test('a transaction is in its scope from its first statement to its last, and is committed or undone as a whole', async () => {
    const [tenantId, name] = [randomUUID(), `Of ${randomUUID()}`]
    const scope = { tenantId, partitionId: tenantId }
    await db.write(scope, async (tx) => {
      await tx.execute(company(name))
      expect((await tx.execute(tenantNow)).rows).toEqual([{ tenant: tenantId }])
    })
    const failed = db.write(scope, async (tx) => {
      await tx.execute(company('Undone'))
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(failed).rejects.toMatchObject({ cause: { code: '22012' } })
    expect((await db.as(scope).execute(names)).rows).toEqual([{ name }])
    expect((await db.as(mine).execute(names)).rows).toEqual([])
  })

  test('the write of a single statement is committed', async () => {
    const [tenantId, name] = [randomUUID(), `Alone ${randomUUID()}`]
    const scope = { tenantId, partitionId: tenantId }
    await db.as(scope).execute(company(name))
    expect((await db.as(scope).execute(names)).rows).toEqual([{ name }])
  })

  test('rows that are inserted in parts have their ids in order; an error in any part is thrown, and undoes all', async () => {
    const tenantId = randomUUID()
    const scope = { tenantId, partitionId: tenantId }
    const items = Array.from({ length: 1200 }, (_row, at) => `Part ${at}`)
    const insertAll = (toRow: (name: string) => string | null) =>
      db.write(scope, (tx) =>
        insertInParts(items, toRow, async (some) => {
          const { rows } = await tx.execute<{ name: string }>(
            sql`insert into company (legal_name, country, website, company_type_list)
              select name, 'IT', 'https://x.example', '{}' from unnest(${sql.param(some)}::text[]) name returning legal_name as name`,
          )
          return rows.map(({ name }) => `id of ${name}`)
        }),
      )
    const failed = insertAll((name) => (name === 'Part 700' ? null : name))
    await expect(failed).rejects.toMatchObject({ cause: { code: '23502' } })
    expect((await db.as(scope).execute(names)).rows).toEqual([])
    const { rows, ids } = await insertAll((name) => name)
    expect(rows).toEqual(items)
    expect(ids).toEqual(items.map((name) => `id of ${name}`))
    expect((await db.as(scope).execute(names)).rows).toHaveLength(1200)
  })

  test('a long list is read in its scope', async () => {
    const rows: unknown[] = []
    for await (const batch of db.stream(
      mine,
      sql`select n, current_setting('app.tenant_id') as tenant from generate_series(1, 1500) n`,
      'ann',
    ))
      rows.push(...batch)
    expect(rows.length).toBe(1500)
    expect(rows.at(-1)).toEqual({ n: 1500, tenant: mine.tenantId })
  })
})

const backend = statement('backend', sql`select pg_backend_pid() as pid, current_setting('app.tenant_id') as tenant`)
const divided = statement('divided', sql`select 1 / ${sql.placeholder('by')}::int as part`)
interface Backend {
  pid: number
  tenant: string
}

describe('look-ups that are issued together', () => {
  let db: Database
  beforeEach(() => void (db = openDatabase({ ...database.app, sharded: false, pipelined: true, max: 4 })))
  afterEach(() => db.close())
  const look = (scope = mine) => db.as(scope).runPrepared<Backend>(backend)

  test('share a connection if they have the same reader, up to eight of them', async () => {
    const reader = db.as(mine)
    const found = await Promise.all(Array.from({ length: 9 }, () => reader.runPrepared<Backend>(backend)))
    const pids = found.map(([row]) => row!.pid)
    expect(new Set(pids.slice(0, 8)).size).toBe(1)
    expect(pids[8]).not.toBe(pids[0])
    expect(db.pools.calls.idleCount).toBe(db.pools.calls.totalCount)
  })

  test('do not share one where they look up many rows', async () => {
    const pidOf = statement(
      'pid of many',
      sql`select pg_backend_pid() as pid where ${sql.placeholder('ids')}::uuid[] is not null`,
    )
    const pidsFor = async (count: number) => {
      const ids = Array.from({ length: count }, () => randomUUID())
      const reader = db.as(mine)
      const found = await Promise.all([1, 2].map(() => reader.runPrepared<Backend>(pidOf, { ids })))
      return new Set(found.map(([row]) => row!.pid)).size
    }
    expect(await pidsFor(100)).toBe(1)
    expect(await pidsFor(101)).toBe(2)
  })

  test('each stay in their own scope', async () => {
    const found = await Promise.all([look(), look(other), look()])
    expect(found.map(([row]) => row!.tenant)).toEqual([mine, other, mine].map(({ tenantId }) => tenantId))
  })

  test('fail each for itself, and leave the connection usable', async () => {
    const reader = db.as(mine)
    const answers = await Promise.allSettled([
      reader.runPrepared(divided, { by: 1 }),
      reader.runPrepared(divided, { by: 0 }),
      reader.runPrepared<Backend>(backend),
    ])
    expect(answers).toMatchObject([
      { value: [{ part: 1 }] },
      { reason: { code: '22012' } },
      { value: [{ tenant: mine.tenantId }] },
    ])
    expect(await reader.runPrepared(divided, { by: 1 })).toEqual([{ part: 1 }])
  })

  test('are retried once if their connection dies', async () => {
    const sequence = `dies_${randomUUID().replaceAll('-', '')}`
    await database.asOwner(`create sequence ${sequence}; grant usage on sequence ${sequence} to tradewind_app`)
    const dying = statement(
      'dying',
      sql`select case when nextval('${sql.raw(sequence)}') = 1 then pg_terminate_backend(pg_backend_pid()) end, pg_sleep(0.01), 1 as one`,
    )
    const reader = db.as(mine)
    const [one, both] = await Promise.all([reader.runPrepared(dying), reader.runPrepared<Backend>(backend)])
    expect(one).toMatchObject([{ one: 1 }])
    expect(both).toMatchObject([{ tenant: mine.tenantId }])
  })
})

test('a prepared statement is read by its columns as they were, and refused once they have changed', async () => {
  const db = openDatabase({ ...database.app, sharded: false, max: 1 })
  await database.asOwner(
    `create table shape (value text); grant select on shape to tradewind_app; insert into shape values ('1')`,
  )
  const values = statement('values', sql`select value from shape`)
  for (let round = 0; round < 3; round++) expect(await db.as(mine).runPrepared(values)).toEqual([{ value: '1' }])
  await database.asOwner('alter table shape alter value type int using value::int')
  await expect(db.as(mine).runPrepared(values)).rejects.toMatchObject({ code: '0A000' })
  await db.close()
  const later = openDatabase({ ...database.app, sharded: false, max: 1 })
  for (let round = 0; round < 3; round++) expect(await later.as(mine).runPrepared(values)).toEqual([{ value: 1 }])
  await later.close()
})
