import { sql } from 'drizzle-orm'
import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { mountLive } from './notification/live.ts'
import { notificationLetterWorker } from './notification/notification.letter.ts'
import { notificationRoutes } from './notification/notification.routes.ts'
import { notifications } from './schema/notification.table.ts'

/** What people are told: in the bell, by mail, and live. */
export const notificationFeature = (context: AppContext): Feature => ({
  routes: () => [notificationRoutes(context)],
  mount: (app) => mountLive(app, context),
  workers: [notificationLetterWorker(context)],
  expired: [[notifications, sql`created_at < now() - interval '90 days'`]],
})
