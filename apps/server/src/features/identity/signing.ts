import type { Database } from '#kit/database/database'
import { unauthenticated } from '#kit/errors'
import { type Apart, apart, type Writing } from '#kit/http/context'
import { audit } from '#kit/record/audit'
import { eq } from 'drizzle-orm'
import { userPermissions } from '../user/user.table.ts'
import { userByAddress } from './account.ts'
import { isPassword } from './password/hashing.ts'
import { actorOf, beginSession, endSessions } from './session/sessions.ts'
import { countTry, forgive } from './throttle.ts'

/** Signing in and out. */
export const signingHandlers = (db: Database) => ({
  login: apart(async ({ username, password }: { username: string; password: string }, asking: Apart) => {
    const { scope, ip, device, db: reader } = asking
    const account = `login ${username.trim().toLowerCase().slice(0, 254)} from ${ip}`
    const tries = await countTry(
      db,
      scope,
      { key: account, most: 10, minutes: 15 },
      { key: `login from ${ip}`, most: 50, minutes: 15 },
    )
    const user = await userByAddress(reader, username)
    if (!(await isPassword(password, user?.passwordHash)) || !user?.verifiedAt)
      throw unauthenticated('Username or password is incorrect.')
    const held = await reader
      .select({ key: userPermissions.key })
      .from(userPermissions)
      .where(eq(userPermissions.userId, user.uniqueId))
    const actor = actorOf(
      user,
      held.map(({ key }) => key),
    )
    return db.write({ tenantId: scope.tenantId, worldId: actor.worldId }, async (tx) => {
      await forgive(tx, tries, account)
      const { token } = await beginSession(tx, actor.tenantId, actor.uniqueId, device)
      await audit(
        { ...asking, actor, tx },
        { action: 'SIGNED_IN', kind: 'user', recordId: actor.uniqueId, title: actor.fullName },
      )
      return {
        accessToken: token,
        roleList: [...actor.roles],
        fullName: actor.fullName,
        permissionList: [...actor.permissions],
        userId: actor.uniqueId,
        tenant: actor.tenantId,
      }
    })
  }),

  logout: async (_: object, context: Writing) => {
    const { tx, actor, sessionId } = context
    if (sessionId) await endSessions(tx, actor.tenantId, actor.uniqueId, { only: sessionId })
    await audit(context, { action: 'SIGNED_OUT', kind: 'user', recordId: actor.uniqueId, title: actor.fullName })
    return {}
  },
})
