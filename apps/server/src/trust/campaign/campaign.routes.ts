import type { Language } from '@tradewind/contract/kit/language'
import { phrase, say } from '@tradewind/contract/kit/say'
import type { LetterKind } from '@tradewind/contract/trust/campaign.words'
import { MOST_REMINDERS } from '@tradewind/contract/trust/review.words'
import { type CampaignLetter, reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, sql } from 'drizzle-orm'
import type { contacts } from '#crm/schema/contact.table'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { LetterWriter } from '#services/mailer'
import { type InvitationRow, reviewInvitations, reviewRefusals } from '#trust/schema/review.table'
import { ownerOf, scopeOfOwner } from '../owner.ts'
import { surveyOf } from '../survey.queries.ts'
import { barringAmong, mayGoAgain } from './again.ts'
import { type Asking, campaigning, chosenOf, languageFor, sorted, termsOf } from './campaign.ts'
import { invitationJob, invitationLetter, type Letter } from './invitation.job.ts'
import { countLetters, failed, get, inLine, list, shownInvitations } from './invitations.ts'
import { remindOf } from './remind.ts'

type Contact = typeof contacts.$inferSelect
type Terms = Awaited<ReturnType<typeof termsOf>>

interface Showing extends Asking {
  writeLetter: LetterWriter
}

interface Given {
  audienceList: string[]
  language?: Language | undefined
  sentence?: string | null | undefined
  contactId?: string | undefined
  kind: LetterKind
}

/** A placeholder: the real links are created with the invitation. */
const noToken = () => 'preview'

const reminded: Readonly<Record<LetterKind, number>> = {
  INVITATION: 0,
  REMINDER: 1,
  LAST_REMINDER: MOST_REMINDERS,
}

const letterOf = ({ uniqueId, firstName }: Contact, language: Language, { expiresAt }: Terms, kind: LetterKind): Letter => {
  const reminders = reminded[kind]
  const remindedAt = reminders > 0 ? new Date().toISOString() : null
  return { uniqueId, unsubscribeId: uniqueId, language, firstName, remindedAt, reminders, expiresAt }
}

/** Groups the recipients by the language of their letter. */
const byLanguage = (whom: readonly Contact[], terms: Terms) => {
  const groups = new Map<Language, Contact[]>()
  for (const contact of whom) {
    const language = languageFor(contact, terms)
    groups.set(language, [...(groups.get(language) ?? []), contact])
  }
  return [...groups]
}

/** The letters as the job would write them: for the contacts who can be invited now or, if there are none, for all selected ones. */
const written = async (needs: Showing, given: Given, context: WriteContext): Promise<CampaignLetter[]> => {
  const { audienceList, contactId, sentence = null, kind } = given
  const chosen = await chosenOf(contactId ? [contactId] : audienceList, context)
  const terms = await termsOf(needs, given.language, context)
  const owner = await ownerOf(context.tx, context.actor.uniqueId)
  const decided = await needs.settings.of(context.scope.tenantId)
  const { asked } = await sorted(chosen, context)
  const { minutes } = await surveyOf(context.tx, terms)
  const asker = { brand: owner!.userCompanyName!, minutes, replyTo: owner!.emailAddress, sentence, tokenOf: noToken, decided }
  const groups = byLanguage(asked.length > 0 ? asked : chosen, terms)
  const letters = groups.map(async ([language, whom]) => {
    const [contact] = whom as [Contact]
    const words = invitationLetter({ invitation: letterOf(contact, language, terms, kind), ...asker })
    const letter = await needs.writeLetter(context.scope.tenantId, language, words)
    if (!letter) throw notFound()
    const { subject, html, text } = letter
    return { language, count: whom.length, contactId: contact.uniqueId, fullName: contact.fullName, subject, html, text }
  })
  return Promise.all(letters)
}

/** Previews the letters of a campaign before it is sent. Stores nothing. */
const showLetters = (needs: Showing) =>
  manualTransaction(async (given: Given, context: ManualContext) => ({
    letters: await context.write((inside) => written(needs, given, inside)),
  }))

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

/** A client may try invalid links 30 times a minute. A valid link is never rejected. */
const guesses = (ip: string) => byNetwork('unsubscribing guessed', ip, 30, 1)

/** The owner and the invitation of an unsubscribe link. It works on every host, unless its tenant is deleted. */
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

/** Records that the address wants no more invitations, and cancels queued ones. Does nothing if the address was erased with its contact. */
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

/** Unsubscribing, for anybody with the link of a letter: also if the reviews of a tenant are switched off. */
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

/** Locks one of the actor's invitations until the transaction ends. */
const hold = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const mine = and(eq(reviewInvitations.uniqueId, uniqueId), eq(reviewInvitations.ownerId, actor.uniqueId))
  const [held] = await tx.select().from(reviewInvitations).where(mine).for('update')
  if (!held) throw notFound()
  return held
}

/** Queues an invitation again whose letter did not arrive, or may not have arrived. */
const again = async (tx: Tx, { uniqueId, letters }: InvitationRow) => {
  const queued = { state: 'QUEUED', letters: letters + 1, problem: null } as const
  const [row] = await tx
    .update(reviewInvitations)
    .set({ ...queued, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, uniqueId))
    .returning()
  return row!
}

/** Sends an invitation again by a letter with a key of its own, or sends a reminder if there is no answer. */
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

/** Inviting customers. Unsubscribing works also if reviews are switched off. */
export const reviewCampaignRoutes = (needs: Showing & Parameters<typeof unsubscribing>[0]) =>
  routes(reviewCampaignApi, {
    campaign: campaigning(needs),
    letters: showLetters(needs),
    list,
    get,
    resend: resending(needs),
    ...unsubscribing(needs),
  })
