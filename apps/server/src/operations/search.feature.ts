import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { searchRoutes } from './search.routes.ts'

/** Finds records of all features. */
export const searchFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [searchRoutes(context, all())],
})
