import { expect, test } from 'vitest'
import { identityApi } from '../platform/identity.contract.ts'
import { findTimeZone } from './fields.ts'

test('a time zone is found by its name, in any letter case', () => {
  expect(findTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  expect(findTimeZone('europe/berlin')).toBe('Europe/Berlin')
  expect(findTimeZone('UTC')).toBe('UTC')
})

test.each(['', '+02:00', '-0530', 'Europe/Atlantis', 'local', '\0'])(
  '%j is not accepted as a time zone: an offset is not a place',
  (name) => {
    expect(findTimeZone(name)).toBeUndefined()
    expect(identityApi.saveChoices.input.safeParse({ timeZone: name }).success).toBe(false)
  },
)
