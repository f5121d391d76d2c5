import { hash, verify } from '@node-rs/argon2'
import { say } from '@tradewind/contract/kit/say'
import type { Login } from '@tradewind/contract/platform/identity.contract'
import type { Actor } from '@tradewind/contract/roles'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { concurrencyLimit } from '#kit/concurrency'
import type { Database, Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { invalid, tooMany, unauthenticated } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext, type WriteContext } from '#kit/http/context'
import { audit } from '#kit/record/audit'
import type { users } from '#platform/schema/user.table'
import { lockUser, ownUser, userByAddress } from './account.ts'
import { actorOf, beginSession, endSessions, isKnownNetwork, loadActor, rememberNetwork } from './sessions.ts'
import { clearTries, countTry, type Limit, networkLimits } from './throttle.queries.ts'

/** Argon2id, as OWASP recommends. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing shares four threads with files and DNS: two at a time leave capacity for them. */
const { run } = concurrencyLimit({
  maxRunning: 2,
  maxWaiting: 60,
  createError: () => tooMany(2, say('Many people are signing in right now. Please try again in a moment.')),
})

const normalized = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => run(() => hash(normalized(password), hashOptions))

/** Hash for accounts that do not exist, so that rejecting them takes the same time. */
const dummyHash = hash('nobody has this password', hashOptions)

/** Whether the password matches the hash. Without a hash it does not, after the same time. */
export const isPassword = (password: string, passwordHash: string | null | undefined) =>
  run(
    async () =>
      (await verify(passwordHash ?? (await dummyHash), normalized(password))) &&
      passwordHash !== null &&
      passwordHash !== undefined,
  )

interface Credentials {
  username: string
  password: string
}

const wrongCredentials = () => unauthenticated(say('Username or password is incorrect.'))

/** The user, if the password is theirs. Rejecting an unknown address takes as long as rejecting a wrong password. */
const authenticate = async (password: string, user: Awaited<ReturnType<typeof userByAddress>>) => {
  const isRight = await isPassword(password, user?.passwordHash)
  if (!isRight || !user?.verifiedAt) throw wrongCredentials()
  return user
}

/**
 * Limits for sign-in tries: for this account from one network, which comes first, for any account from there, and for this account from
 * anywhere. On a network from which the user has signed in before, tries from elsewhere do not count.
 */
const limitsOf = (username: string, ip: string, isKnown: boolean): [Limit, ...Limit[]] => {
  const account = `login ${fold(username.trim()).slice(0, 254)}` // folded: PostgreSQL's lower takes İ for i
  const [network, ...site] = networkLimits(account, ip, 10, 15) as [Limit, ...Limit[]]
  const [anyone, ...anyoneOfSite] = networkLimits('login', ip, 50, 15) as [Limit, ...Limit[]]
  if (isKnown) return [network, anyone]
  return [network, ...site, anyone, ...anyoneOfSite, { key: account, max: 30, minutes: 24 * 60, pauses: true }]
}

/** Signs in a user who has been authenticated as this actor. */
export const signIn = async (tx: Tx, context: RequestContext, actor: Actor): Promise<z.output<typeof Login>> => {
  const { uniqueId, tenantId, fullName, roles, permissions } = actor
  await rememberNetwork(tx, uniqueId, context.ip)
  const { token } = await beginSession(tx, tenantId, uniqueId, context.device)
  await audit({ ...context, actor, tx }, { action: 'SIGNED_IN', kind: 'user', recordId: uniqueId, title: fullName })
  return {
    accessToken: token,
    roleList: [...roles],
    fullName,
    permissionList: [...permissions],
    userId: uniqueId,
    tenant: tenantId,
  }
}

const login = (db: Database) =>
  manualTransaction(async (credentials: Credentials, context: ManualContext) => {
    const { scope, ip } = context
    const found = await userByAddress(context.db, credentials.username)
    const limits = limitsOf(credentials.username, ip, await isKnownNetwork(context.db, found?.uniqueId ?? randomUUID(), ip))
    const tries = await countTry(db, scope, ...limits)
    const verified = await authenticate(credentials.password, found)
    const { tenantId, partitionId } = actorOf(verified, [])
    return db.write({ tenantId, partitionId }, async (tx) => {
      // Whoever changes the password or closes the account meanwhile also ends its sessions: this one either ends, too, or does not begin.
      const [user] = await Promise.all([lockUser(tx, verified.uniqueId, 'share'), clearTries(tx, tries, limits[0].key)])
      if (!user || user.passwordHash !== verified.passwordHash) throw wrongCredentials()
      return signIn(tx, context, await loadActor(tx, user))
    })
  })

const logout = async (_: object, context: WriteContext) => {
  const { tx, actor, sessionId } = context
  if (sessionId) await endSessions(tx, actor.tenantId, actor.uniqueId, { onlySessionId: sessionId })
  await audit(context, { action: 'SIGNED_OUT', kind: 'user', recordId: actor.uniqueId, title: actor.fullName })
  return {}
}

/** Signing in and out. */
export const signInHandlers = (db: Database) => ({ login: login(db), logout })

const wrongPassword = (field: string) => invalid({ [field]: say('This is not your current password') })

/** Returns the actor's account if the given password is theirs; otherwise throws a Refusal on that field. Allows ten tries in a quarter of an hour. */
export const passwordProof =
  (db: Database) =>
  async <Field extends string>(context: ManualContext, input: Record<Field, string>) => {
    const [[field, password]] = Object.entries<string>(input) as [[string, string]]
    const user = await ownUser(context.db, context)
    await countTry(db, context.scope, { key: `password of ${user.uniqueId}`, max: 10, minutes: 15 })
    if (!(await isPassword(password, user.passwordHash))) throw wrongPassword(field)
    return user
  }

/**
 * Locks an account whose password was verified before the transaction, and returns it; throws a Refusal on the field of the password if that was
 * changed meanwhile.
 */
export const lockProven = async (tx: Tx, proven: typeof users.$inferSelect, field: string) => {
  const user = await lockUser(tx, proven.uniqueId)
  if (!user) throw unauthenticated()
  if (user.passwordHash !== proven.passwordHash) throw wrongPassword(field)
  return user
}
