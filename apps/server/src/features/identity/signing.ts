import { unauthenticated } from '#kit/errors'
import type { Database } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { type Apart, apart, type Writing } from '#kit/http/context'
import { audit } from '#kit/record/trail/audit'
import { userByAddress } from './account.ts'
import { isPassword } from './password/hashing.ts'
import { beginSession, endSessions, knownActor } from './session/sessions.ts'
import { countTry, forgive } from './throttle.queries.ts'

interface Credentials {
  username: string
  password: string
}

/** The user whose address and password these are. An address that nobody has takes as long to refuse as a wrong password. */
const userBy = async ({ username, password }: Credentials, { db }: Apart) => {
  const user = await userByAddress(db, username)
  const isRight = await isPassword(password, user?.passwordHash)
  if (!isRight || !user?.verifiedAt) throw unauthenticated('Username or password is incorrect.')
  return user
}

const login = (db: Database) =>
  apart(async (given: Credentials, asking: Apart) => {
    const { scope, ip, device } = asking
    const account = `login ${fold(given.username.trim()).slice(0, 254)} from ${ip}` // folded: PostgreSQL's lower takes İ for i
    const limits = [
      { key: account, most: 10, minutes: 15 },
      { key: `login from ${ip}`, most: 50, minutes: 15 },
    ]
    const tries = await countTry(db, scope, ...limits)
    const actor = await knownActor(asking.db, await userBy(given, asking))
    const { uniqueId, tenantId, worldId, fullName, roles, permissions } = actor
    return db.write({ tenantId, worldId }, async (tx) => {
      await forgive(tx, tries, account)
      const { token } = await beginSession(tx, tenantId, uniqueId, device)
      await audit({ ...asking, actor, tx }, { action: 'SIGNED_IN', kind: 'user', recordId: uniqueId, title: fullName })
      return {
        accessToken: token,
        roleList: [...roles],
        fullName,
        permissionList: [...permissions],
        userId: uniqueId,
        tenant: tenantId,
      }
    })
  })

const logout = async (_: object, context: Writing) => {
  const { tx, actor, sessionId } = context
  if (sessionId) await endSessions(tx, actor.tenantId, actor.uniqueId, { only: sessionId })
  await audit(context, { action: 'SIGNED_OUT', kind: 'user', recordId: actor.uniqueId, title: actor.fullName })
  return {}
}

/** Signing in and out. */
export const signingHandlers = (db: Database) => ({ login: login(db), logout })
