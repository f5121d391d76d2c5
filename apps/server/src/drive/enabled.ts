import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { forbidden } from '#kit/errors'
import { guardedRoutes } from '#kit/http/guardedRoutes'
import type { Handlers } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'

/** 403 where the tenant has its drive switched off. */
export const assertEnabled = async (settings: TenantSettings, tenantId: string) => {
  if (!(await settings.of(tenantId)).DRIVE_ENABLED) throw forbidden('The drive is switched off')
}

/** Routes of the drive, which answer 403 where the tenant has it switched off (DRIVE_ENABLED). Nothing is lost meanwhile. */
export const driveRoutesOf = <A extends Record<string, Endpoint>>(api: A, settings: TenantSettings, handlers: Handlers<A>) =>
  guardedRoutes(api, ({ scope }) => assertEnabled(settings, scope.tenantId), handlers)
