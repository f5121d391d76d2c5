import type { Language } from '@tradewind/contract/kit/language'
import type { PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance } from 'fastify'
import type { News } from '#kit/notifyNodes'
import type { AppContext } from './appContext.ts'
import { hostName } from './platform/tenant.queries.ts'
import { logoOf } from './platform/tenantSetting.queries.ts'
import { asker, type Changes, type Shown, type Visit } from './services/web.serve.ts'

/** Topics of news that may concern any public page. */
const shownToVisitors = new Set(['tenant', 'setting', 'message', 'legalText'])

/** Matches an id in the path of a call. */
const idIn = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Topics of news about records that some pages show, and the path prefix of the calls that load them. */
const callsOf: Readonly<Record<string, string>> = {
  trust: '/api/review/',
  content: '/api/content/',
  assessment: '/api/auditQuestion/',
}

/** Creates a predicate: whether a page has requested the record or a list of such records. News without an id concerns all records. */
const hasAsked =
  ({ tenantId, id }: News, call: string) =>
  (shown: Shown) =>
    shown.tenantId === tenantId &&
    shown.asked.some((path) => {
      if (!path.startsWith(call)) return false
      const named = idIn.exec(path)?.[0].toLowerCase()
      return !id || !named || named === id
    })

/** Invalidates public pages when something changes on any node: all pages, or only those that requested it. */
export const pageChanges = ({ onNews, live }: Pick<AppContext, 'onNews' | 'live'>): Changes => ({
  onChange: (forget) => {
    onNews((news) => {
      if (shownToVisitors.has(news.topic)) forget()
      const call = callsOf[news.topic]
      if (call) forget(hasAsked(news, call))
    })
    live.whenDown(() => forget())
    live.whenUp(() => forget())
  },
  areHeard: live.isUp,
})

/** Creates a function that finds the page services of the tenant at a host, with API calls through `app`. Other hosts belong to the main account. */
export const pageServices =
  ({ tenants, settings, texts, legalTexts, originOf }: AppContext, app: Pick<FastifyInstance, 'inject'>) =>
  async ({ host, language: asked, address }: Visit): Promise<PageServices | undefined> => {
    const tenant = (await tenants.byHost(hostName(host))) ?? (await tenants.main())
    if (!tenant || tenant.deletedAt) return undefined
    const { uniqueId, fullName, isMain } = tenant
    const decided = await settings.of(uniqueId)
    const own = decided.DEFAULT_LANGUAGE as Language
    const language = asked ?? own
    const shows = {
      showsPartners: decided.SHOW_PARTNERS && decided.REVIEWS_ENABLED,
      showsContent: decided.CONTENT_ENABLED,
      showsAssessment: decided.SHOW_ASSESSMENT,
      allowsSignUp: decided.ALLOW_SIGN_UP,
      legal: await legalTexts.links(uniqueId, [language, own]),
    }
    return {
      origin: originOf(tenant),
      tenant: { uniqueId, name: fullName, logo: logoOf(decided), isMain, contact: decided.CONTACT_EMAIL || null, ...shows },
      driveQuota: decided.DRIVE_ENABLED ? decided.DRIVE_QUOTA_MB : null,
      language,
      texts: await texts.of(uniqueId, language),
      ask: asker(app, uniqueId, address),
    }
  }
