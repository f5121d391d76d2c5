import { expect, test } from 'vitest'
import { directionOf, groupsOf, sortAfter, toggled } from './columns.ts'

test('a head sorts up, and when it does already, down', () => {
  expect([sortAfter('country', 'name'), sortAfter('name', 'name'), sortAfter('-name', 'name')]).toEqual(['name', '-name', 'name'])
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
  expect([...toggled(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggled(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})

const groupOf = (day: number) => (day < 3 ? 'Overdue' : 'Later')

test('a group is named where it begins, and not again while it goes on', () => {
  expect(groupsOf({ rows: [1, 2, 3, 4], groupOf })).toEqual(['Overdue', undefined, 'Later', undefined])
  expect(groupsOf({ rows: [1, 2] })).toEqual([undefined, undefined])
})
