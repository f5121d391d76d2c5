import { expect, test } from 'vitest'
import { shippedTexts } from '#kit/catalogues'
import { fillPlaceholders } from '#platform/message.queries'

test('inserts placeholder values verbatim', () => {
  expect(fillPlaceholders(shippedTexts('de')['Hello {name},']!, { name: '{address}' })).toBe('Guten Tag {address},')
  expect(fillPlaceholders('Hello {name},', { name: 'Ada' })).toBe('Hello Ada,')
})

test('leaves a placeholder without a value in place', () => {
  expect(fillPlaceholders('Nobody has filled {what}, nor {toString}', {})).toBe('Nobody has filled {what}, nor {toString}')
})
