import { expect, test } from 'vitest'
import { isAmbiguousNumber, parseNumber } from './number.ts'

test.each([
  ['1.234', '.', 1234],
  ['1,234', '.', 1.234],
  ['1.234', ',', 1.234],
  ['1,234', ',', 1234],
  ['1.234', undefined, 1.234],
  ['1,234', undefined, 1.234],
  ['1.234,5', ',', 1234.5],
  ['1,234.5', '.', 1234.5],
  ['1.234.567', undefined, 1_234_567],
  ['-12.345', '.', -12_345],
  ['−5', '.', -5],
  ['0.123', '.', 0.123],
  ['1.5', '.', 1.5],
  ['12,50', ',', 12.5],
  ['1234.567', '.', 1234.567],
  ['7.', '.', 7],
  [',5', ',', 0.5],
  ['1 234,5', undefined, 1234.5],
  ['1’234.5', undefined, 1234.5],
  ['1.2.3', '.', undefined],
  ['1,23,4', ',', undefined],
  ['', '.', undefined],
  ['.', '.', undefined],
  ['many', '.', undefined],
] as const)('reads “%s” with %s between thousands as %s', (text, group, number) => {
  expect(parseNumber(text, group)).toBe(number)
})

test('a text with one sign before three digits is ambiguous', () => {
  expect([isAmbiguousNumber('1,234', ','), isAmbiguousNumber('1.234', '.'), isAmbiguousNumber('-999.000', '.')]).toEqual([
    true,
    true,
    true,
  ])
  for (const text of ['0.123', '1.2340', '1.234', '1,234.5', '1234,567', '1.23']) expect(isAmbiguousNumber(text, ',')).toBe(false)
})
