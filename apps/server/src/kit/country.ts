import { type CountryCode, countryCodes, countryName } from '@tradewind/contract/countries'
import { plain } from './database/list.ts'

const names = countryCodes.map((code) => ({ code, name: plain(countryName(code)) }))

/** The countries in whose names the needle stands: rows keep codes, and these have an index. */
export const countriesNamed = (needle: string): CountryCode[] => {
  const text = plain(needle.trim())
  return names.filter(({ name }) => name.includes(text)).map(({ code }) => code)
}
