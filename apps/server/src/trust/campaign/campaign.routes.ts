import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { routes } from '#kit/http/routes'
import { type Asking, campaigning } from './campaign.ts'
import { get, list } from './invitations.ts'
import { resending } from './resend.ts'
import { unsubscribing } from './unsubscribe.ts'

/** Asking customers. They find the way out of it also where reviews are switched off. */
export const reviewCampaignRoutes = (needs: Asking & Parameters<typeof unsubscribing>[0]) =>
  routes(reviewCampaignApi, {
    campaign: campaigning(needs),
    list,
    get,
    resend: resending(needs),
    ...unsubscribing(needs),
  })
