import { expect, test } from 'vitest'
import { showIn } from './company.shown.ts'

const show = showIn((english) => english)

test('a country is told by its name, also where the history keeps its code', () => {
  expect([show('country', 'DE'), show('country', 'Germany')]).toEqual(['Germany', 'Germany'])
})

test('types are told in words, and a name that looks like a code stays a name', () => {
  expect(show('companyTypeList', ['END_USER', 'ASSOCIATION'])).toBe('End User, Association')
  expect([show('legalName', 'DE'), show('taxRefNumber', null)]).toEqual(['DE', '–'])
})
