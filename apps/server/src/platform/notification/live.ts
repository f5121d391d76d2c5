import { can, reachOf } from '@tradewind/contract/kit/policy'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { openSockets, type Sockets } from '@tradewind/stomp-server/sockets'
import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type Database, tenantScope } from '#kit/database/database'
import { networkOf } from '#kit/http/address'
import { described } from '#kit/http/refuse'
import type { News } from '#kit/notifyNodes'
import { type Entity, rowFilter } from '#kit/record/entity'
import type { TextsOf } from '#platform/message.queries'
import { notifications } from '#platform/schema/notification.table'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Live } from '#services/live'
import { languageOf, toldIn } from './notification.queries.ts'

/** What it takes to tell of records. */
interface RecordTelling {
  db: Database
  logger: Logger
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
  /** The kinds of record by their names. */
  entities: () => ReadonlyMap<string, Entity>
}
type RecordNews = NonNullable<News['records']>
type Listener = ReturnType<Sockets['users']>[number]

/** Milliseconds in which news of records is gathered. */
const TOGETHER = 50

/** What a listener is by their session alone: enough to tell who sees all records of a kind. */
const outlineOf = ({ tenantId, userId, roles }: Listener): Actor => ({
  uniqueId: userId,
  tenantId,
  partitionId: isMember({ roles: roles as Actor['roles'] }) ? userId : tenantId,
  emailAddress: '',
  fullName: '',
  roles: roles as Actor['roles'],
  permissions: [],
  allowedCountries: [],
})

/** Which of these records somebody may see. Those in the trash count: a page that shows them learns that they have gone. */
const seenBy = async (actor: Actor, of: Entity, ids: readonly string[], { db }: RecordTelling) => {
  const reach = rowFilter(of, of.policy.see, actor)
  const these = and(inArray(of.table.uniqueId, [...ids]), reach === 'all' ? undefined : reach)
  const found = await db.as(actor).select({ uniqueId: of.table.uniqueId }).from(of.table).where(these)
  return new Set(found.map(({ uniqueId }) => uniqueId as string))
}

/** The part of some news that a listener may hear; undefined: nothing of it. `know`: finds out who it is, where that matters. */
const heardBy = async (listener: Actor, news: RecordNews, know: () => Promise<Actor | undefined>, needs: RecordTelling) => {
  const of = needs.entities().get(news.kind)
  if (!of || listener.partitionId !== news.partitionId) return undefined
  if (reachOf(of.policy.see, listener).includes('all')) return news
  if (!can(listener, of.policy.see)) return undefined
  // Of many records at once it is told that there are some, not which.
  if (news.written.length === 0) return news
  const actor = await know()
  if (!actor) return undefined
  const ids = news.written.map(({ uniqueId }) => uniqueId)
  const seen = await seenBy(actor, of, ids, needs)
  const written = news.written.filter(({ uniqueId }) => seen.has(uniqueId))
  return written.length > 0 ? { ...news, written } : undefined
}

/** Tells a listener what they may hear of all this. */
const tell = async (listener: Listener, all: readonly RecordNews[], needs: RecordTelling, sockets: Sockets) => {
  const { tenantId, userId } = listener
  let known: Promise<Actor | undefined> | undefined
  const know = () => (known ??= needs.findActor(tenantId, userId))
  const heard: RecordNews[] = []
  for (const news of all) {
    const part = await heardBy(outlineOf(listener), news, know, needs)
    if (part) heard.push(part)
  }
  if (heard.length === 0) return
  const news = heard.map(({ kind, written, about }) => ({ kind, written, about }))
  sockets.nudge({ tenantId, userId }, 'record', { news })
}

/** Tells open pages of records that were written: ids alone, each user of those that they may see. */
const recordTeller = (needs: RecordTelling, sockets: Sockets) => {
  const waiting = new Map<string, RecordNews[]>()
  const tellAll = async () => {
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, news] of all)
      for (const listener of sockets.users({ tenantId })) await tell(listener, news, needs, sockets)
  }
  const begin = () =>
    void tellAll().catch((error: unknown) =>
      needs.logger.warn({ error: described(error) }, 'open pages were not told of records'),
    )
  return ({ topic, tenantId, records }: News) => {
    if (topic !== 'record' || !records || sockets.count({ tenantId }) === 0) return
    if (waiting.size === 0) setTimeout(begin, TOGETHER).unref()
    waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), records])
  }
}

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
