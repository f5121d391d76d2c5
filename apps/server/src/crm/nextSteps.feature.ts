import { dayFirst } from '#kit/days'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { nextStepsReminder } from './nextSteps/nextSteps.remind.ts'
import { nextStepsRoutes, returnTasks } from './nextSteps/nextSteps.routes.ts'
import { nextStepsEntity } from './schema/nextSteps.table.ts'

export const nextStepsFeature = (context: AppContext): Feature => ({
  routes: () => [nextStepsRoutes(context)],
  schedules: [nextStepsReminder(context)],
  entities: [
    entityUse(nextStepsEntity, {
      onTimeline: true,
      search: { sort: '-byWhen', detail: ({ companyName, byWhen }) => `${companyName}, ${dayFirst(byWhen)}` },
    }),
  ],
  onUserDeleted: returnTasks,
})
