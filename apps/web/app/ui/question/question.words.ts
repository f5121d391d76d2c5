import type { Say } from '#kit/text'
import { type QuestionConfig, isGroup, translationsInWords } from '#ui/question/questionConfig'
import { momentOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say, { group }: QuestionConfig) => ({
  [group.field as 'reviewType']: t(group.label),
  headline: t('Headline'),
  question: t('Question'),
  translations: t('Translations'),
  position: t('Place'),
  retiredAt: t('Retired'),
})

/** A field's value in words. */
export const showIn =
  (t: Say, asking: QuestionConfig) =>
  (field: string, value: unknown): string => {
    if (isGroup(asking, value)) return t(asking.group.names[value]!)
    if (field === 'retiredAt') return (typeof value === 'string' && momentOf(value)) || t('No')
    return inWords(typeof value === 'object' && value !== null ? translationsInWords(value) : value)
  }
