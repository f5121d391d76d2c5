import type { Language } from '@tradewind/contract/kit/language'
import { languageNames } from '@tradewind/contract/kit/locale'
import { englishOf } from '@tradewind/contract/kit/phrase'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { takePrefetched } from '#kit/api/prefetched'
import { type Choices, session } from '#kit/session'

/** The templates and values of the sentences that the server has filled in. The server sends them with each answer; only the sentence is passed on from there. */
const sentenceSources = new Map<string, SentenceParts>()

const sourceOf = (sentence: string) => sentenceSources.get(sentence)

/** Stores the templates and values of the sentences in an answer. */
export const storeSentenceSources = (answer: unknown) => {
  const { said } = (answer ?? {}) as { said?: Readonly<Record<string, SentenceParts>> }
  for (const sentence in said) sentenceSources.set(sentence, said[sentence]!)
}

export { languageNames }

export const languages = Object.keys(languageNames) as Language[]

export const isLanguage = (word: string | null | undefined): word is Language =>
  typeof word === 'string' && Object.hasOwn(languageNames, word)

type Values = Readonly<Record<string, string | number>>

/** English text to the text of one language. `used`, if given, collects the texts that were requested. */
export interface Wording {
  language: Language
  texts: Readonly<Record<string, string>>
  used?: Set<string>
}

/**
 * Translates an English text to the reader's language: `{name}` is replaced by a value, `one|more` is chosen by the value of `count`. A sentence
 * that the server has filled in is translated by its template.
 */
export type Translate = (english: string, values?: Values) => string

export const Wording = createContext<Wording>({ language: 'en', texts: {} })

/** The translate function for components: the server renders pages of many languages at the same time. */
export const useText = (): Translate => {
  const wording = useContext(Wording)
  return useMemo(() => createTranslate(wording), [wording])
}

export const useLanguage = () => useContext(Wording).language

export const createTranslate = ({ language, texts, used }: Wording): Translate => {
  const say: Translate = (english, values = {}) => {
    used?.add(english)
    const hasText = Object.hasOwn(texts, english)
    const source = hasText ? undefined : sourceOf(english)
    if (source && Object.hasOwn(texts, source.text)) return say(source.text, translatedValues(source, say))
    return interpolate(pluralFormOf(hasText ? texts[english]! : englishOf(english), values.count, language), values, language)
  }
  return say
}

/** The values of a sentence from the server. Texts among them are translated, too; user input stays as it is. */
const translatedValues = ({ values = {} }: SentenceParts, say: Translate): Values => {
  const entries = Object.entries(values)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'object' ? say(value.text, translatedValues(value, say)) : value]),
  )
}

const pluralFormOf = (text: string, count: string | number | undefined, language: Language) => {
  if (typeof count !== 'number') return text
  const [one = text, more = one] = text.split('|')
  return new Intl.PluralRules(language).select(count) === 'one' ? one : more
}

const interpolate = (text: string, values: Values, language: Language) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? placeholder)
  })

let currentWording: Wording = { language: 'en', texts: {} }
let completeLanguage: Language | undefined
let requestedLanguage: Language | undefined
const listeners = new Set<() => void>()

/** For use outside components, only in the browser: failures and handlers. */
export const t: Translate = (english, values) => createTranslate(currentWording)(english, values)

/** The wording of this browser, as a store. */
export const wording = {
  get: () => currentWording,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  set: (next: Wording) => {
    currentWording = next
    for (const listener of listeners) listener()
  },
}

/** Marks the texts in the document as complete for its language. */
export const markTextsComplete = () => {
  completeLanguage = currentWording.language
}

interface LoadOptions {
  /** Default: the current language. */
  language?: Language
  /** Reload: some of the texts were changed. */
  forceReload?: boolean
}

/** Fetches every text of a language, once. Without them the page is in English, or as the server rendered it. */
export const loadTexts = async ({ language = currentWording.language, forceReload = false }: LoadOptions = {}) => {
  requestedLanguage = language
  if (completeLanguage === language && !forceReload) return
  const texts = await fetchTexts(language).catch((error: unknown) => console.warn('The translations did not arrive.', error))
  if (!texts || requestedLanguage !== language) return
  completeLanguage = language
  document.documentElement.lang = language
  wording.set({ language, texts })
}

const fetchTexts = async (language: Language) => {
  const url = `/api/message/translations/?lang=${language}`
  const response = await (takePrefetched(url) ?? fetch(url))
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return ((await response.json()) as { data: Record<string, string> }).data
}

/**
 * A page that the server rendered has the texts that visitors see at first. Other texts are loaded while `enabled`: the server's answers to a
 * form, the texts for signed-in users.
 */
export const useAllTexts = (enabled = true) =>
  useEffect(() => {
    if (enabled) void loadTexts()
  }, [enabled])

/** For signed-in users the language is the account's choice, else the one chosen in this browser, else the browser's own, else the tenant's. */
export const ownLanguage = () => languageOf(session.choices(), localStorage.getItem(languageKey), navigator.languages)

const languageKey = 'language'

/** Saves the language that was chosen in this browser before sign-in; null removes it. */
export const saveLanguage = (language: Language | null) =>
  language ? localStorage.setItem(languageKey, language) : localStorage.removeItem(languageKey)

/** The first supported language that the account, this browser and the tenant prefer, in this order. */
export const languageOf = (
  account: Pick<Choices, 'language' | 'tenantLanguage'> | null,
  here: string | null,
  browser: readonly string[],
): Language => {
  const preferred = browser.map((tag) => tag.slice(0, 2).toLowerCase())
  return [account?.language, here, ...preferred, account?.tenantLanguage].find(isLanguage) ?? 'en'
}
