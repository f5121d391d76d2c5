import { countryNameFormatter } from '@tradewind/contract/countries'
import { countryCode } from '@tradewind/contract/country-spellings'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { countryOptions } from '#site/enquiry/countries'

// Only for loaders: in a browser it would load the names of all countries for the few that are shown.

/** The cards with the names of their countries in a language. */
export const localizeCards = (language: string, cards: readonly PartnerCard[]): PartnerCard[] => {
  const nameOf = countryNameFormatter(language)
  return cards.map(({ country, ...card }) => {
    const code = country && countryCode(country)
    return { ...card, country: code ? nameOf(code) : country }
  })
}

/** The countries in the reply and the chosen one, as options: with their names in a language, sorted by its rules. */
export const countryChoices = (language: string, answered: readonly string[], chosen: string | undefined) => {
  const codes = [...answered, chosen ?? ''].map(countryCode).filter((code) => code !== undefined)
  return countryOptions(language, [...new Set(codes)])
}
