import { expect, test } from 'vitest'
import { formatBytes, formatMegabytes } from '#ui/values/figures'

test('formats bytes in the largest unit that leaves at least one whole, with three significant digits', () => {
  expect([0, 999, 1000, 1_536_000, 20_400_000_000, 5e15].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1.54 MB',
    '20.4 GB',
    '5,000 TB',
  ])
  expect(formatBytes(1_540_000, 'de')).toBe('1,54 MB')
})

test('formats a quota of 2,048 MB as such, and its usage in the same unit', () => {
  const MB = 1024 * 1024
  expect([2048 * MB, 0, MB / 4, 9.5 * MB, 20.4 * MB].map((bytes) => formatMegabytes(bytes, 'en'))).toEqual([
    '2,048 MB',
    '0 MB',
    '0.25 MB',
    '9.5 MB',
    '20 MB',
  ])
  expect(formatMegabytes(2048 * MB, 'de')).toBe('2.048 MB')
})
