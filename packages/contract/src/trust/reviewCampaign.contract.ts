import { z } from 'zod'
import { asking, byId, endpoint, id } from '../kit/endpoint.ts'
import { optionalSentence, yesOrNo } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { letterKinds, MOST_OF_SENTENCE } from './campaign/campaign.words.ts'
import { reviewPolicy } from './review.policy.ts'
import { contactFilters, contactIds, Invitation, token } from './review.schemas.ts'
import { invitationStates, skips } from './review.words.ts'

const Unsubscribing = z.object({ userCompanyName: z.string(), unsubscribed: z.boolean() })

const asked = {
  audienceList: contactIds('Please select at least one contact for the audience list!'),
  /** What the letters and the survey speak to contacts without a language of their own; else your own language. */
  language: language.optional(),
  /** What you say to each of them yourself, in all letters of the campaign. It is not translated. */
  sentence: optionalSentence('Your sentence', MOST_OF_SENTENCE),
}

/** A letter as it would be mailed to one contact, and how many get it in this language. */
const CampaignLetter = z.object({
  language,
  count: z.number(),
  contactId: id,
  fullName: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
export type CampaignLetter = z.output<typeof CampaignLetter>

/** Asking customers. */
export const reviewCampaignApi = {
  campaign: endpoint({
    method: 'POST',
    path: '/api/review/campaign',
    who: reviewPolicy.keep,
    needs: 'REVIEWS_ENABLED',
    about: 'Invites contacts of your audience to your survey, each address once. Who can’t be asked now is left out and named.',
    input: z.strictObject({
      ...asked,
      /** Reminds by itself, after 7 and after 21 days, who has not answered. */
      reminders: yesOrNo.default(false),
    }),
    reply: z.object({
      uniqueId: id,
      invited: z.number(),
      skipped: z.array(z.object({ contactId: id, fullName: z.string(), because: z.enum(skips) })),
    }),
    says: 'Your review Campaign has been created Successfully! Contacts will be notified shortly!',
  }),
  letters: endpoint({
    method: 'POST',
    path: '/api/review/campaign/letter',
    who: reviewPolicy.keep,
    needs: 'REVIEWS_ENABLED',
    about:
      'Shows the letters of a campaign before they go, whole: one for each language that these contacts get, or the one that `contactId` gets. Nothing is sent.',
    input: z.strictObject({
      ...asked,
      contactId: id.optional(),
      kind: z.enum(letterKinds, 'There is no such email').default('INVITATION'),
    }),
    reply: z.object({ letters: z.array(CampaignLetter) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/review/',
    who: reviewPolicy.keep,
    needs: 'REVIEWS_ENABLED',
    about: 'Your invitations and what became of them.',
    input: asking(['dateCreated', 'firstName', 'lastName', 'company'], {
      ...contactFilters,
      invitationStatus: z.enum(invitationStates, 'Unknown state').optional(),
    }),
    reply: z.array(Invitation),
    answers: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/review/:uniqueId',
    who: reviewPolicy.keep,
    needs: 'REVIEWS_ENABLED',
    about: 'Reads one of your invitations.',
    input: byId,
    reply: Invitation,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/review/resend/:uniqueId',
    who: reviewPolicy.keep,
    needs: 'REVIEWS_ENABLED',
    about:
      'Sends an invitation again that failed or may not have arrived; or reminds, twice at most and a week apart, who has not answered.',
    input: byId,
    reply: Invitation,
    says: 'The invitation will be sent again.',
  }),
  unsubscribing: endpoint({
    method: 'GET',
    path: '/api/review/unsubscribe/:token',
    who: 'anyone',
    about: 'Whose invitations the link of a letter unsubscribes from. Nothing changes.',
    input: z.strictObject({ token }),
    reply: Unsubscribing,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/review/unsubscribe/:token',
    who: 'anyone',
    takes: 'form',
    bodyLimit: 4096,
    about: 'No more invitations of this sender to the address that the letter went to (RFC 8058).',
    input: z.strictObject({ token, 'List-Unsubscribe': z.string().max(40).optional() }),
    reply: Unsubscribing,
    says: 'You will not get any more of these invitations.',
  }),
}
