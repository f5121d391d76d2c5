import { expect, test } from 'vitest'
import { zoneOf } from './zone.ts'

const browser = () => 'Europe/Rome'

test('prefers the account’s time zone to the tenant’s, and the tenant’s to the browser’s', () => {
  expect(zoneOf({ timeZone: 'Asia/Tokyo', tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Asia/Tokyo')
  expect(zoneOf({ timeZone: null, tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Europe/Berlin')
  expect(zoneOf({ timeZone: null, tenantTimeZone: '' }, browser)).toBe('Europe/Rome')
  expect(zoneOf(null, browser)).toBe('Europe/Rome')
})

test('skips a time zone that the browser does not know', () => {
  expect(zoneOf({ timeZone: 'Mars/Olympus_Mons', tenantTimeZone: 'Europe/Berlin' }, browser)).toBe('Europe/Berlin')
})
