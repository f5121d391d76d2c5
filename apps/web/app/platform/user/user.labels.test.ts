import { englishOf } from '@tradewind/contract/kit/phrase'
import { expect, test } from 'vitest'
import { showIn } from './user.labels.ts'

const show = showIn(englishOf)

test('shows roles, states and yes or no in words', () => {
  expect([show('adminRole', 'ROLE_BUISNESS'), show('role', ['ROLE_LEVEL3'])]).toEqual(['Business', 'Level 3'])
  expect([show('state', 'DEACTIVATED'), show('isPartner', false), show('isPartner', true)]).toEqual(['Closed', 'No', 'Yes'])
})

test('shows countries by name, even if they are stored as codes', () => {
  expect(show('allowedCountries', ['DE', 'Italy'])).toBe('Germany, Italy')
  expect([show('userCompanyCountry', 'IT'), show('userCompanyCountry', null)]).toEqual(['Italy', '–'])
})

test('leaves a name that looks like a code unchanged, and shows an empty value as a dash', () => {
  expect([show('lastName', 'DE'), show('middleName', null), show('allowedCountries', [])]).toEqual(['DE', '–', '–'])
})
