import { expect, test } from 'vitest'
import { chartTicks, fillDays, rangeOf } from './Analytics.tsx'

test('without two days in the address it is the last thirty, today included', () => {
  expect(rangeOf({ dateFrom: '', dateTo: '2026-03-01' }, '2026-03-01')).toEqual({ dateFrom: '2026-01-31', dateTo: '2026-03-01' })
  const chosen = { dateFrom: '2026-02-01', dateTo: '2026-02-03' }
  expect(rangeOf(chosen, '2026-03-01')).toEqual(chosen)
})

test('a day on which nothing was opened counts as none', () => {
  expect(fillDays({ dateFrom: '2026-02-27', dateTo: '2026-03-01' }, [{ day: '2026-02-28', count: 7 }])).toEqual([
    { day: '2026-02-27', count: 0 },
    { day: '2026-02-28', count: 7 },
    { day: '2026-03-01', count: 0 },
  ])
  expect(fillDays({ dateFrom: '2026-03-02', dateTo: '2026-03-01' }, [])).toHaveLength(1)
})

test('the axis names round whole numbers, up to above the most', () => {
  expect(chartTicks(0)).toEqual([0, 1])
  expect(chartTicks(4)).toEqual([0, 1, 2, 3, 4])
  expect(chartTicks(7)).toEqual([0, 2, 4, 6, 8])
  expect(chartTicks(1234)).toEqual([0, 500, 1000, 1500])
})
