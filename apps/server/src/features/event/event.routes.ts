import { eventApi } from '@tradewind/contract/event/event.contract'
import { routes } from '#kit/http/routes'
import { crud } from '#kit/record/crud'
import { history } from '#kit/record/history'
import { eventEntity } from './event.table.ts'

export const eventRoutes = routes(eventApi, { ...crud(eventEntity), history: history(eventEntity, eventApi.history.who) })
