import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { expect, test } from 'vitest'
import { pendingCount, sortTenants, startCount, totalsOf } from './TenantOverview.tsx'

const counted = (users: number, countedAt: string) => ({
  users,
  records: 10 * users,
  storage: 1000,
  lastActivity: null,
  countedAt,
})
const tenant = (fullName: string, figures: Tenant['figures'], deletedAt: string | null = null) =>
  ({ uniqueId: fullName, fullName, figures, deletedAt }) as Tenant

const [noon, one, two] = ['2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z']
const tenants = [
  tenant('Bora', counted(9, two)),
  tenant('alize', counted(30, one)),
  tenant('Mistral', null),
  tenant('Sirocco', counted(1, noon), two),
]

const namesBy = (sort: string) => sortTenants(tenants, sort).map(({ fullName }) => fullName)

test('the totals sum all counted figures, and are as old as the oldest figures of a tenant that is not deleted', () => {
  expect(totalsOf(tenants)).toEqual({ tenants: 3, deleted: 1, users: 40, records: 400, storage: 3000, countedAt: one })
  expect(totalsOf([tenant('Mistral', null)]).countedAt).toBeNull()
})

test('sorts tenants by a figure or by name, in either direction', () => {
  expect(namesBy('-users')).toEqual(['alize', 'Bora', 'Sirocco', 'Mistral'])
  expect(namesBy('fullName')).toEqual(['alize', 'Bora', 'Mistral', 'Sirocco'])
})

test('a count waits until every tenant not deleted at its start has figures newer than any before it', () => {
  const [bora, alize, mistral, sirocco] = ['Bora', 'alize', 'Mistral', 'Sirocco']
  const after = '2026-11-20T14:00:00.001Z'
  const count = startCount(tenants)
  const awaitedWith = (anew: readonly string[], late = after) =>
    pendingCount(
      count,
      tenants.map((known) => (anew.includes(known.fullName) ? { ...known, figures: counted(1, late) } : known)),
    )
  expect(awaitedWith([])).toBe(3)
  expect(awaitedWith([alize, mistral])).toBe(1)
  expect(awaitedWith([bora, alize, sirocco])).toBe(1)
  expect(awaitedWith([bora, alize, mistral], two)).toBe(3)
  expect(awaitedWith([bora, alize, mistral])).toBe(0)
  const anew = [tenant(bora, counted(1, after)), tenant(alize, counted(1, after))]
  expect(pendingCount(count, [...anew, tenant(mistral, null, after), tenant('Föhn', null)])).toBe(0)
})

test('if nothing was ever counted, a count waits until all tenants have figures', () => {
  const count = startCount([tenant('Bora', null), tenant('Mistral', null)])
  expect(pendingCount(count, [tenant('Bora', counted(1, noon)), tenant('Mistral', null)])).toBe(1)
  expect(pendingCount(count, [tenant('Bora', counted(1, noon)), tenant('Mistral', counted(1, noon))])).toBe(0)
})
