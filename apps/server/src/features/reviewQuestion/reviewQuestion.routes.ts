import { reviewQuestionApi } from '@tradewind/contract/reviewQuestion/reviewQuestion.contract'
import { pageOf } from '#kit/database/list'
import type { Asking } from '#kit/http/context'
import { routesBehind } from '#kit/http/behind'
import { questionHandlers } from '#kit/question/handlers'
import { history } from '#kit/record/history'
import { allAsked } from './reviewQuestion.queries.ts'
import { reviewQuestionKind, surveyQuestions } from './reviewQuestion.table.ts'

interface Needs {
  /** Refuses where the tenant has reviews switched off. */
  admit: (asking: Asking) => Promise<void>
}

/** What the surveys of the tenant ask, and in which order. */
export const reviewQuestionRoutes = ({ admit }: Needs) =>
  routesBehind(reviewQuestionApi, admit, {
    ...questionHandlers(surveyQuestions, reviewQuestionKind),
    history: history(reviewQuestionKind, reviewQuestionApi.history.who),
    tenant: async ({ lang, reviewType }, { db }) => pageOf(await allAsked(db, reviewType, lang), {}),
  })
