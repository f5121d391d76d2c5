import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import type { Reader, Tx } from '#kit/database/database'
import { askedQuestions } from '#trust/reviewQuestion/reviewQuestion.queries'
import { minutesFor } from './minutes.ts'
import { askedOwnQuestions } from './ownQuestion.queries.ts'

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
