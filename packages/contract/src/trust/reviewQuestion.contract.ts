import { z } from 'zod'
import { byId, callsNeeding, crud, endpoint, id } from '../kit/endpoint.ts'
import { text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language } from '../kit/language.ts'
import { questionFields, removedQuestion } from '../kit/question.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { reviewType, SurveyQuestion } from './review.schemas.ts'
import { reviewTypes } from './review.words.ts'
import { reviewQuestionPolicy } from './reviewQuestion.policy.ts'

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

export const reviewQuestionApi = callsNeeding('REVIEWS_ENABLED', {
  ...calls,
  remove: endpoint({
    ...calls.remove,
    about: 'Moves a review question to the trash, for 30 days. One that has answers is retired instead.',
    reply: byId.extend({ retired: z.boolean() }),
    says: removedQuestion,
  }),
  ...history('/api/reviewQuestion', 'review question', historyOf(reviewQuestionPolicy)),
  tenant: endpoint({
    method: 'GET',
    path: '/api/reviewQuestion/tenant',
    who: 'anyone',
    about: 'The questions that are asked now, by survey type and in their order.',
    input: z.strictObject({ lang: language.optional(), reviewType: reviewType.optional() }),
    reply: z.array(SurveyQuestion.extend({ reviewType, uniqueId: id })),
    answers: 'list',
  }),
})
