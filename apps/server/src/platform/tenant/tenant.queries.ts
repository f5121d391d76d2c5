import { eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { invalidatableCache } from '#kit/cache'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { askEach, later } from '#kit/database/transaction'
import { tenantDomains, tenants } from '#platform/schema/tenant.table'

export type Tenant = typeof tenants.$inferSelect

const everywhere = tenantScope()
const bounds = { name: 'tenants', most: 10_000, good: 600_000 }

const only = async (rows: Promise<Tenant[]>) => (await rows)[0]

const byHost = (db: Database, host: string) =>
  db
    .as(everywhere)
    .select(getTableColumns(tenants))
    .from(tenants)
    .innerJoin(tenantDomains, eq(tenantDomains.tenantId, tenants.uniqueId))
    .where(eq(tenantDomains.domain, host))

const byCondition = (db: Database, condition: SQL) => db.as(everywhere).select().from(tenants).where(condition)

/** The ids of the tenants that are not deleted. */
export const currentTenants = (db: Database) =>
  db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants).where(isNull(tenants.deletedAt))

/** Finds tenants and remembers what it found, until it is told that one changed. */
export const tenantFinder = (db: Database, mayRemember: () => boolean) => {
  const known = invalidatableCache<Tenant | undefined>(mayRemember, bounds)
  return {
    byId: (id: string) => known.get(id, () => only(byCondition(db, eq(tenants.uniqueId, id)))),
    byHost: (host: string) => known.get(`host ${host}`, () => only(byHost(db, host))),
    main: () => known.get('main', () => only(byCondition(db, eq(tenants.isMain, true)))),
    forget: () => known.forget(),
  }
}
export type Tenants = ReturnType<typeof tenantFinder>

/** Whoever writes what all tenants share does so one after the other, before anything else: nodes of a cluster that hold it each would wait for one another. */
export const holdTenants = (tx: Tx) => later(tx, sql`select pg_advisory_xact_lock(hashtext('tenants'))`)

/** How many rows meet a condition, behind the wall of each tenant in turn. For what the super admin asks across tenants, and nothing else. */
export const countEach = async (db: Database, table: PgTable, condition: SQL) => {
  const all = await db.as(everywhere).select({ tenantId: tenants.uniqueId }).from(tenants).where(isNull(tenants.erasedAt))
  const scopes = all.map(({ tenantId }) => tenantScope(tenantId))
  const counted = sql`select count(*)::int as count from ${table} where ${condition}`
  const found = await db.write(everywhere, (tx) => askEach<{ count: number }>(tx, scopes, counted))
  return all.map(({ tenantId }, at) => ({ tenantId, count: found[at]![0]!.count }))
}

/** Does this work in each tenant that has no row of a table: what tenants begin with, for those that were there before it was. */
export const inEachWithout = async (db: Database, table: PgTable, work: (tx: Tx) => Promise<void>) => {
  const counted = await countEach(db, table, sql`true`)
  for (const { tenantId } of counted.filter(({ count }) => count === 0)) await db.write(tenantScope(tenantId), work)
}

/** The host of a request, without its port, lower case. */
export const hostName = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
