import type { Account } from '@tradewind/contract/identity/identity.contract'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { notFound, unauthenticated } from '#kit/errors'
import type { Asking, Reading, Writing } from '#kit/http/context'
import type { Tenants } from '../tenant/tenant.queries.ts'
import { tenants } from '../tenant/tenant.table.ts'
import { users } from '../user/user.table.ts'
import { sessions } from './identity.table.ts'
import { isGoing } from './session/finder.ts'
import { endSessions } from './session/sessions.ts'

export const userByAddress = async (db: Reader | Tx, address: string) => {
  const here = and(sql`lower(${users.emailAddress}) = lower(${address.trim()})`, isNull(users.deletedAt))
  const [user] = await db.select().from(users).where(here)
  return user
}

/** The living user with this id, of a living tenant. */
export const userById = async (db: Reader | Tx, uniqueId: string) => {
  const [user] = await db
    .select(getTableColumns(users))
    .from(users)
    .innerJoin(tenants, and(eq(tenants.uniqueId, users.tenantId), isNull(tenants.deletedAt)))
    .where(and(eq(users.uniqueId, uniqueId), isNull(users.deletedAt)))
  return user
}

/** The account of who is signed in. */
export const ownUser = async (db: Reader | Tx, { actor }: Asking) => {
  const user = await userById(db, actor.uniqueId)
  if (!user) throw unauthenticated()
  return user
}

const account = async (finder: Tenants, context: Reading): Promise<Account> => {
  const [user, tenant] = await Promise.all([ownUser(context.db, context), finder.byId(context.actor.tenantId)])
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
  }
}

const ownSessions = async ({ db, actor, sessionId }: Reading) => {
  const mine = and(eq(sessions.userId, actor.uniqueId), isGoing)
  const found = await db.select().from(sessions).where(mine).orderBy(desc(sessions.lastSeen)).limit(500)
  const rows = found.map((session) => ({ ...session, current: session.uniqueId === sessionId }))
  return { rows, total: rows.length, estimated: false }
}

/** Who is signed in, and where else. */
export const accountHandlers = (finder: Tenants) => ({
  account: (_: object, context: Reading) => account(finder, context),

  sessions: (_: object, context: Reading) => ownSessions(context),

  endSession: async ({ uniqueId }: { uniqueId: string }, { tx, actor }: Writing) => {
    const ended = await endSessions(tx, actor.tenantId, actor.uniqueId, { only: uniqueId })
    if (ended === 0) throw notFound('Session')
    return { uniqueId }
  },
})
