import { expect, test } from 'vitest'
import { changesSince, conflictsOf, formValuesOf, rebaseStart } from './drafts.ts'

test('only a value that differs from the original is a change', () => {
  expect(changesSince({ name: 'A', types: ['X'] }, { name: 'B', types: ['X'] })).toEqual({ name: 'B' })
  expect(changesSince({ types: ['X'] }, { types: ['X', 'Y'] })).toEqual({ types: ['X', 'Y'] })
  expect(changesSince({ name: 'A' }, { name: 'A' })).toEqual({})
})

test('a record fills only the fields of the form', () => {
  expect(formValuesOf({ uniqueId: '1', name: 'A', address: null }, { name: '', address: '' })).toEqual({ name: 'A', address: '' })
})

const start = { from: { name: 'A', city: '' }, base: '2026-11-20T10:00:00.000Z' }
const later = '2026-11-20T10:00:00.001Z'

test('a form without input follows its record', () => {
  const newer = { from: { name: 'B', city: '' }, base: later }
  expect(rebaseStart(start, newer, { name: 'A', city: '' })).toBe(newer)
})

test('input is carried over if the record changed outside the form’s fields', () => {
  expect(rebaseStart(start, { ...start, base: later }, { name: 'A', city: 'typed' })).toEqual({ ...start, base: later })
})

test('input is carried over if other fields have changed', () => {
  const newer = { from: { name: 'B', city: '' }, base: later }
  expect(rebaseStart(start, newer, { name: 'A', city: 'typed' })).toBe(newer)
})

test('input in a field that has changed since stays on its version', () => {
  expect(rebaseStart(start, { from: { name: 'B', city: 'saved' }, base: later }, { name: 'A', city: 'typed' })).toBe(start)
})

test('only fields changed on both sides to different values are in conflict', () => {
  const [from, values] = [
    { a: '', b: '', c: '', d: ['x'] },
    { a: 'mine', b: 'mine', c: '', d: ['y'] },
  ]
  expect(conflictsOf(from, values, { a: 'theirs', b: '', c: 'theirs', d: ['y'] })).toEqual(['a'])
})

test('input that equals the newer record is no longer based on the older version', () => {
  const newer = { from: { name: 'B', city: 'typed' }, base: later }
  expect(rebaseStart(start, newer, { name: 'B', city: 'typed' })).toBe(newer)
})

test('an older record, or none, changes nothing', () => {
  expect(rebaseStart(start, { from: { name: 'B', city: '' }, base: '2026-11-20T09:59:59.999Z' }, start.from)).toBe(start)
  const blank = { from: { name: '', city: '' }, base: null }
  expect(rebaseStart(blank, { ...blank }, { name: 'typed', city: '' })).toBe(blank)
})
