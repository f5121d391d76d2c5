import { expect, test } from 'vitest'
import { findBlank } from './mandatory.ts'

test('a field that may not be empty is named while nothing but blanks stand in it', () => {
  const mandatory = { name: 'Name is required', email: 'Email is required' }
  expect(findBlank({ name: '  ', email: 'a@b.example', comments: '' }, mandatory)).toEqual({ name: 'Name is required' })
  expect(findBlank({}, mandatory)).toEqual(mandatory)
  expect(findBlank({ name: 'Ida', email: 'x' }, mandatory)).toEqual({})
})
