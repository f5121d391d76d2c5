import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { summaryEntity } from './schema/summary.table.ts'
import { summaryLetterWorker } from './summary.mail.ts'
import { endShares } from './summary.queries.ts'
import { summaryRoutes } from './summary.routes.ts'

export const summaryFeature = (context: AppContext): Feature => ({
  routes: () => [summaryRoutes(context)],
  workers: [summaryLetterWorker(context)],
  entities: [
    entityUse(summaryEntity, {
      onTimeline: true,
      search: { sort: '-dateCreated', detail: ({ plainText }) => plainText, isText: true },
    }),
  ],
  onUserDeleted: endShares,
})
