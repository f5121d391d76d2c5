import { targetMarkets } from '@tradewind/contract/site/lead.words'
import { expect, test } from 'vitest'
import { countriesIn, everyCountryIn } from './countries.ts'

test('countries bear their names in the language, in its order', () => {
  expect(countriesIn('de', ['ZA', 'AT', 'DE', 'EG'])).toEqual([
    { code: 'EG', name: 'Ägypten' },
    { code: 'DE', name: 'Deutschland' },
    { code: 'AT', name: 'Österreich' },
    { code: 'ZA', name: 'Südafrika' },
  ])
})

test('in English they are called as everywhere in the product', () => {
  expect(countriesIn('en', ['MM', 'CD']).map(({ name }) => name)).toEqual(['Democratic Republic of the Congo', 'Myanmar'])
})

test('the full list holds each country once, the list of markets fewer', () => {
  for (const language of ['en', 'fr']) {
    const { countries, territories } = everyCountryIn(language)
    expect(countries.length).toBeGreaterThan(190)
    const names = [...countries, ...territories].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
  expect(countriesIn('it', targetMarkets)).toHaveLength(targetMarkets.length)
})
