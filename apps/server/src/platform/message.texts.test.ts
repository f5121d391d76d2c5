import { expect, test } from 'vitest'
import { shippedTexts } from '#kit/catalogues'
import { fillPlaceholders } from '#platform/message.queries'

test('what stands in the holes of a text is taken as it is', () => {
  expect(fillPlaceholders(shippedTexts('de')['Hello {name},']!, { name: '{address}' })).toBe('Guten Tag {address},')
  expect(fillPlaceholders('Hello {name},', { name: 'Ada' })).toBe('Hello Ada,')
})

test('a hole without a value stays', () => {
  expect(fillPlaceholders('Nobody has filled {what}, nor {toString}', {})).toBe('Nobody has filled {what}, nor {toString}')
})
