import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './Analytics.tsx'

test('rounds shares half up, and makes them add up to the whole', () => {
  expect(sharesOf([1, 2])).toEqual([0.33, 0.67])
  expect(sharesOf([1, 1, 1])).toEqual([0.34, 0.33, 0.33])
  expect(sharesOf([1, 7])).toEqual([0.13, 0.87])
  expect(sharesOf([1, 999], 1)).toEqual([0.001, 0.999])
  expect(sharesOf([0, 0])).toEqual([0, 0])
  expect(sharesOf([])).toEqual([])
})

test('shares of any parts add up to 100 %, and each is less than a whole step off its exact value', () => {
  const parts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }).filter((some) => some.some((one) => one > 0))
  fc.assert(
    fc.property(parts, fc.nat(2), (some, decimals) => {
      const shares = sharesOf(some, decimals)
      const steps = 100 * 10 ** decimals
      expect(Math.round(shares.reduce((sum, one) => sum + one * steps, 0))).toBe(steps)
      const total = some.reduce((sum, one) => sum + one, 0)
      for (const [at, share] of shares.entries()) expect(Math.abs(share - some[at]! / total) * steps).toBeLessThan(1 + 1e-6)
    }),
  )
})
