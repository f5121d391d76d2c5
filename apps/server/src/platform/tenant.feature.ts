import { say } from '@tradewind/contract/kit/say'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { tenantApi, type TenantInput } from '@tradewind/contract/platform/tenant.contract'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { type Database, inScope, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, invalid, notFound } from '#kit/errors'
import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { assertCurrent, audit, changesOf } from '#kit/record/audit'
import type { AppContext } from '../appContext.ts'
import { passwordProof } from './identity/signing.ts'
import { tenantDomains, tenants } from './schema/tenant.table.ts'
import { users } from './schema/user.table.ts'
import { deletionHandlers, eraseRoutine, eraseWorker, type ProvePassword } from './tenant.deletion.ts'
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

interface Needs {
  db: Database
  jobs: Jobs
  /** The address of the main account, from the environment. */
  env: { appUrl: string | undefined }
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
