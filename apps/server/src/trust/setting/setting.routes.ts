import type { Language } from '@tradewind/contract/kit/language'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { pageOf } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { preferredLanguage } from '#services/web/language'
import { askedQuestions } from '#trust/reviewQuestion/reviewQuestion.queries'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { routes } from '#kit/http/routes'
import { describe, description } from './description.ts'
import { audienceOf, settingOf } from './setting.queries.ts'
import { save } from './setting.save.ts'

const get = async (_: object, { db, actor }: ReadContext) => {
  const [setting, audiences] = await Promise.all([settingOf(db, actor.uniqueId), audienceOf(db, actor.uniqueId)])
  return setting ? { reviewType: setting.reviewType, reviewsSearchEnabled: setting.reviewsSearchEnabled, audiences } : null
}

/** In the language that whoever asks has chosen, else in that of their browser, else in the tenant's. */
const questionsIn =
  (settings: TenantSettings) =>
  async (_: object, { db, actor, scope, accepted = '' }: ReadContext) => {
    const setting = await settingOf(db, actor.uniqueId)
    if (!setting?.reviewType) return pageOf([], {})
    const tenants = async () => (await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language
    const language = setting.language ?? preferredLanguage(accepted) ?? (await tenants())
    return pageOf(await askedQuestions(db, setting.reviewType, language), {})
  }

export const reviewSettingRoutes = ({ settings }: { settings: TenantSettings }) =>
  routes(reviewSettingApi, { get, save, questions: questionsIn(settings), description, describe })
