import { expect, test } from 'vitest'
import { chartTicks, fillDays, rangeOf } from './Analytics.tsx'

test('defaults to the last thirty days, including today, if the address does not have both dates', () => {
  expect(rangeOf({ dateFrom: '', dateTo: '2026-03-01' }, '2026-03-01')).toEqual({ dateFrom: '2026-01-31', dateTo: '2026-03-01' })
  const chosen = { dateFrom: '2026-02-01', dateTo: '2026-02-03' }
  expect(rangeOf(chosen, '2026-03-01')).toEqual(chosen)
})

test('fills days without views with 0', () => {
  expect(fillDays({ dateFrom: '2026-02-27', dateTo: '2026-03-01' }, [{ day: '2026-02-28', count: 7 }])).toEqual([
    { day: '2026-02-27', count: 0 },
    { day: '2026-02-28', count: 7 },
    { day: '2026-03-01', count: 0 },
  ])
  expect(fillDays({ dateFrom: '2026-03-02', dateTo: '2026-03-01' }, [])).toHaveLength(1)
})

test('the axis has round whole numbers as ticks, up to at least the maximum', () => {
  expect(chartTicks(0)).toEqual([0, 1])
  expect(chartTicks(4)).toEqual([0, 1, 2, 3, 4])
  expect(chartTicks(7)).toEqual([0, 2, 4, 6, 8])
  expect(chartTicks(1234)).toEqual([0, 500, 1000, 1500])
})
