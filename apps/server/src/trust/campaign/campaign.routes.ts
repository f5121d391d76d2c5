import { phrase, say } from '@tradewind/contract/kit/say'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, sql } from 'drizzle-orm'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { manualTransaction, type RequestContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant/tenant.queries'
import { type InvitationRow, reviewInvitations, reviewRefusals } from '#trust/schema/review.table'
import { scopeOfOwner } from '../owner.ts'
import { barringAmong, mayGoAgain } from './again.ts'
import { campaigning } from './campaign.ts'
import { invitationJob } from './invitation.job.ts'
import { failed } from './invitation.state.ts'
import { countLetters, get, inLine, list, shownInvitations } from './invitations.ts'
import { showLetters, type Showing } from './preview.ts'
import { remindOf } from './remind.ts'

interface Needs {
  db: Database
  tenants: Tenants
  links: {
    tenantOf: (token: string) => string | undefined
    read: (
      db: Reader,
      tenantId: string,
      token: string,
      purpose: 'UNSUBSCRIBE',
    ) => Promise<{ subject: string; userId: string } | undefined>
  }
}

/** Whoever tries links that are none may do so 30 times a minute. A link that is one is never refused. */
const guesses = (ip: string) => byNetwork('unsubscribing guessed', ip, 30, 1)

/** What is behind the link: whose invitations, and the one whose letter brought it. It works wherever it is followed, as long as its tenant lives. */
const behind = async ({ db, tenants, links }: Needs, token: string) => {
  const tenantId = links.tenantOf(token)
  const tenant = tenantId && (await tenants.byId(tenantId))
  if (!tenant || tenant.deletedAt) return undefined
  const reader = db.as(tenantScope(tenant.uniqueId))
  const link = await links.read(reader, tenant.uniqueId, token, 'UNSUBSCRIBE')
  const [owner] = link ? await reader.select().from(users).where(eq(users.uniqueId, link.userId)) : []
  if (!link || !owner) return undefined
  const scope = scopeOfOwner(owner)
  const [invitation] = await db.as(scope).select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, link.subject))
  return invitation && { scope, owner, address: invitation.emailAddress.toLowerCase() }
}
type Behind = NonNullable<Awaited<ReturnType<typeof behind>>>

const found = async (needs: Needs, token: string, { scope, ip }: RequestContext) => {
  const link = await behind(needs, token)
  if (link) return link
  await countTry(needs.db, scope, ...guesses(ip))
  throw notFound(say('Link not found'))
}

const nameOf = ({ owner }: Behind) => owner.userCompanyName ?? fullNameOf(owner)

const isUnsubscribed = async (db: Database, { scope, owner, address }: Behind) => {
  const it = and(
    eq(reviewRefusals.ownerId, owner.uniqueId),
    eq(reviewRefusals.address, address),
    eq(reviewRefusals.reason, 'UNSUBSCRIBED'),
  )
  return (await db.as(scope).select({ id: reviewRefusals.uniqueId }).from(reviewRefusals).where(it)).length > 0
}

/** Notes that the address wants no more, and ends what has not gone out yet. Nothing is left to note where the address was forgotten with its contact. */
const leave = async (tx: Tx, { owner: { uniqueId: ownerId }, address }: Behind) => {
  if (address === '') return
  await tx
    .insert(reviewRefusals)
    .values({ ownerId, address, reason: 'UNSUBSCRIBED' })
    .onConflictDoUpdate({
      target: [reviewRefusals.tenantId, reviewRefusals.ownerId, reviewRefusals.address],
      set: { reason: 'UNSUBSCRIBED', updatedAt: excludedUpdatedAt },
    })
  const waiting = sql`(select id from review_invitation_live
    where owner_id = ${ownerId} and lower(email_address) = ${address} and state = 'QUEUED')`
  const those = and(sql`${reviewInvitations.uniqueId} in ${waiting}`, eq(reviewInvitations.state, 'QUEUED'))
  const held = await tx.select().from(reviewInvitations).where(those).for('update')
  for (const row of held) await failed(tx, row, phrase('They have unsubscribed from your invitations'))
}

/** The way out of invitations, for whoever holds the link of a letter: also where the reviews of a tenant are switched off. */
const unsubscribing = (needs: Needs) => ({
  unsubscribing: async ({ token }: { token: string }, asking: RequestContext) => {
    const link = await found(needs, token, asking)
    return { userCompanyName: nameOf(link), unsubscribed: await isUnsubscribed(needs.db, link) }
  },

  unsubscribe: manualTransaction(async ({ token }: { token: string }, asking) => {
    const link = await found(needs, token, asking)
    await needs.db.write(link.scope, (tx) => leave(tx, link))
    return { userCompanyName: nameOf(link), unsubscribed: true }
  }),
})

/** An own invitation, which nobody else changes until the transaction ends. */
const hold = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const mine = and(eq(reviewInvitations.uniqueId, uniqueId), eq(reviewInvitations.ownerId, actor.uniqueId))
  const [held] = await tx.select().from(reviewInvitations).where(mine).for('update')
  if (!held) throw notFound()
  return held
}

/** Puts an invitation whose letter did not arrive, or perhaps did not, up for another one. */
const again = async (tx: Tx, { uniqueId, letters }: InvitationRow) => {
  const queued = { state: 'QUEUED', letters: letters + 1, problem: null } as const
  const [row] = await tx
    .update(reviewInvitations)
    .set({ ...queued, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, uniqueId))
    .returning()
  return row!
}

/** Sends an invitation again by a letter with a key of its own, or reminds whoever has not answered. */
const resending =
  ({ jobs }: { jobs: Jobs }) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { tx, scope } = context
    await inLine(context)
    const before = await hold(uniqueId, context)
    const refusal = mayGoAgain(before) ?? (await barringAmong(tx, before.ownerId, [before]))(before)
    if (refusal) throw conflict(refusal)
    await countLetters(1, context)
    const row = before.state === 'SENT' ? await remindOf(tx, before, { isAutomatic: false }) : await again(tx, before)
    await jobs.send(tx, invitationJob, {
      tenantId: scope.tenantId,
      partitionId: scope.partitionId,
      invitationId: uniqueId,
      letter: row.letters,
    })
    const changes = { invitationStatus: { before: before.state, after: 'QUEUED' } }
    const title = `${before.firstName} ${before.lastName}`
    await audit(context, { action: 'CHANGED', kind: 'reviewInvitation', recordId: uniqueId, title, changes })
    const [shown] = await shownInvitations([row], context)
    return shown!
  }

/** Asking customers. They find the way out of it also where reviews are switched off. */
export const reviewCampaignRoutes = (needs: Showing & Parameters<typeof unsubscribing>[0]) =>
  routes(reviewCampaignApi, {
    campaign: campaigning(needs),
    letters: showLetters(needs),
    list,
    get,
    resend: resending(needs),
    ...unsubscribing(needs),
  })
