import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import type { Reader, Tx } from '#kit/database/database'
import { askedOwnQuestions } from './ownQuestion.queries.ts'
import { askedQuestions } from './reviewQuestion.queries.ts'

/** Minutes that a survey takes: a quarter of one for each question, and one for words. Its page and its letters say the same. */
export const minutesFor = (questions: number) => Math.ceil(questions / 4) + 1

/** Whose survey, of which type. */
interface Of {
  ownerId: string
  reviewType: ReviewType
}

/** What a survey asks now: the questions of its type in a language, the owner's own, and how long they take. In the owner's partition. */
export const surveyOf = async (db: Reader | Tx, { ownerId, reviewType }: Of, language?: Language) => {
  const [ofType, ownQuestions] = await Promise.all([askedQuestions(db, reviewType, language), askedOwnQuestions(db, ownerId)])
  const questions = ofType.map(({ uniqueId, headline, question }) => ({ uniqueId, headline, question }))
  return { questions, ownQuestions, minutes: minutesFor(questions.length + ownQuestions.length) }
}
