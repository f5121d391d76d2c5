import { tenantSettings as catalogue } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { invalidatableCache } from '#kit/invalidatableCache'
import { sessions } from '#platform/schema/identity.table'
import { tenantSettings } from '#platform/schema/tenantSetting.table'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { keysOfUser } from '#platform/user/permission.queries'
import { actorOf } from './sessions.ts'
import { hashOf, tenantOfToken } from './tokens.ts'

/** A session is seen again at most this often: rows are not written with each request. */
const SEEN_EVERY_SECONDS = 60

/** A session that is good at this moment. */
interface Signed {
  sessionId: string
  actor: Actor
}

const idleHours = sql`coalesce((select (${tenantSettings.value})::int from ${tenantSettings} where ${tenantSettings.key} = 'SESSION_IDLE_HOURS'), ${catalogue.SESSION_IDLE_HOURS.standard})`

/** It was not noted for a while that the session is in use. */
const unseen = sql<boolean>`${sessions.lastSeen} < now() - make_interval(secs => ${SEEN_EVERY_SECONDS})`

/** The session has not ended by itself: by its absolute end, or by standing idle. */
export const isGoing = and(
  gt(sessions.endsAt, sql`now()`),
  gt(sessions.lastSeen, sql`now() - make_interval(hours => ${idleHours})`),
)

const read = async (db: Database, tenantId: string, tokenHash: string, isUse: boolean): Promise<Signed | undefined> => {
  const scope = tenantScope(tenantId)
  const [row] = await db
    .as(scope)
    .select({ sessionId: sessions.uniqueId, user: users, permissions: keysOfUser, unseen })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.uniqueId, sessions.userId)))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpenAccount, isGoing))
  if (!row) return undefined
  const seen = { lastSeen: sql`now()` }
  if (row.unseen && isUse)
    await db.write(scope, (tx) => tx.update(sessions).set(seen).where(eq(sessions.uniqueId, row.sessionId)))
  return { sessionId: row.sessionId, actor: actorOf(row.user, row.permissions) }
}

const tokenOf = (authorization: string | undefined) => /^Bearer ([\w.-]{1,120})$/.exec(authorization ?? '')?.[1]

/** Knows who a token is. It remembers for a minute what it read, while it hears of every change. */
export const sessionFinder = (db: Database, mayRemember: () => boolean) => {
  const known = invalidatableCache<Signed | undefined>(mayRemember, { name: 'sessions', most: 50_000, good: 60_000 })
  return {
    /** Who the bearer of this header is, or nobody. It notes that the session is in use, unless it is only looked at. */
    find: async (authorization: string | undefined, { isUse = true } = {}): Promise<Signed | undefined> => {
      const token = tokenOf(authorization)
      const tenantId = token && tenantOfToken(token)
      if (!token || !tenantId) return undefined
      const tokenHash = hashOf(token)
      return known.get(tokenHash, () => read(db, tenantId, tokenHash, isUse))
    },
    /** Forgets what it remembers of a user, of a tenant, or all. */
    forget: ({ userId, tenantId }: { userId?: string | undefined; tenantId?: string } = {}) =>
      known.forget(
        (signed) =>
          (!userId || signed?.actor.uniqueId === userId) && (!tenantId || !signed || signed.actor.tenantId === tenantId),
      ),
  }
}
export type Sessions = ReturnType<typeof sessionFinder>
