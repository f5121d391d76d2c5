import { contactPolicy } from '@tradewind/contract/contact/contact.policy'
import { reviewAudienceApi } from '@tradewind/contract/review/reviewAudience.contract'
import { findRecord } from '#kit/record/crud'
import { contactKind } from '../../contact/contact.table.ts'
import type { Decisions } from '../../tenantSetting/tenantSetting.queries.ts'
import { reviewRoutesOf } from '../enabled.ts'
import { takeFromAudience } from './take.ts'
import { lastContactOf } from './lastContact.ts'
import { listAudience, listCandidates, listSelectable, listUnanswered } from './lists.ts'

export const reviewAudienceRoutes = ({ decisions }: { decisions: Decisions }) =>
  reviewRoutesOf(reviewAudienceApi, decisions, {
    list: listAudience,
    selectable: listSelectable,
    candidates: listCandidates,
    remove: takeFromAudience,
    lastContact: async ({ uniqueId }, context) => {
      await findRecord(contactKind, contactPolicy.see, uniqueId, context)
      const last = (await lastContactOf([uniqueId], context)).get(uniqueId)
      return last ? { uniqueId, ...last } : { uniqueId, lastContacted: null, by: null }
    },
    unanswered: listUnanswered,
  })
