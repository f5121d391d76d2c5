import { expect, test } from 'vitest'
import { dayInSentence, formatDay, formatMoment, today, weekOf } from './dates.ts'
import { formatRelativeTime } from './RelativeTime.tsx'

test('formats days with the day first, in the requested time zone', () => {
  const evening = '2026-03-09T22:59:00Z'
  expect(formatDay(evening, 'Europe/Berlin')).toBe('09-03-2026')
  expect(formatDay(evening, 'Asia/Tokyo')).toBe('10-03-2026')
  expect(formatMoment(evening, 'Asia/Tokyo')).toBe('10-03-2026 07:59')
  expect(formatMoment('2026-03-09T23:05:00Z', 'Europe/Berlin')).toBe('10-03-2026 00:05')
})

test('a day in a sentence has hyphens at which no line ends', () => {
  expect(dayInSentence('2026-03-09')).toBe('09\u201103\u20112026')
  expect(dayInSentence('soon')).toBe('')
})

test('returns null for an invalid day', () => expect([formatDay('soon'), formatMoment('soon')]).toEqual([null, null]))

test('formats relative time in the reader’s language', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  expect(formatRelativeTime('2026-03-09T12:00:00Z', 'en', now)).toBe('yesterday')
  expect(formatRelativeTime('2026-02-17T12:00:00Z', 'en', now)).toBe('3 weeks ago')
  expect(formatRelativeTime('2026-03-10T11:55:00Z', 'de', now)).toBe('vor 5 Minuten')
})

test('yesterday is the day before today, however many hours ago', () => {
  const [night, evening] = [Date.parse('2026-03-11T00:30:00Z'), Date.parse('2026-03-11T23:00:00Z')]
  expect(formatRelativeTime('2026-03-09T20:00:00Z', 'en', night, 'UTC')).toBe('2 days ago')
  expect(formatRelativeTime('2026-03-10T00:30:00Z', 'de', evening, 'UTC')).toBe('gestern')
  expect(formatRelativeTime('2026-03-13T01:00:00Z', 'en', evening, 'America/Los_Angeles')).toBe('tomorrow')
  expect(formatRelativeTime('2026-03-09T20:00:00Z', 'en', night, 'America/Los_Angeles')).toBe('yesterday')
})

test('does not call last week, month or year what may be earlier', () => {
  const monday = Date.parse('2026-03-02T12:00:00Z')
  expect(formatRelativeTime('2026-02-20T12:00:00Z', 'en', monday, 'UTC')).toBe('1 week ago')
  expect(formatRelativeTime('2026-01-20T12:00:00Z', 'en', monday, 'UTC')).toBe('1 month ago')
  expect(formatRelativeTime('2024-11-20', 'en', monday, 'UTC')).toBe('1 year ago')
})

test('a calendar day is the same in every time zone', () => {
  expect(formatDay('2026-03-09', 'America/Los_Angeles')).toBe('09-03-2026')
  expect(formatDay('2026-03-09', 'Pacific/Auckland')).toBe('09-03-2026')
})

test('today is the current day in the reader’s time zone, and relative days count from it', () => {
  const evening = Date.parse('2026-03-10T22:00:00Z')
  expect([today('America/Los_Angeles', evening), today('Asia/Tokyo', evening)]).toEqual(['2026-03-10', '2026-03-11'])
  expect(formatRelativeTime('2026-03-10', 'en', evening, 'America/Los_Angeles')).toBe('today')
  expect(formatRelativeTime('2026-03-10', 'en', evening, 'Asia/Tokyo')).toBe('yesterday')
  expect(formatRelativeTime('2026-03-14', 'en', evening, 'Asia/Tokyo')).toBe('in 3 days')
})

test('a week runs from Monday to Sunday, across the ends of months and years', () => {
  const week = { dateFrom: '2025-12-29', dateTo: '2026-01-04' }
  for (const day of ['2025-12-29', '2026-01-01', '2026-01-04']) expect(weekOf(day)).toEqual(week)
  expect(weekOf('2026-01-05')).toEqual({ dateFrom: '2026-01-05', dateTo: '2026-01-11' })
})
