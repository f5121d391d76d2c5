import type { UseQueryResult } from '@tanstack/react-query'
import type { Policy } from '@tradewind/contract/kit/policy'
import type { RecordBase, Rows } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useList, useSend } from '#kit/api/query'
import { languageNames, type Translate, useText } from '#kit/text'
import { formatValue } from '#ui/entity/words'
import { useToast } from '#ui/page/toast'
import { formatMoment } from '#ui/values/dates'

/** The labels of the fields, in forms, details and history. */
export const questionLabels = (t: Translate, { group }: QuestionConfig) => ({
  [group.field as 'reviewType']: t(group.label),
  headline: t('Headline'),
  question: t('Question'),
  translations: t('Translations'),
  position: t('Place'),
  retiredAt: t('Retired'),
})

/** Formats a field's value. */
export const questionFormatter =
  (t: Translate, config: QuestionConfig) =>
  (field: string, value: unknown): string => {
    const { names } = config.group
    if (typeof value === 'string' && Object.hasOwn(names, value)) return t(names[value]!)
    if (field === 'retiredAt') return (typeof value === 'string' && formatMoment(value)) || t('No')
    return formatValue(typeof value === 'object' && value !== null ? formatTranslations(value) : value)
  }

// Only here are the routes of both kinds spelt, typed as those of one of them: the calls differ only in the group's field.
const listRoute = (kind: QuestionKind) => `GET /api/${kind}/` as 'GET /api/reviewQuestion/'
const updateRoute = (kind: QuestionKind) => `PATCH /api/${kind}/` as 'PATCH /api/reviewQuestion/'

/** The input for the active questions of a group, in their order. */
const activeQuestionsInput = ({ group: { field } }: QuestionConfig, group: string) =>
  ({ [field]: group, retired: 'false', sort: 'position', page: 0, size: 200 }) as { page: number }

/** The input for the retired questions of a group, the newest first. */
const retiredQuestionsInput = ({ group: { field } }: QuestionConfig, group: string) =>
  ({ [field]: group, retired: 'true', sort: '-dateCreated', page: 0, size: 500 }) as { page: number }

type Listed = UseQueryResult<Rows<Question>>

export const useActiveQuestions = (config: QuestionConfig, group: string) =>
  useList(listRoute(config.kind), activeQuestionsInput(config, group)) as unknown as Listed
export const useRetiredQuestions = (config: QuestionConfig, group: string) =>
  useList(listRoute(config.kind), retiredQuestionsInput(config, group)) as unknown as Listed

/** Changes the cached list of the active questions of a group. */
export const useCachedActiveQuestions = (config: QuestionConfig, group: string) => {
  const { change } = useCachedAnswer(listRoute(config.kind), activeQuestionsInput(config, group))
  return (changed: (list: Rows<Question>) => Rows<Question>) => change(changed as unknown as Parameters<typeof change>[0])
}

/** Changes are sent one after another: a position refers to the order that the previous ones have produced. */
export const useUpdate = ({ kind }: QuestionConfig) => useSend(updateRoute(kind), { queueKey: 'questions' })

/** The languages that a question can be translated to. */
export const translationLanguages = ['de', 'es', 'fr', 'it'] as const
export type TranslationLanguage = (typeof translationLanguages)[number]

export type QuestionKind = 'reviewQuestion' | 'auditQuestion/question'

/** The text fields of a question: each kind has some of them, in English and in each translation. */
export type Field = 'headline' | 'question'
export type Words = Partial<Record<Field, string>>
export type Translations = Partial<Record<TranslationLanguage, Words>>

export interface Question extends RecordBase {
  headline?: string
  question: string
  translations: Translations
  position: number
  answered: boolean
  retired: boolean
}

/** The questions of one feature: those of a tenant, in groups and in their order. Its texts are `phrase`s. */
export interface QuestionConfig {
  kind: QuestionKind
  policy: Policy
  /** The title of the list. */
  title: string
  fields: readonly Field[]
  /** The field that they are grouped by, its name in addresses, its values in their order, and the names of all values, including those of the history. */
  group: {
    field: 'reviewType' | 'category'
    word: string
    label: string
    choose: string
    values: readonly string[]
    names: Readonly<Record<string, string>>
  }
  /** The texts for an empty list, and after a question is asked again. */
  empty: string
  restoredMessage: string
}

/** The name of a question. */
export const nameOf = ({ headline, question }: Pick<Question, 'headline' | 'question'>) => headline ?? question

export const groupsOf = ({ group }: QuestionConfig) => group.values
export const groupOf = ({ group }: QuestionConfig, question: object) =>
  (question as Partial<Record<string, string>>)[group.field] ?? ''
export const isGroup = ({ group }: QuestionConfig, word: unknown): word is string =>
  typeof word === 'string' && group.values.includes(word)

/** The languages that a question was translated to. */
export const translatedLanguages = (translations: Translations) =>
  translationLanguages.filter((language) => translations[language] !== undefined)

/** Each translation as a line of text. */
const formatTranslations = (translations: Translations) =>
  translatedLanguages(translations).map(
    (language) => `${languageNames[language]}: ${Object.values(translations[language] ?? {}).join(' – ')}`,
  )

/** Retires a question, or asks it again; Undo restores its position. */
export const useQuestionRetirement = (config: QuestionConfig) => {
  const t = useText()
  const toast = useToast()
  const update = useUpdate(config)
  const withErrorToast = (promise: Promise<unknown>) => promise.catch((error: unknown) => toast.failure(failureOf(error)))

  const retire = async ({ uniqueId, position }: Question) => {
    const reply = await update.mutateAsync({ uniqueId, retired: true })
    const back = () => void withErrorToast(update.mutateAsync({ uniqueId, retired: false, position }))
    toast.reply({ ...reply, message: t('The question is no longer asked.') }, back)
  }
  const askAgain = async ({ uniqueId }: Question) => {
    const reply = await update.mutateAsync({ uniqueId, retired: false })
    const back = () => void withErrorToast(update.mutateAsync({ uniqueId, retired: true }))
    toast.reply({ ...reply, message: t(config.restoredMessage) }, back)
  }
  return {
    retire: (question: Question) => withErrorToast(retire(question)),
    askAgain: (question: Question) => withErrorToast(askAgain(question)),
  }
}
