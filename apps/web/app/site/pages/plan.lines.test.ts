import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { can } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { planExtras } from '@tradewind/contract/plan.fields'
import type { Actor } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { lines } from './parts.tsx'

const chartOf = (storage: string | null) =>
  Object.fromEntries(plans.map((plan) => [plan.name, lines.map((line) => line.of(plan, { storage }))]))

test('the chart says of each plan what the list of plans gives it', () => {
  const rest = ['Unlimited', true, '2 GB', 1, 5]
  expect(chartOf('2 GB')).toEqual({
    Starter: [true, 'To browse', false, false, false, false, false, true, '2 GB', 1, 5],
    Basic: [true, 'With own campaigns', 'Outlines', false, false, false, ...rest],
    Advance: [true, 'With own campaigns', 'Whole sessions', true, 3, 1, ...rest],
    Pro: [true, 'With own campaigns', 'Whole sessions', true, 5, 3, ...rest],
    Business: [true, 'With own campaigns', 'Whole sessions', true, 'Unlimited', 'Unlimited', ...rest],
  })
})

test('where the tenant does without drives, no plan promises one', () => {
  expect(Object.values(chartOf(null)).map((line) => line.slice(7, 9))).toEqual(plans.map(() => [false, false]))
})

test('what the list of plans gives, the policies allow', () => {
  for (const { key, role } of plans) {
    const { drive, contacts } = planExtras[key]
    const actor: Actor = {
      uniqueId: 'a',
      tenantId: 't',
      partitionId: 'a',
      emailAddress: '',
      fullName: '',
      roles: [role],
      permissions: [],
      allowedCountries: [],
    }
    expect([role, can(actor, drivePolicy.keep), can(actor, contactPolicy.create)]).toEqual([role, drive, contacts > 0])
  }
})
