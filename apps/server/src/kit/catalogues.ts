import { type Language, languages } from '@tradewind/contract/kit/language'
import { readFileSync } from 'node:fs'

export type Texts = Readonly<Record<string, string>>

/** What has texts of its own. What several say is the kit's. */
export const modules = ['kit', 'platform', 'crm', 'trust', 'site', 'drive', 'operations'] as const

export const textsFile = (module: (typeof modules)[number], language: Language) =>
  new URL(`../${module}/texts/${language}.json`, import.meta.url)

const read = (language: Language): Texts => {
  const files = language === 'en' ? [] : modules.map((module) => readFileSync(textsFile(module, language), 'utf8'))
  return Object.assign({}, ...files.map((file) => JSON.parse(file) as Texts)) as Texts
}

const shipped = new Map(languages.map((language) => [language, read(language)]))

/** The texts of a language by their English, as they are shipped. English itself needs none. */
export const shippedTexts = (language: Language): Texts => shipped.get(language)!

/**
 * Texts that were reworded: the English that one had, and the English that it got. Entries stay, since tenants' own words and notifications
 * are kept under the English of their time.
 */
export const reworded = JSON.parse(readFileSync(new URL('texts/reworded.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

/** What a text is called by now, however often it was reworded. */
export const currentKey = (key: string): string => (Object.hasOwn(reworded, key) ? currentKey(reworded[key]!) : key)

/** What each text was called before; of two that became one, the first in the list. */
export const rewordedFrom = new Map(
  Object.entries(reworded)
    .toReversed()
    .map(([old, now]) => [now, old]),
)

/** What a text was called at first. */
export const firstKey = (key: string): string => {
  const before = rewordedFrom.get(key)
  return before === undefined ? key : firstKey(before)
}
