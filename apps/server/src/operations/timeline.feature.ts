import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { timelineRoutes } from './timeline.routes.ts'

/** What happened around a company, a contact or a project. */
export const timelineFeature = (_: AppContext, all: AllFeatures): Feature => ({
  routes: () => {
    const entities = all().flatMap((feature) => feature.entities ?? [])
    return [timelineRoutes(entities.filter(({ onTimeline }) => onTimeline).map(({ entity }) => entity))]
  },
})
