import { companyFields } from '@tradewind/contract/crm/company.fields'
import { expect, test } from 'vitest'
import { formatCustomValue, formatFieldValue } from './useFieldFormatter.ts'

const inWords = (field: keyof typeof companyFields, value: unknown) =>
  formatFieldValue(companyFields[field], value, { t: (english) => english, zone: 'Europe/Berlin' })

test('shows a country by its name, even if the history has its code', () => {
  expect([inWords('country', 'DE'), inWords('country', 'Germany')]).toEqual(['Germany', 'Germany'])
})

test('shows a country by its name in the reader’s language', () => {
  const reading = { t: (english: string) => (english === 'Germany' ? 'Deutschland' : english), zone: 'Europe/Berlin' }
  expect(['DE', 'Germany'].map((value) => formatFieldValue(companyFields.country, value, reading))).toEqual([
    'Deutschland',
    'Deutschland',
  ])
})

test('shows choices in words, and leaves a name that looks like a code unchanged', () => {
  expect(inWords('companyTypeList', ['END_USER', 'ASSOCIATION'])).toBe('End User, Association')
  expect([inWords('legalName', 'DE'), inWords('taxRefNumber', null)]).toEqual(['DE', '–'])
})

test('shows a time in the reader’s time zone', () => {
  expect(inWords('dateCreated', '2026-03-09T22:30:00Z')).toBe('09-03-2026 23:30')
})

const inGerman = (value: unknown) => formatCustomValue(value, { t: (english) => english, language: 'de' })

test('shows values of custom fields, whose type the history does not know, as pages do', () => {
  expect(['2026-03-09', 12_345.6789, true, false, null, 'Am Kai 1'].map(inGerman)).toEqual([
    '09-03-2026',
    '12.345,6789',
    'Yes',
    'No',
    '–',
    'Am Kai 1',
  ])
})
