import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { contentRoutes, sweepContent } from './content/content.routes.ts'
import { mountFeeds } from './content/feeds.ts'
import { publishWorker, unusedWorker } from './content/pictures.ts'
import { handOn } from './content/translations.ts'
import { contentEntity } from './schema/content.table.ts'

/** The knowledge centre. */
export const contentFeature = (context: AppContext): Feature => ({
  needs: 'CONTENT_ENABLED',
  routes: () => [contentRoutes(context)],
  mount: (app) => mountFeeds(app, context),
  workers: [publishWorker(context), unusedWorker(context)],
  entities: [
    entityUse(contentEntity, {
      confidential: true,
      search: { sort: '-dateCreated', detail: ({ excerpt }) => excerpt, isText: true },
    }),
  ],
  beforeSweep: handOn,
  sweep: (tenantId) => sweepContent(context, tenantId),
})
