import { expect, test } from 'vitest'
import { formatLongDay } from './textFormat.ts'

test('public pages show a day in full in the reader’s language, the same in every time zone', () => {
  expect(formatLongDay('en', '2026-03-09')).toBe('9 March 2026')
  expect(formatLongDay('de', '2026-03-09T23:59:00Z')).toBe('9. März 2026')
})
