import { publicApi } from '@tradewind/contract/site/public.contract'
import { routes } from '#kit/http/routes'
import { contactPartner, contactUs, type Needs, subscribePlan } from './enquiry.ts'

export const publicRoutes = (needs: Needs) =>
  routes(publicApi, {
    contactUs: contactUs(needs),
    subscribePlan: subscribePlan(needs),
    contactUsPartner: contactPartner(needs),
  })
