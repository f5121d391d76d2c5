import { reviewTypes } from '@tradewind/contract/trust/review.words'
import { reviewQuestionApi, ReviewQuestionInput } from '@tradewind/contract/trust/reviewQuestion.contract'
import { sheet } from '@tradewind/workbook/sheet'
import { pageOf } from '#kit/database/list'
import { entityUse, type Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import { history } from '#kit/record/crud'
import { questionHandlers, questionSheet } from '#kit/record/questionHandlers'
import type { AppContext } from '../appContext.ts'
import { reviewQuestionEntity, surveyQuestions } from './schema/reviewQuestion.table.ts'
import { addFirstQuestions, addMissingQuestions } from './survey/firstQuestions.ts'
import { allAsked } from './survey/reviewQuestion.queries.ts'

/** What the surveys of the tenant ask, and in which order. */
const reviewQuestionRoutes = routes(reviewQuestionApi, {
  ...questionHandlers(surveyQuestions, reviewQuestionEntity),
  history: history(reviewQuestionEntity, reviewQuestionApi.history.who),
  tenant: async ({ lang, reviewType }, { db }) => pageOf(await allAsked(db, reviewType, lang), {}),
})

const { reviewType, headline, question, position } = ReviewQuestionInput.shape

/** The sheet by which a tenant gets questions of its own, beside those that it began with. */
const reviewQuestionSheet = questionSheet({
  of: surveyQuestions,
  kind: reviewQuestionEntity,
  sheet: sheet('ReviewQuestions', [
    { header: 'Survey Type', field: 'reviewType', required: true, values: reviewTypes, width: 32 },
    { header: 'Headline', field: 'headline', required: true, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 72 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  fields: { reviewType, headline, question, position },
})

/** What the surveys ask. */
export const reviewQuestionFeature = (context: AppContext): Feature => ({
  needs: 'REVIEWS_ENABLED',
  routes: () => [reviewQuestionRoutes],
  sheets: [reviewQuestionSheet],
  entities: [entityUse(reviewQuestionEntity)],
  onStart: () => addMissingQuestions(context),
  onTenantCreated: addFirstQuestions,
})
