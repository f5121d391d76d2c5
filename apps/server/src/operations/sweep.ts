import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { trashDeadline } from '#kit/database/table'
import type { AllFeatures, Feature } from '#kit/feature'
import { forEachTenant, type Routine } from '#kit/jobs'
import { tenants } from '#platform/schema/tenant.table'

interface Needs {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  logger: Logger
}

const trashed = sql`deleted_at < ${trashDeadline}`

/** What a feature keeps no longer: children stand before their parents, which stand first in lists. */
const expiredOf = ({ entities = [], expired = [] }: Feature) => [
  ...entities.toReversed().map(({ entity }) => [entity.table, trashed] as const),
  ...expired,
]

/** Empties the trash and removes what has expired, tenant by tenant. Later features' records belong to earlier ones', and go first. */
export const sweep = ({ db, maintenance, logger }: Needs, all: AllFeatures): Routine => ({
  name: 'house.sweep',
  cron: '17 * * * *',
  work: async () => {
    const found = await db.as(tenantScope(nowhere)).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, found, async (id) => {
      await maintenance.write(tenantScope(id), async (tx) => {
        for (const feature of all()) await feature.beforeSweep?.(tx)
        for (const [table, condition] of all().toReversed().flatMap(expiredOf)) await tx.delete(table).where(condition)
        for (const feature of all()) await feature.afterSweep?.(tx)
      })
      for (const feature of all()) await feature.sweep?.(id)
    })
  },
})
