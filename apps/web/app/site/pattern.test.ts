import { expect, test } from 'vitest'
import { patternOf, refusesTracking } from './usePageViews.ts'

test('reports an address as the pattern of its route, whatever the value of a parameter is', () => {
  expect(patternOf('/', {})).toBe('/')
  expect(patternOf('/crm/company/list/', {})).toBe('/crm/company/list')
  expect(patternOf('/crm/company/show/0f9', { uniqueId: '0f9' })).toBe('/crm/company/show/:uniqueId')
  expect(patternOf('/review/a%20b%2Fc', { token: 'a b/c' })).toBe('/review/:token')
  expect(patternOf('/blog/blog', { slug: 'blog' })).toBe('/blog/:slug')
})

test('reveals nothing of an address that no route matches or that does not contain its parameter', () => {
  expect(patternOf('/secret/of/mine', { '*': 'secret/of/mine' })).toBe('/*')
  expect(patternOf('/review/%E0%A4%A', { token: 'other' })).toBeUndefined()
})

test('does not count a browser that asks not to be tracked', () => {
  expect(refusesTracking({ doNotTrack: '1' })).toBe(true)
  expect(refusesTracking({ doNotTrack: null, globalPrivacyControl: true })).toBe(true)
  expect(refusesTracking({ doNotTrack: '0', globalPrivacyControl: false })).toBe(false)
})
