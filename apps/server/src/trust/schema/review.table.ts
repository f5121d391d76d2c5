import { triggerKinds } from '@tradewind/contract/trust/campaign.constants'
import { invitationStates, storedExclusionReasons, skipReasons } from '@tradewind/contract/trust/review.constants'
import { removalReasons } from '@tradewind/contract/trust/reviewCase.constants'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, numeric, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contactRole, contacts } from '#crm/schema/contact.table'
import { instant, linkTable, partitionTable, scopedForeignKey, tenantTable } from '#kit/database/table'
import { languageEnum } from '#platform/schema/message.table'
import { users } from '#platform/schema/user.table'
import { reviewTypeOf } from './reviewQuestion.table.ts'

export const invitationState = pgEnum('review_invitation_state', invitationStates)
export const refusalOf = pgEnum('review_refusal_reason', storedExclusionReasons)
export const removalReasonOf = pgEnum('review_removal_reason', removalReasons)

/** An owner's review settings. Whether their page can be found is stored with the user. */
export const reviewSettings = tenantTable(
  'review_setting',
  {
    ownerId: uuid().notNull(),
    /** Cannot be changed once it is set. */
    reviewType: reviewTypeOf(),
    /** Clean markup. */
    companyDescription: text(),
  },
  (t) => [
    scopedForeignKey('review_setting_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_setting_of_owner').on(t.tenantId, t.ownerId),
    index('review_setting_of_type').on(t.tenantId, t.reviewType, t.ownerId),
  ],
)

/** The contacts whom an owner invites. */
export const reviewAudience = linkTable('review_audience', { ownerId: uuid().notNull(), contactId: uuid().notNull() }, (t) => [
  scopedForeignKey('review_audience_owner', t, t.ownerId, users).onDelete('cascade'),
  scopedForeignKey('review_audience_contact', t, t.contactId, contacts).onDelete('cascade'),
  index('review_audience_of_contact').on(t.tenantId, t.partitionId, t.contactId),
])

/** Addresses that want no invitations of an owner, or accept none. An erased address is stored by its hash only. */
export const reviewRefusals = tenantTable(
  'review_refusal',
  {
    ownerId: uuid().notNull(),
    /** In lower case. */
    address: text(),
    /** The keyed hash of an address that had been erased when its link was used to unsubscribe (`hashAddress`). */
    addressHash: text(),
    reason: refusalOf().notNull(),
    /** When a mail server reported that a letter to it bounced. No review mail is sent there again. */
    reportedAt: instant(),
  },
  (t) => [
    scopedForeignKey('review_refusal_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_refusal_of_address').on(t.tenantId, t.ownerId, t.address),
    uniqueIndex('review_refusal_of_hash').on(t.tenantId, t.ownerId, t.addressHash),
    check('review_refusal_address', sql`num_nonnulls(address, address_hash) = 1`),
  ],
)

/** An invited customer, with the name at that time. The survey's link and the answer have the same id. */
export const reviewInvitations = partitionTable(
  'review_invitation',
  {
    ownerId: uuid().notNull(),
    campaignId: uuid().notNull(),
    contactId: uuid().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    title: text().notNull(),
    companyName: text().notNull(),
    contactRole: contactRole().notNull(),
    number: text(),
    /** Empty once it is erased. */
    emailAddress: text().notNull(),
    /** The keyed hash of the erased address (`hashAddress`). */
    addressHash: text(),
    language: languageEnum().notNull(),
    reviewType: reviewTypeOf().notNull(),
    state: invitationState().notNull().default('QUEUED'),
    /** The link to unsubscribe. */
    unsubscribeId: uuid()
      .notNull()
      .default(sql`gen_random_uuid()`),
    /** Counts the letters: each has a key of its own. */
    letters: integer().notNull().default(0),
    sentAt: instant(),
    /** When the last reminder that did not fail was ordered. */
    remindedAt: instant(),
    /** The number of reminders ordered, including failed ones. */
    reminders: integer().notNull().default(0),
    answeredAt: instant(),
    expiresAt: instant().notNull(),
    /** The short link by which the customer came without being invited. */
    linkId: uuid(),
    /** Why it failed. */
    problem: text(),
    /** When a mail server reported that a letter of it bounced. */
    bouncedAt: instant(),
    /** Folded, for sorting. */
    firstKey: text().notNull(),
    lastKey: text().notNull(),
    companyKey: text().notNull(),
  },
  (t) => [
    scopedForeignKey('review_invitation_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_invitation_open')
      .on(t.tenantId, t.partitionId, t.ownerId, sql`lower(email_address)`)
      .where(sql`state in ('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN')`),
    index('review_invitation_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId),
    index('review_invitation_of_contact').on(t.tenantId, t.partitionId, t.contactId, t.ownerId),
    index('review_invitation_by_state').on(t.tenantId, t.partitionId, t.ownerId, t.state, t.dateCreated, t.uniqueId),
    index('review_invitation_ending')
      .on(t.tenantId, t.expiresAt)
      .where(sql`state in ('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN')`),
    index('review_invitation_of_campaign').on(t.tenantId, t.partitionId, t.campaignId, t.state),
    index('review_invitation_of_day').on(t.tenantId, t.dateCreated),
    index('review_invitation_answered')
      .on(t.tenantId, t.partitionId, t.ownerId, sql`lower(email_address)`)
      .where(sql`state = 'ANSWERED'`),
  ],
)
export type InvitationRow = typeof reviewInvitations.$inferSelect

/** One sending of invitations. The invitations contain its id. */
export const reviewCampaigns = partitionTable(
  'review_campaign',
  {
    ownerId: uuid().notNull(),
    invited: integer().notNull(),
    /** Sends reminders automatically. */
    reminders: boolean().notNull().default(false),
    /** When its owner ended it. */
    endedAt: instant(),
    /** The trigger that started it; null if it was started by hand. */
    trigger: text({ enum: triggerKinds }),
    /** The owner's own sentence in all its letters. */
    sentence: text(),
  },
  (t) => [
    scopedForeignKey('review_campaign_owner', t, t.ownerId, users).onDelete('cascade'),
    index('review_campaign_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId),
    index('review_campaign_reminding')
      .on(t.tenantId, t.partitionId)
      .where(sql`reminders and ended_at is null`),
  ],
)
export type CampaignRow = typeof reviewCampaigns.$inferSelect

/** A letter that reminds of an invitation: the first or the second, and never a third. */
export const reviewReminders = partitionTable(
  'review_reminder',
  {
    ownerId: uuid().notNull(),
    campaignId: uuid().notNull(),
    invitationId: uuid().notNull(),
    number: integer().notNull(),
    /** The number of the invitation's letter. */
    letter: integer().notNull(),
    isAutomatic: boolean().notNull(),
    state: invitationState().notNull().default('QUEUED'),
    problem: text(),
  },
  (t) => [
    scopedForeignKey('review_reminder_owner', t, t.ownerId, users).onDelete('cascade'),
    scopedForeignKey('review_reminder_invitation', t, t.invitationId, reviewInvitations).onDelete('cascade'),
    uniqueIndex('review_reminder_once').on(t.tenantId, t.partitionId, t.invitationId, t.number),
    check('review_reminder_at_most', sql`number between 1 and 2`),
    index('review_reminder_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId),
    index('review_reminder_of_campaign').on(t.tenantId, t.partitionId, t.campaignId, t.dateCreated, t.uniqueId),
  ],
)
export type ReminderRow = typeof reviewReminders.$inferSelect

/** One answer to one invitation: they share their id, so that there can be no second one. */
export const reviewAnswers = partitionTable(
  'review_answer',
  {
    ownerId: uuid().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** The ISO code of the customer's country at that time, from their contact. */
    country: text(),
    reviewType: reviewTypeOf().notNull(),
    /** Half steps, 1 to 10, by question. */
    ratings: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    /** The same for the owner's own questions, as far as they were answered: in no score and no sum. */
    ownRatings: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
    /** Mean of the ratings, in stars, as added to the owner's sums. */
    score: numeric().notNull(),
    /** The day whose sums include it. */
    day: date().notNull(),
    remark: text(),
    remarkPublic: boolean().notNull(),
    showAsTestimonial: boolean().notNull().default(false),
    ownerReply: text(),
    repliedAt: instant(),
    /** When the letter about the owner's reply was ordered: only one is ever sent. */
    replyMailedAt: instant(),
    /** When its remark was removed from the public page, and why. The answer still counts. */
    remarkRemovedAt: instant(),
    remarkRemovedBecause: removalReasonOf(),
    /** The customer came by a short link. */
    viaLink: boolean().notNull().default(false),
    /** The next answer of the same customer. Only answers without one count. */
    supersededBy: uuid(),
  },
  (t) => [
    scopedForeignKey('review_answer_superseded', t, t.supersededBy, t),
    index('review_answer_superseded_by')
      .on(t.tenantId, t.partitionId, t.supersededBy)
      .where(sql`superseded_by is not null`),
    scopedForeignKey('review_answer_invitation', t, t.uniqueId, reviewInvitations),
    scopedForeignKey('review_answer_owner', t, t.ownerId, users).onDelete('cascade'),
    index('review_answer_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId),
    index('review_answer_counted')
      .on(t.tenantId, t.partitionId, t.ownerId, t.day, t.uniqueId)
      .where(sql`deleted_at is null and superseded_by is null`),
    index('review_answer_with_remark')
      .on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId)
      .where(sql`deleted_at is null and remark is not null`),
    index('review_answer_public')
      .on(t.tenantId, t.partitionId, t.ownerId, t.dateCreated, t.uniqueId)
      .where(sql`deleted_at is null and remark_public and remark_removed_at is null`),
    index('review_answer_remark_removed')
      .on(t.tenantId, t.partitionId, t.ownerId, t.remarkRemovedBecause)
      .where(sql`deleted_at is null and remark_removed_at is not null`),
    // Covers all columns that a page's figures need.
    index('review_answer_scored')
      .on(t.tenantId, t.partitionId, t.ownerId, t.day, t.score)
      .where(sql`deleted_at is null and superseded_by is null`),
  ],
)
export type AnswerRow = typeof reviewAnswers.$inferSelect

/** By question: the number of answers, and the sum of their half steps. */
export type Breakdown = Readonly<Record<string, readonly [answers: number, halfSteps: number]>>

/** The public figures of an owner's reviews, as running sums: a page costs one look-up. */
export const trustScores = tenantTable(
  'trust_score',
  {
    ownerId: uuid().notNull(),
    /** Sent invitations, and how many of them were answered. */
    sent: integer().notNull().default(0),
    answered: integer().notNull().default(0),
    /** Answers that count, and the sum of their scores. */
    answers: integer().notNull().default(0),
    /** Answers that a newer one of the same customer has replaced. */
    earlier: integer().notNull().default(0),
    scoreSum: numeric().notNull().default('0'),
    score: numeric()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(score_sum / nullif(answers, 0), 0)`),
    breakdown: jsonb().$type<Breakdown>().notNull().default({}),
  },
  (t) => [
    scopedForeignKey('trust_score_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('trust_score_of_owner').on(t.tenantId, t.ownerId),
    index('trust_score_by_score').on(t.tenantId, t.score, t.ownerId),
    index('trust_score_by_answers').on(t.tenantId, t.answers, t.ownerId),
  ],
)

/** The change of the sums by the answers of one day: they are added, and those that they replace are subtracted. */
export const reviewDays = tenantTable(
  'review_day',
  {
    ownerId: uuid().notNull(),
    day: date().notNull(),
    answers: integer().notNull().default(0),
    scoreSum: numeric().notNull().default('0'),
    breakdown: jsonb().$type<Breakdown>().notNull().default({}),
  },
  (t) => [
    scopedForeignKey('review_day_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_day_of_owner').on(t.tenantId, t.ownerId, t.day),
  ],
)

/** Public remarks that their owner shows, with the public data of the writer. Each has the id of its answer. */
export const testimonials = tenantTable(
  'testimonial',
  {
    ownerId: uuid().notNull(),
    firstName: text().notNull(),
    /** The first letter of the last name. */
    initial: text().notNull(),
    remark: text().notNull(),
    score: numeric().notNull(),
    answeredAt: instant().notNull(),
    ownerReply: text(),
    /** The writer has answered again meanwhile. */
    isEarlier: boolean().notNull().default(false),
    viaLink: boolean().notNull().default(false),
  },
  (t) => [
    scopedForeignKey('testimonial_owner', t, t.ownerId, users).onDelete('cascade'),
    index('testimonial_of_owner').on(t.tenantId, t.ownerId, t.answeredAt, t.uniqueId),
  ],
)

/** Short links to an owner's survey, which may be public. They are found by their code before the partition is known. */
export const reviewLinks = tenantTable(
  'review_link',
  {
    ownerId: uuid().notNull(),
    name: text().notNull(),
    code: text().notNull(),
    isActive: boolean().notNull().default(true),
    visits: integer().notNull().default(0),
    answers: integer().notNull().default(0),
  },
  (t) => [
    scopedForeignKey('review_link_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_link_code').on(t.tenantId, t.code),
    index('review_link_of_owner').on(t.tenantId, t.ownerId, t.dateCreated, t.uniqueId),
  ],
)
export type LinkRow = typeof reviewLinks.$inferSelect

/** A visitor who wants to answer by a short link, until the mailed code proves the address. The code is derived from the row, and not stored. */
export const reviewLinkAsks = tenantTable(
  'review_link_ask',
  {
    linkId: uuid().notNull(),
    address: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    language: languageEnum().notNull(),
    /** The number of wrong codes entered. */
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    scopedForeignKey('review_link_ask_link', t, t.linkId, reviewLinks).onDelete('cascade'),
    index('review_link_ask_of_link').on(t.tenantId, t.linkId),
    index('review_link_ask_ending').on(t.tenantId, t.expiresAt),
  ],
)
export type LinkAskRow = typeof reviewLinkAsks.$inferSelect

/** When an owner's customers are invited automatically. */
export const reviewTriggers = partitionTable(
  'review_trigger',
  {
    ownerId: uuid().notNull(),
    kind: text({ enum: triggerKinds }).notNull(),
    isOn: boolean().notNull().default(false),
    days: integer().notNull(),
    reminders: boolean().notNull().default(false),
    sentence: text(),
    language: languageEnum(),
    /** When it was switched on: earlier events are ignored. */
    since: date({ mode: 'string' }),
  },
  (t) => [
    scopedForeignKey('review_trigger_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_trigger_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.kind),
  ],
)
export type TriggerRow = typeof reviewTriggers.$inferSelect

/** The contacts that a trigger has processed, and for which event: each contact once. */
export const reviewTriggerAsks = partitionTable(
  'review_trigger_ask',
  {
    ownerId: uuid().notNull(),
    contactId: uuid().notNull(),
    /** The trigger's kind, the meeting report or project, and the owner: unique for each contact. */
    about: text().notNull(),
    /** The campaign that invited the contact; or else why it was not invited. */
    campaignId: uuid(),
    because: text({ enum: skipReasons }),
  },
  (t) => [
    scopedForeignKey('review_trigger_ask_owner', t, t.ownerId, users).onDelete('cascade'),
    scopedForeignKey('review_trigger_ask_contact', t, t.contactId, contacts).onDelete('cascade'),
    uniqueIndex('review_trigger_ask_once').on(t.tenantId, t.partitionId, t.contactId, t.about),
    index('review_trigger_ask_of_owner').on(t.tenantId, t.partitionId, t.ownerId),
  ],
)
