import { tenantSettings as catalogue } from '@tradewind/contract/platform/settingCatalogue'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { networkOf } from '#kit/http/address'
import { notifyNodes } from '#kit/notifyNodes'
import { knownNetworks, sessions } from '#platform/schema/identity.table'
import type { users } from '#platform/schema/user.table'
import { tenantSettings } from '../schema/tenant.table.ts'
import { findPermissionKeys } from '../user/user.queries.ts'
import { hashOf, newToken } from './tokens.ts'

const knownSince = sql`now() - interval '90 days'`

/** A network is known for 90 days after the last sign-in from it. */
export const isNetworkExpired = lt(knownNetworks.lastUsed, knownSince)

const hashNetwork = (userId: string, ip: string) => hashOf(`${userId} ${networkOf(ip)}`)

/** Whether the user has signed in from this network before. */
export const isKnownNetwork = async (db: Reader, userId: string, ip: string) => {
  const recent = gt(knownNetworks.lastUsed, knownSince)
  const it = and(eq(knownNetworks.userId, userId), eq(knownNetworks.networkHash, hashNetwork(userId, ip)), recent)
  return (await db.select({ id: knownNetworks.uniqueId }).from(knownNetworks).where(it)).length > 0
}

/** Records that the user has signed in from this network, or has chosen a password there. */
export const rememberNetwork = async (tx: Tx, userId: string, ip: string) => {
  await tx
    .insert(knownNetworks)
    .values({ userId, createdBy: userId, networkHash: hashNetwork(userId, ip), lastUsed: sql`now()` })
    .onConflictDoUpdate({
      target: [knownNetworks.tenantId, knownNetworks.userId, knownNetworks.networkHash],
      set: { lastUsed: sql`excluded.last_used` },
    })
}

/** For a new password: forgets the other networks, since a sign-in with the previous password may have been somebody else's. */
export const rememberOnlyNetwork = async (tx: Tx, userId: string, ip: string) => {
  const others = and(eq(knownNetworks.userId, userId), ne(knownNetworks.networkHash, hashNetwork(userId, ip)))
  await tx.delete(knownNetworks).where(others)
  await rememberNetwork(tx, userId, ip)
}

const ABSOLUTE_DAYS = 14

/** Starts a session and returns its token, which is not stored anywhere. */
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

/** Ends sessions of a user immediately and on every node: one of them, all, or all but one. */
export const endSessions = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  which: { onlySessionId?: string; exceptSessionId?: string } = {},
) => {
  const deleted = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        which.onlySessionId ? eq(sessions.uniqueId, which.onlySessionId) : undefined,
        which.exceptSessionId ? ne(sessions.uniqueId, which.exceptSessionId) : undefined,
      ),
    )
    .returning({ uniqueId: sessions.uniqueId })
  await notifyNodes(tx, { topic: 'session', tenantId, id: userId })
  return deleted.length
}

/** Has every node read the user again, and the user's open pages what they may see now. */
export const notifyOfAccount = async (tx: Tx, tenantId: string, userId: string) => {
  await notifyNodes(tx, { topic: 'session', tenantId, id: userId })
  await notifyNodes(tx, { topic: 'account', tenantId, userId })
}

/** The actor for a user. */
export const actorOf = (user: typeof users.$inferSelect, permissions: readonly string[]): Actor => ({
  uniqueId: user.uniqueId,
  tenantId: user.tenantId,
  partitionId: isMember({ roles: [user.role] }) ? user.uniqueId : user.tenantId,
  emailAddress: user.emailAddress,
  fullName: [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' '),
  roles: [user.role],
  permissions,
  allowedCountries: user.allowedCountries,
})

/** The actor for a user, with their current permissions. */
export const loadActor = async (db: Reader | Tx, user: typeof users.$inferSelect): Promise<Actor> =>
  actorOf(user, await findPermissionKeys(db, user.uniqueId))

const idleHours = sql`coalesce((select (${tenantSettings.value})::int from ${tenantSettings} where ${tenantSettings.key} = 'SESSION_IDLE_HOURS'), ${catalogue.SESSION_IDLE_HOURS.defaultValue})`

/** The session is neither past its absolute end nor idle for too long. */
export const isActiveSession = and(
  gt(sessions.endsAt, sql`now()`),
  gt(sessions.lastSeen, sql`now() - make_interval(hours => ${idleHours})`),
)
