import { expect, test } from 'vitest'
import { findBlank } from './mandatory.ts'

test('reports a mandatory field that is missing or has only blanks', () => {
  const mandatory = { name: 'Name is required', email: 'Email is required' }
  expect(findBlank({ name: '  ', email: 'a@b.example', comments: '' }, mandatory)).toEqual({ name: 'Name is required' })
  expect(findBlank({}, mandatory)).toEqual(mandatory)
  expect(findBlank({ name: 'Ida', email: 'x' }, mandatory)).toEqual({})
})
