import { countries, type CountryCode, countryNameFormatter, territories } from '@tradewind/contract/countries'

export interface CountryOption {
  code: CountryCode
  name: string
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
