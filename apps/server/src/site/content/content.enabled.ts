import { forbidden } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'

/** Refuses whoever asks where the tenant has its knowledge centre switched off (CONTENT_ENABLED). Nothing is lost meanwhile. */
export const contentIsOn =
  (settings: TenantSettings) =>
  async ({ scope }: RequestContext) => {
    if (!(await settings.of(scope.tenantId)).CONTENT_ENABLED) throw forbidden('The knowledge centre is switched off')
  }
