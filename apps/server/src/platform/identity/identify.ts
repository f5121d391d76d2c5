import { findTimeZone } from '@tradewind/contract/kit/fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { type Actor, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { invalidatableCache } from '#kit/cache'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { forbidden, notFound } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import type { TextsOf } from '#platform/message.queries'
import { sessions } from '#platform/schema/identity.table'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { hostName, type Tenant, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { languageOf } from '#services/language'
import { permissionKeysColumn } from '../user/user.queries.ts'
import { userById } from './account.ts'
import type { Links } from './links.queries.ts'
import { actorOf, isActiveSession, loadActor } from './sessions.ts'
import { extendLink, hashOf, readLink, tenantOfToken } from './tokens.ts'

/** The last-seen time of a session is updated at most this often, so that not every request writes a row. */
const SEEN_EVERY_SECONDS = 60

/** A session that is valid now. */
interface ActiveSession {
  sessionId: string
  actor: Actor
}

/** The last-seen time is due for an update. */
const unseen = sql<boolean>`${sessions.lastSeen} < now() - make_interval(secs => ${SEEN_EVERY_SECONDS})`

const readSession = async (
  db: Database,
  tenantId: string,
  tokenHash: string,
  isUse: boolean,
): Promise<ActiveSession | undefined> => {
  const scope = tenantScope(tenantId)
  const [row] = await db
    .as(scope)
    .select({ sessionId: sessions.uniqueId, user: users, permissions: permissionKeysColumn, unseen })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.uniqueId, sessions.userId)))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpenAccount, isActiveSession))
  if (!row) return undefined
  const values = { lastSeen: sql`now()` }
  if (row.unseen && isUse)
    await db.write(scope, (tx) => tx.update(sessions).set(values).where(eq(sessions.uniqueId, row.sessionId)))
  return { sessionId: row.sessionId, actor: actorOf(row.user, row.permissions) }
}

const tokenOf = (authorization: string | undefined) => /^Bearer ([\w.-]{1,120})$/.exec(authorization ?? '')?.[1]

/** Finds the session of a token. Caches it for a minute, as long as invalidation messages arrive. */
export const openSessions = (db: Database, canCache: () => boolean) => {
  const cache = invalidatableCache<ActiveSession | undefined>(canCache, { name: 'sessions', maxEntries: 50_000, ttl: 60_000 })
  return {
    /** The session of this header, or undefined. Updates its last-seen time, unless `isUse` is false. */
    find: async (authorization: string | undefined, { isUse = true } = {}): Promise<ActiveSession | undefined> => {
      const token = tokenOf(authorization)
      const tenantId = token && tenantOfToken(token)
      if (!token || !tenantId) return undefined
      const tokenHash = hashOf(token)
      return cache.get(tokenHash, () => readSession(db, tenantId, tokenHash, isUse))
    },
    /** Drops cached sessions of a user, of a tenant, or all. */
    forget: ({ userId, tenantId }: { userId?: string | undefined; tenantId?: string } = {}) =>
      cache.forget(
        (signed) =>
          (!userId || signed?.actor.uniqueId === userId) && (!tenantId || !signed || signed.actor.tenantId === tenantId),
      ),
  }
}
export type Sessions = ReturnType<typeof openSessions>

/** The user, not deleted, as an actor with their current permissions. */
export const actorFinder = (db: Database) => async (tenantId: string, userId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const user = await userById(reader, userId)
  return user && loadActor(reader, user)
}

/** Whether the session in which a ticket was issued is still active. */
const isInSession = async (db: Reader, { sessionId, userId }: { sessionId: string | null; userId: string }) => {
  if (!sessionId) return false
  const it = and(eq(sessions.uniqueId, sessionId), eq(sessions.userId, userId), isActiveSession)
  return (await db.select({ id: sessions.uniqueId }).from(sessions).where(it)).length > 0
}

interface TicketNeeds {
  settings: TenantSettings
  texts: Pick<TextsOf, 'translator'>
}

/**
 * Tickets are links that are valid for one minute, within which the download must begin; they end with the session in which they were issued.
 * They can be used more than once, since a browser may fetch twice what it displays once.
 */
export const downloadTickets = (db: Database, links: Links, { settings, texts }: TicketNeeds) => ({
  /** A token that is valid for 60 seconds. */
  create: async ({ tx, actor, sessionId }: WriteContext, subject: string) => {
    const ticket = { purpose: 'EXPORT', userId: actor.uniqueId, subject, sessionId, minutes: 1 } as const
    return (await links.make(tx, actor.tenantId, ticket)).token
  },
  read: async (token: string, acceptedLanguages?: string) => {
    const tenantId = tenantOfToken(token)
    if (!tenantId) return undefined
    const reader = db.as(tenantScope(tenantId))
    const link = await readLink(reader, token, 'EXPORT')
    const user = link && (await isInSession(reader, link)) && (await userById(reader, link.userId))
    if (!user) return undefined
    const language = languageOf(user.language, acceptedLanguages, await settings.of(tenantId))
    const [actor, translate] = await Promise.all([loadActor(reader, user), texts.translator(tenantId, language)])
    return { actor, subject: link.subject, translate }
  },
  lengthen: async (token: string) => {
    const tenantId = tenantOfToken(token)
    if (tenantId) await db.write(tenantScope(tenantId), (tx) => extendLink(tx, token, 'EXPORT'))
  },
})

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const requireTenant = (tenant: Tenant | undefined) => {
  if (!tenant || tenant.deletedAt) throw notFound(say('Tenant not found'))
  return tenant
}

interface Needs {
  sessions: Sessions
  tenants: Tenants
  settings: TenantSettings
}

/** Properties of the request. The time zone is the browser's, else the tenant's. */
const requestProperties = async ({ headers, ip }: FastifyRequest, tenantId: string, settings: TenantSettings) => ({
  ip,
  device: deviceOf(headers['user-agent']),
  acceptedLanguages: headers['accept-language'],
  timeZone: timeZoneOf(headers['x-time-zone'] ?? ((await settings.of(tenantId)).TIME_ZONE || undefined)),
})

/** Identifies the caller. The tenant is the session's; a visitor's is named by x-tenant, else by the Host, else it is the main account. */
export const createIdentify = ({ tenants, settings, ...needs }: Needs) => {
  /** The tenant, not deleted, that a visitor's request names. 404 where it names none. */
  const tenantOf = async (request: FastifyRequest): Promise<Tenant> => {
    const header = request.headers['x-tenant']
    if (header !== undefined)
      return requireTenant(typeof header === 'string' && isId(header) ? await tenants.byId(header) : undefined)
    return requireTenant((await tenants.byHost(hostName(request.host))) ?? (await tenants.main()))
  }

  /** The scope in another tenant, deleted or not, if the call and the role allow that. */
  const scopeInOtherTenant = async ({ roles }: Actor, header: string | string[], acrossTenants: boolean) => {
    const isAllowed = acrossTenants && roles.includes(SUPER_ADMIN[0]) && typeof header === 'string' && isId(header)
    const tenant = isAllowed ? await tenants.byId(header) : undefined
    return tenant && !tenant.erasedAt ? { tenantId: tenant.uniqueId, partitionId: tenant.uniqueId } : undefined
  }

  const identify = async (request: FastifyRequest, acrossTenants = false): Promise<RequestContext> => {
    const signed = await needs.sessions.find(request.headers.authorization)
    if (!signed || (await tenants.byId(signed.actor.tenantId))?.deletedAt !== null) {
      const { uniqueId: tenantId } = await tenantOf(request)
      const how = await requestProperties(request, tenantId, settings)
      return { ...how, actor: visitor(tenantId), scope: tenantScope(tenantId), sessionId: undefined }
    }
    const { actor, sessionId } = signed
    const how = await requestProperties(request, actor.tenantId, settings)
    const header = request.headers['x-tenant']
    if (header !== undefined && header !== actor.tenantId) {
      const scope = await scopeInOtherTenant(actor, header, acrossTenants)
      if (scope) return { ...how, actor, scope, sessionId }
      const who = { event: 'wrong tenant', user: actor.uniqueId, tenant: actor.tenantId, reference: request.id }
      request.log.warn(who, 'a session named another tenant')
      throw forbidden(say('This session belongs to another tenant'))
    }
    return { ...how, actor, scope: { tenantId: actor.tenantId, partitionId: actor.partitionId }, sessionId }
  }

  return { identify, tenantOf }
}

const visitor = (tenantId: string): Actor => ({
  uniqueId: '',
  ...tenantScope(tenantId),
  emailAddress: '',
  fullName: '',
  roles: [],
  permissions: [],
  allowedCountries: [],
})

const browsers = [/(Edg)\w*\//, /(OPR)\//, /(Firefox)\//, /(Chrome)\//, /(Safari)\//]
/** Named where neither is known. */
const OTHER_PROGRAM = phrase('Another program')
const systems = [/(Windows)/, /(Android)/, /(iPhone)/, /(iPad)/, /(Mac OS)/, /(Linux)/]
const displayNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' }
const firstOf = (patterns: readonly RegExp[], text: string) => {
  const name = patterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean)
  return name && (displayNames[name] ?? name)
}

/** A browser and its operating system, as a person would name them. */
const deviceOf = (agent = '') => [firstOf(browsers, agent), firstOf(systems, agent)].filter(Boolean).join(', ') || OTHER_PROGRAM

/** Time zones by the names that browsers send: an Intl lookup takes as long as the rest of a call. */
const zoneCache = new Map<string, string>()
const findZone = (name: string) => {
  const zone = findTimeZone(name)
  if (zone && zoneCache.size < 1000) zoneCache.set(name, zone)
  return zone ?? 'UTC'
}
const timeZoneOf = (name: string | string[] = 'UTC') => zoneCache.get(String(name)) ?? findZone(String(name))
