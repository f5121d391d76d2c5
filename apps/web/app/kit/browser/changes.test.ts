import { expect, test } from 'vitest'
import { changesSince, valuesIn } from './changes.ts'

test('only what is no longer what it was is a change', () => {
  expect(changesSince({ name: 'A', types: ['X'] }, { name: 'B', types: ['X'] })).toEqual({ name: 'B' })
  expect(changesSince({ types: ['X'] }, { types: ['X', 'Y'] })).toEqual({ types: ['X', 'Y'] })
  expect(changesSince({ name: 'A' }, { name: 'A' })).toEqual({})
})

test('a record fills a form’s fields, and nothing else', () => {
  expect(valuesIn({ uniqueId: '1', name: 'A', address: null }, { name: '', address: '' })).toEqual({ name: 'A', address: '' })
})
