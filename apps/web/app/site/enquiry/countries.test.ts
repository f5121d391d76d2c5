import { targetMarkets } from '@tradewind/contract/site/lead.constants'
import { expect, test } from 'vitest'
import { allCountryOptions, countryOptions } from './countries.ts'

test('names countries in the language, and sorts them by its rules', () => {
  expect(countryOptions('de', ['ZA', 'AT', 'DE', 'EG'])).toEqual([
    { code: 'EG', name: 'Ägypten' },
    { code: 'DE', name: 'Deutschland' },
    { code: 'AT', name: 'Österreich' },
    { code: 'ZA', name: 'Südafrika' },
  ])
})

test('uses the product’s English country names', () => {
  expect(countryOptions('en', ['MM', 'CD']).map(({ name }) => name)).toEqual(['Democratic Republic of the Congo', 'Myanmar'])
})

test('the full list has each country once, and the list of target markets is shorter', () => {
  for (const language of ['en', 'fr']) {
    const { countries, territories } = allCountryOptions(language)
    expect(countries.length).toBeGreaterThan(190)
    const names = [...countries, ...territories].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
  expect(countryOptions('it', targetMarkets)).toHaveLength(targetMarkets.length)
})
