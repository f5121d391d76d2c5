import { expect, test } from 'vitest'
import { numbersNear, pageIfPastEnd } from './Pager.tsx'

const row = { uniqueId: 'a' }

test('redirects a page past the end to the last one', () => {
  expect(pageIfPastEnd({ rows: [], total: 20 }, 2, 20)).toBe(1)
  expect(pageIfPastEnd({ rows: [], total: 41 }, 9, 20)).toBe(3)
  expect(pageIfPastEnd({ rows: [], total: 0 }, 4, 20)).toBe(1)
})

test('does not redirect a page with rows, nor the first page', () => {
  expect(pageIfPastEnd({ rows: [row], total: 21 }, 2, 20)).toBeUndefined()
  expect(pageIfPastEnd({ rows: [], total: 0 }, 1, 20)).toBeUndefined()
  expect(pageIfPastEnd({ rows: [row], total: 3 }, 2, 20)).toBeUndefined()
})

test('offers the first, the last and the pages around the current one', () => {
  const gap = 0
  expect(numbersNear(2, 3)).toEqual([1, 2, 3])
  expect(numbersNear(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(numbersNear(4, 8)).toEqual([1, 2, 3, 4, 5, gap, 8])
  expect(numbersNear(5, 8)).toEqual([1, gap, 4, 5, 6, 7, 8])
  expect(numbersNear(5, 9)).toEqual([1, gap, 4, 5, 6, gap, 9])
  expect(numbersNear(40, 40)).toEqual([1, gap, 36, 37, 38, 39, 40])
})
