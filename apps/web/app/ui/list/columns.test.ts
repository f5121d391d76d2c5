import { expect, test } from 'vitest'
import { directionOf, groupHeadings, nextSort, toggleKey } from './columns.ts'

test('a head sorts up, and when it does already, down', () => {
  expect([nextSort('country', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual(['name', '-name', 'name'])
})

test('the direction that is shown is the one that is asked', () => {
  expect(['name', '-name', 'country', undefined].map((sort) => directionOf(sort, 'name'))).toEqual([
    'ascending',
    'descending',
    'none',
    'none',
  ])
})

test('a tick comes and goes, and leaves the set before it alone', () => {
  const before = new Set(['a'])
  expect([...toggleKey(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggleKey(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})

const groupOf = (day: number) => (day < 3 ? 'Overdue' : 'Later')

test('a group is named where it begins, and not again while it goes on', () => {
  expect(groupHeadings({ rows: [1, 2, 3, 4], groupOf })).toEqual(['Overdue', undefined, 'Later', undefined])
  expect(groupHeadings({ rows: [1, 2] })).toEqual([undefined, undefined])
})
