import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { aging } from './aging.ts'
import { purgeUsers, sweep } from './purge.ts'

/** Removes by the clock what is kept no longer. People go last: what is theirs is in the other features. */
export const sweepFeature = (context: AppContext, all: AllFeatures): Feature => ({
  schedules: [sweep(context, all), aging(context, all)],
  sweep: (tenantId) => purgeUsers(context, tenantId),
})
