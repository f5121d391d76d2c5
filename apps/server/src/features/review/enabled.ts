import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { forbidden } from '#kit/errors'
import { routesBehind } from '#kit/http/behind'
import type { Asking, Handlers } from '#kit/http/context'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'

/** Refuses whoever asks where the tenant has reviews switched off (REVIEWS_ENABLED). Nothing is lost meanwhile. */
export const reviewsAreOn =
  (decisions: Decisions) =>
  async ({ scope }: Asking) => {
    if (!(await decisions.of(scope.tenantId)).REVIEWS_ENABLED) throw forbidden('Reviews are switched off')
  }

/** Routes of the reviews, which answer 403 where the tenant has them switched off. */
export const reviewRoutesOf = <A extends Record<string, Endpoint>>(api: A, decisions: Decisions, handlers: Handlers<A>) =>
  routesBehind(api, reviewsAreOn(decisions), handlers)
