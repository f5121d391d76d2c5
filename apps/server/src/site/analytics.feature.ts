import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { pageViews } from './schema/analytics.table.ts'

/** Which pages are looked at. */
export const analyticsFeature = (context: AppContext): Feature => ({
  mount: (app) => {
    const { calls, close } = analyticsRoutes(context)
    calls(app, context)
    app.addHook('onClose', close)
  },
  ages: [{ table: pageViews, since: pageViews.day, setting: 'KEEP_PAGE_VIEW_DAYS' }],
})
