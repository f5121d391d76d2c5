import { eventApi } from '@tradewind/contract/crm/event.contract'
import { eventEntity } from '#crm/schema/event.table'
import { routes } from '#kit/http/routes'
import { crud } from '#kit/record/crud'
import { history } from '#kit/record/history'

export const eventRoutes = routes(eventApi, { ...crud(eventEntity), history: history(eventEntity, eventApi.history.who) })
