import { contactPolicy } from '@tradewind/contract/crm/policies'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { can } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { planExtras } from '@tradewind/contract/plan.fields'
import type { Actor } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { changesBetween, isGain, lines } from './plans.ts'

const chartOf = (storage: string | null) =>
  Object.fromEntries(plans.map((plan) => [plan.name, lines.map((line) => line.of(plan, { storage }))]))

test('the comparison chart shows for each plan what the list of plans includes', () => {
  const rest = ['Unlimited', true, '2 GB', 1, 5]
  expect(chartOf('2 GB')).toEqual({
    Starter: [true, 'To browse', false, false, false, false, false, true, '2 GB', 1, 5],
    Basic: [true, 'With own campaigns', 'Outlines', false, false, false, ...rest],
    Advance: [true, 'With own campaigns', 'Whole sessions', true, 3, 1, ...rest],
    Pro: [true, 'With own campaigns', 'Whole sessions', true, 5, 3, ...rest],
    Business: [true, 'With own campaigns', 'Whole sessions', true, 'Unlimited', 'Unlimited', ...rest],
  })
})

test('no plan includes a drive if the tenant has no drives', () => {
  expect(Object.values(chartOf(null)).map((line) => line.slice(7, 9))).toEqual(plans.map(() => [false, false]))
})

test('the policies allow what the list of plans includes', () => {
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

test('a change of plan lists each gain or loss', () => {
  const given = { storage: '2 GB' }
  expect(changesBetween('ROLE_ADVANCE', 'ROLE_PRO', given)).toEqual([
    { name: 'Written questions and answers a month', before: 3, after: 5 },
    { name: 'Web calls of 30 minutes a month', before: 1, after: 3 },
  ])
  expect(changesBetween('ROLE_FREE', 'ROLE_STARTER', given).map(({ name }) => name)).toEqual([
    'Paid articles, audio and video',
    'Reviews engine and directory',
    'Drive of your own, with sharing',
    'Storage',
  ])
  expect(changesBetween('ROLE_BASIC', 'ROLE_BASIC', given)).toEqual([])
  expect([isGain('ROLE_FREE', 'ROLE_STARTER'), isGain('ROLE_PRO', 'ROLE_BASIC')]).toEqual([true, false])
})
