import { expect, test } from 'vitest'
import { languageNameFor } from './languageName.ts'

test('a language is named in the language of the reader', () => {
  expect(languageNameFor('de', 'en')).toBe('Englisch')
  expect(languageNameFor('es', 'en')).toBe('inglés')
  expect(languageNameFor('en', 'de')).toBe('German')
})
