import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { invalid, Refusal } from '#kit/errors'
import { type Apart, apart, type Asking } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/trail/audit'
import type { Tenants } from '../tenant/tenant.queries.ts'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'
import { roomForProof } from '../user/user.queries.ts'
import { users } from '../user/user.table.ts'
import { ownUser, userById } from './account.ts'
import { letterJob } from './identity.mail.ts'
import { accessPurposes } from './identity.table.ts'
import { knowNetworkAlone } from './knownNetworks.queries.ts'
import { endLinks, readLink, tenantOfToken, useLink } from './link/tokens.ts'
import { hashPassword } from './password/hashing.ts'
import { boundPassword, checkPassword } from './password/rules.ts'
import { passwordProof } from './proof.ts'
import { actorOf, endSessions, knownActor } from './session/sessions.ts'
import { signIn } from './signing.ts'

type User = typeof users.$inferSelect

interface Needs {
  db: Database
  jobs: Jobs
  tenants: Tenants
  decisions: Decisions
  /** Somebody has proved that an address is theirs. */
  proved: (tx: Tx, user: User) => Promise<void>
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

const DEAD = 'This link is no longer valid. Please ask for a new one.'
const dead = () => invalid({ token: DEAD }, DEAD)

const checkOf = async (tenants: Tenants, user: User, password: string) => {
  const tenant = await tenants.byId(user.tenantId)
  checkPassword(password, { ...user, tenantName: tenant?.fullName ?? '' })
}

const checked = async (tenants: Tenants, user: User, password: string) => {
  await checkOf(tenants, user, password)
  return hashPassword(password)
}

/** What a check refuses, by field, so that several are told in one answer. */
const faultsOf = async (check: () => Promise<unknown>): Promise<Record<string, string>> => {
  try {
    await check()
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return error.data as Record<string, string>
    throw error
  }
}

/** Keeps the password, ends sessions (all but one, where one is named) and every link and ticket of the person, writes to them, and notes it. */
const keep = async (
  jobs: Jobs,
  tx: Tx,
  asking: Asking,
  user: User,
  { passwordHash, but }: { passwordHash: string; but?: string | undefined },
) => {
  const { tenantId, uniqueId: userId } = user
  const proved = sql`coalesce(${users.verifiedAt}, now())`
  await tx.update(users).set({ passwordHash, verifiedAt: proved }).where(eq(users.uniqueId, userId))
  await endSessions(tx, tenantId, userId, but ? { but } : {})
  await endLinks(tx, userId, accessPurposes)
  await knowNetworkAlone(tx, userId, asking.ip)
  await jobs.send(tx, letterJob, { tenantId, userId, key: randomUUID() })
  const actor = actorOf(user, [])
  const changes = { password: { before: null, after: null } }
  await audit({ ...asking, actor, tx }, { action: 'CHANGED', kind: 'user', recordId: userId, title: actor.fullName, changes })
}

/** The link by which a password may be set, and whose: one that was asked for, or that of a new account. */
const settable = async (db: Database, token: string, tenantId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const link = (await readLink(reader, token, 'RESET_PASSWORD')) ?? (await readLink(reader, token, 'SET_PASSWORD'))
  const user = link && (await userById(reader, link.userId))
  if (!user) throw dead()
  return { link, user }
}

/** Changing a password, and setting one by a link. */
export const passwordHandlers = ({ db, jobs, tenants, decisions, proved }: Needs) => ({
  changePassword: apart(async ({ currentPassword, password, confirmPassword }: Change, asking: Apart) => {
    boundPassword(password, password)
    const user = await ownUser(asking.db, asking)
    const wrong = await faultsOf(() => passwordProof(db)(asking, { currentPassword }))
    const isSame = password === currentPassword && !wrong['currentPassword']
    const faults = {
      ...wrong,
      ...(isSame ? { password: 'This is your current password' } : await faultsOf(() => checkOf(tenants, user, password))),
      ...(await faultsOf(async () => boundPassword(password, confirmPassword))),
    }
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const passwordHash = await hashPassword(password)
    await asking.write(({ tx }) => keep(jobs, tx, asking, user, { passwordHash, but: asking.sessionId }))
    return {}
  }),

  resetPassword: apart(async ({ token, password, confirmPassword }: Reset, asking: Apart) => {
    if (!token || !password || !confirmPassword) throw invalid({}, 'All fields are required!')
    boundPassword(password, confirmPassword)
    const tenantId = tenantOfToken(token) ?? asking.scope.tenantId
    const { link, user } = await settable(db, token, tenantId)
    const passwordHash = await checked(tenants, user, password)
    return db.write({ tenantId, worldId: actorOf(user, []).worldId }, async (tx) => {
      if (!(await useLink(tx, token, link.purpose))) throw dead()
      await roomForProof(tx, user, (await decisions.of(tenantId)).MAX_USERS)
      await proved(tx, user)
      await keep(jobs, tx, asking, user, { passwordHash })
      return link.purpose === 'SET_PASSWORD' ? { signedIn: await signIn(tx, asking, await knownActor(tx, user)) } : {}
    })
  }),

  passwordLink: async ({ token }: { token: string }) => {
    const tenantId = tenantOfToken(token)
    const link = tenantId && (await readLink(db.as(tenantScope(tenantId)), token, 'SET_PASSWORD'))
    return { isFirst: Boolean(link) }
  },
})
