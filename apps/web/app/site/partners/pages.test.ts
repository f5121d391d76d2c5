import { expect, test } from 'vitest'
import { lastPageIfPastEnd, pagesAround } from './PartnerCards.tsx'

const named = (page: number, last: number) =>
  pagesAround(page, last)
    .map((one) => one ?? '…')
    .join(' ')

test('a pager shows the first, the last and the pages around the current one', () => {
  expect(named(1, 2)).toBe('1 2')
  expect(named(1, 223)).toBe('1 2 … 223')
  expect(named(112, 223)).toBe('1 … 111 112 113 … 223')
  expect(named(223, 223)).toBe('1 … 222 223')
})

test('a gap stands for at least two pages', () => {
  expect(named(3, 5)).toBe('1 2 3 4 5')
  expect(named(4, 7)).toBe('1 2 3 4 5 6 7')
  expect(named(5, 9)).toBe('1 … 4 5 6 … 9')
})

test('an address past the end of a list redirects to its last page', () => {
  expect(lastPageIfPastEnd(99, 17, 9)).toBe(2)
  expect(lastPageIfPastEnd(99, 0, 9)).toBe(1)
  expect([lastPageIfPastEnd(2, 17, 9), lastPageIfPastEnd(1, 0, 9)]).toEqual([undefined, undefined])
})
