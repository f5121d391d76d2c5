import { timelineKinds } from '@tradewind/contract/kit/history'
import { can, matchesFor, type Rules } from '@tradewind/contract/kit/policy'
import { type Actor, isMember, SUPER_ADMIN } from '@tradewind/contract/roles'
import { openSockets, type Sockets } from '@tradewind/stomp-server/sockets'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type Database, tenantScope } from '#kit/database/database'
import type { Feature } from '#kit/feature'
import { networkOf } from '#kit/http/address'
import type { FindActor } from '#kit/http/context'
import { describeError } from '#kit/http/refuse'
import type { News } from '#kit/notifyNodes'
import { type Entity, rowCondition } from '#kit/record/entity'
import type { TextsOf } from '#platform/message.queries'
import { notifications } from '#platform/schema/notification.table'
import { users } from '#platform/schema/user.table'
import { hostName, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { languageOf } from '#services/language'
import type { Live } from '#services/live'
import { noticeTranslator, notificationFormatter } from './notification.queries.ts'
import { recentChanges } from './recentChanges.ts'

/** A kind whose changes are announced to open pages: an entity, or another that a feature announces. */
export type Announced = NonNullable<Feature['announced']>[number]

/** What is needed to notify of records. */
interface RecordNotifierNeeds {
  db: Database
  logger: Logger
  findActor: FindActor
  /** The entities and the other announced kinds, by name. */
  kinds: () => ReadonlyMap<string, Announced>
}
type RecordNews = NonNullable<News['records']>
type Listener = ReturnType<Sockets['users']>[number]
type UserPages = NonNullable<Parameters<Sockets['nudge']>[0]>

/** Milliseconds for which node messages about records are batched. */
const BATCH_MS = 50

/** The actor that a session alone gives: enough to tell who sees all records of a kind. */
const sessionActor = ({ tenantId, userId, roles }: Listener): Actor => ({
  uniqueId: userId,
  tenantId,
  partitionId: isMember({ roles: roles as Actor['roles'] }) ? userId : tenantId,
  emailAddress: '',
  fullName: '',
  roles: roles as Actor['roles'],
  permissions: [],
  allowedCountries: [],
})

const isEntity = (of: Announced): of is Entity => 'table' in of

/** The kind and those that its records belong to, directly or not, so far as the actor can see any of their records. */
const kindsAbove = (of: Entity, actor: Actor): Entity[] => [
  ...(can(actor, of.policy.see) ? [of] : []),
  ...(of.parents ?? []).flatMap((parent) => kindsAbove(parent.of, actor)),
]

/** The kinds of record whose pages show others: those with timelines, and those that name contacts. */
const pageKinds: readonly string[] = [...timelineKinds, 'meetingReport', 'projectCompany']

/** The kind, those that its records belong to, and those whose pages may show them. */
const relatedKinds = (of: Entity, actor: Actor, { kinds }: RecordNotifierNeeds): Entity[] => [
  ...kindsAbove(of, actor),
  ...pageKinds
    .flatMap((name) => kinds().get(name) ?? [])
    .filter(isEntity)
    .filter((kind) => can(actor, kind.policy.see)),
]

/** Which of these records of the kinds the actor may see. Records in the trash count: a page that shows them must learn that they were deleted. */
const findVisible = async (actor: Actor, kinds: readonly Entity[], ids: readonly string[], { db }: RecordNotifierNeeds) => {
  if (kinds.length === 0 || ids.length === 0) return new Set<string>()
  const queries = kinds.map((of) => {
    const these = and(inArray(of.table.uniqueId, [...ids]), rowCondition(of, of.policy.see, actor))
    return sql`select ${of.table.uniqueId} as id from ${of.table} where ${these}`
  })
  const { rows } = await db.as(actor).execute<{ id: string }>(sql.join(queries, sql` union all `))
  return new Set(rows.map(({ id }) => id))
}

/** The messages for all pages that show the written records: with the ids of further records, or about other records instead. */
const withPages = async (tenantId: string, news: RecordNews, { db, kinds }: RecordNotifierNeeds): Promise<RecordNews[]> => {
  const { kind, partitionId = tenantId, written, about } = news
  const of = kinds().get(kind)
  const ids = written.map(({ uniqueId }) => uniqueId)
  if (!of || ids.length === 0) return [news]
  const reader = db.as({ tenantId, partitionId })
  if (!isEntity(of)) {
    if (!of.shownAs) return [news]
    const { rows } = await reader.execute<{ kind: string; id: string }>(of.shownAs(ids))
    return [...Map.groupBy(rows, (row) => row.kind)].map(([shown, some]) => ({
      kind: shown,
      partitionId,
      written: some.map(({ id }) => ({ uniqueId: id, version: '' })),
      about: [],
    }))
  }
  if (!of.shownOn) return [news]
  const { rows } = await reader.execute<{ id: string }>(of.shownOn(ids))
  return [{ ...news, about: [...new Set([...about, ...rows.map(({ id }) => id)])] }]
}

/** The kinds of which the records make others visible to the actor: the actor's pages read these again. */
const kindsOpenedBy = (of: Announced | undefined, actor: Actor) => {
  if (!of || !isEntity(of) || !of.opens) return []
  const { of: opened, field } = of.opens
  return matchesFor(opened.policy.see, actor).some((match) => match !== 'all' && field in match) ? [opened.name] : []
}

const seesAll = (actor: Actor, { policy }: Announced) => matchesFor(policy.see, actor).includes('all')

/** Whether the rules apply to the actor's role, perhaps with a permission that is not known here. */
const isAdmittedByRole = ({ roles }: Actor, rules: Rules) => rules.some(([group]) => roles.some((role) => group.includes(role)))

/** Whether a change affects who sees a record by these rules: until then the actor may have seen it. */
const mayHaveSeen = (rules: Rules, actor: Actor, { changed = [] }: RecordNews) =>
  matchesFor(rules, actor).some((match) => match !== 'all' && Object.keys(match).some((field) => changed.includes(field)))

/** The part of a message that is about records which the actor may see; undefined: none of it. */
const visibleRecordsOf = async (of: Entity, actor: Actor, news: RecordNews, needs: RecordNotifierNeeds) => {
  const ids = news.written.map(({ uniqueId }) => uniqueId)
  const visibleIds = await findVisible(actor, [of], ids, needs)
  const written = news.written.filter(({ uniqueId }) => visibleIds.has(uniqueId))
  if (written.length < ids.length && mayHaveSeen(of.policy.see, actor, news)) return { ...news, written: [], about: [] }
  if (written.length === 0) return undefined
  const relatedIds = await findVisible(actor, [...new Set(relatedKinds(of, actor, needs))], news.about, needs)
  return { ...news, written, about: news.about.filter((id) => relatedIds.has(id)) }
}

/** The part of a node message that a listener may receive; undefined: none of it. `know` loads the full actor, where that is needed. */
const visibleNews = async (
  listener: Actor,
  news: RecordNews,
  know: () => Promise<Actor | undefined>,
  needs: RecordNotifierNeeds,
) => {
  const of = needs.kinds().get(news.kind)
  const isElsewhere = news.partitionId !== undefined && news.partitionId !== listener.partitionId
  if (!of || isElsewhere || !isAdmittedByRole(listener, of.policy.see)) return undefined
  if (seesAll(listener, of)) return news
  // About a bulk change the message says only that there are changes, not of which records.
  if (news.written.length === 0 && can(listener, of.policy.see)) return { ...news, about: [] }
  const actor = await know()
  if (!actor) return undefined
  if (seesAll(actor, of)) return news
  return isEntity(of) ? visibleRecordsOf(of, actor, news, needs) : undefined
}

/** The message that there are changes of a kind, not of which records. */
const changesOf = (kind: string) => ({ kind, written: [], about: [] })

/** Sends a listener the part of these messages that they may receive. */
const notifyListener = async (listener: Listener, all: readonly RecordNews[], needs: RecordNotifierNeeds, sockets: Sockets) => {
  const { tenantId, userId } = listener
  let actor: Promise<Actor | undefined> | undefined
  const know = () => (actor ??= needs.findActor(tenantId, userId))
  const viewer = sessionActor(listener)
  const visible: RecordNews[] = []
  for (const news of all) {
    const part = await visibleNews(viewer, news, know, needs)
    if (part) visible.push(part)
  }
  if (visible.length === 0) return
  const opened = new Set(visible.flatMap(({ kind }) => kindsOpenedBy(needs.kinds().get(kind), viewer)))
  const news = visible.map(({ kind, written, about }) => ({ kind, written, about }))
  sockets.nudge({ tenantId, userId }, 'record', { news: [...news, ...Array.from(opened, changesOf)] })
}

const isSuperAdmin = ({ roles }: Listener) => roles.includes(SUPER_ADMIN[0])

/** The messages for super admins about what they may read in this tenant: that there are changes and in which tenant, not of which records. */
const newsAcross = (tenantId: string, all: readonly RecordNews[], { kinds }: RecordNotifierNeeds) => {
  const across = new Set(all.map(({ kind }) => kind).filter((kind) => kinds().get(kind)?.acrossTenants))
  return Array.from(across, (kind) => ({ ...changesOf(kind), tenantId }))
}

/** Tells the pages of super admins, whatever their tenant, of changes in this one. */
const notifySuperAdmins = (tenantId: string, all: readonly RecordNews[], needs: RecordNotifierNeeds, sockets: Sockets) => {
  const news = newsAcross(tenantId, all, needs)
  if (news.length === 0) return
  for (const { tenantId: own, userId } of sockets.users().filter(isSuperAdmin))
    sockets.nudge({ tenantId: own, userId }, 'record', { news })
}

/** Notifies open pages of records that were written: ids only, and to each user only of records that they may see. */
const recordNotifier = (needs: RecordNotifierNeeds, sockets: Sockets, warn: (error: unknown) => void) => {
  const waiting = new Map<string, RecordNews[]>()
  /** What cannot be read for one message or one listener does not keep the others from hearing. */
  const notifyTenant = async (tenantId: string, messages: readonly RecordNews[]) => {
    notifySuperAdmins(tenantId, messages, needs, sockets)
    const listeners = sockets.users({ tenantId })
    if (listeners.length === 0) return
    const found = await Promise.all(messages.map((one) => withPages(tenantId, one, needs).catch(warn)))
    const news = found.flatMap((some, at) => some ?? [messages[at]!])
    for (const listener of listeners) await notifyListener(listener, news, needs, sockets).catch(warn)
  }
  const run = async () => {
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, messages] of all) await notifyTenant(tenantId, messages)
  }
  return ({ topic, tenantId, records }: News) => {
    if (topic !== 'record' || !records) return
    if (sockets.count({ tenantId }) === 0 && !needs.kinds().get(records.kind)?.acrossTenants) return
    if (waiting.size === 0) setTimeout(() => void run(), BATCH_MS).unref()
    waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), records])
  }
}

interface Signed {
  sessionId: string
  actor: { tenantId: string; uniqueId: string; roles: readonly string[] }
}

interface Needs extends RecordNotifierNeeds {
  env: { appUrl?: string | undefined }
  /** The client address of a request, by TRUST_PROXY. */
  addressOf: (request: IncomingMessage) => string
  tenants: Tenants
  settings: TenantSettings
  texts: TextsOf
  live: Pick<Live, 'onUp'>
  onNews: (listener: (news: News) => void) => unknown
  /** Finds the session of a token. A page that stays connected does not count as use of the session. */
  sessions: { find: (authorization: string, how: { isUse: boolean }) => Promise<Signed | undefined> }
}

/** Milliseconds after which the sessions of open pages are checked again: a session also expires by time, without a node message. */
const RECHECK_MS = 300_000

const authenticator =
  ({ sessions, tenants }: Needs) =>
  async (token: string) => {
    const signed = await sessions.find(`Bearer ${token}`, { isUse: false })
    if (!signed) return undefined
    const { tenantId, uniqueId: userId, roles } = signed.actor
    if ((await tenants.byId(tenantId))?.deletedAt !== null) return undefined
    return { tenantId, userId, sessionId: signed.sessionId, roles }
  }

/** Accepts pages of our own hosts, and programs, which send no origin. */
const originChecker =
  ({ env, tenants }: Needs) =>
  async (origin: string | undefined, host: string | undefined) => {
    if (origin === undefined) return true
    const from = URL.parse(origin)
    if (!from?.host) return false
    if (from.host === host?.toLowerCase() || from.host === URL.parse(env.appUrl ?? '')?.host) return true
    return (await tenants.byHost(hostName(from.host))) !== undefined
  }

/** Reads notifications of one tenant and sends each to the open pages of its recipient, in their language. */
const sender =
  ({ db, settings, texts }: Needs, sockets: Sockets) =>
  async (tenantId: string, ids: string[]) => {
    const [rows, settingValues] = await Promise.all([
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
        const say = await noticeTranslator(texts, tenantId, languageOf(language, accepted, settingValues))
        sockets.send({ ...to, accepted }, notificationFormatter(say)(row))
      }
    }
  }

/** Batches what arrives within one tick, so that a thousand notifications are one query. Those that cannot be read still appear in the list. */
const batcher = (logger: Logger, send: ReturnType<typeof sender>) => {
  const waiting = new Map<string, string[]>()
  const sendAll = () => {
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, ids] of all)
      send(tenantId, ids).catch((error: unknown) =>
        logger.warn({ error: describeError(error) }, 'notifications were not shown live'),
      )
  }
  return (tenantId: string, id: string) => {
    if (waiting.size === 0) setImmediate(sendAll)
    const ids = waiting.get(tenantId)
    if (ids) ids.push(id)
    else waiting.set(tenantId, [id])
  }
}

/** Has open pages read again what they show of these resources. */
const nudgeToReadAgain = (sockets: Sockets, who: UserPages, ...resources: readonly string[]) =>
  sockets.nudge(who, 'record', { news: resources.map(changesOf) })

/** Milliseconds over which all pages read again, so that they do not do it at the same moment. */
const READ_AGAIN_MS = 2_000

/** Has every open page read again all that messages tell of: those that were sent while none arrived are lost. */
const nudgeAllToReadAgain = (sockets: Sockets, { kinds }: RecordNotifierNeeds) => {
  for (const { tenantId, userId } of sockets.users())
    setTimeout(() => {
      nudgeToReadAgain(sockets, { tenantId, userId }, 'auth', 'notificationQueue', ...kinds().keys())
      sockets.nudge({ tenantId, userId }, 'drive')
    }, Math.random() * READ_AGAIN_MS).unref()
}

/** Closes the pages of a tenant whose sessions have ended, and has the others read their account again, which has the tenant's features. */
const recheckTenant = async (sockets: Sockets, tenantId: string) => {
  await sockets.recheck({ tenantId })
  nudgeToReadAgain(sockets, { tenantId }, 'auth')
}

/** Milliseconds after which a page that has just connected reads again what was written meanwhile: it has loaded by then. */
const LOADED_MS = 1_000

/** Repeats to a page that has just connected what was written since it read: in its tenant and, to super admins, in those that they administer. */
const repeatChanges = (
  listener: Listener,
  recent: ReturnType<ReturnType<typeof recentChanges>['within']>,
  needs: RecordNotifierNeeds,
  sockets: Sockets,
  warn: (error: unknown) => void,
) => {
  const { tenantId, userId } = listener
  const missed = recent.in(tenantId)
  if (missed.length > 0) setTimeout(() => void notifyListener(listener, missed, needs, sockets).catch(warn), LOADED_MS).unref()
  if (!isSuperAdmin(listener)) return
  const news = recent.everywhere().flatMap(([id, all]) => newsAcross(id, all, needs))
  if (news.length > 0) setTimeout(() => sockets.nudge({ tenantId, userId }, 'record', { news }), LOADED_MS).unref()
}

/** The sockets that this node mounted last. */
const mounted: { sockets?: Sockets } = {}

/** How many pages are connected to this node. */
export const openPages = () => mounted.sockets?.count() ?? 0

/**
 * Notifies open pages at `/ws` of notifications, of changes to what others share with them, and of records that were written; and
 * closes them as soon as their sessions end.
 */
export const mountLive = (app: FastifyInstance, needs: Needs) => {
  const { logger, live, onNews } = needs
  const recent = recentChanges()
  const warn = (error: unknown) => logger.warn({ error: describeError(error) }, 'open pages were not told of records')
  const sockets = openSockets({
    authenticate: authenticator(needs),
    isOriginAllowed: originChecker(needs),
    addressOf: needs.addressOf,
    networksOf: (address) => ({ network: networkOf(address), site: networkOf(address, 'site') }),
    logger,
    described: describeError,
    onSubscribed: (listener, topic, age) => {
      if (topic === 'record') repeatChanges(listener, recent.within(age), needs, sockets, warn)
    },
  })
  mounted.sockets = sockets
  const show = batcher(logger, sender(needs, sockets))

  onNews(({ topic, tenantId, userId, id }) => {
    if (topic === 'notification' && userId && id && sockets.count({ tenantId, userId }) > 0) show(tenantId, id)
    if (topic === 'session') void sockets.recheck({ tenantId, ...(id && { userId: id }) })
    if (topic === 'tenant' || topic === 'setting') void recheckTenant(sockets, tenantId)
  })
  onNews(({ topic, tenantId, userId, id }) => {
    if (topic === 'drive') sockets.nudge({ tenantId, ...(userId && { userId }) }, topic)
    if (topic === 'own' && userId && id) nudgeToReadAgain(sockets, { tenantId, userId }, id)
    if (topic === 'trust' && id) nudgeToReadAgain(sockets, { tenantId, userId: id }, 'review')
    // The user's rights may be others now, and with them the records that they see.
    if (topic === 'account' && userId) nudgeToReadAgain(sockets, { tenantId, userId }, 'auth', ...needs.kinds().keys())
    if (topic === 'access' && userId) nudgeToReadAgain(sockets, { tenantId, userId }, ...needs.kinds().keys())
  })
  onNews(({ topic, tenantId, records }) => {
    if (topic === 'record' && records) recent.add(tenantId, records)
  })
  onNews(recordNotifier(needs, sockets, warn))
  live.onUp(() => {
    void sockets.recheck()
    nudgeAllToReadAgain(sockets, needs)
  })
  const recheckTimer = setInterval(() => void sockets.recheck(), RECHECK_MS).unref()
  sockets.mount(app.server)
  app.addHook('preClose', () => {
    clearInterval(recheckTimer)
    return sockets.close()
  })
}
