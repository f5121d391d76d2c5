import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { pageOf } from '#kit/database/list'
import type { RequestContext } from '#kit/http/context'
import { guardedRoutes } from '#kit/http/guardedRoutes'
import { questionHandlers } from '#kit/question/handlers'
import { history } from '#kit/record/history'
import { allAsked } from './reviewQuestion.queries.ts'
import { reviewQuestionEntity, surveyQuestions } from '#trust/schema/reviewQuestion.table'

interface Needs {
  /** Refuses where the tenant has reviews switched off. */
  admit: (asking: RequestContext) => Promise<void>
}

/** What the surveys of the tenant ask, and in which order. */
export const reviewQuestionRoutes = ({ admit }: Needs) =>
  guardedRoutes(reviewQuestionApi, admit, {
    ...questionHandlers(surveyQuestions, reviewQuestionEntity),
    history: history(reviewQuestionEntity, reviewQuestionApi.history.who),
    tenant: async ({ lang, reviewType }, { db }) => pageOf(await allAsked(db, reviewType, lang), {}),
  })
