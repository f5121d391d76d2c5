import { countries, type CountryCode, countryName, territories } from '@tradewind/contract/countries'
import { countryCode } from '@tradewind/contract/country-spellings'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'

export interface CountryOption {
  code: CountryCode
  name: string
}

/** Returns a function for the name of a country in a language. */
const countryNameFormatter = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (code: CountryCode) => (language === 'en' ? countryName(code) : (names.of(code) ?? countryName(code)))
}

/** Countries with their names in a language, sorted by that language's rules. */
export const countryOptions = (language: string, codes: readonly CountryCode[]): CountryOption[] => {
  const nameOf = countryNameFormatter(language)
  const { compare } = new Intl.Collator(language)
  return codes.map((code) => ({ code, name: nameOf(code) })).toSorted((one, other) => compare(one.name, other.name))
}

const codesOf = (list: readonly { code: CountryCode }[]) => list.map(({ code }) => code)

/** Every country, and the territories that have a code of their own. */
export const allCountryOptions = (language: string) => ({
  countries: countryOptions(language, codesOf(countries)),
  territories: countryOptions(language, codesOf(territories)),
})

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
