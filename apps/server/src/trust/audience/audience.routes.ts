import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewAudience.contract'
import { findRecord } from '#kit/record/crud'
import { contactEntity } from '#crm/schema/contact.table'
import { routes } from '#kit/http/routes'
import { takeFromAudience } from './take.ts'
import { lastContactOf } from './lastContact.ts'
import { listAudience, listCandidates, listSelectable, listUnanswered } from './lists.ts'

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
