import { type Field, type Other, others, type Translations, type Words } from '#ui/question/questionConfig'

/** The name of a translated field, as the server names it in a refusal. */
export const nameOf = (language: Other, field: Field) => `translations.${language}.${field}`

/** The translations with other words in one of the fields. */
export const translated = (
  translations: Translations,
  fields: readonly Field[],
  { language, field, words }: { language: Other; field: Field; words: string },
): Translations => ({
  ...translations,
  [language]: { ...Object.fromEntries(fields.map((one) => [one, ''])), ...translations[language], [field]: words },
})

const isFilled = (words: Words) => Object.values(words).some((word) => word.trim())

/** A language in which nothing stands is left out. */
export const filled = (translations: Translations): Translations =>
  Object.fromEntries(Object.entries(translations).filter(([, words]) => isFilled(words)))

/** The tabs that hold what the server refused. */
export const refusedIn = (faults: Readonly<Record<string, string>>) => {
  const names = Object.keys(faults)
  const isRefused = (start: string) => names.some((name) => name.startsWith(start))
  const translations = others.filter((language) => isRefused(`translations.${language}.`))
  return [...(isRefused('headline') || isRefused('question') ? ['en' as const] : []), ...translations]
}
