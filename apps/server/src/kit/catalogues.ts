import { countryCodes, countryName, countryNameFormatter } from '@tradewind/contract/countries'
import { type Language, languages } from '@tradewind/contract/kit/language'
import { readFileSync } from 'node:fs'

export type Texts = Readonly<Record<string, string>>

/** The modules with texts of their own. Texts that several modules use belong to the kit. */
export const modules = ['kit', 'platform', 'crm', 'trust', 'site', 'drive', 'operations'] as const

export const textsFile = (module: (typeof modules)[number], language: Language) =>
  new URL(`../${module}/texts/${language}.json`, import.meta.url)

/** The names of countries in a language, by their English names, which the wire carries (decision 053). */
const countryTexts = (language: Language): Texts => {
  const nameOf = countryNameFormatter(language)
  return Object.fromEntries(countryCodes.map((code) => [countryName(code), nameOf(code)]))
}

const loadTexts = (language: Language): Texts => {
  if (language === 'en') return {}
  const files = modules.map((module) => JSON.parse(readFileSync(textsFile(module, language), 'utf8')) as Texts)
  return Object.assign(countryTexts(language), ...files) as Texts
}

const textsByLanguage = new Map(languages.map((language) => [language, loadTexts(language)]))

/** The texts of a language by their English text, as shipped, and the names of countries. English itself needs none. */
export const shippedTexts = (language: Language): Texts => textsByLanguage.get(language)!

/**
 * Texts that were reworded: from the old English text to the new one. Entries stay, since tenants' own wordings and notifications are stored under
 * the English text of their time.
 */
export const rewordedTexts = JSON.parse(readFileSync(new URL('texts/reworded.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

/** The current key of a text, however often it was reworded. */
export const currentKey = (key: string): string => (Object.hasOwn(rewordedTexts, key) ? currentKey(rewordedTexts[key]!) : key)

/** The previous key of each text; where two texts became one, the first in the list. */
export const previousKeys = new Map(
  Object.entries(rewordedTexts)
    .toReversed()
    .map(([old, now]) => [now, old]),
)

/** The original key of a text. */
export const firstKey = (key: string): string => {
  const before = previousKeys.get(key)
  return before === undefined ? key : firstKey(before)
}
