import { countryCode } from '@tradewind/contract/country-spellings'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { countriesIn, nameIn } from '#site/enquiry/countries'

// Only for loaders: in a browser it would load the names of all countries for the few that are shown.

/** The cards with the names of their countries in a language. */
export const cardsIn = (language: string, cards: readonly PartnerCard[]): PartnerCard[] => {
  const nameOf = nameIn(language)
  return cards.map(({ country, ...card }) => {
    const code = country && countryCode(country)
    return { ...card, country: code ? nameOf(code) : country }
  })
}

/** The countries in the reply and the chosen one, as options: with their names in a language, sorted by its rules. */
export const choicesIn = (language: string, answered: readonly string[], chosen: string | undefined) => {
  const codes = [...answered, chosen ?? ''].map(countryCode).filter((code) => code !== undefined)
  return countriesIn(language, [...new Set(codes)])
}
