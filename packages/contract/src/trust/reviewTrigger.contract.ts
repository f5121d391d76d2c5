import { z } from 'zod'
import { callsNeeding, endpoint, id, nothing } from '../kit/endpoint.ts'
import { optionalSentence, yesOrNo } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { MOST_OF_SENTENCE, triggerDays, triggerKinds } from './campaign.words.ts'
import { reviewPolicy } from './policies.ts'
import { skips } from './review.words.ts'

const kind = z.enum(triggerKinds, 'Choose after what to ask')

/** When customers are asked by itself, and who is next. */
const ReviewTrigger = z.object({
  kind,
  isOn: z.boolean(),
  /** Days after the meeting, or after the project's end. */
  days: z.number(),
  /** Its campaigns remind by themselves. */
  reminders: z.boolean(),
  sentence: z.string().nullable(),
  /** What its letters speak to contacts without a language of their own. Null: your own language. */
  language: language.nullable(),
  /** Meetings and ends of projects from this day on are asked about. */
  since: z.iso.date().nullable(),
  /** How many wait, and the first ten of them: on which day, about which company or project, and why not, as it stands now. */
  waiting: z.number(),
  next: z.array(
    z.object({
      contactId: id,
      fullName: z.string(),
      companyName: z.string(),
      about: z.string(),
      day: z.iso.date(),
      because: z.enum(skips).nullable(),
    }),
  ),
})
export type ReviewTrigger = z.output<typeof ReviewTrigger>

const { least, most } = triggerDays
const outOfRange = say('From {least} to {most} days', { least: String(least), most: String(most) })

/** Asking customers by itself, after meetings and projects. */
export const reviewTriggerApi = callsNeeding('REVIEWS_ENABLED', {
  triggers: endpoint({
    method: 'GET',
    path: '/api/reviewTrigger/',
    who: reviewPolicy.keep,
    about: 'When your customers are asked automatically, and who is next.',
    input: nothing,
    reply: z.object({ triggers: z.array(ReviewTrigger) }),
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/reviewTrigger/',
    who: reviewPolicy.keep,
    about:
      'Lets those who attended a meeting be asked so many days after it, by your reports; or the main contacts of a project after its end, by the projects that you created. Each once, by the rules of campaigns.',
    input: z.strictObject({
      kind,
      isOn: yesOrNo,
      days: z.coerce.number(outOfRange).int(outOfRange).min(least, outOfRange).max(most, outOfRange),
      reminders: yesOrNo.default(false),
      sentence: optionalSentence('Your sentence', MOST_OF_SENTENCE),
      language: language.nullish(),
    }),
    reply: ReviewTrigger,
    says: 'Updated successfully!',
  }),
})
