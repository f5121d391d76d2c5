import type { Account } from '@tradewind/contract/identity/identity.contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { notFound, unauthenticated } from '#kit/errors'
import type { Asking, Reading, Writing } from '#kit/http/context'
import type { Tenants } from '../tenant/tenant.queries.ts'
import { users } from '../user/user.table.ts'
import { sessions } from './identity.table.ts'
import { endSessions } from './session/sessions.ts'

export const userByAddress = async (db: Reader | Tx, address: string) => {
  const here = and(sql`lower(${users.emailAddress}) = lower(${address.trim()})`, isNull(users.deletedAt))
  const [user] = await (db as Reader).select().from(users).where(here)
  return user
}

/** The account of who is signed in. */
export const ownUser = async (db: Reader | Tx, { actor }: Asking) => {
  const [user] = await (db as Reader)
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, actor.uniqueId), isNull(users.deletedAt)))
  if (!user) throw unauthenticated()
  return user
}

/** Who is signed in, and where else. */
export const accountHandlers = (tenants: Tenants) => ({
  account: async (_: object, context: Reading) => {
    const [user, tenant] = await Promise.all([ownUser(context.db, context), tenants.byId(context.actor.tenantId)])
    if (!tenant) throw unauthenticated()
    const { uniqueId, worldId, fullName, emailAddress, roles, permissions, allowedCountries } = context.actor
    return {
      userId: uniqueId,
      tenant: tenant.uniqueId,
      worldId,
      fullName,
      emailAddress,
      roleList: [...roles],
      permissionList: [...permissions],
      allowedCountries: [...allowedCountries],
      tenantName: tenant.fullName,
      isMainTenant: tenant.isMain,
      brandLogoUID: user.brandLogoUID,
      userCompanyName: user.userCompanyName,
    } satisfies Account
  },

  sessions: async (_: object, { db, actor, sessionId }: Reading) => {
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, actor.uniqueId))
      .orderBy(desc(sessions.lastSeen))
      .limit(500)
    return {
      rows: rows.map((session) => ({ ...session, current: session.uniqueId === sessionId })),
      total: rows.length,
      estimated: false,
    }
  },

  endSession: async ({ uniqueId }: { uniqueId: string }, { tx, actor }: Writing) => {
    const ended = await endSessions(tx, actor.tenantId, actor.uniqueId, { only: uniqueId })
    if (ended === 0) throw notFound('Session')
    return { uniqueId }
  },
})
