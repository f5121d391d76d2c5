import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { firstReplies } from '#kit/http/idempotency'
import type { Routine } from '#kit/jobs'
import { imports } from '#kit/upload/upload.table'
import { companies } from '../company/company.table.ts'
import { attempts, linkTokens, sessions } from '../identity/identity.table.ts'
import { tenants } from '../tenant/tenant.table.ts'

/** What is kept no longer, and from when on. Children stand before the records that they point at. */
const stale: readonly [PgTable, SQL][] = [
  [companies, sql`deleted_at < now() - interval '30 days'`],
  [imports, sql`created_at < now() - interval '30 days'`],
  [firstReplies, sql`created_at < now() - interval '24 hours'`],
  [attempts, sql`created_at < now() - interval '1 day'`],
  [linkTokens, sql`expires_at < now() - interval '7 days'`],
  [sessions, sql`ends_at < now() or last_seen < now() - interval '14 days'`],
]

/** Empties the trash and removes what has expired, tenant by tenant. `maintenance` reaches every world of one tenant. */
export const sweep = ({ db, maintenance }: { db: Database; maintenance: Database }): Routine => ({
  name: 'house.sweep',
  cron: '17 * * * *',
  work: async () => {
    const all = await db.as(tenantScope(nowhere)).select({ id: tenants.uniqueId }).from(tenants)
    for (const { id } of all) {
      await maintenance.write(tenantScope(id), async (tx) => {
        for (const [table, condition] of stale) await tx.delete(table).where(condition)
      })
    }
  },
})
