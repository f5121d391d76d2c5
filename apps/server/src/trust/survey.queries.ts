import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { statementTime } from '#kit/database/table'
import { lockSetting } from './owner.ts'
import { reviewOwnQuestions, type reviewQuestions, surveyQuestions } from './schema/reviewQuestion.table.ts'

type Question = typeof reviewQuestions.$inferSelect

/** A question in a language; the original text if it has no translation or no language is requested. */
const translate = ({ uniqueId, reviewType, headline, question, translations }: Question, language?: Language) => {
  const words = language && language !== 'en' ? translations[language] : undefined
  return { uniqueId, reviewType, headline, question, ...words }
}

/** The current questions, of this type or of all, in the order of types and questions. */
export const currentQuestions = async (db: Reader | Tx, reviewType?: ReviewType, language?: Language) =>
  (await surveyQuestions.active(db, reviewType)).map((one) => translate(one, language))

/** The current questions of a survey of this type, in their order. */
export const currentQuestionsOf = (db: Reader | Tx, reviewType: ReviewType, language?: Language) =>
  currentQuestions(db, reviewType, language)

/** The questions with these ids, by id, retired ones last: a question that was once asked keeps its text. */
export const questionsByIds = async (db: Reader | Tx, ids: readonly string[], language?: Language) => {
  const found = await surveyQuestions.byIds(db, ids)
  return new Map(found.map((one) => [one.uniqueId, translate(one, language)]))
}

/** Marks questions as answered, in the transaction of the answer: from then on their text cannot change. */
export const { noteAnswered } = surveyQuestions

const ownTable = reviewOwnQuestions
const byPosition = [asc(ownTable.position), asc(ownTable.uniqueId)] as const

/** An owner's own questions: the active ones in their order, then the retired ones. In the partition of the reader. */
export const ownQuestionsOf = (db: Reader | Tx, owner: string) =>
  db
    .select()
    .from(ownTable)
    .where(eq(ownTable.ownerId, owner))
    .orderBy(sql`${ownTable.retiredAt} is not null`, ...byPosition)

/** The active own questions of an owner's survey, as shown to customers. */
export const activeOwnQuestions = (db: Reader | Tx, owner: string) =>
  db
    .select({ uniqueId: ownTable.uniqueId, question: ownTable.question })
    .from(ownTable)
    .where(and(eq(ownTable.ownerId, owner), isNull(ownTable.retiredAt)))
    .orderBy(...byPosition)

/**
 * Marks own questions as answered, in the transaction of the answer: from then on their text cannot change. Returns the ids of those that
 * belong to the owner, active or retired since the survey was opened.
 */
export const markOwnAnswered = async (tx: Tx, owner: string, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const ofOwner = and(eq(ownTable.ownerId, owner), inArray(ownTable.uniqueId, [...ids]))
  const unanswered = and(ofOwner, isNull(ownTable.answeredAt))
  if ((await tx.$count(ownTable, unanswered)) > 0) {
    await lockSetting(tx, owner) // prevents concurrent changes and deletions
    await tx.update(ownTable).set({ answeredAt: statementTime }).where(unanswered)
  }
  const found = await tx.select({ id: ownTable.uniqueId }).from(ownTable).where(ofOwner)
  return found.map(({ id }) => id)
}

/** The duration of a survey in minutes: a quarter of one for each question, and one for the remark. Its page and its letters show the same. */
export const surveyMinutes = (questions: number) => Math.ceil(questions / 4) + 1

/** The owner and type of a survey. */
interface SurveyKey {
  ownerId: string
  reviewType: ReviewType
}

/** The current survey: the questions of its type in a language, the owner's own, and the duration. In the owner's partition. */
export const surveyOf = async (db: Reader | Tx, { ownerId, reviewType }: SurveyKey, language?: Language) => {
  const [ofType, ownQuestions] = await Promise.all([
    currentQuestionsOf(db, reviewType, language),
    activeOwnQuestions(db, ownerId),
  ])
  const questions = ofType.map(({ uniqueId, headline, question }) => ({ uniqueId, headline, question }))
  return { questions, ownQuestions, minutes: surveyMinutes(questions.length + ownQuestions.length) }
}
