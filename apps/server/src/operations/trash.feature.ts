import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { trashRoutes } from './trash.routes.ts'

/** What was deleted, of all features, and how it comes back. */
export const trashFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [
    trashRoutes({ ...context, entities: all().flatMap(({ entities = [] }) => entities.map(({ entity }) => entity)) }),
  ],
})
