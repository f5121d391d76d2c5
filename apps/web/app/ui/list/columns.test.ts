import { expect, test } from 'vitest'
import { directionOf, sortAfter, toggled } from './columns.ts'

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
