import { z } from 'zod'
import {
  byId,
  callsBehindSwitch,
  crud,
  endpoint,
  id,
  instant,
  listQuery,
  questionFields,
  removedQuestion,
} from '../kit/endpoint.ts'
import { text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language } from '../kit/language.ts'
import { historyOf } from '../platform/policies.ts'
import { reviewPolicy, reviewQuestionPolicy } from './policies.ts'
import { MAX_OWN_QUESTION_LENGTH, MAX_OWN_QUESTIONS, reviewTypes } from './review.constants.ts'
import { reviewType, SurveyQuestion } from './review.schemas.ts'
import { Survey } from './reviewAnswer.contract.ts'

const words = { headline: text('Headline'), question: text('Question', 2000) }
const { Translations, input, record } = questionFields(words)
export type Translations = z.output<typeof Translations>

/** Its group is its survey type. */
export const ReviewQuestionInput = z.object({ reviewType, ...words, ...input })

export const ReviewQuestion = z.object({ ...record, reviewType, headline: z.string(), question: z.string() })
export type ReviewQuestion = z.output<typeof ReviewQuestion>

const sorts = ['dateCreated', 'position'] as const
const filters = {
  reviewType: z.enum(reviewTypes, 'Unknown survey type').optional(),
  retired: z.enum(['true', 'false'], 'true or false').optional(),
}

const calls = crud('/api/reviewQuestion', {
  name: 'review question',
  record: ReviewQuestion,
  input: ReviewQuestionInput,
  policy: reviewQuestionPolicy,
  sorts,
  filters,
})

export const reviewQuestionApi = callsBehindSwitch('REVIEWS_ENABLED', {
  ...calls,
  remove: endpoint({
    ...calls.remove,
    summary: 'Moves a review question to the trash for 30 days. A question that has answers is retired instead.',
    reply: byId.extend({ retired: z.boolean() }),
    message: removedQuestion,
  }),
  ...history('/api/reviewQuestion', 'review question', historyOf(reviewQuestionPolicy)),
  tenant: endpoint({
    method: 'GET',
    path: '/api/reviewQuestion/tenant',
    access: 'anyone',
    summary: 'Lists the current questions, by survey type and in their order.',
    input: z.strictObject({ lang: language.optional(), reviewType: reviewType.optional() }),
    reply: z.array(SurveyQuestion.extend({ reviewType, uniqueId: id })),
    replyType: 'list',
  }),
})

/** A question that a member's survey asks in addition to those of its type, in the member's words. It never counts in a score. */
const OwnQuestion = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  question: z.string(),
  /** Its position among the active questions, from 1. A retired one keeps its former position. */
  position: z.number(),
  /** A customer has answered it: its text cannot change, and it can be retired, not deleted. */
  answered: z.boolean(),
  /** It is no longer asked. */
  retired: z.boolean(),
})
export type OwnQuestion = z.output<typeof OwnQuestion>

const question = text('Question', MAX_OWN_QUESTION_LENGTH)
const position = z
  .number('This is not a number')
  .int('This is not a whole number')
  .min(1, 'Places are counted from 1')
  .max(1000, 'There is no such place')

/** Own questions of a survey in addition to those of its type, and the survey as customers see it. */
export const reviewOwnQuestionApi = callsBehindSwitch('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/reviewOwnQuestion/',
    access: reviewPolicy.keep,
    summary: 'Lists your own questions: the active ones in their order, then the retired ones.',
    input: listQuery(['position'], {}).omit({ q: true }),
    reply: z.array(OwnQuestion),
    replyType: 'list',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/reviewOwnQuestion/',
    access: reviewPolicy.keep,
    summary: `Adds an own question to your survey: at most ${MAX_OWN_QUESTIONS}. Without a position it comes last.`,
    input: z.strictObject({ question, position: position.optional() }),
    reply: OwnQuestion,
    replyType: 'created',
    message: 'The question was added.',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/reviewOwnQuestion/:uniqueId',
    access: reviewPolicy.keep,
    summary:
      'Changes the text of a question that nobody has answered, moves a question to another position, or restores a retired one.',
    input: z.strictObject({
      uniqueId: id,
      question: question.optional(),
      position: position.optional(),
      retired: z.literal(false, 'A question is retired when it is removed').optional(),
    }),
    reply: OwnQuestion,
    message: 'Updated successfully!',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/reviewOwnQuestion/:uniqueId',
    access: reviewPolicy.keep,
    summary:
      'Removes a question from your survey. A question that has answers is retired and kept with them; any other question is ' +
      'deleted.',
    input: byId,
    reply: byId.extend({ retired: z.boolean() }),
    message: removedQuestion,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/reviewOwnQuestion/preview',
    access: reviewPolicy.keep,
    summary: 'Returns your survey as a customer sees it, or that of another survey type. It cannot be answered.',
    input: z.strictObject({ reviewType: reviewType.optional(), lang: language.optional() }),
    reply: Survey.omit({ answer: true }),
  }),
})
