import { expect, test } from 'vitest'
import { identityApi } from '../platform/identity.contract.ts'
import { findTimeZone } from './fields.ts'

test('a time zone is that of a place, by the name that it is known by', () => {
  expect(findTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  expect(findTimeZone('europe/berlin')).toBe('Europe/Berlin')
  expect(findTimeZone('UTC')).toBe('UTC')
})

test.each(['', '+02:00', '-0530', 'Europe/Atlantis', 'local', '\0'])('%j is none: an offset is no place', (name) => {
  expect(findTimeZone(name)).toBeUndefined()
  expect(identityApi.saveChoices.input.safeParse({ timeZone: name }).success).toBe(false)
})
