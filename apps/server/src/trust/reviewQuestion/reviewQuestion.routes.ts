import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { pageOf } from '#kit/database/list'
import { routes } from '#kit/http/routes'
import { questionHandlers } from '#kit/question/handlers'
import { history } from '#kit/record/history'
import { reviewQuestionEntity, surveyQuestions } from '#trust/schema/reviewQuestion.table'
import { allAsked } from './reviewQuestion.queries.ts'

/** What the surveys of the tenant ask, and in which order. */
export const reviewQuestionRoutes = routes(reviewQuestionApi, {
  ...questionHandlers(surveyQuestions, reviewQuestionEntity),
  history: history(reviewQuestionEntity, reviewQuestionApi.history.who),
  tenant: async ({ lang, reviewType }, { db }) => pageOf(await allAsked(db, reviewType, lang), {}),
})
