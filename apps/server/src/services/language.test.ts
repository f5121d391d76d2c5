import { expect, test } from 'vitest'
import { requestedLanguage } from './language.ts'

const asked = (search: string, accepted?: string) => requestedLanguage(new URLSearchParams(search), accepted)

test('the language in the URL takes precedence over the browser’s', () => {
  expect(asked('lang=de', 'fr')).toBe('de')
})

test('picks the supported language that the browser prefers most', () => {
  expect(asked('', 'pt-BR,pt;q=0.9,it;q=0.5,fr-CA;q=0.7')).toBe('fr')
  expect(asked('', 'es-419')).toBe('es')
})

test('ignores a language that is excluded with q=0, unknown or malformed', () => {
  expect(asked('', 'de;q=0, pt')).toBeUndefined()
  expect(asked('lang=xx', '')).toBeUndefined()
  expect(asked('lang=constructor', ';;q=,,=')).toBeUndefined()
})
