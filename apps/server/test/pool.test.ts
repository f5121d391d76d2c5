import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companies } from '#crm/schema/company.table'
import { type Database, openDatabase } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { type FreshDatabase, freshDatabase } from './database.ts'

const OPERATIONS = 5_000
const TENANTS = 50

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

const companyValues = (legalName: string) => ({
  legalName,
  country: 'IT',
  website: 'https://x.example',
  companyTypeList: [],
  nameKey: legalName,
})

/** Reads what is visible, or writes and then, one time in ten, rolls back or fails. Returns the number of rows of another scope, or 1 for a write that should have failed. */
const runOperation = async (db: Database, scope: Scope, at: number) => {
  if (at % 2) {
    const rows = await db
      .as(scope)
      .select({ tenantId: companies.tenantId, partitionId: companies.partitionId })
      .from(companies)
      .limit(20)
    return rows.filter(({ tenantId, partitionId }) => tenantId !== scope.tenantId || partitionId !== scope.partitionId).length
  }
  const work = db.write(scope, async (tx) => {
    const [made] = await tx
      .insert(companies)
      .values(companyValues(`${at}`))
      .returning({ tenantId: companies.tenantId, partitionId: companies.partitionId })
    if (at % 20 === 0) throw new Error('changed my mind')
    if (at % 20 === 10) await tx.execute(sql`select 1/0`)
    return made!.tenantId === scope.tenantId && made!.partitionId === scope.partitionId ? 0 : 1
  })
  return at % 10 ? work : work.then(() => 1).catch(() => 0)
}

/** The modes of a pool: statements prepared on the connections, none prepared as behind a pooler, or the scope set by separate statements. */
test.each([
  { pooled: false, pipelined: true },
  { pooled: true, pipelined: true },
  { pooled: false, pipelined: false },
])(
  'five thousand reads and writes of fifty tenants on four connections never mix (behind a pooler: $pooled, pipelined: $pipelined)',
  async ({ pooled, pipelined }) => {
    const db = openDatabase({ ...database.app, max: 4, pooled, pipelined })
    const scopes = Array.from({ length: TENANTS }, (_, at): Scope => ({
      tenantId: randomUUID(),
      partitionId: randomUUID().replace(/^./, String(at % 2)),
    }))
    let at = 0
    let foreign = 0
    const worker = async () => {
      while (at < OPERATIONS) {
        const mine = at++
        foreign += await runOperation(db, scopes[mine % TENANTS]!, Math.floor((mine * 7919) % OPERATIONS))
      }
    }
    await Promise.all(Array.from({ length: 24 }, worker))
    await db.close()
    expect(foreign).toBe(0)
    const mine = scopes.map(({ tenantId }) => tenantId)
    const [kept] = await database.asOwner<{ rows: number; at_home: number }>(
      `select count(*)::int as rows, count(*) filter (where (tenant_id, world_id) in (select * from unnest($1::uuid[], $2::uuid[])))::int as at_home from company where tenant_id = any($1)`,
      [mine, scopes.map(({ partitionId }) => partitionId)],
    )
    expect(kept).toEqual({ rows: OPERATIONS * 0.4, at_home: OPERATIONS * 0.4 })
  },
)
