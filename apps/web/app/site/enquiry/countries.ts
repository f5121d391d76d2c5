import { countries, type CountryCode, countryName, territories } from '@tradewind/contract/countries'

export interface CountryOption {
  code: CountryCode
  name: string
}

/** Returns a function for the name of a country in a language. */
export const nameIn = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (code: CountryCode) => (language === 'en' ? countryName(code) : (names.of(code) ?? countryName(code)))
}

/** Countries with their names in a language, sorted by that language's rules. */
export const countriesIn = (language: string, codes: readonly CountryCode[]): CountryOption[] => {
  const nameOf = nameIn(language)
  const { compare } = new Intl.Collator(language)
  return codes.map((code) => ({ code, name: nameOf(code) })).toSorted((one, other) => compare(one.name, other.name))
}

const codesOf = (list: readonly { code: CountryCode }[]) => list.map(({ code }) => code)

/** Every country, and the territories that have a code of their own. */
export const everyCountryIn = (language: string) => ({
  countries: countriesIn(language, codesOf(countries)),
  territories: countriesIn(language, codesOf(territories)),
})
