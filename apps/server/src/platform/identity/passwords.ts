import { say } from '@tradewind/contract/kit/say'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { checkAll, invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { accessPurposes } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { roomForProof } from '#platform/user/user.queries'
import { ownUser, userById } from './account.ts'
import { hashPassword } from './hashing.ts'
import { letterJob } from './identity.mail.ts'
import { boundPassword, checkPassword } from './rules.ts'
import { actorOf, endSessions, knownActor, knowNetworkAlone } from './sessions.ts'
import { passwordProof, signIn } from './signing.ts'
import { endLinks, readLink, tenantOfToken, useLink } from './tokens.ts'

type User = typeof users.$inferSelect

interface Needs {
  db: Database
  jobs: Jobs
  tenants: Tenants
  settings: TenantSettings
  /** Somebody has proved that an address is theirs. */
  onAddressProved: (tx: Tx, user: User) => Promise<void>
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

const DEAD = say('This link is no longer valid. Please ask for a new one.')
const dead = () => invalid({ token: DEAD }, DEAD)

const requireStrong = async (tenants: Tenants, user: User, password: string) => {
  const tenant = await tenants.byId(user.tenantId)
  checkPassword(password, { ...user, tenantName: tenant?.fullName ?? '' })
}

const requireRepeated = ({ password, confirmPassword }: { password: string; confirmPassword: string }) => {
  if (password !== confirmPassword) throw invalid({ confirmPassword: say('Passwords do not match') })
}

/** Keeps the password, ends sessions (all but one, where one is named) and every link and ticket of the person, writes to them, and notes it. */
const keep = async (
  jobs: Jobs,
  tx: Tx,
  asking: RequestContext,
  user: User,
  { passwordHash, but }: { passwordHash: string; but?: string | undefined },
) => {
  const { tenantId, uniqueId: userId } = user
  const proved = sql`coalesce(${users.verifiedAt}, ${new Date().toISOString()}::timestamptz)`
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
export const passwordHandlers = ({ db, jobs, tenants, settings, onAddressProved }: Needs) => ({
  changePassword: manualTransaction(async ({ currentPassword, ...chosen }: Change, asking: ManualContext) => {
    const { password } = chosen
    boundPassword(password)
    const user = await ownUser(asking.db, asking)
    await checkAll(
      async () => {
        await passwordProof(db)(asking, { currentPassword })
        if (password === currentPassword) throw invalid({ password: say('This is your current password') })
      },
      () => requireStrong(tenants, user, password),
      () => requireRepeated(chosen),
    )
    const passwordHash = await hashPassword(password)
    await asking.write(({ tx }) => keep(jobs, tx, asking, user, { passwordHash, but: asking.sessionId }))
    return {}
  }),

  resetPassword: manualTransaction(async ({ token, ...chosen }: Reset, asking: ManualContext) => {
    const { password } = chosen
    if (!token || !password || !chosen.confirmPassword) throw invalid({}, say('All fields are required!'))
    boundPassword(password)
    const tenantId = tenantOfToken(token) ?? asking.scope.tenantId
    const { link, user } = await settable(db, token, tenantId)
    await checkAll(
      () => requireStrong(tenants, user, password),
      () => requireRepeated(chosen),
    )
    const passwordHash = await hashPassword(password)
    return db.write({ tenantId, partitionId: actorOf(user, []).partitionId }, async (tx) => {
      if (!(await useLink(tx, token, link.purpose))) throw dead()
      await roomForProof(tx, user, (await settings.of(tenantId)).MAX_USERS)
      await onAddressProved(tx, user)
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
