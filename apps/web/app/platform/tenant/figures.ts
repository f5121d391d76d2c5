import type { Tenant } from '@tradewind/contract/platform/tenant.contract'

export interface Totals {
  tenants: number
  deleted: number
  users: number
  records: number
  /** Bytes. */
  storage: number
  /** When the oldest figures of a tenant in use were counted; null before the first count. */
  countedAt: string | null
}

const inUse = (tenants: readonly Tenant[]) => tenants.filter(({ deletedAt }) => !deletedAt)

/** When they were counted, the oldest first. */
const countsOf = (tenants: readonly Tenant[]) => tenants.flatMap(({ figures }) => figures?.countedAt ?? []).toSorted()

/** Tenants that are counted anew, and when the newest of all figures were counted as that began. */
export interface Count {
  tenants: ReadonlySet<string>
  since: string
}

export const beginCount = (tenants: readonly Tenant[]): Count => ({
  tenants: new Set(inUse(tenants).map(({ uniqueId }) => uniqueId)),
  since: countsOf(tenants).at(-1) ?? '',
})

/** How many of those that are counted have no newer figures yet, as far as they are still in use. */
export const awaited = (count: Count, tenants: readonly Tenant[]) =>
  inUse(tenants).filter(({ uniqueId, figures }) => count.tenants.has(uniqueId) && (figures?.countedAt ?? '') <= count.since)
    .length

/** What all tenants hold together. */
export const totalsOf = (tenants: readonly Tenant[]): Totals => {
  const figures = tenants.flatMap((tenant) => tenant.figures ?? [])
  const sum = (field: 'users' | 'records' | 'storage') => figures.reduce((total, counted) => total + counted[field], 0)
  return {
    tenants: inUse(tenants).length,
    deleted: tenants.filter(({ deletedAt }) => deletedAt).length,
    users: sum('users'),
    records: sum('records'),
    storage: sum('storage'),
    countedAt: countsOf(inUse(tenants))[0] ?? null,
  }
}

const valueOf = ({ fullName, figures }: Tenant, field: string): string | number => {
  if (field === 'fullName') return fullName.toLowerCase()
  return (figures as Record<string, string | number | null> | null)?.[field] ?? ''
}

const compared = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))

/** The tenants in an order: `field`, or `-field` for the other way. What was not counted comes first, the other way last. */
export const sorted = (tenants: readonly Tenant[], sort: string) => {
  const descending = sort.startsWith('-')
  const field = sort.replace(/^-/, '')
  const ascending = tenants.toSorted((one, other) => compared(valueOf(one, field), valueOf(other, field)))
  return descending ? ascending.toReversed() : ascending
}
