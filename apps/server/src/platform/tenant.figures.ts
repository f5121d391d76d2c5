import { isNull, max, type SQL, sql, sum } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { describeError } from '#kit/http/refuse'
import { job, type Jobs, worker } from '#kit/jobs'
import { audits } from '#kit/record/audit'
import { documents } from '#platform/schema/document.table'
import { sessions } from '#platform/schema/identity.table'
import { tenantFigures, tenants } from '#platform/schema/tenant.table'
import { users } from '#platform/schema/user.table'
import { lockTenants } from './tenant.queries.ts'

/** Counts the figures of all tenants. The job belongs to the tenant that requests it first. */
export const countJob = job({ name: 'tenant.count', retries: 2, expires: 900, singletonSeconds: 10 })

interface Needs {
  db: Database
  maintenance: Database
  logger: Logger
}

const everywhere = tenantScope()

/** The tables of records, from the database catalogue: with a partition, and soft-deleted. */
const recordTables = sql`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('tenant_id', 'world_id', 'deleted_at') group by 1 having count(*) = 3`

/** The tables of files that can be in the trash, likewise: soft-deleted and with a size. */
const fileTables = sql`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('tenant_id', 'deleted_at', 'size') group by 1 having count(*) = 3`

const addUp = (parts: readonly SQL[]) => sql.join([sql`0`, ...parts], sql` + `)

const countOf = (name: string, condition: SQL) =>
  sql`(select count(*) from ${sql.identifier(name)} where deleted_at is ${condition})`

type Figures = Omit<typeof tenantFigures.$inferSelect, 'tenantId'>

const figuresOf = async (tx: Tx) => {
  const { rows: tables } = await tx.execute<{ name: string }>(recordTables)
  const { rows: files } = await tx.execute<{ name: string }>(fileTables)
  const records = sql`(${addUp(tables.map(({ name }) => countOf(name, sql`null`)))})::int`
  const trashRecords = sql`(${addUp(tables.map(({ name }) => countOf(name, sql`not null`)))})::int`
  const sizes = files.map(
    ({ name }) => sql`(select coalesce(sum(size), 0) from ${sql.identifier(name)} where deleted_at is not null)`,
  )
  const lastSeen = tx.select({ at: max(sessions.lastSeen) }).from(sessions)
  const lastAudit = tx.select({ at: max(audits.dateCreated) }).from(audits)
  const storage = tx.select({ bytes: sum(documents.size) }).from(documents)
  const userCount = tx
    .select({ users: sql`count(*)` })
    .from(users)
    .where(isNull(users.deletedAt))
  const { rows } = await tx.execute<Figures>(sql`select ${records} as records, ${trashRecords} as "trashRecords",
    (${addUp(sizes)})::bigint as "trashStorage", (${userCount})::int as users, coalesce((${storage}), 0) as storage,
    greatest((${lastSeen}), (${lastAudit})) as "lastActivity", date_trunc('milliseconds', now()) as "updatedAt"`)
  return rows[0]!
}

const countOne = ({ maintenance }: Needs, tenantId: string) =>
  maintenance.write(tenantScope(tenantId), async (tx) => {
    const figures = await figuresOf(tx) // first, since an INSERT on a cluster cannot contain a subquery
    lockTenants(tx)
    await tx
      .insert(tenantFigures)
      .values({ tenantId, ...figures })
      .onConflictDoUpdate({ target: tenantFigures.tenantId, set: figures })
  })

/** Counts each tenant separately: one that fails keeps its previous figures. */
const countAll = async (needs: Needs) => {
  const failed = (tenant: string) => (error: unknown) =>
    needs.logger.error({ tenant, error: describeError(error) }, 'a tenant could not be counted')
  const all = await needs.db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants).where(isNull(tenants.erasedAt))
  for (const { id } of all) await countOne(needs, id).catch(failed(id))
}

export const countWorker = (needs: Needs) => worker(countJob, () => countAll(needs))

/** Counts on a schedule. */
export const countRoutine = (needs: Needs) => ({
  name: 'tenant.counting',
  cron: '*/15 * * * *',
  work: () => countAll(needs),
})

/** Starts a count if there never was one. */
export const countIfNever = ({ db, jobs }: Needs & { jobs: Jobs }) =>
  db.write(everywhere, async (tx) => {
    const [any] = await tx.select().from(tenantFigures).limit(1)
    if (!any) await jobs.send(tx, countJob, { tenantId: everywhere.tenantId })
  })
