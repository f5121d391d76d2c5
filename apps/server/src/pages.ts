import { UUID } from '@tradewind/contract/kit/fields'
import type { Language } from '@tradewind/contract/kit/language'
import type { PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance } from 'fastify'
import type { News } from '#kit/notifyNodes'
import type { AppContext } from './appContext.ts'
import { hostName } from './platform/tenant.queries.ts'
import { logoOf } from './platform/tenantSetting.queries.ts'
import { createApiClient, type PageChanges, type RenderedPage, type Visit } from './services/web.serve.ts'

/** Topics of news that may concern any public page. */
const publicTopics = new Set(['tenant', 'setting', 'message', 'legalText'])

/** Matches an id in the path of a call. */
const idPattern = new RegExp(UUID, 'i')

/** Topics of news about records that some pages show, and the path prefix of the calls that load them. */
const callPrefixes: Readonly<Record<string, string>> = {
  trust: '/api/review/',
  content: '/api/content/',
  assessment: '/api/auditQuestion/',
}

/** Creates a predicate: whether a page has requested the record or a list of such records. News without an id concerns all records. */
const hasRequested =
  ({ tenantId, id }: News, call: string) =>
  (page: RenderedPage) =>
    page.tenantId === tenantId &&
    page.apiPaths.some((path) => {
      if (!path.startsWith(call)) return false
      const pathId = idPattern.exec(path)?.[0].toLowerCase()
      return !id || !pathId || pathId === id
    })

/** Invalidates public pages when something changes on any node: all pages, or only those that requested it. */
export const pageChanges = ({ onNews, live }: Pick<AppContext, 'onNews' | 'live'>): PageChanges => ({
  onChange: (forget) => {
    onNews((news) => {
      if (publicTopics.has(news.topic)) forget()
      const call = callPrefixes[news.topic]
      if (call) forget(hasRequested(news, call))
    })
    live.onDown(() => forget())
    live.onUp(() => forget())
  },
  isConnected: live.isUp,
})

/** Creates a function that finds the page services of the tenant at a host, with API calls through `app`. Other hosts belong to the main account. */
export const pageServices =
  ({ tenants, settings, texts, legalTexts, originOf }: AppContext, app: Pick<FastifyInstance, 'inject'>, version: string) =>
  async ({ host, language: requested, address }: Visit): Promise<PageServices | undefined> => {
    const tenant = (await tenants.byHost(hostName(host))) ?? (await tenants.main())
    if (!tenant || tenant.deletedAt) return undefined
    const { uniqueId, fullName, isMain } = tenant
    const settingValues = await settings.of(uniqueId)
    const fallback = settingValues.DEFAULT_LANGUAGE as Language
    const language = requested ?? fallback
    const shows = {
      showsPartners: settingValues.SHOW_PARTNERS && settingValues.REVIEWS_ENABLED,
      showsContent: settingValues.CONTENT_ENABLED,
      showsAssessment: settingValues.SHOW_ASSESSMENT,
      allowsSignUp: settingValues.ALLOW_SIGN_UP,
      legal: await legalTexts.links(uniqueId, [language, fallback]),
    }
    return {
      version,
      origin: originOf(tenant),
      tenant: {
        uniqueId,
        name: fullName,
        logo: logoOf(settingValues),
        isMain,
        contact: settingValues.CONTACT_EMAIL || null,
        ...shows,
      },
      timeZone: settingValues.TIME_ZONE || 'UTC',
      driveQuota: settingValues.DRIVE_ENABLED ? settingValues.DRIVE_QUOTA_MB : null,
      language,
      texts: await texts.of(uniqueId, language),
      callApi: createApiClient(app, uniqueId, address),
    }
  }
