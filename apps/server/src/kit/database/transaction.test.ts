import { type SQL, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { type Database, nestedTransaction, openDatabase, tenantScope, type Tx } from './database.ts'
import { enterByConfig, isUnavailable, type Transport } from './scoped.ts'
import { deferStatement, TransactionClient } from './transaction.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

const company = (name: string) =>
  sql`insert into company (legal_name, country, website, company_type_list) values (${name}, 'IT', 'https://x.example', '{}')`
const names = sql`select legal_name as name from company order by legal_name`
const broken = sql`select 1 / 0`
const dying = sql`select pg_terminate_backend(pg_backend_pid())`
/** A nested transaction that fails by a deferred statement. */
const failing = (tx: Tx) =>
  nestedTransaction(tx, async (inner) => {
    deferStatement(inner, company('Undone'))
    deferStatement(inner, broken)
  })
const divided = { cause: { code: '22012' } }

describe.each([
  ['by the pipeline', { pipelined: true, pooled: false }],
  ['by the pipeline, behind a pooler', { pipelined: true, pooled: true }],
  ['by plain statements', { pipelined: false, pooled: false }],
])('%s', (_, how) => {
  let db: Database
  let scope = tenantScope(randomUUID())
  beforeEach(() => {
    scope = tenantScope(randomUUID())
    db = openDatabase({ ...database.app, ...how, max: 1, connectionTimeoutMillis: 2000 })
  })
  afterEach(() => db.close())

  /** What is committed, as read by the only connection of the pool, which must be available and have no state left on it. */
  const standing = async () => {
    const { rows } = await db.write(scope, (tx) => tx.execute<{ name: string }>(names))
    return rows.map(({ name }) => name)
  }
  const all = (...statements: SQL[]) =>
    db.write(scope, async (tx) => {
      for (const one of statements) deferStatement(tx, one)
    })

  test('a deferred statement runs in its turn, with the next statement or with the COMMIT', async () => {
    await db.write(scope, async (tx) => {
      deferStatement(tx, company('One'))
      expect((await tx.execute(names)).rows).toEqual([{ name: 'One' }])
      deferStatement(tx, sql`update company set legal_name = 'Changed'`)
      deferStatement(tx, company('Two'))
    })
    expect(await standing()).toEqual(['Changed', 'Two'])
  })

  test('statements issued at the same time run in their order, each with its own result', async () => {
    const answers = await db.write(scope, (tx) =>
      Promise.all([tx.execute(company('One')), tx.execute(names), tx.execute(company('Two')), tx.execute(names)]),
    )
    expect(answers.map(({ rows }) => rows)).toEqual([[], [{ name: 'One' }], [], [{ name: 'One' }, { name: 'Two' }]])
  })

  test('a failure among deferred statements fails the write with its own error, and rolls back all of it', async () => {
    await expect(all(company('One'), broken, company('Two'))).rejects.toMatchObject(divided)
    await expect(all(company('Same'), company('Other'), company('SAME'), company('Two'))).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'company_legal_name' },
    })
    expect(await standing()).toEqual([])
  })

  test('a write that fails with its last statements keeps its connection', async () => {
    const idOfConnection = sql<number>`select pg_backend_pid() as pid`
    const pid = async () => (await db.as(scope).execute(idOfConnection)).rows[0]
    const before = await pid()
    await expect(all(company('One'), broken)).rejects.toMatchObject(divided)
    expect(await pid()).toEqual(before)
  })

  test('a statement after a failure is rejected with the original error', async () => {
    let heard: unknown
    const write = db.write(scope, async (tx) => {
      deferStatement(tx, broken)
      heard = await tx.execute(names).catch((error: unknown) => error)
      throw heard
    })
    await expect(write).rejects.toMatchObject(divided)
    expect(heard).toMatchObject(divided)
    expect(await standing()).toEqual([])
  })

  test('a write is not reported as committed if a failure in it was ignored', async () => {
    const write = db.write(scope, async (tx) => {
      await tx.execute(company('One'))
      await tx.execute(broken).catch(() => {})
      return 'done'
    })
    await expect(write).rejects.toMatchObject(divided)
    expect(await standing()).toEqual([])
  })

  test('only the nested transaction that fails is rolled back, even if the failing statement was deferred', async () => {
    await db.write(scope, async (tx) => {
      deferStatement(tx, company('Before'))
      await expect(failing(tx)).rejects.toMatchObject(divided)
      deferStatement(tx, company('After'))
      await nestedTransaction(tx, async (inner) => deferStatement(inner, company('Within')))
    })
    expect(await standing()).toEqual(['After', 'Before', 'Within'])
  })

  test('an error thrown by the work is the one reported, and deferred statements are not run', async () => {
    const write = db.write(scope, async (tx) => {
      await tx.execute(company('One'))
      deferStatement(tx, broken)
      throw new Error('changed my mind')
    })
    await expect(write).rejects.toThrow('changed my mind')
    expect(await standing()).toEqual([])
  })

  test('a connection lost before the COMMIT is answered fails the write, and nothing of it is stored', async () => {
    for (const [before, after] of [
      [[company('One'), dying], []],
      [[dying], [company('One')]],
    ] as const) {
      const failed: unknown = await all(...before, ...after).catch((error: unknown) => error)
      expect(isUnavailable(failed)).toBe(true)
      expect(await standing()).toEqual([])
    }
    const between = db.write(scope, async (tx) => {
      await tx.execute(company('One'))
      await database.asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'tradewind_app'`,
      )
      deferStatement(tx, company('Two'))
    })
    expect(isUnavailable(await between.catch((error: unknown) => error))).toBe(true)
    expect(await standing()).toEqual([])
  })

  test('no statement runs in a transaction that has ended', async () => {
    let left: Tx | undefined
    await db.write(scope, async (tx) => {
      left = tx
      await tx.execute(company('One'))
    })
    await expect(left!.execute(company('Two'))).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } })
    expect(() => deferStatement(left!, company('Three'))).toThrow('The transaction has ended')
    expect(await standing()).toEqual(['One'])
  })

  test('a transaction without statements needs no answer', async () => {
    expect(await db.write(scope, async () => 'done')).toBe('done')
    await expect(db.write(scope, () => Promise.reject(new Error('why')))).rejects.toThrow('why')
    expect(await standing()).toEqual([])
  })
})

const answer = ({ text }: { text: string }) => ({
  command: text === 'commit' ? 'ROLLBACK' : '',
  rowCount: 0,
  oid: 0,
  rows: [],
  fields: [],
})

test('a COMMIT that PostgreSQL answers with ROLLBACK is an error', async () => {
  const transport: Transport = {
    enters: enterByConfig,
    prepare: async () => {},
    runSingle: async (_client, _scope, config) => answer(config),
    runBatch: (_client, statements) => statements.map(async ({ config }) => answer(config)),
  }
  const client = new TransactionClient(undefined as never, tenantScope(randomUUID()), transport)
  await client.query({ text: 'begin' })
  await client.query({ text: 'select 1' })
  await expect(client.query({ text: 'commit' })).rejects.toThrow('The transaction was undone')
})
