import { expect, test } from 'vitest'
import { pageIfPastEnd } from './Pager.tsx'

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
