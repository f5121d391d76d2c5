import { type AllFeatures, type Feature } from '#kit/feature'
import type { Entity } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import { mountLive } from './notification/live.ts'
import { notificationLetterWorker } from './notification/notification.letter.ts'
import { notificationRoutes } from './notification/notification.routes.ts'
import { notifications } from './schema/notification.table.ts'

/** The kinds of record of all features, as soon as these are known. */
const byName = (all: AllFeatures) => {
  let known: ReadonlyMap<string, Entity> | undefined
  return () => (known ??= new Map(all().flatMap(({ entities = [] }) => entities.map(({ entity }) => [entity.name, entity]))))
}

/** What people are told: in the bell, by mail, and live. */
export const notificationFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [notificationRoutes(context)],
  mount: (app) => mountLive(app, { ...context, entities: byName(all) }),
  workers: [notificationLetterWorker(context)],
  ages: [{ table: notifications, since: notifications.dateCreated, setting: 'KEEP_NOTIFICATION_DAYS' }],
})
