import { readFileSync } from 'node:fs'
import type { Language } from '@tradewind/contract/message/message.contract'
import { languages } from '@tradewind/contract/message/message.contract'

type Texts = Readonly<Record<string, string>>

const read = (language: Language): Texts =>
  language === 'en' ? {} : (JSON.parse(readFileSync(new URL(`texts/${language}.json`, import.meta.url), 'utf8')) as Texts)

const shipped = new Map(languages.map((language) => [language, read(language)]))

/** The texts of a language by their English. English itself needs none. */
export const textsOf = (language: Language): Texts => shipped.get(language)!

/** Says an English text in a language: `{name}` takes a value. */
export const say = (language: Language, english: string, values: Texts = {}) =>
  (textsOf(language)[english] ?? english).replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
