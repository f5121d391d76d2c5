import { expect, test } from 'vitest'
import { patternOf, refusesTracking } from './usePageViews.ts'

test('an address is told by the pattern of its route, whatever stands in the place of a parameter', () => {
  expect(patternOf('/', {})).toBe('/')
  expect(patternOf('/crm/company/list/', {})).toBe('/crm/company/list')
  expect(patternOf('/crm/company/show/0f9', { uniqueId: '0f9' })).toBe('/crm/company/show/:uniqueId')
  expect(patternOf('/review/a%20b%2Fc', { token: 'a b/c' })).toBe('/review/:token')
  expect(patternOf('/blog/blog', { slug: 'blog' })).toBe('/blog/:slug')
})

test('an address that no route knows, and one that does not show its parameter, give nothing away', () => {
  expect(patternOf('/secret/of/mine', { '*': 'secret/of/mine' })).toBe('/*')
  expect(patternOf('/review/%E0%A4%A', { token: 'other' })).toBeUndefined()
})

test('a browser that asks not to be followed is not counted', () => {
  expect(refusesTracking({ doNotTrack: '1' })).toBe(true)
  expect(refusesTracking({ doNotTrack: null, globalPrivacyControl: true })).toBe(true)
  expect(refusesTracking({ doNotTrack: '0', globalPrivacyControl: false })).toBe(false)
})
