import { expect, test } from 'vitest'
import { directionOf, groupHeadings, nextSort, toggleKey } from './columns.ts'

test('a header sorts ascending, then descending', () => {
  expect([nextSort('country', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual(['name', '-name', 'name'])
})

test('shows the direction of the requested sort', () => {
  expect(['name', '-name', 'country', undefined].map((sort) => directionOf(sort, 'name'))).toEqual([
    'ascending',
    'descending',
    'none',
    'none',
  ])
})

test('toggles a key without changing the previous set', () => {
  const before = new Set(['a'])
  expect([...toggleKey(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggleKey(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})

const groupOf = (day: number) => (day < 3 ? 'Overdue' : 'Later')

test('names a group only at its first row', () => {
  expect(groupHeadings({ rows: [1, 2, 3, 4], groupOf })).toEqual(['Overdue', undefined, 'Later', undefined])
  expect(groupHeadings({ rows: [1, 2] })).toEqual([undefined, undefined])
})
