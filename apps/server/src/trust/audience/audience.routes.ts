import { contactPolicy } from '@tradewind/contract/crm/policies'
import { say } from '@tradewind/contract/kit/say'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewAudience.contract'
import { and, eq } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit } from '#kit/record/audit'
import { findRecord } from '#kit/record/crud'
import { reviewAudience } from '#trust/schema/review.table'
import { lastContactOf, listAudience, listCandidates, listSelectable, listUnanswered } from './lists.ts'

/** Takes a contact out of the audience of who asks; 404 where it isn't in it. */
const takeFromAudience = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { actor, tx } = context
  const isIt = and(eq(reviewAudience.ownerId, actor.uniqueId), eq(reviewAudience.contactId, uniqueId))
  const gone = await tx.delete(reviewAudience).where(isIt).returning()
  if (gone.length === 0) throw notFound(say('Contact not found'))
  const [contact] = await tx.select({ fullName: contacts.fullName }).from(contacts).where(eq(contacts.uniqueId, uniqueId))
  const changes = { contacts: { before: [contact!.fullName], after: null } }
  await audit(context, {
    action: 'CHANGED',
    kind: 'reviewAudience',
    recordId: actor.uniqueId,
    title: actor.fullName,
    changes,
  })
  return { uniqueId }
}

export const reviewAudienceRoutes = routes(reviewAudienceApi, {
  list: listAudience,
  selectable: listSelectable,
  candidates: listCandidates,
  remove: takeFromAudience,
  lastContact: async ({ uniqueId }, context) => {
    await findRecord(contactEntity, contactPolicy.see, uniqueId, context)
    const last = (await lastContactOf([uniqueId], context)).get(uniqueId)
    return last ? { uniqueId, ...last } : { uniqueId, lastContacted: null, by: null }
  },
  unanswered: listUnanswered,
})
