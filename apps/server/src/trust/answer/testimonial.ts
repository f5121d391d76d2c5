import { say } from '@tradewind/contract/kit/say'
import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import type { Paging } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf } from '#kit/record/audit'
import { requireCurrent } from '#kit/record/current'
import { type AnswerRow, reviewAnswers, testimonials } from '#trust/schema/review.table'
import { initialOf } from '../shown.queries.ts'
import { type MailNeeds, orderReplyMail } from './reply.mail.ts'

/** Remarks that are beside a score, at most. */
const MOST = 100

/** An answer's words, as its owner reads them. */
const remarkOf = (answer: AnswerRow): Remark => {
  const { uniqueId, updatedAt, dateCreated, firstName, lastName, score } = answer
  const { remark, remarkPublic, showAsTestimonial, ownerReply } = answer
  const isEarlier = answer.supersededBy !== null
  const marks = { isEarlier, viaLink: answer.viaLink, met: null, removed: answer.remarkRemovedBecause }
  const shown = { remark, remarkPublic, showAsTestimonial, ownerReply, ...marks }
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
  return found.map(
    ({ uniqueId, updatedAt, answeredAt, firstName, initial, remark, score, ownerReply, isEarlier, viaLink }): Remark => {
      const contact = { firstName, lastName: `${initial}.` }
      const marks = { isEarlier, viaLink, met: null, removed: null }
      const shown = { remark, remarkPublic: true, showAsTestimonial: true, ownerReply, ...marks }
      return { uniqueId, updatedAt, date: answeredAt, contact, score: Number(score), ...shown }
    },
  )
}

const listed = { table: reviewAnswers, sorts: { dateCreated: reviewAnswers.dateCreated } }

/** A page of the remarks that the actor's customers made; all of them, where no page is asked for. */
export const listRemarks = (asked: Paging, context: ReadContext) => {
  const mine = eq(reviewAnswers.ownerId, context.actor.uniqueId)
  return listTable(listed, asked, context, [mine, isNotNull(reviewAnswers.remark)], (rows) => rows.map(remarkOf))
}

/** The answer to one of the actor's surveys, held until the transaction ends. */
const findOwn = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const mine = and(eq(reviewAnswers.uniqueId, uniqueId), eq(reviewAnswers.ownerId, actor.uniqueId))
  const [answer] = await tx
    .select()
    .from(reviewAnswers)
    .where(and(mine, isNull(reviewAnswers.deletedAt)))
    .for('update')
  if (!answer) throw notFound(say('Review not found'))
  return answer
}

type Change = Partial<Pick<AnswerRow, 'showAsTestimonial' | 'ownerReply'>>

const change = async (before: AnswerRow, fields: Change, context: WriteContext): Promise<AnswerRow> => {
  const { tx, scope } = context
  const { uniqueId, ownerId, firstName, lastName } = before
  const replied = 'ownerReply' in fields && { repliedAt: fields.ownerReply === null ? null : sql`now()` }
  const [answer] = await tx
    .update(reviewAnswers)
    .set({ ...fields, ...replied, updatedAt: nextUpdatedAt(reviewAnswers.updatedAt) })
    .where(eq(reviewAnswers.uniqueId, uniqueId))
    .returning()
  const title = `${firstName} ${lastName}`
  await audit(context, { action: 'CHANGED', kind: 'review', recordId: uniqueId, title, changes: changesOf(before, fields) })
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: ownerId })
  return answer!
}

type Shown = Pick<
  AnswerRow,
  'uniqueId' | 'ownerId' | 'firstName' | 'lastName' | 'remark' | 'score' | 'dateCreated' | 'ownerReply'
> &
  Partial<Pick<AnswerRow, 'supersededBy' | 'viaLink'>>

/** What may be known of a customer by everybody: of the last name the first letter. */
export const testimonialOf = (answer: Shown) => {
  const { uniqueId, ownerId, firstName, lastName, remark, score, dateCreated, ownerReply } = answer
  const initial = initialOf(lastName)
  const isEarlier = Boolean(answer.supersededBy)
  const marks = { isEarlier, viaLink: Boolean(answer.viaLink) }
  return { uniqueId, ownerId, firstName, initial, remark: remark!, score, answeredAt: dateCreated, ownerReply, ...marks }
}

/** Shows a remark as a testimonial, or no longer: one that its writer wants to be read by all. */
export const toggleTestimonial = async ({ uniqueId }: { uniqueId: string }, context: WriteContext): Promise<Remark> => {
  const before = await findOwn(uniqueId, context)
  if (!before.remark) throw invalid({}, say('This answer has no remark'))
  if (before.remarkRemovedAt) throw invalid({}, say('This remark was removed from the public page'))
  if (!before.remarkPublic) throw invalid({}, say('This customer did not agree to publish the remark'))
  const answer = await change(before, { showAsTestimonial: !before.showAsTestimonial }, context)
  const { tx } = context
  if (answer.showAsTestimonial) await tx.insert(testimonials).values(testimonialOf(answer))
  else await tx.delete(testimonials).where(eq(testimonials.uniqueId, uniqueId))
  return remarkOf(answer)
}

interface Reply {
  uniqueId: string
  ownerReply?: string | null | undefined
  updatedAt?: string | undefined
}

/** Replies to an answer, or takes the reply back. `updatedAt`: the state that was replied to; another one is refused. */
const replyTo = async (needs: MailNeeds, { uniqueId, ownerReply, updatedAt }: Reply, context: WriteContext): Promise<Remark> => {
  const before = await findOwn(uniqueId, context)
  await requireCurrent({ ownerReply, updatedAt }, before, context, remarkOf)
  if (ownerReply === undefined || ownerReply === before.ownerReply) return remarkOf(before)
  const answer = await change(before, { ownerReply }, context)
  await context.tx
    .update(testimonials)
    .set({ ownerReply, updatedAt: nextUpdatedAt(testimonials.updatedAt) })
    .where(eq(testimonials.uniqueId, uniqueId))
  if (ownerReply !== null) await orderReplyMail(needs, answer, context)
  return remarkOf(answer)
}

export const replying = (needs: MailNeeds) => (reply: Reply, context: WriteContext) => replyTo(needs, reply, context)
