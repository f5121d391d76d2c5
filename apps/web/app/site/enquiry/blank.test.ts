import { expect, test } from 'vitest'
import { blankIn } from './blank.ts'

test('a field that may not be empty is named while nothing but blanks stand in it', () => {
  const mandatory = { name: 'Name is required', email: 'Email is required' }
  expect(blankIn({ name: '  ', email: 'a@b.example', comments: '' }, mandatory)).toEqual({ name: 'Name is required' })
  expect(blankIn({}, mandatory)).toEqual(mandatory)
  expect(blankIn({ name: 'Ida', email: 'x' }, mandatory)).toEqual({})
})
