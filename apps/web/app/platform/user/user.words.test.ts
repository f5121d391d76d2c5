import { expect, test } from 'vitest'
import { showIn } from './user.words.ts'

const show = showIn((english) => english)

test('roles, states and yes or no are told in words', () => {
  expect([show('adminRole', 'ROLE_BUISNESS'), show('role', ['ROLE_LEVEL3'])]).toEqual(['Business', 'Level 3'])
  expect([show('state', 'DEACTIVATED'), show('isPartner', false), show('isPartner', true)]).toEqual(['Closed', 'No', 'Yes'])
})

test('countries are told by name, also where they are kept as codes', () => {
  expect(show('allowedCountries', ['DE', 'Italy'])).toBe('Germany, Italy')
  expect([show('userCompanyCountry', 'IT'), show('userCompanyCountry', null)]).toEqual(['Italy', '–'])
})

test('a name that looks like a code stays a name, and nothing is a dash', () => {
  expect([show('lastName', 'DE'), show('middleName', null), show('allowedCountries', [])]).toEqual(['DE', '–', '–'])
})
