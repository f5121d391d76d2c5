import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { invalid, Refusal } from '#kit/errors'
import { type Apart, apart, type Asking } from '#kit/http/context'
import { type Jobs, job, worker } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import type { Tenants } from '../tenant/tenant.queries.ts'
import { users } from '../user/user.table.ts'
import { ownUser, userByAddress } from './account.ts'
import { letterJob } from './identity.mail.ts'
import { linkTokens } from './identity.table.ts'
import { hashPassword, isPassword } from './password/hashing.ts'
import { boundPassword, checkPassword } from './password/rules.ts'
import { actorOf, endSessions } from './session/sessions.ts'
import { countTry } from './throttle.ts'
import { endOtherLinks, type Links, readLink, tenantOfToken, useLink } from './link/tokens.ts'

interface Needs {
  db: Database
  jobs: Jobs
  links: Links
  tenants: Tenants
}
type User = typeof users.$inferSelect

/** Looks for the address after the answer has gone: known or unknown, it takes the same time. */
const forgottenJob = job<{ tenantId: string; address: string; linkId: string }>({
  name: 'identity.forgotten',
  retries: 5,
  expires: 60,
})
const RESETS_PER_HOUR = 3

export const forgottenWorker = ({ db, jobs, links }: Needs) =>
  worker(forgottenJob, ({ tenantId, address, linkId }) =>
    db.write(tenantScope(tenantId), async (tx) => {
      const user = await userByAddress(tx, address)
      if (!user) return
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${user.uniqueId}, 2))`)
      const recent = and(
        eq(linkTokens.userId, user.uniqueId),
        eq(linkTokens.purpose, 'RESET_PASSWORD'),
        gt(linkTokens.dateCreated, sql`now() - interval '1 hour'`),
      )
      const [asked] = await tx.select({ times: count() }).from(linkTokens).where(recent)
      if (asked!.times >= RESETS_PER_HOUR) return
      await links.make(tx, tenantId, { uniqueId: linkId, purpose: 'RESET_PASSWORD', userId: user.uniqueId, minutes: 60 })
      await endOtherLinks(tx, user.uniqueId, 'RESET_PASSWORD', linkId)
      await jobs.send(tx, letterJob, { tenantId, userId: user.uniqueId, linkId, key: linkId })
    }),
  )

/** Setting, changing and recovering a password. */
export const passwordHandlers = (needs: Needs) => {
  const { db, jobs, tenants } = needs

  const checked = async (user: User, password: string) => {
    const tenant = await tenants.byId(user.tenantId)
    checkPassword(password, { ...user, tenantName: tenant?.fullName ?? '' })
    return hashPassword(password)
  }

  /** Keeps the password, ends sessions, writes to the person, and notes it. */
  const keep = async (tx: Tx, asking: Asking, user: User, passwordHash: string, but?: string) => {
    const { tenantId, uniqueId: userId } = user
    await tx
      .update(users)
      .set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, now())` })
      .where(eq(users.uniqueId, userId))
    await endSessions(tx, tenantId, userId, but ? { but } : {})
    await jobs.send(tx, letterJob, { tenantId, userId, key: randomUUID() })
    const actor = actorOf(user, [])
    await audit(
      { ...asking, actor, tx },
      {
        action: 'CHANGED',
        kind: 'user',
        recordId: userId,
        title: actor.fullName,
        changes: { password: { before: null, after: null } },
      },
    )
  }

  return {
    changePassword: apart(async ({ currentPassword, password, confirmPassword }: Change, asking: Apart) => {
      boundPassword(password, confirmPassword)
      const user = await ownUser(asking.db, asking)
      await countTry(db, asking.scope, { key: `password of ${user.uniqueId}`, most: 10, minutes: 15 })
      if (!(await isPassword(currentPassword, user.passwordHash)))
        throw invalid({ currentPassword: 'This is not your current password' })
      if (password === currentPassword) throw invalid({ password: 'This is your current password' })
      const passwordHash = await checked(user, password)
      await asking.write(({ tx }) => keep(tx, asking, user, passwordHash, asking.sessionId))
      return {}
    }),

    forgotPassword: apart(async ({ email }: { email: string }, { scope, ip }: Apart) => {
      const within = await countTry(db, scope, { key: `forgotten from ${ip}`, most: 10, minutes: 60 }).catch(limited)
      const forgotten = { tenantId: scope.tenantId, address: email, linkId: randomUUID() }
      if (within) await db.write(scope, (tx) => jobs.send(tx, forgottenJob, forgotten))
      return {}
    }),

    resetPassword: apart(async ({ token, password, confirmPassword }: Reset, asking: Apart) => {
      if (!token || !password || !confirmPassword) throw invalid({}, 'All fields are required!')
      boundPassword(password, confirmPassword)
      const scope = tenantScope(tenantOfToken(token) ?? asking.scope.tenantId)
      const link = await settable(db.as(scope), token)
      const user = link && (await userById(db, scope.tenantId, link.userId))
      if (!link || !user) throw dead()
      const passwordHash = await checked(user, password)
      const world = { tenantId: scope.tenantId, worldId: actorOf(user, []).worldId }
      await db.write(world, async (tx) => {
        if (!(await useLink(tx, token, link.purpose))) throw dead()
        await keep(tx, asking, user, passwordHash)
      })
      return {}
    }),
  }
}

interface Change {
  currentPassword: string
  password: string
  confirmPassword: string
}
interface Reset {
  token: string
  password: string
  confirmPassword: string
}

const dead = () =>
  invalid(
    { token: 'This link is no longer valid. Please ask for a new one.' },
    'This link is no longer valid. Please ask for a new one.',
  )

/** Too many is answered like any other: who asks is not told. */
const limited = (error: unknown) => {
  if (error instanceof Refusal && error.status === 429) return undefined
  throw error
}

/** A link by which a password may be set: the one that was asked for, or the one of a new account. */
const settable = async (db: Parameters<typeof readLink>[0], token: string) =>
  (await readLink(db, token, 'RESET_PASSWORD')) ?? (await readLink(db, token, 'SET_PASSWORD'))

const userById = async (db: Database, tenantId: string, userId: string) => {
  const [user] = await db
    .as(tenantScope(tenantId))
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, userId), sql`${users.deletedAt} is null`))
  return user
}
