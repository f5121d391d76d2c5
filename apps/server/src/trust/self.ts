import type { Language } from '@tradewind/contract/kit/language'
import { notFound } from '#kit/errors'
import type { ReadContext, RequestContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/web/language'
import { ownerOf } from './owner.ts'

/** The language that questions are told in: the one that was chosen, else the browser's, else the tenant's. */
export const languageReader =
  (settings: TenantSettings) =>
  async ({ scope, accepted = '' }: RequestContext, chosen?: Language | null) =>
    chosen ?? preferredLanguage(accepted) ?? ((await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language)

/** The actor as an owner of reviews, and the language that they read. */
export const selfReader = (settings: TenantSettings) => {
  const languageOf = languageReader(settings)
  return async (context: ReadContext) => {
    const owner = await ownerOf(context.db, context.actor.uniqueId)
    if (!owner) throw notFound()
    return { owner, language: await languageOf(context, owner.language) }
  }
}
