import type { Language } from '@tradewind/contract/kit/language'
import type { PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance } from 'fastify'
import type { News } from '#kit/notifyNodes'
import type { AppContext } from './appContext.ts'
import { hostName } from './platform/tenant.queries.ts'
import { logoOf } from './platform/tenantSetting.queries.ts'
import { asker, type Changes, type Shown, type Visit } from './services/web.serve.ts'

/** News of what any open page may show. */
const shownToVisitors = new Set(['tenant', 'setting', 'message', 'legalText'])

/** An id in the path of a call. */
const idIn = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** News of records that some pages show, and the calls by which those ask for them. */
const callsOf: Readonly<Record<string, string>> = {
  trust: '/api/review/',
  content: '/api/content/',
  assessment: '/api/auditQuestion/',
}

/** Whether a page asked for one of these records, or for many of them. News that names none is of all. */
const hasAsked =
  ({ tenantId, id }: News, call: string) =>
  (shown: Shown) =>
    shown.tenantId === tenantId &&
    shown.asked.some((path) => {
      if (!path.startsWith(call)) return false
      const named = idIn.exec(path)?.[0].toLowerCase()
      return !id || !named || named === id
    })

/** Tells which open pages are old when something has changed, on whichever node: all of them, or those alone that asked for it. */
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

/** What pages are lent of the tenant that lives at a host, with the calls of `app`. The main account lives wherever nobody else does. */
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
