import { countryCode } from '@tradewind/contract/country-spellings'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { countriesIn, nameIn } from '#site/enquiry/countries'

// For loaders alone: a browser would load every country for the few that it shows.

/** Cards as they were answered, their countries by their names in a language. */
export const cardsIn = (language: string, cards: readonly PartnerCard[]): PartnerCard[] => {
  const nameOf = nameIn(language)
  return cards.map(({ country, ...card }) => {
    const code = country && countryCode(country)
    return { ...card, country: code ? nameOf(code) : country }
  })
}

/** Countries as they were answered, and another one that is chosen, to choose from: by their names in a language and in its order. */
export const choicesIn = (language: string, answered: readonly string[], chosen: string | undefined) => {
  const codes = [...answered, chosen ?? ''].map(countryCode).filter((code) => code !== undefined)
  return countriesIn(language, [...new Set(codes)])
}
