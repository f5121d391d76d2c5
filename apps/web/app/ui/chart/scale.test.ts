import { expect, test } from 'vitest'
import { axisOf, dayTicks, legendText, nearest, scale, spread } from '#ui/chart/scale'

const hours = ([from, to]: readonly [number, number]) => (to - from) / 3_600_000
const dayAfter = (days: number) => new Date(Date.parse('2026-01-01') + days * 86_400_000).toISOString().slice(0, 10)

test('a time axis has twelve hours before its first day and after its last, so that one day stands in the middle', () => {
  expect(axisOf(['2026-03-01']).map((end) => new Date(end).toISOString())).toEqual([
    '2026-02-28T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
  ])
  expect(hours(axisOf(['2026-03-01', '2026-03-03']))).toBe(72)
  expect(scale(axisOf(['2026-03-01']), [0, 100])(Date.parse('2026-03-01'))).toBe(50)
})

test('a scale turns over where its places do', () => {
  const up = scale([0, 5], [400, 0])
  expect([up(0), up(2.5), up(5)]).toEqual([400, 200, 0])
})

test.each([1, 2, 3, 7, 31, 90, 366, 400, 4000])(
  'an axis over %d days names its first and others evenly, and never too many',
  (count) => {
    for (const most of [1, 3, 8]) {
      const ticks = dayTicks([dayAfter(0), dayAfter(count - 1)], most)
      expect(ticks[0]).toBe(dayAfter(0))
      expect(ticks.length).toBeLessThanOrEqual(most)
      expect(ticks.at(-1)! <= dayAfter(count - 1)).toBe(true)
      const gaps = ticks.slice(1).map((tick, at) => Date.parse(tick) - Date.parse(ticks[at]!))
      expect(new Set(gaps).size).toBeLessThanOrEqual(1)
    }
  },
)

test('an axis without room names its first day all the same', () => {
  expect(dayTicks([dayAfter(0), dayAfter(9)], 0)).toEqual([dayAfter(0)])
})

test('labels that would cover one another are moved apart, keep their order, and stay in bounds', () => {
  expect(spread([50], 24, [0, 400])).toEqual([50])
  expect(spread([100, 100, 100], 24, [0, 400])).toEqual([100, 124, 148])
  expect(spread([398, 399, 10], 24, [0, 400])).toEqual([376, 400, 10])
  expect(spread([5, -20], 24, [0, 400])).toEqual([24, 0])
  expect(spread([1, 2, 3], 24, [0, 40])).toBeUndefined()
})

test('twelve lines of one value have room for their labels', () => {
  const places = spread(
    Array.from({ length: 12 }, () => 0),
    24,
    [0, 348],
  )!
  expect(new Set(places).size).toBe(12)
  expect([Math.min(...places), Math.max(...places)]).toEqual([0, 264])
})

test('the nearest place is found, the first of two that are as near', () => {
  expect([nearest([10, 20, 30], 14), nearest([10, 20, 30], 15), nearest([10], 99)]).toEqual([0, 0, 0])
  expect(nearest([10, 20, 30], 26)).toBe(2)
})

test('a legend has 30 characters of a text', () => {
  expect(legendText('x'.repeat(30))).toBe('x'.repeat(30))
  expect(legendText('x'.repeat(31))).toBe(`${'x'.repeat(30)}…`)
  expect(legendText(`${'x'.repeat(29)} yz`)).toBe(`${'x'.repeat(29)}…`)
  expect(legendText('🌟'.repeat(31))).toBe(`${'🌟'.repeat(30)}…`)
})
