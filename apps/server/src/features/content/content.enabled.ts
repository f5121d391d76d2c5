import { forbidden } from '#kit/errors'
import type { Asking } from '#kit/http/context'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'

/** Refuses whoever asks where the tenant has its knowledge centre switched off (CONTENT_ENABLED). Nothing is lost meanwhile. */
export const contentIsOn =
  (decisions: Decisions) =>
  async ({ scope }: Asking) => {
    if (!(await decisions.of(scope.tenantId)).CONTENT_ENABLED) throw forbidden('The knowledge centre is switched off')
  }
