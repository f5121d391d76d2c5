import { type CountryCode, countryNameFormatter } from '@tradewind/contract/countries'
import { type Language, languages } from '@tradewind/contract/kit/language'

const findLanguage = (tag: string) => languages.find((language) => language === tag.trim().slice(0, 2).toLowerCase())

/** The language that a visitor requests: `?lang=` of the URL, else the supported one that their browser prefers. */
export const requestedLanguage = (search: URLSearchParams, accepted = ''): Language | undefined => {
  const requested = languages.find((language) => language === search.get('lang'))
  return requested ?? preferredLanguage(accepted)
}

/** The supported language that a browser prefers, by its Accept-Language header. */
export const preferredLanguage = (accepted: string): Language | undefined =>
  accepted
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(/;\s*q=/)
      return { language: findLanguage(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ language, weight }) => language && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language

/** The language for a user's page: the one they have chosen, else the one their browser prefers, else the tenant's. */
export const languageOf = (
  chosen: Language | null | undefined,
  accepted: string | undefined,
  { DEFAULT_LANGUAGE }: { DEFAULT_LANGUAGE: unknown },
): Language => chosen ?? preferredLanguage(accepted ?? '') ?? (DEFAULT_LANGUAGE as Language)

const nameFormatters = new Map(languages.map((language) => [language, countryNameFormatter(language)]))

/** The name of a country in a language. */
export const countryNameIn = (language: Language, code: string) => nameFormatters.get(language)!(code as CountryCode)
