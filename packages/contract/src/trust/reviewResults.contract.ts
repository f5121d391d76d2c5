import { z } from 'zod'
import { bytes, callsNeeding, endpoint } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { countryOut, day } from '../kit/fields.ts'
import { reviewPolicy } from './policies.ts'
import { OwnSurveyQuestion, QuestionScore, ReviewSummary } from './review.schemas.ts'

/** Without days: the last 180 until today. As many days before them are what they are compared with. */
const asked = { fromDate: day('Date from').optional(), toDate: day('Date to').optional() }

/** Answers, and the mean of their stars to full precision; null without answers. */
const Mean = z.object({ answers: z.number(), mean: z.number().nullable() })

/** The mean of others to one decimal; null where too few others have one. */
const others = z.number().nullable()

const Period = z.object({ from: z.iso.date(), to: z.iso.date() })

const ReviewResults = z.object({
  /** All that ever was, whatever days are asked for. */
  summary: ReviewSummary.extend({ breakDownScore: ReviewSummary.shape.breakDownScore.omit({ remarks: true }) }),
  period: Period,
  before: Period,
  /** The answers that count and were given in the period, those before it, and the members of the same survey type. */
  score: z.object({ now: Mean, before: Mean, others }),
  questions: z.array(
    QuestionScore.pick({ questionId: true, headline: true, question: true }).extend({ now: Mean, before: Mean, others }),
  ),
  /** The owner's own questions: those that are asked, then retired ones with answers in either period. They are in none of the other figures. */
  ownQuestions: z.array(OwnSurveyQuestion.extend({ retired: z.boolean(), now: Mean, before: Mean })),
  /** Answers by their stars, rounded to whole ones: five first. */
  stars: z.array(z.object({ stars: z.number(), now: z.number(), before: z.number() })),
  /** Where the customers of the period are, by their contact's country; null where that is unknown. */
  countries: z.array(z.object({ country: countryOut.nullable(), answers: z.number(), score: z.number() })),
  /** Words that are in more than one remark of the period, with the mean of the answers that have them. */
  words: z.array(z.object({ word: z.string(), remarks: z.number(), score: z.number() })),
  /** The means of all answers up to each day of the period on which some came: of all, and in the order of the questions. */
  history: z.array(z.object({ date: z.iso.date(), score: z.number(), means: z.array(z.number().nullable()) })),
})
export type ReviewResults = z.output<typeof ReviewResults>

/** What somebody's answers say. */
export const reviewResultsApi = callsNeeding('REVIEWS_ENABLED', {
  results: endpoint({
    method: 'GET',
    path: '/api/review/results',
    who: reviewPolicy.keep,
    about:
      'Your answers of some days beside those of as many days before: by question, stars, country and word; the mean of members with your survey type, where five others or more have one.',
    input: z.strictObject(asked),
    reply: ReviewResults,
  }),
  exportResults: endpoint({
    method: 'POST',
    path: '/api/review/results/export',
    who: reviewPolicy.export,
    about: 'Prepares a download of these figures as one table.',
    input: z.strictObject({ ...asked, format: z.enum(['xlsx', 'csv'], 'xlsx or csv') }),
    reply: Ticket,
    tellsSecret: true,
  }),
  exportResultsFile: endpoint({
    method: 'GET',
    path: '/api/review/results/export/:ticket',
    who: 'anyone',
    about: 'The download that a ticket was given for. The rights of who asked for it are checked again.',
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: bytes,
    answers: 'file',
  }),
})
