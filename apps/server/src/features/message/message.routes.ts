import { messageApi } from '@tradewind/contract/message/message.contract'
import { routes } from '#kit/http/routes'
import { textsOf } from './message.texts.ts'

export const messageRoutes = routes(messageApi, {
  translations: async ({ lang = 'en' }) => textsOf(lang),
})
