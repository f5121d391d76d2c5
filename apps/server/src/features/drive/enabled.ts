import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { forbidden } from '#kit/errors'
import { routesBehind } from '#kit/http/behind'
import type { Handlers } from '#kit/http/context'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'

/** 403 where the tenant has its drive switched off. */
export const assertEnabled = async (decisions: Decisions, tenantId: string) => {
  if (!(await decisions.of(tenantId)).DRIVE_ENABLED) throw forbidden('The drive is switched off')
}

/** Routes of the drive, which answer 403 where the tenant has it switched off (DRIVE_ENABLED). Nothing is lost meanwhile. */
export const driveRoutesOf = <A extends Record<string, Endpoint>>(api: A, decisions: Decisions, handlers: Handlers<A>) =>
  routesBehind(api, ({ scope }) => assertEnabled(decisions, scope.tenantId), handlers)
