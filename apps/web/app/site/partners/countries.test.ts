import { expect, test } from 'vitest'
import { countryChoices, localizeCards } from './countries.ts'

const scores = { score: 4, scoreBreakdown: { totalReviews: 1 } }
const cardOf = (country: string | null) => ({
  companyId: '1',
  companyName: 'Nord',
  brandLogoUID: null,
  isPartner: true,
  country,
  ...scores,
})

test('cards show country names in the page’s language', () => {
  const named = (language: string) =>
    localizeCards(language, ['Austria', "Côte d'Ivoire", null].map(cardOf)).map(({ country }) => country)
  expect(named('de')).toEqual(['Österreich', 'Côte d’Ivoire', null])
  expect(named('en')).toEqual(['Austria', "Côte d'Ivoire", null])
  expect(localizeCards('de', [cardOf('Austria')])).toEqual([cardOf('Österreich')])
})

const codes = (chosen?: 'AT' | 'ZA') => countryChoices('de', ['Austria', 'Cyprus', 'Egypt'], chosen).map(({ code }) => code)

test('sorts country choices by the language’s rules, and includes the chosen one once', () => {
  expect(codes()).toEqual(['EG', 'AT', 'CY'])
  expect(codes('AT')).toEqual(['EG', 'AT', 'CY'])
  expect(codes('ZA')).toEqual(['EG', 'AT', 'ZA', 'CY'])
})
