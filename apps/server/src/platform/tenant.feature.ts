import { say } from '@tradewind/contract/kit/say'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { tenantApi, type TenantInput } from '@tradewind/contract/platform/tenant.contract'
import { and, eq, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { isBackupRunning } from '#kit/database/backup/copy'
import { type Database, inScope, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { DAY_MS } from '#kit/days'
import { checkAll, conflict, invalid, notFound } from '#kit/errors'
import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant, job, type Jobs, worker } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { assertCurrent, audit, audits, changesOf } from '#kit/record/audit'
import type { AppContext } from '../appContext.ts'
import { lockProven, passwordProof } from './identity/signing.ts'
import { sessions } from './schema/identity.table.ts'
import { tenantDomains, tenants } from './schema/tenant.table.ts'
import { users } from './schema/user.table.ts'
import { countIfNever, countJob, countRoutine, countWorker } from './tenant.figures.ts'
import { countEach, findTenant, listTenants, lockTenants, type Tenant } from './tenant.queries.ts'

type TenantDomains = Pick<Tenant, 'uniqueId' | 'isMain' | 'domainName' | 'secondaryDomainName'>

const domainFields = ['domainName', 'secondaryDomainName'] as const
const TAKEN = say('Another tenant already uses this domain name')

/** Checks a tenant's host names without regard to other tenants. */
const checkDomains = ({ isMain, domainName, secondaryDomainName }: Omit<TenantDomains, 'uniqueId'>) => {
  if (!isMain && !domainName) throw invalid({ domainName: say('{what} is required', { what: say('Domain name') }) })
  if (domainName && domainName === secondaryDomainName)
    throw invalid({ secondaryDomainName: say('The two domain names must not be the same') })
}

/**
 * Assigns a tenant its host names and releases those that it had before. Rejects a name of another tenant on its field; of two concurrent
 * claims to a name, one succeeds. `home`: the host of APP_URL, which is the main account's.
 */
const claimDomains = async (tx: Tx, tenant: TenantDomains, home: string | undefined) => {
  const { uniqueId: tenantId, isMain } = tenant
  const domains = domainFields.flatMap((field) => tenant[field] ?? []).toSorted() // in a fixed order, so that two concurrent claims do not deadlock
  const isOwn = eq(tenantDomains.tenantId, tenantId)
  await tx.delete(tenantDomains).where(and(isOwn, notInArray(tenantDomains.domain, domains)))
  if (domains.length === 0) return
  await tx
    .insert(tenantDomains)
    .values(domains.map((domain) => ({ domain, tenantId })))
    .onConflictDoNothing()
  const ownDomains = new Set((await tx.select().from(tenantDomains).where(isOwn)).map(({ domain }) => domain))
  const isTaken = (name: string) => !ownDomains.has(name) || (!isMain && name === home)
  const takenFields = domainFields.filter((field) => tenant[field] && isTaken(tenant[field]))
  if (takenFields.length > 0) throw invalid(Object.fromEntries(takenFields.map((field) => [field, TAKEN])))
}

/** Rows that one transaction deletes. */
const BATCH = 5_000

interface Table {
  name: string
  /** The other tables that its foreign keys reference. */
  pointsAt: string[]
  /** The SQL condition under which a row `child` of the table references another row `t` of it, if it can. */
  ownChild: string | null
}

/** Every table with rows of tenants, from the database catalogue. Tables that the tenant's own row cascades to are left out. */
const selectTenantTables = sql`with walled as (
    select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint where conrelid = c.oid and confrelid = 'tenant'::regclass and confdeltype = 'c'))
  select relname as name,
    array(select other.relname::text from pg_constraint join walled other on other.oid = confrelid where conrelid = walled.oid and confrelid <> conrelid) as "pointsAt",
    (select string_agg((select string_agg(format('child.%I = t.%I', mine.attname, theirs.attname), ' and ')
        from unnest(conkey, confkey) pair(my, their)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = my
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = their), ' or ')
      from pg_constraint where conrelid = walled.oid and confrelid = conrelid and contype = 'f') as "ownChild"
  from walled order by relname`

/** Sorts tables for deletion: a referenced table comes after those that reference it. */
const deletionOrder = (tables: readonly Table[]): Table[] => {
  if (tables.length === 0) return []
  const isReferenced = ({ name }: Table) => tables.some(({ pointsAt }) => pointsAt.includes(name))
  const unreferenced = tables.filter((table) => !isReferenced(table))
  if (unreferenced.length === 0) throw new Error(`Tables point at each other: ${tables.map(({ name }) => name).join(', ')}`)
  return [...unreferenced, ...deletionOrder(tables.filter((table) => !unreferenced.includes(table)))]
}

/** Deletes a batch of rows that no other row of the table references, and returns how many. */
const deleteBatch = (maintenance: Database, tenantId: string, { name, ownChild }: Table) =>
  maintenance.write(tenantScope(tenantId), async (tx) => {
    const table = sql.identifier(name)
    const isLeaf = ownChild
      ? sql`not exists (select from ${table} child where (${sql.raw(ownChild)}) and child.ctid <> t.ctid)`
      : sql`true`
    const some = sql`select t.ctid from ${table} t where t.tenant_id = ${tenantId} and ${isLeaf} limit ${BATCH}`
    const { rowCount } = await tx.execute(sql`delete from ${table} where ctid = any(array(${some}))`)
    return rowCount ?? 0
  })

const deleteAllRows = async (maintenance: Database, tenantId: string, table: Table) => {
  let removed = 0
  for (let some = -1; some !== 0; removed += some) some = await deleteBatch(maintenance, tenantId, table)
  return removed
}

/** Deletes every row of a tenant but its own one, in short transactions, until none is left. The next run deletes what an interrupted one left. */
const deleteTenantRows = async (maintenance: Database, tenantId: string) => {
  const { rows } = await maintenance.as(tenantScope(tenantId)).execute<Table & Record<string, unknown>>(selectTenantTables)
  const tables = deletionOrder(rows)
  let removed = 0
  do {
    removed = 0
    for (const table of tables) removed += await deleteAllRows(maintenance, tenantId, table)
  } while (removed > 0)
}

/** Removes the data of a tenant that was deleted permanently. */
const eraseJob = job({ name: 'tenant.erase', retries: 10, expires: 900 })

type ErasingNeeds = Pick<AppContext, 'db' | 'maintenance' | 'jobs' | 'files' | 'mail'>

const everywhere = tenantScope()

/** Removes the tenant's name and the changed values from the audit trails of all tenants, and keeps that the action was done. */
const redactAudits = async ({ db, maintenance }: ErasingNeeds, tenantId: string) => {
  const all = await db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants)
  for (const { id } of all) {
    const isNamingEntry = and(
      eq(audits.partitionId, id),
      eq(audits.recordId, tenantId),
      eq(audits.kind, 'tenant'),
      ne(audits.title, ''),
    )
    await maintenance.write(tenantScope(id), (tx) => tx.update(audits).set({ title: '', changes: {} }).where(isNamingEntry))
  }
}

/** Each step is idempotent: after an interruption the job starts again with the same result. */
const eraseAll = async (needs: ErasingNeeds, tenantId: string) => {
  const { db, maintenance, jobs, files, mail } = needs
  const [tenant] = await db.as(everywhere).select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  if (!tenant?.erasedAt) return
  await jobs.forget(tenantId, { except: eraseJob })
  await deleteTenantRows(maintenance, tenantId)
  if (await db.write(everywhere, isBackupRunning)) throw new Error('A backup is being made: files are removed after it')
  await files.removeAll(tenantId)
  await mail.forget?.(tenantId)
  await redactAudits(needs, tenantId)
  await db.write(everywhere, async (tx) => {
    lockTenants(tx)
    await tx.delete(tenants).where(eq(tenants.uniqueId, tenantId))
    await notifyNodes(tx, { topic: 'tenant', tenantId })
  })
}

const eraseWorker = (needs: ErasingNeeds) => worker(eraseJob, ({ tenantId }) => eraseAll(needs, tenantId))

/** Erases tenants without a job: those whose retries all failed. */
const eraseRoutine = (needs: ErasingNeeds & Pick<AppContext, 'logger'>) => ({
  name: 'tenant.erasing',
  cron: '47 * * * *',
  work: async () => {
    const isLeft = and(isNotNull(tenants.erasedAt), sql`${tenants.erasedAt} < now() - interval '1 hour'`)
    const unfinished = await needs.db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants).where(isLeft)
    await forEachTenant(needs.logger, unfinished, (id) => eraseAll(needs, id))
  },
})

/** Returns the actor's own account, or throws a Refusal on the field `password` if it is not the account's password. */
type ProvePassword = (context: ManualContext, input: { password: string }) => Promise<typeof users.$inferSelect>

interface DeletionNeeds extends Pick<AppContext, 'jobs'> {
  provePassword: ProvePassword
}
interface ById {
  uniqueId: string
}

/** Ends all sessions of a tenant, and has every node reload it: its sockets close, its pages are gone. */
const endSessionsOf = async ({ tx }: WriteContext, tenantId: string) => {
  await inScope(tx, tenantScope(tenantId), async () => {
    await tx.delete(sessions).where(eq(sessions.tenantId, tenantId))
  })
  await notifyNodes(tx, { topic: 'tenant', tenantId })
}

const mark = (
  tx: WriteContext['tx'],
  uniqueId: string,
  fields: Partial<Record<'deletedAt' | 'erasedAt', ReturnType<typeof nextUpdatedAt> | null>>,
) =>
  tx
    .update(tenants)
    .set({ ...fields, updatedAt: nextUpdatedAt(tenants.updatedAt) })
    .where(eq(tenants.uniqueId, uniqueId))

const remove = async ({ uniqueId }: ById, context: WriteContext) => {
  lockTenants(context.tx)
  const { isMain, deletedAt, fullName } = await findTenant(context.tx, uniqueId, true)
  if (isMain) throw conflict(say('The main account cannot be deleted'))
  if (uniqueId === context.actor.tenantId) throw conflict(say('You cannot delete your own tenant'))
  if (deletedAt) return { uniqueId }
  await mark(context.tx, uniqueId, { deletedAt: sql`now()` })
  await endSessionsOf(context, uniqueId)
  await audit(context, { action: 'DELETED', kind: 'tenant', recordId: uniqueId, title: fullName })
  return { uniqueId }
}

const restore = async ({ uniqueId }: ById, context: WriteContext) => {
  lockTenants(context.tx)
  const before = await findTenant(context.tx, uniqueId, true)
  if (!before.deletedAt) return before
  await mark(context.tx, uniqueId, { deletedAt: null })
  await notifyNodes(context.tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'RESTORED', kind: 'tenant', recordId: uniqueId, title: before.fullName })
  return findTenant(context.tx, uniqueId)
}

type Found = Awaited<ReturnType<typeof findTenant>>

const checkErasable = ({ isMain, deletedAt }: Found) => {
  if (isMain) throw conflict(say('The main account cannot be deleted'))
  if (!deletedAt || Date.now() - Date.parse(deletedAt) < DAY_MS)
    throw conflict(say('A tenant can be deleted permanently 24 hours after it was deleted'))
}

/** Marks a tenant as erased, which hides it everywhere, and starts the job that removes its data. The audit trail does not keep its name. */
const erase = async (jobs: Jobs, uniqueId: string, context: WriteContext) => {
  lockTenants(context.tx)
  checkErasable(await findTenant(context.tx, uniqueId, true))
  await mark(context.tx, uniqueId, { erasedAt: sql`now()` })
  await endSessionsOf(context, uniqueId)
  await jobs.send(context.tx, eraseJob, { tenantId: uniqueId })
  const changes = { permanently: { before: false, after: true } }
  await audit(context, { action: 'DELETED', kind: 'tenant', recordId: uniqueId, changes })
  return { uniqueId }
}

/** Deleting a tenant, restoring it, and deleting it permanently. */
const deletionHandlers = ({ jobs, provePassword }: DeletionNeeds) => ({
  remove,
  restore,
  deletePermanently: manualTransaction(
    async ({ uniqueId, fullName, password }: ById & { fullName: string; password: string }, request: ManualContext) => {
      const tenant = await findTenant(request.db, uniqueId)
      checkErasable(tenant)
      if (fullName !== tenant.fullName) throw invalid({ fullName: say('This is not the name of the tenant') })
      const proven = await provePassword(request, { password })
      return request.write(async (context) => {
        await lockProven(context.tx, proven, 'password')
        return erase(jobs, uniqueId, context)
      })
    },
  ),
})

interface Needs extends Pick<AppContext, 'db' | 'jobs' | 'env'> {
  provePassword: ProvePassword
  /** Creates what every tenant starts with, in a transaction of the new tenant. */
  onTenantCreated: (tx: Tx) => Promise<void>
}
type Change = { [Field in keyof TenantInput]?: TenantInput[Field] | undefined } & {
  uniqueId: string
  updatedAt?: string | undefined
}

const homeHost = ({ env: { appUrl } }: Needs) => (appUrl ? new URL(appUrl).hostname : undefined)

const setDomains = (needs: Needs, tx: Tx, tenant: typeof tenants.$inferSelect) =>
  checkAll(
    () => checkDomains(tenant),
    () => claimDomains(tx, tenant, homeHost(needs)),
  )

const create = async (needs: Needs, fields: TenantInput, context: WriteContext) => {
  const { tx, actor } = context
  lockTenants(tx)
  const [tenant] = await tx
    .insert(tenants)
    .values({ ...fields, createdBy: actor.uniqueId })
    .returning()
  const { uniqueId, fullName } = tenant!
  await setDomains(needs, tx, tenant!)
  await inScope(tx, tenantScope(uniqueId), () => needs.onTenantCreated(tx))
  await notifyNodes(tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'CREATED', kind: 'tenant', recordId: uniqueId, title: fullName })
  return findTenant(tx, uniqueId)
}

const update = async (needs: Needs, { uniqueId, updatedAt, ...fields }: Change, context: WriteContext) => {
  const { tx } = context
  lockTenants(tx)
  const before = await findTenant(tx, uniqueId, true)
  await assertCurrent({ ...fields, updatedAt }, before, context)
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const set = { ...fields, updatedAt: nextUpdatedAt(tenants.updatedAt) }
  const [changed] = await tx.update(tenants).set(set).where(eq(tenants.uniqueId, uniqueId)).returning()
  if ('domainName' in changes || 'secondaryDomainName' in changes) {
    await setDomains(needs, tx, changed!)
  }
  await notifyNodes(tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'CHANGED', kind: 'tenant', recordId: uniqueId, title: changed!.fullName, changes })
  return findTenant(tx, uniqueId)
}

/** Looks in every tenant: row-level security shows an admin's row in its own tenant only. */
const findTenantOfAdmin = async (db: Database, uniqueId: string) => {
  const isIt = sql`${users.uniqueId} = ${uniqueId} and ${users.role} = 'ROLE_TENANT_ADMIN' and ${users.deletedAt} is null`
  const ownTenant = (await countEach(db, users, isIt)).find(({ count }) => count > 0)
  if (!ownTenant) throw notFound()
  return findTenant(db.as(tenantScope()), ownTenant.tenantId)
}

/** The tenants, for the super admin only. */
const tenantRoutes = (needs: Needs) =>
  routes(tenantApi, {
    list: (query, context: ReadContext) => listTenants(query, context),
    get: ({ uniqueId }, { db }) => findTenant(db, uniqueId),
    create: (fields, context) => create(needs, fields, context),
    update: (change, context) => update(needs, change, context),
    ...deletionHandlers(needs),
    ofAdmin: ({ uniqueId }) => findTenantOfAdmin(needs.db, uniqueId),
    count: async (_, { tx, actor: { tenantId } }) => {
      await needs.jobs.send(tx, countJob, { tenantId })
      return {}
    },
  })

/** The tenants: creating them, their figures, deleting them. */
export const tenantFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [
    tenantRoutes({
      ...context,
      provePassword: passwordProof(context.db),
      onTenantCreated: (tx) => runHooks(all, 'onTenantCreated', tx),
    }),
  ],
  announced: [{ name: 'tenant', policy: tenantPolicy }],
  workers: [eraseWorker(context), countWorker(context)],
  schedules: [countRoutine(context), eraseRoutine(context)],
  onStart: () => countIfNever(context),
})
