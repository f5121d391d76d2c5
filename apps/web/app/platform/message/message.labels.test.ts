import { expect, test } from 'vitest'
import { placeholdersIn, nameOf, previewOf } from './message.labels.ts'

test('previews a text with a count in singular and plural, with numbers in its language', () => {
  const key = '{count} record|{count} records'
  expect(previewOf({ key, language: 'de' }, '{count} Satz|{count} Sätze')).toEqual(['1 Satz', '1.234 Sätze'])
})

test('a preview fills every placeholder of the key, and leaves those that the key does not have', () => {
  const key = 'Hello {name} at {somewhere}'
  expect(previewOf({ key, language: 'en' }, 'Hi {name}, {somewhere}, {typo}')).toEqual(['Hi Acme, …, {typo}'])
  expect(placeholdersIn('{name} and {name} of {tenant}')).toEqual(['{name}', '{tenant}'])
})

test('shortens a long text to its beginning to name it', () => {
  expect(nameOf({ key: 'x'.repeat(60) })).toBe('x'.repeat(60))
  expect(nameOf({ key: 'x'.repeat(61) })).toBe(`${'x'.repeat(59)}…`)
})
