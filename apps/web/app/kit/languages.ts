import type { Language } from '@tradewind/contract/kit/language'

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
