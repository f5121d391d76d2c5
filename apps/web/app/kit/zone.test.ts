import { expect, test } from 'vitest'
import { zoneOf } from './zone.ts'

const browser = () => 'Europe/Rome'

test('the account’s zone comes before the tenant’s, and the tenant’s before the browser’s', () => {
  expect(zoneOf({ timeZone: 'Asia/Tokyo', tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Asia/Tokyo')
  expect(zoneOf({ timeZone: null, tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Europe/Berlin')
  expect(zoneOf({ timeZone: null, tenantTimeZone: '' }, browser)).toBe('Europe/Rome')
  expect(zoneOf(null, browser)).toBe('Europe/Rome')
})

test('a zone that the browser does not know is passed over', () => {
  expect(zoneOf({ timeZone: 'Mars/Olympus_Mons', tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Europe/Berlin')
})
