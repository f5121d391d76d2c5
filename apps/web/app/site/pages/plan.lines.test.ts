import { plans } from '@tradewind/contract/plan'
import { expect, test } from 'vitest'
import { lines } from './parts.tsx'

test('the chart says of each plan what the list of plans gives it', () => {
  expect(Object.fromEntries(plans.map((plan) => [plan.name, lines.map((line) => line.of(plan))]))).toEqual({
    Starter: [true, 'To browse', false, false, false, false],
    Basic: [true, 'With own campaigns', 'Outlines', false, false, false],
    Advance: [true, 'With own campaigns', 'Whole sessions', true, 3, 1],
    Pro: [true, 'With own campaigns', 'Whole sessions', true, 5, 3],
    Business: [true, 'With own campaigns', 'Whole sessions', true, 'Unlimited', 'Unlimited'],
  })
})
