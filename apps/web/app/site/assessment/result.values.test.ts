import { expect, test } from 'vitest'
import { scoreText } from '#site/assessment/Radar'

test('formats a score with 2 decimals in the reader’s language', () => {
  expect([3, 3.456, 3.333, 4.0000001, 1.9999, 0].map((score) => scoreText(score, 'en'))).toEqual([
    '3.00',
    '3.46',
    '3.33',
    '4.00',
    '2.00',
    '0.00',
  ])
  expect(scoreText(3.4, 'de')).toBe('3,40')
})
