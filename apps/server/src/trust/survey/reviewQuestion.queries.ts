import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import type { Reader, Tx } from '#kit/database/database'
import { type reviewQuestions, surveyQuestions } from '../schema/reviewQuestion.table.ts'

type Question = typeof reviewQuestions.$inferSelect

/** A question in a language; as it is where it is not translated to that one, or none is asked for. */
export const inLanguage = ({ uniqueId, reviewType, headline, question, translations }: Question, language?: Language) => {
  const words = language && language !== 'en' ? translations[language] : undefined
  return { uniqueId, reviewType, headline, question, ...words }
}

/** What is asked now, of this type or of each, in the order of the types and of their questions. */
export const allAsked = async (db: Reader | Tx, reviewType?: ReviewType, language?: Language) =>
  (await surveyQuestions.asked(db, reviewType)).map((one) => inLanguage(one, language))

/** The questions that a survey of this type asks now, in their order. */
export const askedQuestions = (db: Reader | Tx, reviewType: ReviewType, language?: Language) => allAsked(db, reviewType, language)

/** The questions with these ids by their id, retired ones too, after the others: what was asked once keeps its words. */
export const questionsByIds = async (db: Reader | Tx, ids: readonly string[], language?: Language) => {
  const found = await surveyQuestions.byIds(db, ids)
  return new Map(found.map((one) => [one.uniqueId, inLanguage(one, language)]))
}

/** Notes, in the transaction of an answer, that these were answered: from then on their words stand. */
export const { noteAnswered } = surveyQuestions
