import type { Tenant } from '@tradewind/contract/tenant/tenant.contract'
import { expect, test } from 'vitest'
import { beginCount, isOver, sorted, totalsOf } from './figures.ts'

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

const namesBy = (sort: string) => sorted(tenants, sort).map(({ fullName }) => fullName)

test('the totals sum what was counted, and are as old as the oldest figures of a tenant in use', () => {
  expect(totalsOf(tenants)).toEqual({ tenants: 4, deleted: 1, users: 40, records: 400, storage: 3000, countedAt: one })
  expect(totalsOf([tenant('Mistral', null)]).countedAt).toBeNull()
})

test('tenants stand in the order of a figure or of their names, either way round', () => {
  expect(namesBy('-users')).toEqual(['alize', 'Bora', 'Sirocco', 'Mistral'])
  expect(namesBy('fullName')).toEqual(['alize', 'Bora', 'Mistral', 'Sirocco'])
})

test('a count is over when all that were in use as it began have newer figures than any had, and not before', () => {
  const [bora, alize, mistral, sirocco] = ['Bora', 'alize', 'Mistral', 'Sirocco']
  const after = '2026-11-20T14:00:00.001Z'
  const count = beginCount(tenants)
  const isOverWith = (anew: readonly string[], late = after) =>
    isOver(
      count,
      tenants.map((known) => (anew.includes(known.fullName) ? { ...known, figures: counted(1, late) } : known)),
    )
  expect(isOverWith([])).toBe(false)
  expect(isOverWith([alize, mistral])).toBe(false)
  expect(isOverWith([bora, alize, sirocco])).toBe(false)
  expect(isOverWith([bora, alize, mistral], two)).toBe(false)
  expect(isOverWith([bora, alize, mistral])).toBe(true)
  const anew = [tenant(bora, counted(1, after)), tenant(alize, counted(1, after))]
  expect(isOver(count, [...anew, tenant(mistral, null, after), tenant('Föhn', null)])).toBe(true)
})

test('where nothing was ever counted, a count is over when all have figures', () => {
  const count = beginCount([tenant('Bora', null), tenant('Mistral', null)])
  expect(isOver(count, [tenant('Bora', counted(1, noon)), tenant('Mistral', null)])).toBe(false)
  expect(isOver(count, [tenant('Bora', counted(1, noon)), tenant('Mistral', counted(1, noon))])).toBe(true)
})
