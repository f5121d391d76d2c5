import { expect, test } from 'vitest'
import { formatAge, formatDuration } from './processes.tsx'

test('formats an age in the largest unit that it fills, and a short duration in milliseconds', () => {
  expect([0, 59, 60, 7200, 200_000].map((seconds) => formatAge(seconds, 'en'))).toEqual([
    '0 seconds',
    '59 seconds',
    '1 minute',
    '2 hours',
    '2 days',
  ])
  expect([250.4, 1500].map((milliseconds) => formatDuration(milliseconds, 'en'))).toEqual(['250 ms', '1.5 sec'])
})
