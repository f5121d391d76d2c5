import { type Actor, isMember } from '@tradewind/contract/roles'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { tell } from '#kit/tell'
import { userPermissions, users } from '../user/user.table.ts'
import { sessions } from './identity.table.ts'
import { hashOf, newToken, tenantOfToken } from './tokens.ts'

const IDLE_HOURS = 12
const ABSOLUTE_DAYS = 14
/** A session is seen again at most this often: rows are not written with each request. */
const SEEN_EVERY_SECONDS = 60
const REMEMBERED_FOR = 60_000
const REMEMBERED = 50_000

/** A session that is good at this moment. */
export interface Signed {
  sessionId: string
  actor: Actor
}
interface Remembered extends Signed {
  until: number
}

const tokenOf = (authorization: string | undefined) => /^Bearer ([\w.-]{1,120})$/.exec(authorization ?? '')?.[1]

/** Begins a session and gives its token, which is nowhere kept. */
export const beginSession = async (tx: Tx, tenantId: string, userId: string, device: string) => {
  const token = newToken(tenantId)
  const [{ uniqueId }] = (await tx
    .insert(sessions)
    .values({
      userId,
      createdBy: userId,
      tokenHash: hashOf(token),
      device,
      lastSeen: sql`now()`,
      endsAt: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
    })
    .returning({ uniqueId: sessions.uniqueId })) as [{ uniqueId: string }]
  return { token, sessionId: uniqueId }
}

/** Ends sessions of a user at once and on every node: one of them, all, or all but one. */
export const endSessions = async (tx: Tx, tenantId: string, userId: string, which: { only?: string; but?: string } = {}) => {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        which.only ? eq(sessions.uniqueId, which.only) : undefined,
        which.but ? ne(sessions.uniqueId, which.but) : undefined,
      ),
    )
    .returning({ uniqueId: sessions.uniqueId })
  await tell(tx, { topic: 'session', tenantId, id: userId })
  return ended.length
}

/** Who a user is to the policies. */
export const actorOf = (user: typeof users.$inferSelect, permissions: readonly string[]): Actor => ({
  uniqueId: user.uniqueId,
  tenantId: user.tenantId,
  worldId: isMember({ roles: [user.role] }) ? user.uniqueId : user.tenantId,
  emailAddress: user.emailAddress,
  fullName: [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' '),
  roles: [user.role],
  permissions,
  allowedCountries: user.allowedCountries,
})

const permissionsOf = sql<string[]>`array(select key from ${userPermissions} where ${userPermissions.userId} = ${users.uniqueId})`

/** It was not noted for a while that the session is in use. */
const unseen = sql<boolean>`${sessions.lastSeen} < now() - make_interval(secs => ${SEEN_EVERY_SECONDS})`

/** Knows who a token is. It remembers for a minute what it read, while it hears of every change. */
export const sessionFinder = (db: Database, mayRemember: () => boolean) => {
  const known = new Map<string, Remembered>()
  /** Counts what was heard: what was read before it may be stale after it. */
  let heard = 0

  const read = async (tenantId: string, tokenHash: string) => {
    const [row] = await db
      .as(tenantScope(tenantId))
      .select({ sessionId: sessions.uniqueId, user: users, permissions: permissionsOf, unseen })
      .from(sessions)
      .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.uniqueId, sessions.userId)))
      .where(
        and(
          eq(sessions.tokenHash, tokenHash),
          isNull(users.deletedAt),
          gt(sessions.endsAt, sql`now()`),
          gt(sessions.lastSeen, sql`now() - make_interval(hours => ${IDLE_HOURS})`),
        ),
      )
    if (row?.unseen) await see(tenantId, row.sessionId)
    return row && { sessionId: row.sessionId, actor: actorOf(row.user, row.permissions) }
  }

  const see = (tenantId: string, sessionId: string) =>
    db.write(tenantScope(tenantId), (tx) =>
      tx
        .update(sessions)
        .set({ lastSeen: sql`now()` })
        .where(eq(sessions.uniqueId, sessionId)),
    )

  const remember = (tokenHash: string, signed: Signed, heardBefore: number) => {
    if (!mayRemember() || heard !== heardBefore) return
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value!)
    known.set(tokenHash, { ...signed, until: Date.now() + REMEMBERED_FOR })
  }

  return {
    /** Who the bearer of this header is, or nobody. */
    find: async (authorization: string | undefined): Promise<Signed | undefined> => {
      const token = tokenOf(authorization)
      const tenantId = token && tenantOfToken(token)
      if (!token || !tenantId) return undefined
      const tokenHash = hashOf(token)
      const kept = known.get(tokenHash)
      if (kept && kept.until > Date.now() && mayRemember()) return kept
      const heardBefore = heard
      const signed = await read(tenantId, tokenHash)
      if (!signed) {
        known.delete(tokenHash)
        return undefined
      }
      remember(tokenHash, signed, heardBefore)
      return signed
    },
    /** Forgets what it remembers of a user, or all. */
    forget: (userId?: string) => {
      heard++
      for (const [hash, { actor }] of known) if (!userId || actor.uniqueId === userId) known.delete(hash)
    },
  }
}
export type Sessions = ReturnType<typeof sessionFinder>
