import { expect, test } from 'vitest'
import { shippedTexts } from '#kit/catalogues'
import { filled } from '#platform/message.queries'

test('what stands in the holes of a text is taken as it is', () => {
  expect(filled(shippedTexts('de')['Hello {name},']!, { name: '{address}' })).toBe('Guten Tag {address},')
  expect(filled('Hello {name},', { name: 'Ada' })).toBe('Hello Ada,')
})

test('a hole without a value stays', () => {
  expect(filled('Nobody has filled {what}, nor {toString}', {})).toBe('Nobody has filled {what}, nor {toString}')
})
