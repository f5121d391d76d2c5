import type { Policy } from '@tradewind/contract/kit/policy'
import type { Stamped } from '#kit/api/calls'
import { languageNames } from '#kit/languages'

/** The languages that a question can be translated to. */
export const others = ['de', 'es', 'fr', 'it'] as const
export type Other = (typeof others)[number]

export type QuestionKind = 'reviewQuestion' | 'auditQuestion/question'

/** The words of a question: each kind has some of them, in English and in each translation. */
export type Field = 'headline' | 'question'
export type Words = Partial<Record<Field, string>>
export type Translations = Partial<Record<Other, Words>>

export interface Question extends Stamped {
  headline?: string
  question: string
  translations: Translations
  position: number
  answered: boolean
  retired: boolean
}

/** What one feature asks: the questions of a tenant, in groups and in their order. Its texts are `phrase`s. */
export interface QuestionConfig {
  kind: QuestionKind
  policy: Policy
  /** How all and one of them are called. */
  many: string
  fields: readonly Field[]
  /** The field that they are grouped by, the word for it in addresses, and its values with their names. */
  group: {
    field: 'reviewType' | 'category'
    word: string
    label: string
    choose: string
    names: Readonly<Record<string, string>>
  }
  /** What stands where there are none, and what is said when one is asked again. */
  empty: string
  askedAgain: string
}

/** By what a question is called. */
export const nameOf = ({ headline, question }: Pick<Question, 'headline' | 'question'>) => headline ?? question

export const groupsOf = ({ group }: QuestionConfig) => Object.keys(group.names)
export const groupOf = ({ group }: QuestionConfig, question: object) =>
  (question as Partial<Record<string, string>>)[group.field] ?? ''
export const isGroup = ({ group }: QuestionConfig, word: unknown): word is string =>
  typeof word === 'string' && Object.hasOwn(group.names, word)

/** The languages that a question was translated to. */
export const translatedTo = (translations: Translations) => others.filter((language) => translations[language] !== undefined)

/** Each translation in a line. */
export const translationsInWords = (translations: Translations) =>
  translatedTo(translations).map(
    (language) => `${languageNames[language]}: ${Object.values(translations[language] ?? {}).join(' – ')}`,
  )
