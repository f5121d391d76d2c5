import { openSockets, type Sockets } from '@tradewind/stomp-server/sockets'
import { eq, getTableColumns, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { tenantScope } from '#kit/database/database'
import { networkOf } from '#kit/http/address'
import { described } from '#kit/http/refuse'
import type { News } from '#kit/notifyNodes'
import type { TextsOf } from '#platform/message.queries'
import { notifications } from '#platform/schema/notification.table'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Live } from '#services/live'
import { languageOf, toldIn } from './notification.words.ts'
import { recordTeller, type RecordTelling } from './recordNews.ts'

interface Signed {
  sessionId: string
  actor: { tenantId: string; uniqueId: string; roles: readonly string[] }
}

interface Needs extends RecordTelling {
  env: { appUrl?: string | undefined }
  /** The address that a request comes from, by TRUST_PROXY. */
  addressOf: (request: IncomingMessage) => string
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  live: Pick<Live, 'whenUp'>
  onNews: (listener: (news: News) => void) => unknown
  /** Whose session it is. A page that stays connected does not use it. */
  sessions: { find: (authorization: string, how: { isUse: boolean }) => Promise<Signed | undefined> }
}

/** Milliseconds after which an open page is asked again whose it is: sessions also end by the clock, which nobody tells. */
const LOOK_AGAIN = 300_000

const authenticator =
  ({ sessions, tenants }: Needs) =>
  async (token: string) => {
    const signed = await sessions.find(`Bearer ${token}`, { isUse: false })
    if (!signed) return undefined
    const { tenantId, uniqueId: userId, roles } = signed.actor
    if ((await tenants.byId(tenantId))?.deletedAt !== null) return undefined
    return { tenantId, userId, sessionId: signed.sessionId, roles }
  }

/** Pages of our own hosts are welcome, and programs, which name no origin. */
const welcomer =
  ({ env, tenants }: Needs) =>
  async (origin: string | undefined, host: string | undefined) => {
    if (origin === undefined) return true
    const from = URL.parse(origin)
    if (!from?.host) return false
    if (from.host === host?.toLowerCase() || from.host === URL.parse(env.appUrl ?? '')?.host) return true
    return (await tenants.byHost(hostName(from.host))) !== undefined
  }

/** Reads notifications of one tenant and sends each to the open pages of whom it is for, in their language. */
const sender =
  ({ db, settings, texts }: Needs, sockets: Sockets) =>
  async (tenantId: string, ids: string[]) => {
    const [rows, decided] = await Promise.all([
      db
        .as(tenantScope(tenantId))
        .select({ ...getTableColumns(notifications), language: users.language })
        .from(notifications)
        .innerJoin(users, eq(users.uniqueId, notifications.userId))
        .where(inArray(notifications.uniqueId, ids))
        .orderBy(notifications.dateCreated, notifications.uniqueId),
      settings.of(tenantId),
    ])
    for (const { language, ...row } of rows) {
      const to = { tenantId, userId: row.userId }
      for (const accepted of sockets.acceptedBy(to)) {
        const say = await texts.translator(tenantId, languageOf(language, accepted, decided))
        sockets.send({ ...to, accepted }, toldIn(say)(row))
      }
    }
  }

/** Gathers what is told in one go, so that a thousand notifications are one read. What cannot be read is found in the list later. */
const gatherer = (logger: Logger, send: ReturnType<typeof sender>) => {
  const waiting = new Map<string, string[]>()
  const sendAll = () => {
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, ids] of all)
      send(tenantId, ids).catch((error: unknown) => logger.warn({ error: described(error) }, 'notifications were not shown live'))
  }
  return (tenantId: string, id: string) => {
    if (waiting.size === 0) setImmediate(sendAll)
    const ids = waiting.get(tenantId)
    if (ids) ids.push(id)
    else waiting.set(tenantId, [id])
  }
}

/** What this node has mounted last. */
const mounted: { sockets?: Sockets } = {}

/** How many pages are open at this node. */
export const openPages = () => mounted.sockets?.count() ?? 0

/**
 * Tells open pages of notifications at `/ws`, that there is news of what others share with them, and which records were written; and
 * closes them as soon as their sessions end.
 */
export const mountLive = (app: FastifyInstance, needs: Needs) => {
  const { logger, live, onNews } = needs
  const sockets = openSockets({
    authenticate: authenticator(needs),
    isWelcome: welcomer(needs),
    addressOf: needs.addressOf,
    networksOf: (address) => ({ network: networkOf(address), site: networkOf(address, 'site') }),
    logger,
    described,
  })
  mounted.sockets = sockets
  const show = gatherer(logger, sender(needs, sockets))

  onNews(({ topic, tenantId, userId, id }) => {
    if (topic === 'notification' && userId && id && sockets.count({ tenantId, userId }) > 0) show(tenantId, id)
    if (topic === 'session') void sockets.recheck({ tenantId, ...(id && { userId: id }) })
    if (topic === 'tenant' || topic === 'setting') void sockets.recheck({ tenantId })
  })
  onNews(({ topic, tenantId, userId }) => {
    if (topic === 'drive') sockets.nudge({ tenantId, ...(userId && { userId }) }, topic)
  })
  onNews(recordTeller(needs, sockets))
  live.whenUp(() => void sockets.recheck())
  const looking = setInterval(() => void sockets.recheck(), LOOK_AGAIN).unref()
  sockets.mount(app.server)
  app.addHook('preClose', () => {
    clearInterval(looking)
    return sockets.close()
  })
}
