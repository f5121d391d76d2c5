import { z } from 'zod'
import { byId, callsBehindSwitch, emptyInput, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { distinctValues, isRichText, yesOrNo } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { userPolicy } from '../platform/policies.ts'
import { reviewPolicy } from './policies.ts'
import {
  AudienceContact,
  contactFilters,
  contactQuery,
  ReviewSetting,
  reviewType,
  SurveyQuestion,
  Unanswered,
} from './review.schemas.ts'

/** A page's own words on its company; none: null. */
const Description = z.object({ uniqueId: id, companyDescriptionMarkup: z.string().nullable() })

const SavedSetting = ReviewSetting.extend({ added: z.number() })

/** What somebody decides on their reviews. */
export const reviewSettingApi = callsBehindSwitch('REVIEWS_ENABLED', {
  get: endpoint({
    method: 'GET',
    path: '/api/review/setting',
    access: reviewPolicy.keep,
    summary: 'Returns your survey type, whether your page can be found, and your audience; null if nothing is saved.',
    input: emptyInput,
    reply: ReviewSetting.nullable(),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/review/setting',
    access: reviewPolicy.keep,
    summary:
      'Saves the survey type and whether your page can be found, or adds contacts to your audience: all of them or none. A ' +
      'saved survey type cannot be changed.',
    input: z.strictObject({
      reviewType: reviewType.optional(),
      reviewsSearchEnabled: yesOrNo.optional(),
      audiences: distinctValues(
        id,
        'Please select at least one contact for the audience list!',
        10_000,
        say('At most 10,000 contacts'),
      ).optional(),
    }),
    reply: SavedSetting,
    message: ({ added }: z.output<typeof SavedSetting>) =>
      added > 0 ? say('Added Audience') : say('Setting Updated Successfully!'),
  }),
  questions: endpoint({
    method: 'GET',
    path: '/api/review/tenant',
    access: reviewPolicy.keep,
    summary: 'Lists the questions of your survey type.',
    input: emptyInput,
    reply: z.array(SurveyQuestion),
    replyType: 'list',
  }),
  description: endpoint({
    method: 'GET',
    path: '/api/review/companyDescription/:uniqueId',
    access: 'anyone',
    summary: 'Returns the description of a company as sanitized markup: to its owner always, to others if its page is public.',
    input: byId,
    reply: Description,
  }),
  describe: endpoint({
    method: 'POST',
    path: '/api/review/updateCompanyDescription',
    access: userPolicy.describe,
    summary:
      'Updates the description of your company, or of the company of a user whom you administer. The markup is sanitized. An ' +
      'empty description is removed.',
    input: z.strictObject({
      uniqueId: id,
      companyDescriptionMarkup: z.string().refine(isRichText, 'The company description can be 200 KB at most'),
    }),
    reply: Description,
    message: 'Description Updated Successfully!',
  }),
})

/** Whom somebody asks, and who has not answered. */
export const reviewAudienceApi = callsBehindSwitch('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/review/audience',
    access: reviewPolicy.keep,
    summary: 'Lists the contacts of your audience.',
    input: contactQuery,
    reply: z.array(AudienceContact),
    replyType: 'list',
  }),
  selectable: endpoint({
    method: 'GET',
    path: '/api/review/audience/selectable',
    access: reviewPolicy.keep,
    summary: 'Returns the ids of the contacts of your audience that match the filters and can be invited now: at most 10,000.',
    input: z.strictObject({ ...contactFilters }),
    reply: z.object({ uniqueIds: z.array(id) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/review/audience/candidates',
    access: reviewPolicy.keep,
    summary: 'Lists your contacts who are not in your audience.',
    input: listQuery(['firstName', 'dateCreated'], {}),
    reply: z.array(z.object({ uniqueId: id, fullName: z.string(), companyName: z.string() })),
    replyType: 'list',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/review/deleteAudience/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Removes a contact from your audience.',
    input: byId,
    reply: byId,
    message: 'Audience Updated',
  }),
  lastContact: endpoint({
    method: 'GET',
    path: '/api/review/lastContact/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Returns when a contact was last invited or met.',
    input: byId,
    reply: z.object({ uniqueId: id, lastContacted: instant.nullable(), by: z.enum(['ASKED', 'MET']).nullable() }),
  }),
  unanswered: endpoint({
    method: 'GET',
    path: '/api/review/unanswered',
    access: reviewPolicy.keep,
    summary: 'Lists the contacts who were invited and have not answered yet.',
    input: contactQuery,
    reply: z.array(Unanswered),
    replyType: 'list',
  }),
})
