import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { statementTime } from '#kit/database/table'
import { holdSetting } from './owner.ts'
import { reviewOwnQuestions, type reviewQuestions, surveyQuestions } from './schema/reviewQuestion.table.ts'

type Question = typeof reviewQuestions.$inferSelect

/** A question in a language; the original text if it has no translation or no language is requested. */
const inLanguage = ({ uniqueId, reviewType, headline, question, translations }: Question, language?: Language) => {
  const words = language && language !== 'en' ? translations[language] : undefined
  return { uniqueId, reviewType, headline, question, ...words }
}

/** The current questions, of this type or of all, in the order of types and questions. */
export const allAsked = async (db: Reader | Tx, reviewType?: ReviewType, language?: Language) =>
  (await surveyQuestions.asked(db, reviewType)).map((one) => inLanguage(one, language))

/** The current questions of a survey of this type, in their order. */
export const askedQuestions = (db: Reader | Tx, reviewType: ReviewType, language?: Language) => allAsked(db, reviewType, language)

/** The questions with these ids, by id, retired ones last: a question that was once asked keeps its text. */
export const questionsByIds = async (db: Reader | Tx, ids: readonly string[], language?: Language) => {
  const found = await surveyQuestions.byIds(db, ids)
  return new Map(found.map((one) => [one.uniqueId, inLanguage(one, language)]))
}

/** Marks questions as answered, in the transaction of the answer: from then on their text cannot change. */
export const { noteAnswered } = surveyQuestions

const own = reviewOwnQuestions
const inOrder = [asc(own.position), asc(own.uniqueId)] as const

/** An owner's own questions: the active ones in their order, then the retired ones. In the partition of the reader. */
export const ownQuestionsOf = (db: Reader | Tx, owner: string) =>
  db
    .select()
    .from(own)
    .where(eq(own.ownerId, owner))
    .orderBy(sql`${own.retiredAt} is not null`, ...inOrder)

/** The active own questions of an owner's survey, as shown to customers. */
export const askedOwnQuestions = (db: Reader | Tx, owner: string) =>
  db
    .select({ uniqueId: own.uniqueId, question: own.question })
    .from(own)
    .where(and(eq(own.ownerId, owner), isNull(own.retiredAt)))
    .orderBy(...inOrder)

/**
 * Marks own questions as answered, in the transaction of the answer: from then on their text cannot change. Returns the ids of those that
 * belong to the owner, active or retired since the survey was opened.
 */
export const noteOwnAnswered = async (tx: Tx, owner: string, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const theirs = and(eq(own.ownerId, owner), inArray(own.uniqueId, [...ids]))
  const first = and(theirs, isNull(own.answeredAt))
  if ((await tx.$count(own, first)) > 0) {
    await holdSetting(tx, owner) // prevents concurrent changes and deletions
    await tx.update(own).set({ answeredAt: statementTime }).where(first)
  }
  const found = await tx.select({ id: own.uniqueId }).from(own).where(theirs)
  return found.map(({ id }) => id)
}

/** The duration of a survey in minutes: a quarter of one for each question, and one for the remark. Its page and its letters show the same. */
export const minutesFor = (questions: number) => Math.ceil(questions / 4) + 1

/** The owner and type of a survey. */
interface Of {
  ownerId: string
  reviewType: ReviewType
}

/** The current survey: the questions of its type in a language, the owner's own, and the duration. In the owner's partition. */
export const surveyOf = async (db: Reader | Tx, { ownerId, reviewType }: Of, language?: Language) => {
  const [ofType, ownQuestions] = await Promise.all([askedQuestions(db, reviewType, language), askedOwnQuestions(db, ownerId)])
  const questions = ofType.map(({ uniqueId, headline, question }) => ({ uniqueId, headline, question }))
  return { questions, ownQuestions, minutes: minutesFor(questions.length + ownQuestions.length) }
}
