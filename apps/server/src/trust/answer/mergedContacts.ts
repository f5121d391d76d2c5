import { and, eq } from 'drizzle-orm'
import { contactEntity } from '#crm/schema/contact.table'
import type { MergeHook } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { reviewInvitations } from '#trust/schema/review.table'
import { countReplaced, type ReplacedAnswer, replaceOlder } from './sums.ts'

const notifyOfScore = ({ tx, scope: { tenantId } }: WriteContext, ownerId: string) =>
  notifyAfterCommit(tx, { topic: 'trust', tenantId, id: ownerId })

/** The answers of contacts that are merged are those of one customer, until the merge is undone. */
export const mergedContacts: MergeHook = {
  name: 'reviewAnswers',
  of: contactEntity.name,
  merged: async (into, context) => {
    const { ownerId, uniqueId, contactId, state } = reviewInvitations
    const isAnswered = and(eq(contactId, into), eq(state, 'ANSWERED'))
    const found = await context.tx.select({ ownerId, uniqueId }).from(reviewInvitations).where(isAnswered).orderBy(ownerId)
    const replaced: ReplacedAnswer[] = []
    for (const [owner, answered] of Map.groupBy(found, (one) => one.ownerId)) {
      const ids = answered.map((one) => one.uniqueId)
      const ofOwner = ids.length > 1 ? await replaceOlder(context.tx, owner, ids) : []
      if (ofOwner.length > 0) notifyOfScore(context, owner)
      replaced.push(...ofOwner)
    }
    return replaced
  },
  undone: async (stored, context) => {
    const owners = await countReplaced(context.tx, stored as ReplacedAnswer[])
    for (const owner of owners) notifyOfScore(context, owner)
  },
}
