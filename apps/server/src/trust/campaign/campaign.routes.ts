import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import type { FastifyInstance } from 'fastify'
import { type RouteServices, routes } from '#kit/http/routes'
import { reviewRoutesOf } from '../enabled.ts'
import { type Asking, campaigning } from './campaign.ts'
import { get, list } from './invitations.ts'
import { resending } from './resend.ts'
import { unsubscribing } from './unsubscribe.ts'

const { unsubscribing: looking, unsubscribe, ...asking } = reviewCampaignApi

/** Asking customers. They find the way out of it also where reviews are switched off. */
export const reviewCampaignRoutes = (needs: Asking & Parameters<typeof unsubscribing>[0]) => {
  const mountAsking = reviewRoutesOf(asking, needs.settings, {
    campaign: campaigning(needs),
    list,
    get,
    resend: resending(needs),
  })
  const mountLeaving = routes({ unsubscribing: looking, unsubscribe }, unsubscribing(needs))
  return (app: FastifyInstance, appContext: RouteServices) => {
    mountAsking(app, appContext)
    mountLeaving(app, appContext)
  }
}
