import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { mountFeed } from './calendar/feed.ts'

/** Events, meetings, tasks and next contacts by day, and the addresses at which other programs read them. */
export const calendarFeature = (context: AppContext): Feature => ({
  routes: () => [calendarRoutes(context)],
  mount: (app) => mountFeed(app, context),
})
