import { say } from '@tradewind/contract/kit/say'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import { tenantDomains } from '#platform/schema/tenant.table'
import type { Tenant } from './tenant.queries.ts'

type Named = Pick<Tenant, 'uniqueId' | 'isMain' | 'domainName' | 'secondaryDomainName'>

const fields = ['domainName', 'secondaryDomainName'] as const
const TAKEN = say('Another tenant already uses this domain name')

/** What cannot be a tenant's names, whoever else there is. */
export const checkDomains = ({ isMain, domainName, secondaryDomainName }: Omit<Named, 'uniqueId'>) => {
  if (!isMain && !domainName) throw invalid({ domainName: say('{what} is required', { what: say('Domain name') }) })
  if (domainName && domainName === secondaryDomainName)
    throw invalid({ secondaryDomainName: say('The two domain names must not be the same') })
}

/**
 * Gives a tenant its host names and lets go of those that it had before. A name of another tenant is refused on its field; of two who
 * claim one at once, one gets it. `home`: the host of APP_URL, which is the main account's.
 */
export const claimDomains = async (tx: Tx, tenant: Named, home: string | undefined) => {
  const { uniqueId: tenantId, isMain } = tenant
  const wanted = fields.flatMap((field) => tenant[field] ?? []).toSorted() // in one order, so that two who claim the same do not wait for each other
  const mine = eq(tenantDomains.tenantId, tenantId)
  await tx.delete(tenantDomains).where(and(mine, notInArray(tenantDomains.domain, wanted)))
  if (wanted.length === 0) return
  await tx
    .insert(tenantDomains)
    .values(wanted.map((domain) => ({ domain, tenantId })))
    .onConflictDoNothing()
  const own = new Set((await tx.select().from(tenantDomains).where(mine)).map(({ domain }) => domain))
  const isTaken = (name: string) => !own.has(name) || (!isMain && name === home)
  const taken = fields.filter((field) => tenant[field] && isTaken(tenant[field]))
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map((field) => [field, TAKEN])))
}
