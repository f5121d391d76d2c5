import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { endCallsOf, webCallLetterWorker, webCallReminder } from './member/webCall.letter.ts'
import { webCallRoutes } from './member/webCall.routes.ts'
import { webCallEntity } from './schema/webCall.table.ts'

/** Calls of half an hour that members book in the hours of the staff, as their plan gives it. */
export const webCallFeature = (context: AppContext): Feature => ({
  routes: () => [webCallRoutes(context)],
  workers: [webCallLetterWorker(context)],
  schedules: [webCallReminder(context)],
  entities: [entityUse(webCallEntity, { confidential: true, search: { sort: '-startsAt', detail: ({ member }) => member } })],
  onUserDeleted: endCallsOf(context.jobs),
})
