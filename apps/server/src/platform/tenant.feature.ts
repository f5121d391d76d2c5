import { say } from '@tradewind/contract/kit/say'
import { tenantApi, type TenantInput } from '@tradewind/contract/platform/tenant.contract'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx, within } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, invalid, notFound } from '#kit/errors'
import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf, requireCurrent } from '#kit/record/audit'
import type { AppContext } from '../appContext.ts'
import { passwordProof } from './identity/signing.ts'
import { tenantDomains, tenants } from './schema/tenant.table.ts'
import { users } from './schema/user.table.ts'
import { endingHandlers, eraseRoutine, eraseWorker, type ProvePassword } from './tenant.ending.ts'
import { countFirst, countJob, countRoutine, countWorker } from './tenant.figures.ts'
import { countEach, findTenant, holdTenants, listTenants, type Tenant } from './tenant.queries.ts'

type Named = Pick<Tenant, 'uniqueId' | 'isMain' | 'domainName' | 'secondaryDomainName'>

const domainFields = ['domainName', 'secondaryDomainName'] as const
const TAKEN = say('Another tenant already uses this domain name')

/** Checks a tenant's host names without regard to other tenants. */
const checkDomains = ({ isMain, domainName, secondaryDomainName }: Omit<Named, 'uniqueId'>) => {
  if (!isMain && !domainName) throw invalid({ domainName: say('{what} is required', { what: say('Domain name') }) })
  if (domainName && domainName === secondaryDomainName)
    throw invalid({ secondaryDomainName: say('The two domain names must not be the same') })
}

/**
 * Assigns a tenant its host names and releases those that it had before. Rejects a name of another tenant on its field; of two concurrent
 * claims to a name, one succeeds. `home`: the host of APP_URL, which is the main account's.
 */
const claimDomains = async (tx: Tx, tenant: Named, home: string | undefined) => {
  const { uniqueId: tenantId, isMain } = tenant
  const wanted = domainFields.flatMap((field) => tenant[field] ?? []).toSorted() // in a fixed order, so that two concurrent claims do not deadlock
  const mine = eq(tenantDomains.tenantId, tenantId)
  await tx.delete(tenantDomains).where(and(mine, notInArray(tenantDomains.domain, wanted)))
  if (wanted.length === 0) return
  await tx
    .insert(tenantDomains)
    .values(wanted.map((domain) => ({ domain, tenantId })))
    .onConflictDoNothing()
  const own = new Set((await tx.select().from(tenantDomains).where(mine)).map(({ domain }) => domain))
  const isTaken = (name: string) => !own.has(name) || (!isMain && name === home)
  const taken = domainFields.filter((field) => tenant[field] && isTaken(tenant[field]))
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map((field) => [field, TAKEN])))
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

const homeOf = ({ env: { appUrl } }: Needs) => (appUrl ? new URL(appUrl).hostname : undefined)

const nameHosts = (needs: Needs, tx: Tx, tenant: typeof tenants.$inferSelect) =>
  checkAll(
    () => checkDomains(tenant),
    () => claimDomains(tx, tenant, homeOf(needs)),
  )

const create = async (needs: Needs, fields: TenantInput, context: WriteContext) => {
  const { tx, actor } = context
  holdTenants(tx)
  const [made] = await tx
    .insert(tenants)
    .values({ ...fields, createdBy: actor.uniqueId })
    .returning()
  const { uniqueId, fullName } = made!
  await nameHosts(needs, tx, made!)
  await within(tx, tenantScope(uniqueId), () => needs.onTenantCreated(tx))
  await notifyNodes(tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'CREATED', kind: 'tenant', recordId: uniqueId, title: fullName })
  return findTenant(tx, uniqueId)
}

const update = async (needs: Needs, { uniqueId, updatedAt, ...fields }: Change, context: WriteContext) => {
  const { tx } = context
  holdTenants(tx)
  const before = await findTenant(tx, uniqueId, true)
  await requireCurrent({ ...fields, updatedAt }, before, context)
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const set = { ...fields, updatedAt: nextUpdatedAt(tenants.updatedAt) }
  const [changed] = await tx.update(tenants).set(set).where(eq(tenants.uniqueId, uniqueId)).returning()
  if ('domainName' in changes || 'secondaryDomainName' in changes) {
    await nameHosts(needs, tx, changed!)
  }
  await notifyNodes(tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'CHANGED', kind: 'tenant', recordId: uniqueId, title: changed!.fullName, changes })
  return findTenant(tx, uniqueId)
}

/** Looks in every tenant: row-level security shows an admin's row in its own tenant only. */
const ofAdmin = async (db: Database, uniqueId: string) => {
  const isIt = sql`${users.uniqueId} = ${uniqueId} and ${users.role} = 'ROLE_TENANT_ADMIN' and ${users.deletedAt} is null`
  const its = (await countEach(db, users, isIt)).find(({ count }) => count > 0)
  if (!its) throw notFound()
  return findTenant(db.as(tenantScope()), its.tenantId)
}

/** The tenants, for the super admin only. */
const tenantRoutes = (needs: Needs) =>
  routes(tenantApi, {
    list: (asked, { db }: ReadContext) => listTenants(asked, db),
    get: ({ uniqueId }, { db }) => findTenant(db, uniqueId),
    create: (fields, context) => create(needs, fields, context),
    update: (change, context) => update(needs, change, context),
    ...endingHandlers(needs),
    ofAdmin: ({ uniqueId }) => ofAdmin(needs.db, uniqueId),
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
  workers: [eraseWorker(context), countWorker(context)],
  schedules: [countRoutine(context), eraseRoutine(context)],
  onStart: () => countFirst(context),
})
