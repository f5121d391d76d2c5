import { z } from 'zod'
import { byId, callsBehindSwitch, emptyInput, endpoint, fileReply, id, instant, listQuery } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { atMost, countryOut, day, optionalText, text, yesOrNo } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { reviewPolicy } from './policies.ts'
import { invitationStates, isRating } from './review.constants.ts'
import {
  HistoricScore,
  OwnSurveyQuestion,
  QuestionScore,
  Remark,
  ReviewSummary,
  reviewType,
  SurveyQuestion,
  token,
} from './review.schemas.ts'

/** A survey as the customer sees it. */
export const Survey = z.object({
  answer: z.object({ invitationStatus: z.enum(invitationStates), reviewType }),
  user: z.object({ userCompanyName: z.string() }),
  questions: z.array(SurveyQuestion),
  /** The owner's own questions. They are optional, and never count in a score. */
  ownQuestions: z.array(OwnSurveyQuestion),
  /** The minutes that answering takes, as the letters say as well. */
  minutes: z.number(),
})
export type Survey = z.output<typeof Survey>

const MANDATORY = 'All fields are mandatory'

const ratingInput = z.strictObject({ questionId: id, answer: z.number(MANDATORY).refine(isRating, 'Half a star to five') })

/** Answering a survey, and what happens to the answers. */
export const reviewAnswerApi = callsBehindSwitch('REVIEWS_ENABLED', {
  surveydetails: endpoint({
    method: 'GET',
    path: '/api/review/surveydetails/:uniqueId',
    access: 'anyone',
    summary: 'Returns the survey of an invitation link. Changes nothing, whoever sends the request.',
    input: z.strictObject({ uniqueId: token, lang: language.optional() }),
    reply: Survey,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/review/submit',
    access: 'anyone',
    summary:
      'Submits the answers to all questions of a survey, once: half a star to five stars, in half steps. The owner’s own ' +
      'questions are optional, and never count in a score.',
    input: z.strictObject({
      answerId: token,
      answers: atMost(z.array(ratingInput, MANDATORY).min(1, MANDATORY), 200, say('At most 200 answers')),
      ownAnswers: atMost(z.array(ratingInput), 200, say('At most 200 answers')).default([]),
      remarks: optionalText('Remarks', 2000),
      remarksPublic: yesOrNo.default(false),
    }),
    reply: Survey.pick({ answer: true }),
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/review/userReviewDetails',
    access: reviewPolicy.keep,
    summary: 'Returns your score and the figures behind it.',
    input: emptyInput,
    reply: ReviewSummary,
  }),
  detailsOf: endpoint({
    method: 'GET',
    path: '/api/review/userReviewDetails/:uniqueId',
    access: 'anyone',
    summary:
      'Returns the score of a company and the figures behind it. The page of the company must be public, unless it is your own.',
    input: z.strictObject({ uniqueId: id, lang: language.optional() }),
    reply: ReviewSummary,
  }),
  historicData: endpoint({
    method: 'GET',
    path: '/api/review/historicData',
    access: reviewPolicy.keep,
    summary: 'Lists your mean ratings at the end of each day on which answers arrived.',
    input: z.strictObject({ fromDate: day('Date from').optional(), toDate: day('Date to').optional() }),
    reply: z.array(HistoricScore),
    replyType: 'list',
  }),
  remarks: endpoint({
    method: 'GET',
    path: '/api/review/remarks',
    access: reviewPolicy.keep,
    summary: 'Lists the remarks that your customers added to their ratings, newest first: all of them, or one by its id.',
    input: listQuery(['dateCreated'], { remarkId: id.optional() }).omit({ q: true }),
    reply: z.array(Remark),
    replyType: 'list',
  }),
  toggle: endpoint({
    method: 'PUT',
    path: '/api/review/toggleShowAsTestimonial/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Shows a public remark as a testimonial on your page, or stops showing it.',
    input: byId,
    reply: Remark,
    message: 'Updated successfully!',
  }),
  reply: endpoint({
    method: 'PATCH',
    path: '/api/review/',
    access: reviewPolicy.keep,
    summary: 'Replies to an answer. Everyone can read the reply below the remark. An empty reply removes it.',
    input: z.strictObject({ uniqueId: id, ownerReply: optionalText('Reply', 2000), updatedAt: instant.optional() }),
    reply: Remark,
    message: 'Updated successfully!',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/review/:uniqueId',
    access: reviewPolicy.moderate,
    summary: 'Permanently removes an answer from a score, for a reason that is stored in the audit trail.',
    input: z.strictObject({ uniqueId: id, reason: text('Reason', 2000) }),
    reply: byId,
    message: 'Deleted Successfully!',
  }),
})

/** The default is the last 180 days until today. The same number of days before is the period for comparison. */
const periodQuery = { fromDate: day('Date from').optional(), toDate: day('Date to').optional() }

/** The number of answers, and the mean of their stars to full precision; null without answers. */
const Mean = z.object({ answers: z.number(), mean: z.number().nullable() })

/** The mean of other members to one decimal; null where too few have one. */
const meanOfOthers = z.number().nullable()

const Period = z.object({ from: z.iso.date(), to: z.iso.date() })

const ReviewResults = z.object({
  /** All answers ever given, whatever period is requested. */
  summary: ReviewSummary.extend({ breakDownScore: ReviewSummary.shape.breakDownScore.omit({ remarks: true }) }),
  period: Period,
  before: Period,
  /** The counting answers of the period, those of the period before, and those of members with the same survey type. */
  score: z.object({ now: Mean, before: Mean, others: meanOfOthers }),
  questions: z.array(
    QuestionScore.pick({ questionId: true, headline: true, question: true }).extend({
      now: Mean,
      before: Mean,
      others: meanOfOthers,
    }),
  ),
  /** The owner's own questions: the active ones, then retired ones with answers in either period. They are in none of the other figures. */
  ownQuestions: z.array(OwnSurveyQuestion.extend({ retired: z.boolean(), now: Mean, before: Mean })),
  /** The number of answers by stars, rounded to whole ones: five first. */
  stars: z.array(z.object({ stars: z.number(), now: z.number(), before: z.number() })),
  /** The countries of the period's customers, by their contact; null where unknown. */
  countries: z.array(z.object({ country: countryOut.nullable(), answers: z.number(), score: z.number() })),
  /** Words that occur in more than one remark of the period, with the mean of the answers that contain them. */
  words: z.array(z.object({ word: z.string(), remarks: z.number(), score: z.number() })),
  /** The means of all answers up to each day of the period with an answer: overall, and in the order of the questions. */
  history: z.array(z.object({ date: z.iso.date(), score: z.number(), means: z.array(z.number().nullable()) })),
})
export type ReviewResults = z.output<typeof ReviewResults>

/** The results of a user's reviews. */
export const reviewResultsApi = callsBehindSwitch('REVIEWS_ENABLED', {
  results: endpoint({
    method: 'GET',
    path: '/api/review/results',
    access: reviewPolicy.keep,
    summary:
      'Returns the results of your answers in a period and in the same number of days before: by question, stars, country and ' +
      'word. Includes the mean of other members with your survey type, if at least five of them have one.',
    input: z.strictObject(periodQuery),
    reply: ReviewResults,
  }),
  exportResults: endpoint({
    method: 'POST',
    path: '/api/review/results/export',
    access: reviewPolicy.export,
    summary: 'Prepares a download of the results as one table.',
    input: z.strictObject({ ...periodQuery, format: z.enum(['xlsx', 'csv'], 'xlsx or csv') }),
    reply: Ticket,
    returnsSecret: true,
  }),
  exportResultsFile: endpoint({
    method: 'GET',
    path: '/api/review/results/export/:ticket',
    access: 'anyone',
    summary: 'Returns the file for which a ticket was issued. The permissions of the user who requested it are checked again.',
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: fileReply,
    replyType: 'file',
  }),
})
