import { type Language, languages } from '@tradewind/contract/kit/language'

const spoken = (tag: string) => languages.find((language) => language === tag.trim().slice(0, 2).toLowerCase())

/** The language that a visitor asks for: `?lang=` of the address, else the one of ours that their browser likes best. */
export const askedLanguage = (search: URLSearchParams, accepted = ''): Language | undefined => {
  const named = languages.find((language) => language === search.get('lang'))
  return named ?? preferredLanguage(accepted)
}

/** The language of ours that a browser likes best, by its Accept-Language. */
export const preferredLanguage = (accepted: string): Language | undefined =>
  accepted
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(/;\s*q=/)
      return { language: spoken(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ language, weight }) => language && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language
