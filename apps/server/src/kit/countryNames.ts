import { type CountryCode, countryCodes, countryName, countryNameFormatter } from '@tradewind/contract/countries'
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
    const nameOf = countryNameFormatter(language)
    return countryCodes.map((code) => ({ code, name: normalizeText(nameOf(code)) }))
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

/** From this length on, the beginning of a country's name stands for the country in a search. */
const BEGINNING_LENGTH = 5

/**
 * The column has the code of a country whose name in another language than English is the text, or begins with it: 'Deutschland' in a search.
 * Undefined if there is none, or only such as search texts contain anyway, by their English names.
 */
export const isCountryNamedAbroad = (column: AnyPgColumn, searched = ''): SQL | undefined => {
  const text = normalizeText(searched.trim())
  const isFound = (name: string) => name === text || (text.length >= BEGINNING_LENGTH && name.startsWith(text))
  const inSearchTexts = codesMatching(englishNames, text)
  const found = localizedCountryNames().flatMap(({ code, name }) =>
    isFound(name) && !inSearchTexts.includes(code) ? [code] : [],
  )
  return found.length > 0 ? sql`${column} = any(${sql.param([...new Set(found)])})` : undefined
}

/** The column has the code of a country whose name contains the needle. Rows store country codes, which have an index. */
export const isCountryNamed = (column: AnyPgColumn, needle: string): SQL =>
  sql`${column} = any(${sql.param(findCountriesByName(needle))})`
