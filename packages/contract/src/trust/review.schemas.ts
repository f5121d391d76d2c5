import { z } from 'zod'
import { contactFields, contactRoles } from '../crm/contact.fields.ts'
import { id, instant, listQuery } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf } from '../kit/entitySchemas.ts'
import { countryOut, distinctValues } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { exclusionReasons, invitationStates, resendBlockers, reviewTypes } from './review.constants.ts'
import { removalReasons } from './reviewCase.constants.ts'

/** The secret of a link, as it appears in the address of a survey or of an unsubscribe page. */
export const token = z.string().min(1, 'This is not a link').max(200, 'This is not a link')

export const reviewType = z.enum(reviewTypes, 'Choose a survey type')

/** The filters of lists of contacts. */
export const contactFilters = filtersOf(contactFields)
const contactSorts = sortsOf(contactFields)
export const contactQuery = listQuery(contactSorts, contactFilters)

export const contactIds = (sentence: string) =>
  distinctValues(id, sentence, 10_000, say('At most 10,000 contacts')).refine((list) => list.length > 0, sentence)

/** The owner's settings of their reviews. */
export const ReviewSetting = z.object({
  /** Null until it is first saved; it cannot change afterwards. */
  reviewType: reviewType.nullable(),
  /** The page is on the public list, even if its owner is not a partner. */
  reviewsSearchEnabled: z.boolean(),
  /** The contacts of the audience, 10,000 at most. */
  audiences: z.array(id),
})
export type ReviewSetting = z.output<typeof ReviewSetting>

/** A contact of the audience. */
export const AudienceContact = z.object({
  uniqueId: id,
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  companyName: z.string(),
  email: z.string().nullable(),
  /** The language of letters to them, where known. */
  language: language.nullable(),
  /** When they were last invited, or last in a meeting. */
  lastContacted: instant.nullable(),
  /** They cannot be invited now, for this reason. */
  hotlisted: z.boolean(),
  hotlistedBecause: z.enum(exclusionReasons).nullable(),
})
export type AudienceContact = z.output<typeof AudienceContact>

/** An invitation to a survey. Its answer has the same id. */
export const Invitation = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  contactId: id,
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  reviewType,
  invitationStatus: z.enum(invitationStates),
  sentAt: instant.nullable(),
  remindedAt: instant.nullable(),
  /** The number of reminders, failed ones included. */
  reminders: z.number(),
  answeredAt: instant.nullable(),
  expiresAt: instant,
  /** The error message of the other side. */
  problem: z.string().nullable(),
  /** When a mail server reported that one of its letters bounced. */
  bouncedAt: instant.nullable(),
  /** The answer came through a short link, without an invitation. */
  viaLink: z.boolean(),
  /** It may be sent again: it failed, may not have arrived, or has waited a week for the next of its two reminders. */
  resendable: z.boolean(),
  /** Why it may not, unless the reason is in the fields above. */
  blockedBecause: z.enum(resendBlockers).nullable(),
})
export type Invitation = z.output<typeof Invitation>

/** The invitation of a contact who has not answered, with the contact's fields at that time. */
export const Unanswered = Invitation.extend({
  title: z.string(),
  contactRole: z.enum(contactRoles),
  number: z.string().nullable(),
})
export type Unanswered = z.output<typeof Unanswered>

/** A question as the survey shows it. */
export const SurveyQuestion = z.object({ uniqueId: id, headline: z.string(), question: z.string() })
export type SurveyQuestion = z.output<typeof SurveyQuestion>

/** An own question as the survey shows it: in the owner's words, in one language. */
export const OwnSurveyQuestion = z.object({ uniqueId: id, question: z.string() })
export type OwnSurveyQuestion = z.output<typeof OwnSurveyQuestion>

/** What a customer wrote in addition to the stars. */
export const Remark = z.object({
  uniqueId: id,
  updatedAt: instant,
  date: instant,
  contact: z.object({ firstName: z.string(), lastName: z.string() }),
  /** The mean of the answer's ratings. */
  score: z.number(),
  remark: z.string().nullable(),
  /** The customer agreed to publish the remark. */
  remarkPublic: z.boolean(),
  showAsTestimonial: z.boolean(),
  /** The owner's public reply. */
  ownerReply: z.string().nullable(),
  /** The customer has answered again, and the newer answer counts instead. */
  isEarlier: z.boolean(),
  /** The customer came through a short link, not an invitation. */
  viaLink: z.boolean(),
  /** The tenant's staff have met the customer, according to one of their reports. Null in the owner's own lists. */
  met: z.boolean().nullable(),
  /** Why its text was removed from the public page. */
  removed: z.enum(removalReasons).nullable(),
})
export type Remark = z.output<typeof Remark>

/** The mean of one question, to full precision. */
export const QuestionScore = z.object({
  questionId: id,
  headline: z.string(),
  question: z.string(),
  breakdownScore: z.number(),
  totalReviews: z.number(),
})
export type QuestionScore = z.output<typeof QuestionScore>

/** The figures of a score. All means to full precision; 0 without answers. */
export const ReviewSummary = z.object({
  uniqueId: id,
  score: z.number(),
  /** Invitations that were sent: those that were answered, and the others. */
  totalReviewsSent: z.number(),
  totalAnsweredReviews: z.number(),
  totalUnansweredReviews: z.number(),
  /** Answers that a newer one of the same customer has replaced. */
  totalEarlierReviews: z.number(),
  companyName: z.string().nullable(),
  brandLogoUID: id.nullable(),
  isPartner: z.boolean(),
  breakDownScore: z.object({
    /** Answers that count. */
    totalReviews: z.number(),
    breakdown: z.array(QuestionScore),
    /** The newest 100: all of them for their owner, testimonials for others. */
    remarks: z.array(Remark),
  }),
})
export type ReviewSummary = z.output<typeof ReviewSummary>

/** Means of all answers up to the end of each day with an answer. */
export const HistoricScore = z.object({
  date: z.iso.date(),
  breakDownScore: z.object({ totalReviews: z.number(), score: z.number(), breakdown: z.array(QuestionScore) }),
})
export type HistoricScore = z.output<typeof HistoricScore>

/** A reviewed company in the public list. */
export const PartnerCard = z.object({
  companyId: id,
  companyName: z.string(),
  country: countryOut.nullable(),
  brandLogoUID: id.nullable(),
  isPartner: z.boolean(),
  score: z.number(),
  scoreBreakdown: z.object({ totalReviews: z.number() }),
})
export type PartnerCard = z.output<typeof PartnerCard>
