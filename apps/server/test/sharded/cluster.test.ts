import { companyApi } from '@tradewind/contract/crm/company.contract'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { configOf } from '#kit/database/replica.hosts'
import { enterBySetLocal } from '#kit/database/scoped'
import { tableKinds } from '#kit/database/table'
import { openJobs } from '#kit/jobs'
import { workers } from '../../src/app.ts'
import type { AppContext } from '../../src/appContext.ts'
import { type TestApp, testApp, type TestUser } from '../app.ts'
import { roles } from '../roles.ts'
import { allSamples } from '../samples.ts'
import { onStatement } from './statements.ts'

/* npm run citus:check -- <address>: on an empty database of a real cluster, at the address of its coordinator. */

const address = process.env['CITUS_URL']
const folder = join(import.meta.dirname, '../../migrations')
const MIGRATION_TIMEOUT = 1_800_000
const MOVE_TIMEOUT = 600_000

interface Plan {
  'Distributed Query'?: { Job: { 'Task Count': number } }
  Plans?: Plan[]
}
/** The number of shards that each part of a plan queries. */
const shardCounts = (plan: Plan): number[] => [
  ...(plan['Distributed Query'] ? [plan['Distributed Query'].Job['Task Count']] : []),
  ...(plan.Plans ?? []).flatMap(shardCounts),
]

describe.runIf(address)('on a cluster', () => {
  let admin: pg.Client
  let client: pg.Client
  let app: TestApp
  let people: readonly [TestUser, TestUser]
  const asOwner = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await admin.query<Row>(text, values)).rows

  beforeAll(async () => {
    const owner = configOf(address!)
    admin = new pg.Client(owner)
    await admin.connect()
    const existingTables = await asOwner(
      `select from pg_class where relnamespace = 'public'::regnamespace and relname = 'tenant'`,
    )
    if (existingTables.length > 0) throw new Error('The check makes tenants: give it an empty database')
    await migrate(owner, { folder, roles, sharded: true, kinds: tableKinds })
    const password = randomUUID()
    await admin.query(`alter role ${roles.app} login password '${password}'`)
    const undistributedOwner = {
      ...owner,
      connectionString: owner.connectionString!,
      options: '-c citus.enable_ddl_propagation=off',
    }
    const jobs = await openJobs(undistributedOwner, pino({ enabled: false }), roles)
    await jobs.declare(workers({} as AppContext))
    await jobs.stop()
    const database = new URL(address!)
    Object.assign(database, { username: roles.app, password })
    const requests = { ...configOf(database.href), max: 6, sharded: true }
    app = await testApp({ database: { owner: undistributedOwner, app: requests as never, asOwner } })
    client = new pg.Client(requests)
    await client.connect()
    people = [await app.someone('ROLE_SUPER_ADMIN'), await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })]
  }, MIGRATION_TIMEOUT)
  afterAll(async () => {
    await client?.end()
    await app?.close()
    await admin?.end()
  }, MIGRATION_TIMEOUT)

  test(
    'every table is distributed as its kind says, and a restart changes nothing',
    async () => {
      expect(await migrate(configOf(address!), { folder, roles, sharded: true, kinds: tableKinds })).toBe(0)
    },
    MIGRATION_TIMEOUT,
  )

  test('refuses to start without the setting, and with it if no table is distributed', async () => {
    await expect(migrate(configOf(address!), { folder, roles })).rejects.toThrow('set DATABASE_SHARDED=citus')
  })

  test(
    'answers calls of two tenants without a fault, and each query uses one shard',
    async () => {
      const heard = new Map<string, TestUser>()
      const faults: string[] = []
      for (const who of people) {
        const end = onStatement((text) => heard.set(text, who))
        const made = new Map<string, string>([['admin', who.uniqueId]])
        for (const { feature, name, call, sample } of allSamples.toSorted(
          (one, other) => Number(other.call.replyType === 'created') - Number(one.call.replyType === 'created'),
        )) {
          const named = {
            ...sample((of) => made.get(of) ?? ''),
            ...(made.has(feature) && call.replyType !== 'created' && { uniqueId: made.get(feature) }),
          }
          const response = await app.as(who).send(call, named)
          if (response.statusCode >= 500) faults.push(`${feature}.${name}: ${response.body}`)
          if (response.statusCode === 201 && call.replyType === 'created') made.set(feature, response.json().data.uniqueId)
        }
        end()
      }
      expect(faults).toEqual([])
      expect(await findMultiShardReads(heard)).toEqual([])
    },
    MOVE_TIMEOUT,
  )

  /** The reads that would query more than one shard. */
  const findMultiShardReads = async (heard: ReadonlyMap<string, TestUser>) => {
    const many: string[] = []
    for (const [text, { tenantId, partitionId }] of heard) {
      if (!/^\s*(with|select)\b/i.test(text) || /advisory|pg_notify/.test(text)) continue
      await client.query('begin')
      try {
        for (const said of enterBySetLocal({ tenantId, partitionId })) await client.query(said)
        const types = await typesOf(text)
        const given = text.replaceAll(/\$(\d+)\b/g, (_, at: string) => `(null::${types[Number(at) - 1]})`)
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${given}`)
        if (shardCounts(rows[0]!['QUERY PLAN'][0]!.Plan).some((tasks) => tasks > 1)) many.push(text.slice(0, 300))
      } finally {
        await client.query('rollback')
        await client.query('deallocate all')
      }
    }
    return many
  }
  const typesOf = async (text: string) => {
    await client.query(`prepare probe as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'probe'`,
    )
    return rows[0]!.types
  }

  test(
    'a tenant in use moves to another worker: every call is answered, and nothing is lost',
    async () => {
      const who = await app.someone('ROLE_TENANT_ADMIN')
      const [placement] = await asOwner<{ shard: number; from: string; fromPort: number; to: string; toPort: number }>(
        `select s.shardid as shard, n.nodename as from, n.nodeport as "fromPort", o.nodename as to, o.nodeport as "toPort"
       from pg_dist_placement s join pg_dist_node n on n.groupid = s.groupid and n.noderole = 'primary'
       join pg_dist_node o on o.noderole = 'primary' and o.shouldhaveshards and o.groupid <> n.groupid
       where s.shardid = get_shard_id_for_distribution_column('company', $1::uuid) limit 1`,
        [who.tenantId],
      )
      expect(placement).toBeDefined()
      const { shard, from, fromPort, to, toPort } = placement!
      const move = { isOver: false }
      const mover = asOwner(`select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'auto')`, [
        shard,
        from,
        fromPort,
        to,
        toPort,
      ]).finally(() => (move.isOver = true))
      const use = async () => {
        const made: string[] = []
        let slowest = 0
        while (!move.isOver) {
          const began = performance.now()
          const { uniqueId } = await app.as(who).call(companyApi.create, {
            legalName: `Moved ${randomUUID()}`,
            country: 'Italy',
            website: 'https://x.example',
            companyTypeList: ['ASSOCIATION'],
          })
          made.push(uniqueId)
          await app.as(who).call(companyApi.list, { legalName: 'moved', page: 0 })
          slowest = Math.max(slowest, performance.now() - began)
        }
        return { made, slowest }
      }
      const [{ made, slowest }] = await Promise.all([use(), mover])
      console.log(
        `moved while ${made.length} companies were made and as many lists read; the slowest pair took ${Math.round(slowest)} ms`,
      )
      const found = await asOwner<{ id: string }>('select id from company where tenant_id = $1 and id = any($2)', [
        who.tenantId,
        made,
      ])
      expect(found).toHaveLength(made.length)
    },
    MOVE_TIMEOUT,
  )
})
