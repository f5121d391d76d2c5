import { entityUse, type Feature } from '#kit/feature'
import { eventRoutes } from './event.routes.ts'
import { eventEntity } from './schema/event.table.ts'

export const eventFeature = (): Feature => ({
  routes: () => [eventRoutes],
  entities: [entityUse(eventEntity, { search: { sort: '-eventDateTime', detail: ({ location }) => location } })],
})
