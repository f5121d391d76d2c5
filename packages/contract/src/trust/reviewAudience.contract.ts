import { z } from 'zod'
import { asking, byId, callsNeeding, endpoint, id, instant } from '../kit/endpoint.ts'
import { reviewPolicy } from './policies.ts'
import { askingContacts, AudienceContact, contactFilters, Unanswered } from './review.schemas.ts'

/** Whom somebody asks, and who has not answered. */
export const reviewAudienceApi = callsNeeding('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/review/audience',
    who: reviewPolicy.keep,
    about: 'The contacts of your audience.',
    input: askingContacts,
    reply: z.array(AudienceContact),
    answers: 'list',
  }),
  selectable: endpoint({
    method: 'GET',
    path: '/api/review/audience/selectable',
    who: reviewPolicy.keep,
    about: 'The ids of all contacts of your audience under these filters that can be asked now: 10,000 at most.',
    input: z.strictObject({ ...contactFilters }),
    reply: z.object({ uniqueIds: z.array(id) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/review/audience/candidates',
    who: reviewPolicy.keep,
    about: 'Your contacts who are not in your audience yet.',
    input: asking(['firstName', 'dateCreated'], {}),
    reply: z.array(z.object({ uniqueId: id, fullName: z.string(), companyName: z.string() })),
    answers: 'list',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/review/deleteAudience/:uniqueId',
    who: reviewPolicy.keep,
    about: 'Takes a contact out of your audience.',
    input: byId,
    reply: byId,
    says: 'Audience Updated',
  }),
  lastContact: endpoint({
    method: 'GET',
    path: '/api/review/lastContact/:uniqueId',
    who: reviewPolicy.keep,
    about: 'When a contact was last asked or met.',
    input: byId,
    reply: z.object({ uniqueId: id, lastContacted: instant.nullable(), by: z.enum(['ASKED', 'MET']).nullable() }),
  }),
  unanswered: endpoint({
    method: 'GET',
    path: '/api/review/unanswered',
    who: reviewPolicy.keep,
    about: 'Contacts who were asked and have not answered yet.',
    input: askingContacts,
    reply: z.array(Unanswered),
    answers: 'list',
  }),
})
