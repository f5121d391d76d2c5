import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import { type Apart, apart, type Asking } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/trail/audit'
import type { Tenants } from '../tenant/tenant.queries.ts'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'
import { roomForProof } from '../user/user.queries.ts'
import { users } from '../user/user.table.ts'
import { userById } from './account.ts'
import { letterJob } from './identity.mail.ts'
import { endLinks, readLink, tenantOfToken, useLink } from './link/tokens.ts'
import { hashPassword } from './password/hashing.ts'
import { boundPassword, checkPassword } from './password/rules.ts'
import { passwordProof } from './proof.ts'
import { actorOf, endSessions } from './session/sessions.ts'

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

/** The links by which a password may be set. */
const settingPurposes = ['RESET_PASSWORD', 'SET_PASSWORD'] as const

const DEAD = 'This link is no longer valid. Please ask for a new one.'
const dead = () => invalid({ token: DEAD }, DEAD)

const checked = async (tenants: Tenants, user: User, password: string) => {
  const tenant = await tenants.byId(user.tenantId)
  checkPassword(password, { ...user, tenantName: tenant?.fullName ?? '' })
  return hashPassword(password)
}

/** Keeps the password, ends sessions (all but one, where one is named) and every link that could set another, writes to the person, and notes it. */
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
  await endLinks(tx, userId, settingPurposes)
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
    boundPassword(password, confirmPassword)
    const user = await passwordProof(db)(asking, { currentPassword })
    if (password === currentPassword) throw invalid({ password: 'This is your current password' })
    const passwordHash = await checked(tenants, user, password)
    await asking.write(({ tx }) => keep(jobs, tx, asking, user, { passwordHash, but: asking.sessionId }))
    return {}
  }),

  resetPassword: apart(async ({ token, password, confirmPassword }: Reset, asking: Apart) => {
    if (!token || !password || !confirmPassword) throw invalid({}, 'All fields are required!')
    boundPassword(password, confirmPassword)
    const tenantId = tenantOfToken(token) ?? asking.scope.tenantId
    const { link, user } = await settable(db, token, tenantId)
    const passwordHash = await checked(tenants, user, password)
    await db.write({ tenantId, worldId: actorOf(user, []).worldId }, async (tx) => {
      if (!(await useLink(tx, token, link.purpose))) throw dead()
      await roomForProof(tx, user, (await decisions.of(tenantId)).MAX_USERS)
      await proved(tx, user)
      await keep(jobs, tx, asking, user, { passwordHash })
    })
    return {}
  }),
})
