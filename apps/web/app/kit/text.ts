import type { Language } from '@tradewind/contract/kit/language'
import type { Said } from '@tradewind/contract/kit/say'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { takePrefetched } from '#kit/api/prefetched'
import { type Choices, session } from '#kit/session'

/** What the sentences are made of that the server has filled in. It says so with each, and the sentence alone goes on from there. */
const parts = new Map<string, Said>()

const partsOf = (sentence: string) => parts.get(sentence)

/** Keeps what the sentences of an answer are made of. */
export const hear = (answer: unknown) => {
  const { said } = (answer ?? {}) as { said?: Readonly<Record<string, Said>> }
  for (const sentence in said) parts.set(sentence, said[sentence]!)
}

/** The languages spoken here, each by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
}

export const languages = Object.keys(languageNames) as Language[]

export const isLanguage = (word: string | null | undefined): word is Language =>
  typeof word === 'string' && Object.hasOwn(languageNames, word)

type Values = Readonly<Record<string, string | number>>

/** English text to the text of one language. `used`, where given, notes which were asked for. */
export interface Wording {
  language: Language
  texts: Readonly<Record<string, string>>
  used?: Set<string>
}

/**
 * Says an English text in the reader's language: `{name}` takes a value, `one|more` is chosen by the value of `count`. A sentence that the
 * server has filled in is said by its own text.
 */
export type Say = (english: string, values?: Values) => string

export const Wording = createContext<Wording>({ language: 'en', texts: {} })

/** What a component says, it says by this: the server draws pages of many languages at once. */
export const useText = (): Say => {
  const wording = useContext(Wording)
  return useMemo(() => saying(wording), [wording])
}

export const useLanguage = () => useContext(Wording).language

/** Marks a text that is in data, so that it is found for translation. `t` says it later. */
export const phrase = (english: string) => english

export const saying = ({ language, texts, used }: Wording): Say => {
  const say: Say = (english, values = {}) => {
    used?.add(english)
    const known = Object.hasOwn(texts, english)
    const said = known ? undefined : partsOf(english)
    if (said && Object.hasOwn(texts, said.text)) return say(said.text, valuesOf(said, say))
    return filled(formOf(known ? texts[english]! : english, values.count, language), values, language)
  }
  return say
}

/** What fills a sentence of the server's. Texts among it are said, too; somebody's own words stay as they are. */
const valuesOf = ({ values = {} }: Said, say: Say): Values => {
  const entries = Object.entries(values)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'object' ? say(value.text, valuesOf(value, say)) : value]),
  )
}

const formOf = (text: string, count: string | number | undefined, language: Language) => {
  if (typeof count !== 'number') return text
  const [one = text, more = one] = text.split('|')
  return new Intl.PluralRules(language).select(count) === 'one' ? one : more
}

const filled = (text: string, values: Values, language: Language) =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? hole)
  })

let spoken: Wording = { language: 'en', texts: {} }
let complete: Language | undefined
let askedFor: Language | undefined
const listeners = new Set<() => void>()

/** Outside components, in the browser alone: failures and handlers. */
export const t: Say = (english, values) => saying(spoken)(english, values)

/** The wording of this browser, as a store. */
export const wording = {
  get: () => spoken,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  set: (next: Wording) => {
    spoken = next
    for (const listener of listeners) listener()
  },
}

/** The texts that the document has are all that there are in its language. */
export const haveAllTexts = () => {
  complete = spoken.language
}

interface Loading {
  /** The one that is spoken already, unless given. */
  language?: Language
  /** Some of the texts were changed. */
  isAnew?: boolean
}

/** Fetches every text of a language, once. Without them the page reads in English, or as the server drew it. */
export const loadTexts = async ({ language = spoken.language, isAnew = false }: Loading = {}) => {
  askedFor = language
  if (complete === language && !isAnew) return
  const texts = await fetched(language).catch((error: unknown) => console.warn('The translations did not arrive.', error))
  if (!texts || askedFor !== language) return
  complete = language
  document.documentElement.lang = language
  wording.set({ language, texts })
}

const fetched = async (language: Language) => {
  const url = `/api/message/translations/?lang=${language}`
  const response = await (takePrefetched(url) ?? fetch(url))
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return ((await response.json()) as { data: Record<string, string> }).data
}

/**
 * A page that the server drew has the texts that it shows to visitors. What it shows besides, while `wanted`, is not among them: the
 * server's answers to a form, the words for who is signed in.
 */
export const useEveryText = (wanted = true) =>
  useEffect(() => {
    if (wanted) void loadTexts()
  }, [wanted])

/** Signed in, the language is the account's choice, else the one chosen in this browser, else the browser's own, else the tenant's. */
export const openTexts = () => loadTexts({ language: ownLanguage() })
export const ownLanguage = () => languageOf(session.choices(), localStorage.getItem(chosenHere), navigator.languages)

const chosenHere = 'language'

/** Keeps the language that somebody chose in this browser before they signed in; null forgets it. */
export const keepLanguage = (language: Language | null) =>
  language ? localStorage.setItem(chosenHere, language) : localStorage.removeItem(chosenHere)

/** The first that is spoken here, of what the account, this browser and the tenant prefer, in this order. */
export const languageOf = (
  account: Pick<Choices, 'language' | 'tenantLanguage'> | null,
  here: string | null,
  browser: readonly string[],
): Language => {
  const preferred = browser.map((tag) => tag.slice(0, 2).toLowerCase())
  return [account?.language, here, ...preferred, account?.tenantLanguage].find(isLanguage) ?? 'en'
}
