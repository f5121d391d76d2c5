import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { statementTime } from '#kit/database/table'
import { holdSetting } from '#trust/setting.queries'
import { reviewOwnQuestions } from '../schema/reviewQuestion.table.ts'

const { uniqueId, ownerId, question, position, answeredAt, retiredAt } = reviewOwnQuestions
const inOrder = [asc(position), asc(uniqueId)] as const

/** An owner's own questions: those that are asked in their order, then the retired ones. In the partition of the reader. */
export const ownQuestionsOf = (db: Reader | Tx, owner: string) =>
  db
    .select()
    .from(reviewOwnQuestions)
    .where(eq(ownerId, owner))
    .orderBy(sql`${retiredAt} is not null`, ...inOrder)

/** The own questions that an owner's survey asks now, as it asks them. */
export const askedOwnQuestions = (db: Reader | Tx, owner: string) =>
  db
    .select({ uniqueId, question })
    .from(reviewOwnQuestions)
    .where(and(eq(ownerId, owner), isNull(retiredAt)))
    .orderBy(...inOrder)

/**
 * Notes, in the transaction of an answer, that these were answered: from then on their words stand. Gives the ids of those that are
 * the owner's, asked or retired since the survey was opened.
 */
export const noteOwnAnswered = async (tx: Tx, owner: string, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const theirs = and(eq(ownerId, owner), inArray(uniqueId, [...ids]))
  const first = and(theirs, isNull(answeredAt))
  if ((await tx.$count(reviewOwnQuestions, first)) > 0) {
    await holdSetting(tx, owner) // nobody changes or deletes one meanwhile
    await tx.update(reviewOwnQuestions).set({ answeredAt: statementTime }).where(first)
  }
  const found = await tx.select({ id: uniqueId }).from(reviewOwnQuestions).where(theirs)
  return found.map(({ id }) => id)
}
