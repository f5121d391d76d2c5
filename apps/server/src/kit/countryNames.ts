import { type CountryCode, countryCodes, countryName } from '@tradewind/contract/countries'
import { languages } from '@tradewind/contract/kit/language'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { normalizeText } from './database/list.ts'

type CountryNames = readonly { code: CountryCode; name: string }[]

const englishNames: CountryNames = countryCodes.map((code) => ({ code, name: normalizeText(countryName(code)) }))

let localizedNames: CountryNames | undefined

/** The names of countries in the languages of the product. */
const localizedCountryNames = () =>
  (localizedNames ??= languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countryCodes.map((code) => ({ code, name: normalizeText(names.of(code) ?? '') }))
  }))

const codesMatching = (names: CountryNames, text: string) => [
  ...new Set(names.filter(({ name }) => name.includes(text)).map(({ code }) => code)),
]

/** The countries whose English name contains the needle, or if none, whose name in another language of the product does: 'Deutschl'. */
const findCountriesByName = (needle: string): CountryCode[] => {
  const text = normalizeText(needle.trim())
  const found = codesMatching(englishNames, text)
  return found.length > 0 ? found : codesMatching(localizedCountryNames(), text)
}

/** The column has the code of a country whose name contains the needle. Rows store country codes, which have an index. */
export const isCountryNamed = (column: AnyPgColumn, needle: string): SQL =>
  sql`${column} = any(${sql.param(findCountriesByName(needle))})`
