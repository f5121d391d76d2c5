import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { statementTime } from '#kit/database/table'
import { holdSetting } from './owner.ts'
import { reviewOwnQuestions, type reviewQuestions, surveyQuestions } from './schema/reviewQuestion.table.ts'

type Question = typeof reviewQuestions.$inferSelect

/** A question in a language; as it is where it is not translated to that one, or none is asked for. */
const inLanguage = ({ uniqueId, reviewType, headline, question, translations }: Question, language?: Language) => {
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

const own = reviewOwnQuestions
const inOrder = [asc(own.position), asc(own.uniqueId)] as const

/** An owner's own questions: those that are asked in their order, then the retired ones. In the partition of the reader. */
export const ownQuestionsOf = (db: Reader | Tx, owner: string) =>
  db
    .select()
    .from(own)
    .where(eq(own.ownerId, owner))
    .orderBy(sql`${own.retiredAt} is not null`, ...inOrder)

/** The own questions that an owner's survey asks now, as it asks them. */
export const askedOwnQuestions = (db: Reader | Tx, owner: string) =>
  db
    .select({ uniqueId: own.uniqueId, question: own.question })
    .from(own)
    .where(and(eq(own.ownerId, owner), isNull(own.retiredAt)))
    .orderBy(...inOrder)

/**
 * Notes, in the transaction of an answer, that these were answered: from then on their words stand. Gives the ids of those that are
 * the owner's, asked or retired since the survey was opened.
 */
export const noteOwnAnswered = async (tx: Tx, owner: string, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const theirs = and(eq(own.ownerId, owner), inArray(own.uniqueId, [...ids]))
  const first = and(theirs, isNull(own.answeredAt))
  if ((await tx.$count(own, first)) > 0) {
    await holdSetting(tx, owner) // nobody changes or deletes one meanwhile
    await tx.update(own).set({ answeredAt: statementTime }).where(first)
  }
  const found = await tx.select({ id: own.uniqueId }).from(own).where(theirs)
  return found.map(({ id }) => id)
}

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
