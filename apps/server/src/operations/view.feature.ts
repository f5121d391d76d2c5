import { and, eq, sql } from 'drizzle-orm'
import type { AllFeatures, Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { savedViews } from './schema/view.table.ts'
import { viewRoutes } from './view/view.routes.ts'

/** How people keep the lists that they work with. What only one person had goes with them. */
export const viewFeature = (_: AppContext, all: AllFeatures): Feature => ({
  routes: () => {
    const entities = all().flatMap((feature) => (feature.entities ?? []).map(({ entity }) => entity))
    return [viewRoutes((name) => entities.find((entity) => entity.name === name)!)]
  },
  expired: [[savedViews, sql`deleted_at < now() - interval '1 day'`]],
  onUserDeleted: async (tx, userId) => {
    await tx.delete(savedViews).where(and(eq(savedViews.createdBy, userId), eq(savedViews.visibility, 'PRIVATE')))
  },
})
