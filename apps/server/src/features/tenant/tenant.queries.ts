import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { tenantDomains, tenants } from './tenant.table.ts'

export type Tenant = typeof tenants.$inferSelect

const everywhere = tenantScope(nowhere)

/** Finds tenants and remembers what it found, until it is told that one changed. */
export const tenantFinder = (db: Database, mayRemember: () => boolean) => {
  const found = new Map<string, Tenant | undefined>()

  const remembered = async (key: string, find: () => Promise<Tenant | undefined>) => {
    if (found.has(key) && mayRemember()) return found.get(key)
    const tenant = await find()
    if (mayRemember() && found.size < 10_000) found.set(key, tenant)
    return tenant
  }
  const one = async (rows: Promise<Tenant[]>) => (await rows)[0]

  return {
    byId: (id: string) => remembered(id, () => one(db.as(everywhere).select().from(tenants).where(eq(tenants.uniqueId, id)))),
    byHost: (host: string) =>
      remembered(`host ${host}`, () =>
        one(
          db
            .as(everywhere)
            .select(getTableColumns(tenants))
            .from(tenants)
            .innerJoin(tenantDomains, eq(tenantDomains.tenantId, tenants.uniqueId))
            .where(eq(tenantDomains.domain, host)),
        ),
      ),
    main: () =>
      remembered('main', () =>
        one(
          db
            .as(everywhere)
            .select()
            .from(tenants)
            .where(sql`${tenants.isMain}`),
        ),
      ),
    forget: () => found.clear(),
  }
}
export type Tenants = ReturnType<typeof tenantFinder>

/** The host of a request, without its port, lower case. */
export const hostName = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
