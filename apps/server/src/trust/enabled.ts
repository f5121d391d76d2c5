import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { forbidden } from '#kit/errors'
import { guardedRoutes } from '#kit/http/guardedRoutes'
import type { RequestContext, Handlers } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'

/** Refuses whoever asks where the tenant has reviews switched off (REVIEWS_ENABLED). Nothing is lost meanwhile. */
export const reviewsAreOn =
  (settings: TenantSettings) =>
  async ({ scope }: RequestContext) => {
    if (!(await settings.of(scope.tenantId)).REVIEWS_ENABLED) throw forbidden('Reviews are switched off')
  }

/** Routes of the reviews, which answer 403 where the tenant has them switched off. */
export const reviewRoutesOf = <A extends Record<string, Endpoint>>(api: A, settings: TenantSettings, handlers: Handlers<A>) =>
  guardedRoutes(api, reviewsAreOn(settings), handlers)
