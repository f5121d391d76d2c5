import { eq, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { plain } from '#kit/database/list'
import { later } from '#kit/database/table'
import { invalid } from '#kit/errors'
import { type Apart, apart, type Asking } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/trail/audit'
import { tell } from '#kit/tell'
import { userKind, users } from '../user/user.table.ts'
import { isTaken, lockUser, userById } from './account.ts'
import { letterJob } from './identity.mail.ts'
import { endLinks, type Links, readLink, tenantOfToken, useLink } from './link/tokens.ts'
import { passwordProof } from './proof.ts'
import { actorOf } from './session/sessions.ts'

interface Needs {
  db: Database
  jobs: Jobs
  links: Links
  /** Somebody has proved that an address is theirs. */
  proved: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
}
interface Change {
  emailAddress: string
  currentPassword: string
}

const ONE_DAY = 24 * 60
const DEAD = 'This link is no longer valid. Please ask for a new one.'
const dead = () => invalid({ token: DEAD }, DEAD)
const unlessTaken = (error: unknown): never => {
  const { code, constraint } = ((error as Error).cause ?? {}) as { code?: string; constraint?: string }
  throw code === '23505' && constraint === 'user_account_address' ? dead() : error
}

/** An address that another took meanwhile makes the link a dead one. */
const rename = async (tx: Tx, user: typeof users.$inferSelect, emailAddress: string) => {
  const verifiedAt = sql`coalesce(${users.verifiedAt}, now())`
  const values = { emailAddress, ...userKind.kept({ ...user, emailAddress }), verifiedAt, updatedAt: later(users.updatedAt) }
  await tx.update(users).set(values).where(eq(users.uniqueId, user.uniqueId)).catch(unlessTaken)
}

/** Keeps the new address, and ends the links that were mailed to the old one. */
const keep = async ({ db, proved }: Needs, token: string, tenantId: string, asking: Asking) => {
  const link = await readLink(db.as(tenantScope(tenantId)), token, 'CONFIRM_ADDRESS')
  const user = link && (await userById(db.as(tenantScope(tenantId)), link.userId))
  if (!user) throw dead()
  const actor = actorOf(user, [])
  const { uniqueId, worldId, fullName: title } = actor
  await db.write({ tenantId, worldId }, async (tx) => {
    const before = await lockUser(tx, uniqueId) // before the link: whoever ends an account takes the two in this order, too
    const used = before && (await useLink(tx, token, 'CONFIRM_ADDRESS'))
    if (!used) throw dead()
    await rename(tx, before, used.subject)
    await proved(tx, { uniqueId, emailAddress: used.subject })
    await endLinks(tx, uniqueId, ['RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS'])
    await tell(tx, { topic: 'session', tenantId, id: uniqueId })
    const changes = { emailAddress: { before: before.emailAddress, after: used.subject } }
    await audit({ ...asking, actor, tx }, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title, changes })
  })
}

/** A new address of one's own: proved by a link that is mailed to it, and by the password. Whether another has it is not told. */
export const addressHandlers = (needs: Needs) => ({
  changeAddress: apart(async ({ emailAddress, currentPassword }: Change, asking: Apart) => {
    const user = await passwordProof(needs.db)(asking, { currentPassword })
    if (plain(emailAddress) === plain(user.emailAddress)) throw invalid({ emailAddress: 'This is your address already' })
    await asking.write(async ({ tx, actor: { tenantId } }) => {
      const { uniqueId: userId } = user
      if (!(await lockUser(tx, userId)) || (await isTaken(tx, emailAddress))) return
      const asked = { purpose: 'CONFIRM_ADDRESS', userId, subject: emailAddress, minutes: ONE_DAY } as const
      const { uniqueId: linkId } = await needs.links.make(tx, tenantId, asked)
      await endLinks(tx, userId, ['CONFIRM_ADDRESS'], linkId)
      await needs.jobs.send(tx, letterJob, { tenantId, userId, linkId, key: linkId })
    })
    return {}
  }),

  confirmAddress: apart(async ({ token }: { token: string }, asking: Apart) => {
    if (!token) throw dead()
    await keep(needs, token, tenantOfToken(token) ?? asking.scope.tenantId, asking)
    return {}
  }),
})
