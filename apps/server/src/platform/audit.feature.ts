import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { auditRoutes } from './audit.routes.ts'

/** Who changed what. */
export const auditFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [
    auditRoutes({
      ...context,
      confidential: () =>
        all().flatMap(({ entities = [] }) => entities.filter(({ confidential }) => confidential).map(({ entity }) => entity)),
    }),
  ],
})
