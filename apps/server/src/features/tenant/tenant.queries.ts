import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { rememberer } from '#kit/remember'
import { tenantDomains, tenants } from './tenant.table.ts'

export type Tenant = typeof tenants.$inferSelect

const everywhere = tenantScope(nowhere)
const bounds = { most: 10_000, good: 600_000 }

const only = async (rows: Promise<Tenant[]>) => (await rows)[0]

const byHost = (db: Database, host: string) =>
  db
    .as(everywhere)
    .select(getTableColumns(tenants))
    .from(tenants)
    .innerJoin(tenantDomains, eq(tenantDomains.tenantId, tenants.uniqueId))
    .where(eq(tenantDomains.domain, host))

const byCondition = (db: Database, condition: SQL) => db.as(everywhere).select().from(tenants).where(condition)

/** Finds tenants and remembers what it found, until it is told that one changed. */
export const tenantFinder = (db: Database, mayRemember: () => boolean) => {
  const known = rememberer<Tenant | undefined>(mayRemember, bounds)
  return {
    byId: (id: string) => known.get(id, () => only(byCondition(db, eq(tenants.uniqueId, id)))),
    byHost: (host: string) => known.get(`host ${host}`, () => only(byHost(db, host))),
    main: () => known.get('main', () => only(byCondition(db, eq(tenants.isMain, true)))),
    forget: () => known.forget(),
  }
}
export type Tenants = ReturnType<typeof tenantFinder>

/** The host of a request, without its port, lower case. */
export const hostName = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
