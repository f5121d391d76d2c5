import { expect, test } from 'vitest'
import { holesIn, nameOf, previewOf } from './message.words.ts'

test('a text that counts is shown for one and for more, in the figures of its language', () => {
  const key = '{count} record|{count} records'
  expect(previewOf({ key, language: 'de' }, '{count} Satz|{count} Sätze')).toEqual(['1 Satz', '1.234 Sätze'])
})

test('a preview puts something into every hole of the key, and leaves what is no hole of it', () => {
  const key = 'Hello {name} at {somewhere}'
  expect(previewOf({ key, language: 'en' }, 'Hi {name}, {somewhere}, {typo}')).toEqual(['Hi Acme, …, {typo}'])
  expect(holesIn('{name} and {name} of {tenant}')).toEqual(['{name}', '{tenant}'])
})

test('a long text is called by its beginning', () => {
  expect(nameOf({ key: 'x'.repeat(60) })).toBe('x'.repeat(60))
  expect(nameOf({ key: 'x'.repeat(61) })).toBe(`${'x'.repeat(59)}…`)
})
