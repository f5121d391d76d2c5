import { companyApi } from '@tradewind/contract/crm/company.contract'
import { operatorApi } from '@tradewind/contract/operations/operator.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { eq, sql } from 'drizzle-orm'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { companies } from '#crm/schema/company.table'
import { openDatabase, openReadCaches, type Tx } from '#kit/database/database'
import { openReplicas } from '#kit/database/replicas'
import { isUnavailable } from '#kit/database/scoped'
import { openMetrics } from '#operations/health'
import { beginHeartbeat } from '../../src/operations/operation.ts'
import { type TestApp, testApp, type TestUser } from '../app.ts'
import { type Server, startPrimary } from './servers.ts'

let cluster: Awaited<ReturnType<typeof startPrimary>>
let replica: Server
let app: TestApp
/** A second node. */
let secondNode: Awaited<ReturnType<TestApp['open']>>
let ann: TestUser
/** A user of another tenant. */
let bob: TestUser

beforeAll(async () => {
  cluster = await startPrimary()
  replica = await cluster.replica('replica1')
  app = await testApp({ working: true, database: cluster.database, replicas: [cluster.configOf(replica)] })
  secondNode = await app.open()
  ann = await app.someone('ROLE_TENANT_ADMIN')
  bob = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
}, 120_000)
afterAll(async () => {
  await app?.close()
  await cluster?.close()
})

const replicasOf = (of: { appContext: TestApp['appContext'] } = app) => of.appContext.replicas!
const checkReplicas = () => Promise.all([replicasOf(app).look(), replicasOf(secondNode).look()])
/** Waits until the replica has everything that the primary has, and both nodes know it. */
const waitUntilCaughtUp = async () => {
  const [{ at }] = (await cluster.primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')) as [{ at: string }]
  const isThere = async () =>
    (await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [at]))[0]!.there
  await expect.poll(isThere).toBe(true)
  await expect.poll(() => app.appContext.live.isUp() && secondNode.appContext.live.isUp()).toBe(true)
  await checkReplicas()
  await expect
    .poll(() => [...replicasOf(app).figures(), ...replicasOf(secondNode).figures()].map(({ problem }) => problem))
    .toEqual([null, null])
}
const pauseReplay = () => replica.query('select pg_wal_replay_pause()')
const resumeReplay = async () => {
  await replica.query('select pg_wal_replay_resume()')
  await waitUntilCaughtUp()
}
/** Runs the work while the replica applies no changes. */
const whilePaused = async (work: () => Promise<void>) => {
  await waitUntilCaughtUp()
  await pauseReplay()
  try {
    await work()
  } finally {
    await resumeReplay()
  }
}

const companyInput = (legalName: string) => ({
  legalName,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})
type Client = TestApp['as']
const createCompany = (who: TestUser, legalName: string, as: Client = app.as) =>
  as(who).call(companyApi.create, companyInput(legalName))
const findNames = async (who: TestUser, q: string, as: Client = app.as) =>
  (await as(who).call(companyApi.list, { page: 0, size: 20, q })).map(({ legalName }) => legalName)
/** Changes a row without any notification: whether it shows depends only on where a call reads. */
const renameSilently = (uniqueId: string, to: string) =>
  cluster.primary.query('update company set legal_name = $2 where id = $1', [uniqueId, to])

test('lists, search and exports read from the replica, single records from the primary', async () => {
  const { uniqueId } = await createCompany(ann, 'Rhubarb')
  await whilePaused(async () => {
    await renameSilently(uniqueId, 'Renamed')
    expect(await findNames(ann, 'rhubarb')).toEqual(['Rhubarb'])
    expect(await app.as(ann).call(searchApi.search, { q: 'rhubarb' })).toMatchObject([{ hits: [{ title: 'Rhubarb' }] }])
    const whole = await app.as(ann).call(companyApi.list, {})
    expect(whole.map(({ legalName }) => legalName)).toContain('Rhubarb')
    const { legalName } = await app.as(ann).call(companyApi.get, { uniqueId })
    expect(legalName).toBe('Renamed')
  })
  expect(await findNames(ann, 'rhubarb')).toEqual(['Renamed'])
})

test('an export that was just requested is read from the replica as soon as the replica knows the request', async () => {
  await createCompany(ann, 'Exported at rest')
  const { url } = await app.as(ann).call(companyApi.export, { format: 'csv' })
  const before = replicasOf().counts.replica
  const exported = async () => {
    const { body } = await app.fastify.inject({ method: 'GET', url })
    return [body.includes('Exported at rest'), replicasOf().counts.replica > before]
  }
  await expect.poll(exported).toEqual([true, true])
})

test('public pages read from the replica', async () => {
  await waitUntilCaughtUp()
  const before = replicasOf().counts.replica
  expect(await app.as(undefined).call(contentApi.list, { page: 0, size: 5 })).toEqual([])
  expect(replicasOf().counts.replica).toBe(before + 1)
})

test('a writer reads their write immediately on every node while the replica lags; others still read from the replica', async () => {
  const bobs = await createCompany(bob, 'Sorrel')
  await whilePaused(async () => {
    await renameSilently(bobs.uniqueId, 'Renamed too')
    for (let time = 0; time < 20; time++) {
      const name = `Tamarind ${time}`
      await createCompany(ann, name, time % 2 ? secondNode.as : app.as)
      const seen = await findNames(ann, name, time % 2 ? app.as : secondNode.as)
      expect(seen).toEqual([name])
    }
    expect(await findNames(bob, 'sorrel')).toEqual(['Sorrel'])
  })
  const before = replicasOf().counts.replica
  await expect
    .poll(async () => [await findNames(ann, 'Tamarind 19'), replicasOf().counts.replica > before])
    .toEqual([['Tamarind 19'], true])
})

test('whoever receives the news of a write can read it, even a colleague on another node', async () => {
  const carol = await app.someone('ROLE_TENANT_ADMIN')
  await whilePaused(async () => {
    const before = replicasOf(secondNode).counts.behind
    await createCompany(ann, 'Juniper')
    await expect.poll(() => findNames(carol, 'juniper', secondNode.as), { timeout: 2000 }).toEqual(['Juniper'])
    expect(replicasOf(secondNode).counts.behind).toBeGreaterThan(before)
  })
})

test('totals counted on a replica are not cached past the news of a write', async () => {
  const { tenantId, partitionId } = bob
  await cluster.primary.query(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, search_text)
     select $1, $2, 'Many ' || n, 'IT', 'x', '{}', 'many ' || n from generate_series(1, 1500) n`,
    [tenantId, partitionId],
  )
  await waitUntilCaughtUp()
  const totalOf = async () =>
    Number((await app.as(bob).send(companyApi.list, { page: 0, size: 5, q: 'many' })).headers['x-total-count'])
  expect([await totalOf(), await totalOf()]).toEqual([1500, 1500])
  const source = await replicasOf().from({ actor: bob, scope: { tenantId, partitionId } })
  await whilePaused(async () => {
    await createCompany(bob, 'Many more')
    // Chosen before the node message, queried after it: the reply may be the old state, and it is not cached.
    const key = `kept ${crypto.randomUUID()}`
    await source
      .as({ tenantId, partitionId })
      .totals.get(key, async () => ({ total: 1500, estimated: false, tenantId, partitionId }))
    expect(app.appContext.db.as({ tenantId, partitionId }).totals.peek(key)).toBeUndefined()
    await source.as({ tenantId, partitionId }).cachedRecords(key, async () => ['old'])
    expect(await app.appContext.db.as({ tenantId, partitionId }).cachedRecords(key, async () => ['new'])).toEqual(['new'])
    expect([await totalOf(), await totalOf()]).toEqual([1501, 1501])
  })
})

test('tenant isolation also holds on the replica: no rows without a scope, none of another tenant, and no writes', async () => {
  await createCompany(ann, 'Wall')
  await waitUntilCaughtUp()
  const { from } = replicasOf()
  const countIn = async (who: TestUser, tenantId: string) => {
    const { partitionId } = who
    const source = await from({ actor: who, scope: { tenantId: who.tenantId, partitionId } })
    const all = sql`select count(*)::int as count, bool_and(pg_is_in_recovery()) as there from company where tenant_id = ${tenantId}`
    return (await source.as({ tenantId: who.tenantId, partitionId }).execute<{ count: number; there: boolean }>(all)).rows[0]!
  }
  expect((await countIn(ann, ann.tenantId)).count).toBeGreaterThan(0)
  expect((await countIn(ann, ann.tenantId)).there).toBe(true)
  expect((await countIn(bob, ann.tenantId)).count).toBe(0)
  const bare = await from({ actor: bob, scope: bob })
  const roleOf = sql`select current_user as name, (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as free`
  expect((await bare.as(bob).execute(roleOf)).rows).toEqual([{ name: 'tradewind_app', free: false }])
})

test('work that only the primary can do runs there, and reads continue on the replica', async () => {
  await waitUntilCaughtUp()
  await cluster.primary.query('create sequence asked_there; grant usage on sequence asked_there to tradewind_app')
  await waitUntilCaughtUp()
  const source = await replicasOf().from({ actor: bob, scope: bob })
  expect((await source.as(bob).execute(sql`select nextval('asked_there')::int as at`)).rows).toEqual([{ at: 1 }])
  expect(replicasOf().figures()[0]!.problem).toBeNull()
})

/** A database whose first connection leads to the replica, and each later one to the primary. */
const appWithMovedReplica = (isMultiHost: boolean) => {
  let count = 0
  class Misled extends Socket {
    override connect() {
      return super.connect(`${count++ === 0 ? replica.host : cluster.primary.host}/.s.PGSQL.5432`)
    }
  }
  const db = openDatabase({ ...cluster.database.app, max: 1, isMultiHost, stream: () => new Misled() })
  onTestFinished(async () => void (await db.close()))
  return db
}
const moveSite = (tx: Tx, uniqueId: string) =>
  tx.update(companies).set({ website: 'https://moved.example' }).where(eq(companies.uniqueId, uniqueId))

test('a demoted server among several rejects a transaction at its BEGIN, and the work is done once on another server', async () => {
  const { uniqueId } = await createCompany(ann, 'Misled')
  await waitUntilCaughtUp()
  const db = appWithMovedReplica(true)
  let times = 0
  await db.write(ann, async (tx) => {
    times++
    await moveSite(tx, uniqueId)
  })
  expect(times).toBe(1)
  expect(await app.as(ann).call(companyApi.get, { uniqueId })).toMatchObject({ website: 'https://moved.example' })
})

test('a connection to a server that no longer accepts writes counts as lost, and is not reused', async () => {
  const { uniqueId } = await createCompany(ann, 'Misled twice')
  await waitUntilCaughtUp()
  const db = appWithMovedReplica(false)
  const failed: unknown = await db.write(ann, (tx) => moveSite(tx, uniqueId)).catch((error: unknown) => error)
  expect(isUnavailable(failed)).toBe(true)
  await db.write(ann, (tx) => moveSite(tx, uniqueId))
  expect(await app.as(ann).call(companyApi.get, { uniqueId })).toMatchObject({ website: 'https://moved.example' })
})

test('a replica whose role bypasses row security, or a server that is no replica, is not read', async () => {
  const { db, live } = app.appContext
  const needs = { db, live, caches: openReadCaches(live.isUp), logger: pino({ enabled: false }) }
  const refused = openReplicas([cluster.configOf(replica, 'postgres'), cluster.configOf(cluster.primary)], needs)!
  await refused.look()
  expect(refused.figures().map(({ problem }) => problem)).toEqual([
    'DATABASE_REPLICA_URL names a role that row-level security does not bind: it owns tables, or may bypass it',
    'it is no replica',
  ])
  expect(await refused.from({ actor: ann, scope: ann })).toBe(db)
  expect(refused.counts).toEqual({ replica: 0, behind: 0, away: 1 })
  await refused.close()
})

test('operators see the state of replicas in the metrics, and for each node', async () => {
  await waitUntilCaughtUp()
  const { appContext } = app
  const text = await openMetrics({ ...appContext, version: 'a test' }).text()
  expect(text).toContain('tradewind_replica_up{replica="replica1"} 1')
  expect(text).toMatch(/tradewind_replica_lag_seconds\{replica="replica1"\} [\d.]+/)
  expect(text).toMatch(/tradewind_replica_reads_total\{result="replica"\} [1-9]/)
  expect(text).toMatch(/tradewind_pool_connections_max\{pool="replica1"\} 6/)
  const heartbeat = await beginHeartbeat(appContext, 'a test')
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const nodes = await app.as(chief).call(operatorApi.nodes, {})
  expect(nodes).toMatchObject([{ replicas: [{ name: 'replica1', isRead: true }] }])
  await heartbeat.end()
})

test('a replica that lags by more than five seconds is not read', async () => {
  const { uniqueId } = await createCompany(bob, 'Late')
  await whilePaused(async () => {
    await renameSilently(uniqueId, 'On time')
    expect(await findNames(bob, 'late')).toEqual(['Late'])
    await expect.poll(() => replicasOf().figures()[0]!.problem, { timeout: 9000 }).toBe('it lags behind')
    expect(await findNames(bob, 'late')).toEqual(['On time'])
    expect(replicasOf().figures()[0]!.lag).toBeGreaterThan(5)
  })
})

test('a replica that dies under load causes no failures: everything is read from the primary', async () => {
  const { uniqueId } = await createCompany(bob, 'Last')
  await waitUntilCaughtUp()
  const over = new AbortController()
  const statuses = new Map<number, number>()
  const reading = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const { statusCode } = await app.as(bob).send(companyApi.list, { page: 0, q: 'last' })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  })
  await setTimeout(300)
  await replica.kill()
  await setTimeout(1500)
  over.abort()
  await Promise.all(reading)
  expect([...statuses.keys()]).toEqual([200])
  expect(replicasOf().figures()[0]!.problem).not.toBeNull()
  await renameSilently(uniqueId, 'Seen')
  expect(await findNames(bob, 'last')).toEqual(['Seen'])
})
