import { expect, test } from 'vitest'
import { countries, countryCodes, countryName, countryNameFormatter, isCountryCode, territories } from './countries.ts'

test('lists the sovereign countries by name, and the territories separately', () => {
  expect(countries).toHaveLength(197)
  expect(countryCodes).toHaveLength(countries.length + territories.length)
  expect(countries.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Albania', 'Algeria'])
  expect(countries).toContainEqual({ code: 'DE', name: 'Germany' })
  expect(countries.map(({ code }) => code)).not.toContain('HK')
  expect(territories).toContainEqual({ code: 'HK', name: 'Hong Kong' })
})

test('accents do not affect the sort order of names', () => {
  const names = territories.map(({ name }) => name)
  expect(names[0]).toBe('Åland Islands')
  expect(names.indexOf('Réunion')).toBe(names.indexOf('Saint Barthélemy') - 1)
})

test('each country has a unique name', () => {
  expect(new Set(countryCodes.map(countryName)).size).toBe(250)
  expect(countryName('KR')).toBe('South Korea')
})

test('recognises only existing country codes, in upper case', () => {
  expect(['DE', 'XK', 'de', 'XX', 'toString', ''].map(isCountryCode)).toEqual([true, true, false, false, false, false])
})

const named = (language: string) => (['HK', 'PS', 'GB', 'US', 'CI'] as const).map(countryNameFormatter(language))

test('names countries in a language of the product: in English as on the wire, otherwise by their short names without abbreviations', () => {
  expect(named('en')).toEqual(['Hong Kong', 'Palestine', 'United Kingdom', 'United States', "Côte d'Ivoire"])
  expect(named('de')).toEqual(['Hongkong', 'Palästina', 'Vereinigtes Königreich', 'Vereinigte Staaten', 'Côte d’Ivoire'])
  expect(named('it').slice(0, 2)).toEqual(['Hong Kong', 'Palestina'])
})
