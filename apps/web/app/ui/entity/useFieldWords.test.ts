import { companyFields } from '@tradewind/contract/crm/company.fields'
import { expect, test } from 'vitest'
import { formatFieldValue } from './useFieldWords.ts'

const inWords = (field: keyof typeof companyFields, value: unknown) =>
  formatFieldValue(companyFields[field], value, { t: (english) => english, zone: 'Europe/Berlin' })

test('a country is told by its name, also where the history keeps its code', () => {
  expect([inWords('country', 'DE'), inWords('country', 'Germany')]).toEqual(['Germany', 'Germany'])
})

test('choices are told in words, and a name that looks like a code stays a name', () => {
  expect(inWords('companyTypeList', ['END_USER', 'ASSOCIATION'])).toBe('End User, Association')
  expect([inWords('legalName', 'DE'), inWords('taxRefNumber', null)]).toEqual(['DE', '–'])
})

test('a moment is told in the zone of who reads', () => {
  expect(inWords('dateCreated', '2026-03-09T22:30:00Z')).toBe('09-03-2026 23:30')
})
