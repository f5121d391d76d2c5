import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { fieldsOf } from '#kit/database/fields'
import { each, listAll, listPage, type Paging } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { type AnswerRow, reviewAnswers, testimonials } from '#trust/schema/review.table'

/** Remarks that stand beside a score, at most. */
const MOST = 100

/** An answer's words, as its owner reads them. */
export const remarkOf = (answer: AnswerRow): Remark => {
  const { uniqueId, updatedAt, dateCreated, firstName, lastName, score } = answer
  const { remark, remarkPublic, showAsTestimonial, ownerReply } = answer
  const shown = { remark, remarkPublic, showAsTestimonial, ownerReply, isEarlier: answer.supersededBy !== null }
  return { uniqueId, updatedAt, date: dateCreated, contact: { firstName, lastName }, score: Number(score), ...shown }
}

/** The newest remarks of somebody's customers. */
export const newestRemarks = async (db: Reader, ownerId: string) => {
  const theirs = and(eq(reviewAnswers.ownerId, ownerId), isNotNull(reviewAnswers.remark), isNull(reviewAnswers.deletedAt))
  const newest = [desc(reviewAnswers.dateCreated), desc(reviewAnswers.uniqueId)]
  const found = await db
    .select()
    .from(reviewAnswers)
    .where(theirs)
    .orderBy(...newest)
    .limit(MOST)
  return found.map(remarkOf)
}

/** The newest testimonials, as everybody reads them: of a last name its first letter. */
export const newestTestimonials = async (db: Reader, ownerId: string) => {
  const found = await db
    .select()
    .from(testimonials)
    .where(eq(testimonials.ownerId, ownerId))
    .orderBy(desc(testimonials.answeredAt), desc(testimonials.uniqueId))
    .limit(MOST)
  return found.map(({ uniqueId, updatedAt, answeredAt, firstName, initial, remark, score, ownerReply, isEarlier }): Remark => {
    const contact = { firstName, lastName: `${initial}.` }
    const shown = { remark, remarkPublic: true, showAsTestimonial: true, ownerReply, isEarlier }
    return { uniqueId, updatedAt, date: answeredAt, contact, score: Number(score), ...shown }
  })
}

const listed = { table: reviewAnswers, sorts: { dateCreated: reviewAnswers.dateCreated } }
const { read } = fieldsOf(reviewAnswers)

/** A page of the remarks that the actor's customers made; all of them, where no page is asked for. */
export const listRemarks = async ({ page, size, sort = '-dateCreated' }: Paging, context: ReadContext) => {
  const mine = eq(reviewAnswers.ownerId, context.actor.uniqueId)
  const isWorded = isNotNull(reviewAnswers.remark)
  if (page === undefined && size === undefined) {
    const raw = context.stream<Record<string, unknown>>(listAll(listed, sort, context.scope, mine, isWorded))
    return { stream: each(raw, (rows) => rows.map((row) => remarkOf(read(row) as AnswerRow))) }
  }
  const found = await listPage(context.db, listed, { page: page ?? 0, size: size ?? 20, sort }, mine, isWorded)
  return { ...found, rows: found.rows.map(remarkOf) }
}
