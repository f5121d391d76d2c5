import { expect, test } from 'vitest'
import { mostCompleteOf, valueSourcesOf } from './MergePage.tsx'

const fields = ['name', 'site', 'types']
const old = { uniqueId: 'old', name: 'Acme', site: null, types: [] }
const young = { uniqueId: 'young', name: 'Acme Ltd', site: 'https://acme.example', types: ['END_USER'] }

test('the most complete record stays, and of two equally complete ones the older', () => {
  expect(mostCompleteOf([old, young], fields)).toBe(young)
  expect(mostCompleteOf([old, { ...old, uniqueId: 'other' }], fields)).toBe(old)
})

test('an empty value loses, the remaining record’s values take precedence, and chosen values override both', () => {
  expect(valueSourcesOf([old, young], fields, 'old', {})).toEqual({ name: 'old', site: 'young', types: 'young' })
  expect(valueSourcesOf([old, young], fields, 'old', { site: 'old', name: 'young' })).toEqual({
    name: 'young',
    site: 'old',
    types: 'young',
  })
  expect(valueSourcesOf([old], fields, 'old', {})).toEqual({ name: 'old', site: 'old', types: 'old' })
})
