import type { Language } from './language.ts'

/** The supported languages, each by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
}

/** The locale in which days are spelled out: the day comes before the month in every language, as in DD-MM-YYYY. */
export const dateLocale = (language: string) => (language === 'en' ? 'en-GB' : language)
