import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { type Database, tenantScope } from '#kit/database/database'
import type { AllFeatures, Feature } from '#kit/feature'
import { forEachTenant } from '#kit/jobs'
import { tenants } from '#platform/schema/tenant.table'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { AppContext } from '../appContext.ts'
import { purgeUsers, sweep } from './purge.ts'

interface AgingContext {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  settings: TenantSettings
  logger: Logger
}

type Ages = NonNullable<Feature['ages']>[number]

/** Rows that one transaction deletes at most. */
const AT_ONCE = 5000

/** Names the partitions, so that the index by partition and time finds what is old without reading what is not. */
const inPartitions = (tenantId: string) =>
  sql`world_id = any (array(select ${tenantId}::uuid union all select ${users.uniqueId} from ${users}))`

/** What came before so many days ago: days are compared with days, since a cluster deletes nothing where that depends on the session's zone. */
const isOlder = (since: AnyPgColumn, days: number) => {
  const limit = sql`now() - make_interval(days => ${days})`
  return since.getSQLType() === 'date' ? sql`${since} <= (${limit})::date` : sql`${since} < ${limit}`
}

const deleteSome = (maintenance: Database, tenantId: string, { table, since }: Ages, days: number) =>
  maintenance.write(tenantScope(tenantId), async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const partitions = 'partitionId' in table ? sql`${inPartitions(tenantId)} and ` : sql``
    const old = sql`select ctid from ${table} where ${partitions}${isOlder(since, days)} limit ${AT_ONCE}`
    return (await tx.execute(sql`delete from ${table} where ctid = any (array(${old}))`)).rowCount
  })

/** Deletes what is older than its tenant keeps it: the audit trail, timelines, notifications, page views. A little at a time, once a day. */
const aging = ({ db, maintenance, settings, logger }: AgingContext, all: AllFeatures) => ({
  name: 'records.age',
  formerly: 'house.age',
  cron: '41 2 * * *',
  work: async () => {
    const found = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, found, async (id) => {
      const decided = await settings.of(id)
      for (const ages of all().flatMap((feature) => feature.ages ?? []))
        while ((await deleteSome(maintenance, id, ages, decided[ages.setting])) === AT_ONCE);
    })
  },
})

/** Removes by the clock what is kept no longer. People go last: what is theirs is in the other features. */
export const sweepFeature = (context: AppContext, all: AllFeatures): Feature => ({
  schedules: [sweep(context, all), aging(context, all)],
  sweep: (tenantId) => purgeUsers(context, tenantId),
})
