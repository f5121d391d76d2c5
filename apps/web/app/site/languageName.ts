import type { Language } from '@tradewind/contract/kit/language'

/** The name of a language in a sentence of the reader's: “Englisch”, “inglés”. */
export const languageNameFor = (reader: Language, language: Language) =>
  new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language
