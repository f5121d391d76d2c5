import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { addFirstQuestions, addMissingQuestions } from './reviewQuestion/firstQuestions.ts'
import { reviewQuestionRoutes } from './reviewQuestion/reviewQuestion.routes.ts'
import { reviewQuestionSheet } from './reviewQuestion/reviewQuestion.sheet.ts'
import { reviewQuestionEntity } from './schema/reviewQuestion.table.ts'

/** What the surveys ask. */
export const reviewQuestionFeature = (context: AppContext): Feature => ({
  needs: 'REVIEWS_ENABLED',
  routes: () => [reviewQuestionRoutes],
  sheets: [reviewQuestionSheet],
  entities: [entityUse(reviewQuestionEntity)],
  onStart: () => addMissingQuestions(context),
  onTenantCreated: addFirstQuestions,
})
