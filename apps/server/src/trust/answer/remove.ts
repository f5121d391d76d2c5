import { phrase, say } from '@tradewind/contract/kit/say'
import { and, eq, isNull } from 'drizzle-orm'
import { type Tx, within } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyNodes } from '#kit/notifyNodes'
import { audit } from '#kit/record/audit'
import type { Notify } from '#platform/notification/notification.queries'
import { linkTokens } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import { reviewAnswers, testimonials } from '#trust/schema/review.table'
import { initialOf } from '../initial.ts'
import { scopeOfOwner } from '../owner.ts'
import { holdScore } from '../score.ts'
import { countNoMore } from './replace.ts'

const linkedTo = async (tx: Tx, uniqueId: string) => {
  const isLink = and(eq(linkTokens.uniqueId, uniqueId), eq(linkTokens.purpose, 'SURVEY'))
  const [link] = await tx.select({ userId: linkTokens.userId }).from(linkTokens).where(isLink)
  return link?.userId
}

const shownBy = async (tx: Tx, uniqueId: string) => {
  const isIt = eq(testimonials.uniqueId, uniqueId)
  const [shown] = await tx.select({ ownerId: testimonials.ownerId }).from(testimonials).where(isIt)
  return shown?.ownerId
}

/** Whose review it is, also of somebody who has left: by the survey's link, and where that was swept, by what everybody reads. */
const ownerOfReview = async (tx: Tx, uniqueId: string) => {
  const ownerId = (await linkedTo(tx, uniqueId)) ?? (await shownBy(tx, uniqueId))
  const [owner] = ownerId ? await tx.select().from(users).where(eq(users.uniqueId, ownerId)) : []
  if (!owner) throw notFound(say('Review not found'))
  return owner
}

/** Takes an answer out of its owner's sums, and from every page. Its invitation stays answered, so that no second one takes its place. */
const takeOut = async (ownerId: string, uniqueId: string, { tx, actor }: WriteContext) => {
  await holdScore(tx, ownerId)
  const now = nextUpdatedAt(reviewAnswers.updatedAt)
  const [gone] = await tx
    .update(reviewAnswers)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now, showAsTestimonial: false })
    .where(and(eq(reviewAnswers.uniqueId, uniqueId), isNull(reviewAnswers.deletedAt)))
    .returning()
  if (!gone) throw notFound(say('Review not found'))
  await countNoMore(tx, gone)
  await tx.delete(testimonials).where(eq(testimonials.uniqueId, uniqueId))
  return gone
}

/** Moderates: an answer goes for good, for a reason that the audit trail keeps and its owner is told. */
export const removing =
  ({ notify }: { notify: Notify }) =>
  async ({ uniqueId, reason }: { uniqueId: string; reason: string }, context: WriteContext) => {
    const { tx, scope } = context
    const owner = await ownerOfReview(tx, uniqueId)
    const { firstName, lastName } = await within(tx, scopeOfOwner(owner), () => takeOut(owner.uniqueId, uniqueId, context))
    const by = `${firstName} ${lastName}`
    const title = `${firstName} ${initialOf(lastName)}.` // the staff read it, too: whose customer it is is the owner's affair
    const changes = { reason: { before: null, after: reason } }
    await audit(context, { action: 'DELETED', kind: 'review', recordId: uniqueId, title, changes })
    await notify(tx, scope.tenantId, {
      userId: owner.uniqueId,
      subject: phrase('The review of {by} was removed'),
      content: phrase('It no longer counts. The reason: {reason}'),
      values: { by, reason },
      path: 'trends',
    })
    await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: owner.uniqueId })
    return { uniqueId }
  }
