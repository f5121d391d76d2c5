import { z } from 'zod'
import { asking, byId, callsNeeding, endpoint, id, instant } from '../kit/endpoint.ts'
import { yesOrNo } from '../kit/fields.ts'
import { triggerKinds } from './campaign.words.ts'
import { reviewPolicy } from './policies.ts'
import { invitationStates, reminderSkips } from './review.words.ts'

/** A campaign: how many it asked, what became of that, and what it does next. */
const ReviewCampaign = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  invited: z.number(),
  answered: z.number(),
  /** Letters that reminded somebody, by hand and by itself. */
  reminded: z.number(),
  /** It reminds by itself. */
  reminders: z.boolean(),
  endedAt: instant.nullable(),
  /** After what it asked by itself. Null: by hand. */
  trigger: z.enum(triggerKinds).nullable(),
  /** What its letters say in your own words. */
  sentence: z.string().nullable(),
  /** No invitation of it can be answered any more. */
  isOver: z.boolean(),
})
export type ReviewCampaign = z.output<typeof ReviewCampaign>

/** A campaign, and what would happen if its customers were reminded now. */
const CampaignOutlook = ReviewCampaign.extend({
  /** The tenant lets campaigns remind by themselves. */
  remindersAllowed: z.boolean(),
  /** How many would be reminded now by hand. */
  remindable: z.number(),
  /** Who has not answered and would not be reminded now, and why. */
  skipped: z.array(z.object({ uniqueId: id, fullName: z.string(), because: z.enum(reminderSkips) })),
  /** Whose letter came back, the newest first, 500 at most. */
  bounced: z.array(z.object({ uniqueId: id, contactId: id, fullName: z.string(), email: z.string(), bouncedAt: instant })),
  /** When it next reminds by itself, and how many in the 24 hours that begin then. Null: it does not. */
  next: z.object({ at: instant, count: z.number() }).nullable(),
})
export type CampaignOutlook = z.output<typeof CampaignOutlook>

/** A letter that reminded of an invitation. */
const ReviewReminder = z.object({
  uniqueId: id,
  dateCreated: instant,
  campaignId: id,
  invitationId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** The first or the second one. */
  number: z.number(),
  /** Nobody pressed a button for it. */
  isAutomatic: z.boolean(),
  state: z.enum(invitationStates),
  /** Why it was not sent. */
  problem: z.string().nullable(),
})
export type ReviewReminder = z.output<typeof ReviewReminder>

/** Reminding customers who have not answered. */
export const reviewReminderApi = callsNeeding('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/',
    who: reviewPolicy.keep,
    about: 'The reminders of your invitations and what became of each.',
    input: asking(['dateCreated'], { campaignId: id.optional() }).omit({ q: true }),
    reply: z.array(ReviewReminder),
    answers: 'list',
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/campaign',
    who: reviewPolicy.keep,
    about: 'Your campaigns.',
    input: asking(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(ReviewCampaign),
    answers: 'list',
  }),
  campaign: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/campaign/:uniqueId',
    who: reviewPolicy.keep,
    about: 'One of your campaigns: who would be reminded now and who would not, and what it does next by itself.',
    input: byId,
    reply: CampaignOutlook,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/reviewReminder/',
    who: reviewPolicy.keep,
    about: 'Reminds everybody of a campaign who has not answered: each twice at most, and a week after the last letter.',
    input: z.strictObject({ campaignId: id }),
    reply: CampaignOutlook.pick({ skipped: true }).extend({ reminded: z.number() }),
    says: 'The reminders will be sent shortly.',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/reviewReminder/campaign/:uniqueId',
    who: reviewPolicy.keep,
    about: 'Lets a campaign remind by itself after 7 and 21 days, or no longer.',
    input: z.strictObject({ uniqueId: id, reminders: yesOrNo }),
    reply: ReviewCampaign,
    says: 'Updated successfully!',
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/reviewReminder/campaign/:uniqueId/end',
    who: reviewPolicy.keep,
    about: 'Ends a campaign: its surveys can no longer be answered, and nobody is reminded.',
    input: byId,
    reply: ReviewCampaign,
    says: 'The campaign has ended.',
  }),
})
