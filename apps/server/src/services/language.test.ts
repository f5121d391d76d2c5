import { expect, test } from 'vitest'
import { requestedLanguage } from './language.ts'

const asked = (search: string, accepted?: string) => requestedLanguage(new URLSearchParams(search), accepted)

test('the address names the language, before the browser does', () => {
  expect(asked('lang=de', 'fr')).toBe('de')
})

test('of what the browser likes, the best that is spoken here is taken', () => {
  expect(asked('', 'pt-BR,pt;q=0.9,it;q=0.5,fr-CA;q=0.7')).toBe('fr')
  expect(asked('', 'es-419')).toBe('es')
})

test('a language that is refused, unknown or nonsense is not taken', () => {
  expect(asked('', 'de;q=0, pt')).toBeUndefined()
  expect(asked('lang=xx', '')).toBeUndefined()
  expect(asked('lang=constructor', ';;q=,,=')).toBeUndefined()
})
