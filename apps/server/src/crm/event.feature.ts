import { eventApi } from '@tradewind/contract/crm/event.contract'
import { entityUse, type Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import { crud } from '#kit/record/crud'
import { history } from '#kit/record/history'
import { eventEntity } from './schema/event.table.ts'

const eventRoutes = routes(eventApi, { ...crud(eventEntity), history: history(eventEntity, eventApi.history.who) })

export const eventFeature = (): Feature => ({
  routes: () => [eventRoutes],
  entities: [entityUse(eventEntity, { search: { sort: '-eventDateTime', detail: ({ location }) => location } })],
})
