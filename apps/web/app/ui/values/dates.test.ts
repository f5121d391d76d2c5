import { expect, test } from 'vitest'
import { dayOf, momentOf, sinceThen } from './dates.ts'

const at = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
  new Date(year, month - 1, day, hour, minute).toISOString()

test('days are written day first, in the reader’s time zone', () => {
  expect(dayOf(at(2026, 3, 9, 23, 59))).toBe('09-03-2026')
  expect(momentOf(at(2026, 3, 9, 8, 5))).toBe('09-03-2026 08:05')
})

test('what is no day is told as none', () => expect([dayOf('soon'), momentOf('soon')]).toEqual([null, null]))

test('how long ago is said in the reader’s language', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  expect(sinceThen('2026-03-09T12:00:00Z', 'en', now)).toBe('yesterday')
  expect(sinceThen('2026-02-17T12:00:00Z', 'en', now)).toBe('3 weeks ago')
  expect(sinceThen('2026-03-10T11:55:00Z', 'de', now)).toBe('vor 5 Minuten')
})
