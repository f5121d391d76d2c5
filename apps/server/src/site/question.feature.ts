import { dayFirst } from '#kit/days'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { questionRoutes, returnQuestions } from './member/question.routes.ts'
import { questionEntity } from './schema/question.table.ts'

/** What members ask in writing, as their plan gives it, and what they are answered. */
export const questionFeature = (context: AppContext): Feature => ({
  routes: () => [questionRoutes(context)],
  entities: [
    entityUse(questionEntity, {
      confidential: true,
      search: { sort: '-dateCreated', detail: ({ member, dueDate }) => `${member}, ${dayFirst(dueDate)}` },
    }),
  ],
  onUserDeleted: returnQuestions,
})
