import { and, getTableName, gt, inArray, isNotNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { mergedTimelines } from '#crm/schema/merge.table'
import { removeDrives } from '#drive/drive.queries'
import { type Database, doForMost, tenantScope, type Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/scoped'
import { violatesForeignKey } from '#kit/database/sharded'
import { type SoftDeleteTable, trashDeadline } from '#kit/database/table'
import { disableStatementTimeout } from '#kit/database/transaction'
import type { AllFeatures, Feature } from '#kit/feature'
import { forEachTenant } from '#kit/jobs'
import { activities } from '#kit/record/activity'
import { audits, clearAuditEntries } from '#kit/record/audit'
import { deleteDocument } from '#platform/document.queries'
import { knownNetworks, linkTokens, sessions } from '#platform/schema/identity.table'
import { notifications } from '#platform/schema/notification.table'
import { tenants } from '#platform/schema/tenant.table'
import { userPermissions, users } from '#platform/schema/user.table'
import { isUnverified } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'

type SweepContext = Pick<AppContext, 'db' | 'maintenance' | 'logger'>

const isExpiredTrash = sql`deleted_at < ${trashDeadline}`

/** The tables of a feature with the condition for expired rows: child tables come before their parents, which are first in the list. */
const expiredOf = ({ entities = [], expired = [] }: Feature) => [
  ...entities.toReversed().map(({ table }) => [table, isExpiredTrash] as const),
  ...expired,
]

type Removal = (tx: Tx, table: PgTable, condition: SQL) => Promise<unknown>

/** A statement that leaves a reference without its row fails, instead of the commit. */
const checkReferencesImmediately = (tx: Tx) => tx.execute(sql`set constraints all immediate`)

const removeAll: Removal = (tx, table, condition) => tx.delete(table).where(condition)

/** Deletes a tenant's expired rows. Records of later features belong to those of earlier ones, and are deleted first. */
const removeExpired = async (tx: Tx, features: ReturnType<AllFeatures>, remove: Removal) => {
  await disableStatementTimeout(tx)
  await checkReferencesImmediately(tx)
  for (const feature of features) await feature.beforeSweep?.(tx)
  for (const { table, isPerson } of features.flatMap(({ entities = [] }) => entities))
    if (isPerson) await anonymizePeople(tx, table, isExpiredTrash)
  for (const [table, condition] of features.toReversed().flatMap(expiredOf)) await remove(tx, table, condition)
  for (const feature of features) await feature.afterSweep?.(tx)
}

/** Deletes the rows that match a condition, except those that rows which stay refer to: they are tried again with the next sweep. */
const removeUnreferenced =
  (logger: Logger, tenant: string): Removal =>
  async (tx, table, condition) => {
    const { rows } = await tx.execute<{ place: string }>(
      sql`select ctid::text as place from ${table} where ${condition} for update`,
    )
    const remove = (part: Tx, some: typeof rows) =>
      part.execute(sql`delete from ${table} where ctid = any(${sql.param(some.map(({ place }) => place))}::tid[])`)
    const removed = await doForMost(tx, rows, (part, some) => remove(part, [...some]), violatesForeignKey)
    const left = rows.length - removed.length
    if (left > 0) logger.error({ tenant, table: getTableName(table), rows: left }, 'expired rows stay: others refer to them')
  }

/** Deletes a tenant's expired rows: all in one transaction; if a row that stays refers to one of them, all but such rows. */
const sweepRows = async ({ maintenance, logger }: SweepContext, tenantId: string, features: ReturnType<AllFeatures>) => {
  const run = (remove: Removal) => maintenance.write(tenantScope(tenantId), (tx) => removeExpired(tx, features, remove))
  await run(removeAll).catch((error: unknown) => {
    if (!violatesForeignKey(error)) throw error
    return run(removeUnreferenced(logger, tenantId))
  })
}

/** Does all of these steps, also after one that fails; then throws the first error. */
const runAll = async (steps: readonly (() => Promise<unknown>)[]) => {
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Empties the trash and deletes what has expired, tenant by tenant. */
const sweep = (context: SweepContext, all: AllFeatures) => ({
  name: 'records.sweep',
  formerName: 'house.sweep',
  cron: '17 * * * *',
  work: async () => {
    const found = await context.db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(context.logger, found, (id) =>
      runAll([() => sweepRows(context, id, all()), ...all().map((feature) => async () => feature.sweep?.(id))]),
    )
  },
})

type Needs = Pick<AppContext, 'db' | 'maintenance' | 'jobs' | 'logger'>

const USER_BATCH_SIZE = 100

const monthAgo = sql`now() - interval '30 days'`

/** A user with a valid link can still verify the address. */
const hasValidLink = sql`exists (select from ${linkTokens} where ${linkTokens.userId} = ${users.uniqueId}
  and ${linkTokens.usedAt} is null and ${linkTokens.expiresAt} > now())`
const hasSession = sql`exists (select from ${sessions} where ${sessions.userId} = ${users.uniqueId})`

/** The address can no longer be verified. */
const isExpiredSignup = and(isUnverified, lt(users.dateCreated, monthAgo), not(hasValidLink), not(hasSession))

const isExpiredUser = or(lt(users.deletedAt, trashDeadline), isExpiredSignup)

/** The tables with a user's own rows, outside their partition. */
const userTables = [sessions, linkTokens, knownNetworks, userPermissions, notifications]

/** All tables with rows in partitions, referencing tables first. */
const partitionTables = async (tx: Tx) => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive worldly as (
      select c.oid as id from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'world_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')),
    deep as (
      select id, 0 as depth from worldly
      union select k.conrelid, depth + 1 from deep join pg_constraint k on k.contype = 'f' and k.confrelid = deep.id and k.conrelid <> k.confrelid
      where k.conrelid in (select id from worldly) and depth < 100)
    select relname::text as name from deep join pg_class c on c.oid = deep.id group by relname order by max(depth) desc`)
  return rows.map(({ name }) => sql.identifier(name))
}

/** Removes the logos of expired users, so that their bytes are deleted too. */
const removeLogos = ({ db, jobs }: Needs, tenantId: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    const hasLogo = and(isExpiredUser, isNotNull(users.brandLogoUID))
    const found = await tx.select({ id: users.uniqueId, logo: users.brandLogoUID }).from(users).where(hasLogo).for('update')
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await tx.update(users).set({ brandLogoUID: null }).where(inArray(users.uniqueId, ids))
    for (const { logo } of found) await deleteDocument(jobs, tx, tenantId, logo!)
  })

/** Deletes expired users, with all that belonged to them alone. */
const removeUsers = async (tx: Tx, tenantId: string, ids: string[]) => {
  const partitions = sql`world_id = ${anyOf(ids)}`
  for (const table of await partitionTables(tx)) await tx.execute(sql`delete from ${table} where ${partitions}`)
  for (const table of userTables) await tx.delete(table).where(inArray(table.userId, ids))
  await anonymizeUsers(tx, tenantId, ids)
  await tx.delete(users).where(inArray(users.uniqueId, ids))
}

/** Deletes a batch of expired users, with ids after this one if there is one, except those that rows which stay refer to. Returns the last id of a full batch. */
const purgeBatch = ({ maintenance, logger }: Needs, tenantId: string, after?: string) =>
  maintenance.write(tenantScope(tenantId), async (tx) => {
    await disableStatementTimeout(tx)
    await checkReferencesImmediately(tx)
    const isNext = and(isExpiredUser, after ? gt(users.uniqueId, after) : undefined)
    const found = await tx.select({ id: users.uniqueId }).from(users).where(isNext).orderBy(users.uniqueId).limit(USER_BATCH_SIZE)
    const ids = found.map(({ id }) => id)
    const removed = await doForMost(tx, ids, (part, some) => removeUsers(part, tenantId, [...some]), violatesForeignKey)
    const left = ids.length - removed.length
    if (left > 0) logger.error({ tenant: tenantId, rows: left }, 'expired users stay: records of others refer to them')
    return ids.length === USER_BATCH_SIZE ? ids.at(-1) : undefined
  })

/**
 * Deletes for good the users who were deleted 30 days ago, or who signed up as long ago and did not verify the address: with their drive,
 * and for a member the whole partition. What staff created stays in the partition of the staff, without their names in the audit trail and
 * on timelines.
 */
const purgeUsers = async (needs: Needs, tenantId: string) => {
  await removeLogos(needs, tenantId)
  await removeDrives(needs, tenantId, sql`(select ${users.uniqueId} from ${users} where ${isExpiredUser})`)
  let last = await purgeBatch(needs, tenantId)
  while (last) last = await purgeBatch(needs, tenantId, last)
}

/** The partitions and ids of purged people, with those merged into them: until then, what happened with those is part of the remaining person's history. */
const purgedPeople = (table: SoftDeleteTable, condition: SQL) => {
  const { partitionId, intoId, fromId } = mergedTimelines
  return sql`(with recursive purged as (
      select world_id, id from ${table} where ${condition} and id not in (select ${fromId} from ${mergedTimelines})
      union select purged.world_id, ${fromId} from purged
        join ${mergedTimelines} on ${partitionId} = purged.world_id and ${intoId} = purged.id)
    select world_id, id from purged)`
}

/**
 * Anonymizes the audit trail and timelines for purged people: actions stay, without names and values. Called before the rows of these
 * records are deleted, by the role that has access to all partitions of the tenant.
 */
const anonymizePeople = async (tx: Tx, table: SoftDeleteTable, condition: SQL) => {
  const { rows } = await tx.execute(sql`select from ${table} where ${condition} limit 1`)
  if (rows.length === 0) return
  const those = purgedPeople(table, condition)
  await clearAuditEntries(tx, those)
  await tx.delete(activities).where(sql`(${activities.partitionId}, ${activities.subjectId}) in ${those}`)
  await tx
    .update(activities)
    .set({ title: '' })
    .where(sql`(${activities.partitionId}, ${activities.recordId}) in ${those}`)
}

/** The same for users: what they did stays, without their names. The contents of their own partitions are deleted elsewhere. */
const anonymizeUsers = async (tx: Tx, tenantId: string, ids: string[]) => {
  await clearAuditEntries(tx, sql`(select ${tenantId}::uuid, unnest(${sql.param(ids)}::uuid[]))`)
  for (const log of [audits, activities])
    await tx
      .update(log)
      .set({ byName: '' })
      .where(and(inArray(log.createdBy, ids), ne(log.byName, '')))
}

type RetentionContext = Pick<AppContext, 'db' | 'maintenance' | 'settings' | 'logger'>

type RetentionRule = NonNullable<Feature['retention']>[number]

/** The maximum number of rows that one transaction deletes. */
const BATCH_SIZE = 5000

/** The condition for all partitions of the tenant, so that the index by partition and time finds old rows without reading others. */
const inPartitions = (tenantId: string) =>
  sql`world_id = any (array(select ${tenantId}::uuid union all select ${users.uniqueId} from ${users}))`

/**
 * The condition for rows older than this number of days. Date columns are compared with dates, since a cluster cannot delete by a condition
 * that depends on the session's time zone.
 */
const isOlder = (since: AnyPgColumn, days: number) => {
  const limit = sql`now() - make_interval(days => ${days})`
  return since.getSQLType() === 'date' ? sql`${since} <= (${limit})::date` : sql`${since} < ${limit}`
}

const deleteBatch = (maintenance: Database, tenantId: string, { table, since }: RetentionRule, days: number) =>
  maintenance.write(tenantScope(tenantId), async (tx) => {
    await disableStatementTimeout(tx)
    const partitions = 'partitionId' in table ? sql`${inPartitions(tenantId)} and ` : sql``
    const old = sql`select ctid from ${table} where ${partitions}${isOlder(since, days)} limit ${BATCH_SIZE}`
    return (await tx.execute(sql`delete from ${table} where ctid = any (array(${old}))`)).rowCount
  })

/** Deletes rows older than the tenant's retention setting: the audit trail, timelines, notifications, page views. In small batches, once a day. */
const retentionSweep = ({ db, maintenance, settings, logger }: RetentionContext, all: AllFeatures) => ({
  name: 'records.age',
  formerName: 'house.age',
  cron: '41 2 * * *',
  work: async () => {
    const found = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, found, async (id) => {
      const settingValues = await settings.of(id)
      for (const rule of all().flatMap((feature) => feature.retention ?? []))
        while ((await deleteBatch(maintenance, id, rule, settingValues[rule.setting])) === BATCH_SIZE);
    })
  },
})

/** Deletes expired data on a schedule. Users are deleted last: their data is in the other features. */
export const sweepFeature = (context: AppContext, all: AllFeatures): Feature => ({
  schedules: [sweep(context, all), retentionSweep(context, all)],
  sweep: (tenantId) => purgeUsers(context, tenantId),
})
