import { z } from 'zod'
import { byId, callsBehindSwitch, emptyInput, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { optionalSentence, yesOrNo } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { letterKinds, MAX_SENTENCE_LENGTH, triggerDays, triggerKinds } from './campaign.constants.ts'
import { reviewPolicy } from './policies.ts'
import { invitationStates, reminderSkipReasons, skipReasons } from './review.constants.ts'
import { contactFilters, contactIds, Invitation, token } from './review.schemas.ts'

const Unsubscribing = z.object({ userCompanyName: z.string(), unsubscribed: z.boolean() })

const campaignInput = {
  audienceList: contactIds('Please select at least one contact for the audience list!'),
  /** The language of the letters and the survey for contacts without one of their own; by default the user's own language. */
  language: language.optional(),
  /** The user's own sentence, in all letters of the campaign. It is not translated. */
  sentence: optionalSentence('Your sentence', MAX_SENTENCE_LENGTH),
}

/** A letter as it would be mailed to one contact, and the number of contacts who get it in this language. */
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

/** Inviting customers to a survey. */
export const reviewCampaignApi = {
  campaign: endpoint({
    method: 'POST',
    path: '/api/review/campaign',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary:
      'Invites contacts of your audience to your survey, each address once. Contacts who can’t be invited now are skipped and ' +
      'named.',
    input: z.strictObject({
      ...campaignInput,
      /** Sends reminders automatically after 7 and after 21 days to contacts who have not answered. */
      reminders: yesOrNo.default(false),
    }),
    reply: z.object({
      uniqueId: id,
      invited: z.number(),
      skipped: z.array(z.object({ contactId: id, fullName: z.string(), because: z.enum(skipReasons) })),
    }),
    message: 'Your review Campaign has been created Successfully! Contacts will be notified shortly!',
  }),
  letters: endpoint({
    method: 'POST',
    path: '/api/review/campaign/letter',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary:
      'Returns a preview of the complete letters of a campaign: one for each language of these contacts, or the letter to ' +
      '`contactId`. Nothing is sent.',
    input: z.strictObject({
      ...campaignInput,
      contactId: id.optional(),
      kind: z.enum(letterKinds, 'There is no such email').default('INVITATION'),
    }),
    reply: z.object({ letters: z.array(CampaignLetter) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/review/',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary: 'Lists your invitations and their outcome: all of them, or those of one campaign.',
    input: listQuery(['dateCreated', 'firstName', 'lastName', 'company'], {
      ...contactFilters,
      invitationStatus: z.enum(invitationStates, 'Unknown state').optional(),
      campaignId: id.optional(),
    }),
    reply: z.array(Invitation),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/review/:uniqueId',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary: 'Returns one of your invitations.',
    input: byId,
    reply: Invitation,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/review/resend/:uniqueId',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary:
      'Sends an invitation again that failed or may not have arrived. If it has arrived without an answer, sends a reminder: ' +
      'at most two, a week apart.',
    input: byId,
    reply: Invitation,
    message: 'The invitation will be sent again.',
  }),
  unsubscribing: endpoint({
    method: 'GET',
    path: '/api/review/unsubscribe/:token',
    access: 'anyone',
    summary: 'Returns the sender from whose invitations the link of a letter unsubscribes. Changes nothing.',
    input: z.strictObject({ token }),
    reply: Unsubscribing,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/review/unsubscribe/:token',
    access: 'anyone',
    bodyType: 'form',
    bodyLimit: 4096,
    summary: 'Unsubscribes the address to which the letter was sent from the invitations of this sender (RFC 8058).',
    input: z.strictObject({ token, 'List-Unsubscribe': z.string().max(40).optional() }),
    reply: Unsubscribing,
    message: 'You will not get any more of these invitations.',
  }),
}

const line = (sentence: string, most: number) =>
  z
    .string(sentence)
    .regex(/^[\x21-\x7E]+$/, sentence)
    .max(most, sentence)

/** Bounce reports of mail servers. */
export const mailBounceApi = {
  bounce: endpoint({
    method: 'POST',
    path: '/api/mail/bounce',
    access: 'anyone',
    bodyLimit: 4096,
    headers: { time: 'x-bounce-time', signature: 'x-bounce-signature' },
    summary:
      'Receives the report of a mail server about a bounced letter. X-Bounce-Signature is the HMAC-SHA256, in hex, with the ' +
      'key MAIL_BOUNCE_SECRET, of X-Bounce-Time, messageId, recipient and status, one per line. The response is the same ' +
      'whatever is known of the letter.',
    input: z.strictObject({
      /** When it was signed, in seconds since 1970: at most five minutes ago. */
      time: z.string('When was it signed?').regex(/^\d{1,12}$/, 'When was it signed?'),
      signature: z.string('It must be signed').regex(/^[\da-f]{64}$/i, 'It must be signed'),
      /** The letter's Message-ID, with or without angle brackets. */
      messageId: line('This is not a Message-ID', 300),
      recipient: line('This is not an address', 320),
      /** A status code of RFC 3463. Only 5.x.x is permanent. */
      status: z.string('This is not a status').regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'This is not a status'),
    }),
    reply: z.object({}),
  }),
}

const kind = z.enum(triggerKinds, 'Choose whether to ask after a meeting or a project')

/** When customers are invited automatically, and who is next. */
const ReviewTrigger = z.object({
  kind,
  isOn: z.boolean(),
  /** Days after the meeting, or after the project's end. */
  days: z.number(),
  /** Its campaigns send reminders automatically. */
  reminders: z.boolean(),
  sentence: z.string().nullable(),
  /** The language of its letters for contacts without one of their own. Null: the user's own language. */
  language: language.nullable(),
  /** Only meetings and ends of projects from this day on count. */
  since: z.iso.date().nullable(),
  /** The number that wait, and the first ten of them: on which day, about which company or project, and why not, as of now. */
  waiting: z.number(),
  next: z.array(
    z.object({
      contactId: id,
      fullName: z.string(),
      companyName: z.string(),
      about: z.string(),
      day: z.iso.date(),
      because: z.enum(skipReasons).nullable(),
    }),
  ),
})
export type ReviewTrigger = z.output<typeof ReviewTrigger>

const { min, max } = triggerDays
const outOfRange = say('From {least} to {most} days', { least: String(min), most: String(max) })

/** Inviting customers automatically, after meetings and projects. */
export const reviewTriggerApi = callsBehindSwitch('REVIEWS_ENABLED', {
  triggers: endpoint({
    method: 'GET',
    path: '/api/reviewTrigger/',
    access: reviewPolicy.keep,
    summary: 'Returns when your customers are invited automatically, and who is next.',
    input: emptyInput,
    reply: z.object({ triggers: z.array(ReviewTrigger) }),
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/reviewTrigger/',
    access: reviewPolicy.keep,
    summary:
      'Configures automatic invitations: for the attendees of a meeting, a number of days after it, according to your reports; ' +
      'or for the main contacts of a project, after its end, for the projects that you created. Each contact is invited once, ' +
      'by the rules of campaigns. Fields that are left out stay as they are.',
    input: z.strictObject({
      kind,
      isOn: yesOrNo.optional(),
      days: z.coerce.number(outOfRange).int(outOfRange).min(min, outOfRange).max(max, outOfRange).optional(),
      reminders: yesOrNo.optional(),
      sentence: optionalSentence('Your sentence', MAX_SENTENCE_LENGTH),
      language: language.nullish(),
    }),
    reply: ReviewTrigger,
    message: 'Updated successfully!',
  }),
})

/** A campaign: the number of contacts invited, the outcome, and its next action. */
const ReviewCampaign = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  invited: z.number(),
  answered: z.number(),
  /** The number of reminders, sent by hand and automatically. */
  reminded: z.number(),
  /** It sends reminders automatically. */
  reminders: z.boolean(),
  endedAt: instant.nullable(),
  /** The trigger that started it. Null: it was started by hand. */
  trigger: z.enum(triggerKinds).nullable(),
  /** The user's own sentence in its letters. */
  sentence: z.string().nullable(),
  /** None of its invitations can still be answered. */
  isOver: z.boolean(),
})
export type ReviewCampaign = z.output<typeof ReviewCampaign>

/** A campaign, and what would happen if its customers were reminded now. */
const CampaignOutlook = ReviewCampaign.extend({
  /** The tenant allows automatic reminders. */
  remindersAllowed: z.boolean(),
  /** The number of contacts that could be reminded now by hand. */
  remindable: z.number(),
  /** Contacts who have not answered and would not be reminded now, and the reasons. */
  skipped: z.array(z.object({ uniqueId: id, fullName: z.string(), because: z.enum(reminderSkipReasons) })),
  /** Contacts whose letter bounced, the newest first, 500 at most. */
  bounced: z.array(z.object({ uniqueId: id, contactId: id, fullName: z.string(), email: z.string(), bouncedAt: instant })),
  /** When it next sends reminders automatically, and how many within 24 hours from then. Null: it does not. */
  next: z.object({ at: instant, count: z.number() }).nullable(),
})
export type CampaignOutlook = z.output<typeof CampaignOutlook>

/** A reminder of an invitation. */
const ReviewReminder = z.object({
  uniqueId: id,
  dateCreated: instant,
  campaignId: id,
  invitationId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** The first or the second one. */
  number: z.number(),
  /** It was sent automatically. */
  isAutomatic: z.boolean(),
  state: z.enum(invitationStates),
  /** Why it was not sent. */
  problem: z.string().nullable(),
})
export type ReviewReminder = z.output<typeof ReviewReminder>

/** Reminding customers who have not answered. */
export const reviewReminderApi = callsBehindSwitch('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/',
    access: reviewPolicy.keep,
    summary: 'Lists the reminders of your invitations and their outcome.',
    input: listQuery(['dateCreated'], { campaignId: id.optional() }).omit({ q: true }),
    reply: z.array(ReviewReminder),
    replyType: 'list',
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/campaign',
    access: reviewPolicy.keep,
    summary: 'Lists your campaigns.',
    input: listQuery(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(ReviewCampaign),
    replyType: 'list',
  }),
  campaign: endpoint({
    method: 'GET',
    path: '/api/reviewReminder/campaign/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Returns one of your campaigns: who would be reminded now and who would not, and its next automatic action.',
    input: byId,
    reply: CampaignOutlook,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/reviewReminder/',
    access: reviewPolicy.keep,
    summary: 'Reminds all contacts of a campaign who have not answered: each at most twice, and a week after the last letter.',
    input: z.strictObject({ campaignId: id }),
    reply: CampaignOutlook.pick({ skipped: true }).extend({ reminded: z.number() }),
    message: 'The reminders will be sent shortly.',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/reviewReminder/campaign/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Switches the automatic reminders of a campaign on or off. They are sent after 7 and 21 days.',
    input: z.strictObject({ uniqueId: id, reminders: yesOrNo }),
    reply: ReviewCampaign,
    message: 'Updated successfully!',
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/reviewReminder/campaign/:uniqueId/end',
    access: reviewPolicy.keep,
    summary: 'Ends a campaign. Its surveys can no longer be answered, and nobody is reminded.',
    input: byId,
    reply: ReviewCampaign,
    message: 'The campaign has ended.',
  }),
})
