import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import type { LetterKind } from '@tradewind/contract/trust/campaign.constants'
import { MAX_REMINDERS } from '@tradewind/contract/trust/review.constants'
import { type CampaignLetter, reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, sql } from 'drizzle-orm'
import type { contacts } from '#crm/schema/contact.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import type { Links } from '#platform/identity/links.queries'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { LetterWriter } from '#services/mailer'
import { type InvitationRow, reviewInvitations } from '#trust/schema/review.table'
import { notifyOfReviews, ownerOf, scopeOfOwner } from '../owner.ts'
import type { HashAddress } from '../review.queries.ts'
import { surveyOf } from '../survey.queries.ts'
import { campaignHandler, type CampaignServices, languageFor, loadTerms, requireChosen, splitInvitable } from './campaign.ts'
import { invitationJob, invitationLetter, type Letter } from './invitation.job.ts'
import { countLetters, get, list, lockCampaigns, recordFailed, toInvitations } from './invitations.ts'
import { isUnsubscribed, type Recipient, recordRefusal } from './refusals.ts'
import { queueReminder } from './remind.ts'
import { findBlockerMessages, resendBlocker } from './resend.ts'

type Contact = typeof contacts.$inferSelect
type Terms = Awaited<ReturnType<typeof loadTerms>>

interface PreviewServices extends CampaignServices {
  writeLetter: LetterWriter
}

interface PreviewInput {
  audienceList: string[]
  language?: Language | undefined
  sentence?: string | null | undefined
  contactId?: string | undefined
  kind: LetterKind
}

/** A placeholder: the real links are created with the invitation. */
const previewToken = () => 'preview'

const reminderCounts: Readonly<Record<LetterKind, number>> = {
  INVITATION: 0,
  REMINDER: 1,
  LAST_REMINDER: MAX_REMINDERS,
}

const letterOf = ({ uniqueId, firstName }: Contact, language: Language, { expiresAt }: Terms, kind: LetterKind): Letter => {
  const reminders = reminderCounts[kind]
  const remindedAt = reminders > 0 ? new Date().toISOString() : null
  return { uniqueId, unsubscribeId: uniqueId, language, firstName, remindedAt, reminders, expiresAt }
}

/** Groups the recipients by the language of their letter. */
const groupByLanguage = (recipients: readonly Contact[], terms: Terms) => {
  const groups = new Map<Language, Contact[]>()
  for (const contact of recipients) {
    const language = languageFor(contact, terms)
    groups.set(language, [...(groups.get(language) ?? []), contact])
  }
  return [...groups]
}

/** The letters as the job would write them: for the contacts who can be invited now or, if there are none, for all selected ones. */
const renderLetters = async (needs: PreviewServices, input: PreviewInput, context: WriteContext): Promise<CampaignLetter[]> => {
  const { audienceList, contactId, sentence = null, kind } = input
  const chosen = await requireChosen(contactId ? [contactId] : audienceList, context)
  const terms = await loadTerms(needs, input.language, context)
  const owner = await ownerOf(context.tx, context.actor.uniqueId)
  const settingValues = await needs.settings.of(context.scope.tenantId)
  const { invitable } = await splitInvitable(chosen, context)
  const { minutes } = await surveyOf(context.tx, terms)
  const sender = {
    brand: owner!.userCompanyName!,
    minutes,
    replyTo: owner!.emailAddress,
    sentence,
    tokenOf: previewToken,
    settingValues,
  }
  const groups = groupByLanguage(invitable.length > 0 ? invitable : chosen, terms)
  const letters = groups.map(async ([language, whom]) => {
    const [contact] = whom as [Contact]
    const words = invitationLetter({ invitation: letterOf(contact, language, terms, kind), ...sender })
    const letter = await needs.writeLetter(context.scope.tenantId, language, words)
    if (!letter) throw notFound()
    const { subject, html, text } = letter
    return { language, count: whom.length, contactId: contact.uniqueId, fullName: contact.fullName, subject, html, text }
  })
  return Promise.all(letters)
}

/** Previews the letters of a campaign before it is sent. Stores nothing. */
const previewLetters = (needs: PreviewServices) =>
  manualTransaction(async (input: PreviewInput, context: ManualContext) => ({
    letters: await context.write((writeContext) => renderLetters(needs, input, writeContext)),
  }))

interface Needs {
  db: Database
  tenants: Tenants
  hashAddress: HashAddress
  links: Links
}

/** A client may try invalid links 30 times a minute. A valid link is never rejected. */
const guessLimit = (ip: string) => networkLimits('unsubscribing guessed', ip, 30, 1)

/** The recipient of an invitation's letters; undefined if an earlier release erased the address, which kept no hash. */
const recipientOf = ({ emailAddress, addressHash }: InvitationRow): Recipient | undefined => {
  if (emailAddress !== '') return { address: emailAddress.toLowerCase() }
  return addressHash === null ? undefined : { addressHash }
}

/** The owner and the recipient of an unsubscribe link. It works on every host, unless its tenant is deleted. */
const findLink = async ({ db, tenants, links }: Needs, token: string) => {
  const tenantId = links.tenantOf(token)
  const tenant = tenantId && (await tenants.byId(tenantId))
  if (!tenant || tenant.deletedAt) return undefined
  const reader = db.as(tenantScope(tenant.uniqueId))
  const link = await links.read(reader, tenant.uniqueId, token, 'UNSUBSCRIBE')
  const [owner] = link ? await reader.select().from(users).where(eq(users.uniqueId, link.userId)) : []
  if (!link || !owner) return undefined
  const scope = scopeOfOwner(owner)
  const [invitation] = await db.as(scope).select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, link.subject))
  const recipient = invitation && recipientOf(invitation)
  return recipient && { scope, owner, recipient }
}
type UnsubscribeLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

const requireLink = async (needs: Needs, token: string, { scope, ip }: RequestContext) => {
  const link = await findLink(needs, token)
  if (link) return link
  await countTry(needs.db, scope, ...guessLimit(ip))
  throw notFound(say('Link not found'))
}

const hasUnsubscribed = ({ db, hashAddress }: Needs, { scope, owner, recipient }: UnsubscribeLink) =>
  isUnsubscribed(db.as(scope), hashAddress, owner, recipient)

const nameOf = ({ owner }: UnsubscribeLink) => owner.userCompanyName ?? fullNameOf(owner)

/** Records that the recipient wants no more invitations, and cancels queued ones. */
const recordUnsubscribe = async (tx: Tx, { owner: { uniqueId: ownerId, tenantId }, recipient }: UnsubscribeLink) => {
  await recordRefusal(tx, ownerId, recipient)
  notifyOfReviews(tx, { tenantId, ownerId })
  const { address } = recipient
  if (address === undefined) return // letters to whoever has it now are stopped before they are sent
  const queuedIds = sql`(select id from review_invitation_live
    where owner_id = ${ownerId} and lower(email_address) = ${address} and state = 'QUEUED')`
  const those = and(sql`${reviewInvitations.uniqueId} in ${queuedIds}`, eq(reviewInvitations.state, 'QUEUED'))
  const queuedRows = await tx.select().from(reviewInvitations).where(those).for('update')
  for (const row of queuedRows) await recordFailed(tx, row, phrase('They have unsubscribed from your invitations'))
}

/** Unsubscribing, for anybody with the link of a letter: also if the reviews of a tenant are switched off. */
const unsubscribing = (needs: Needs) => ({
  unsubscribing: async ({ token }: { token: string }, context: RequestContext) => {
    const link = await requireLink(needs, token, context)
    return { userCompanyName: nameOf(link), unsubscribed: await hasUnsubscribed(needs, link) }
  },

  unsubscribe: manualTransaction(async ({ token }: { token: string }, context) => {
    const link = await requireLink(needs, token, context)
    await needs.db.write(link.scope, (tx) => recordUnsubscribe(tx, link))
    return { userCompanyName: nameOf(link), unsubscribed: true }
  }),
})

/** Locks one of the actor's invitations until the transaction ends. */
const lockInvitation = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const isOwn = and(eq(reviewInvitations.uniqueId, uniqueId), eq(reviewInvitations.ownerId, actor.uniqueId))
  const [locked] = await tx.select().from(reviewInvitations).where(isOwn).for('update')
  if (!locked) throw notFound()
  return locked
}

/** Queues an invitation again whose letter did not arrive, or may not have arrived. */
const requeue = async (tx: Tx, { uniqueId, letters }: InvitationRow) => {
  const queued = { state: 'QUEUED', letters: letters + 1, problem: null } as const
  const [row] = await tx
    .update(reviewInvitations)
    .set({ ...queued, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(eq(reviewInvitations.uniqueId, uniqueId))
    .returning()
  notifyOfReviews(tx, row!)
  return row!
}

/** Sends an invitation again by a letter with a key of its own, or sends a reminder if there is no answer. */
const resendHandler =
  ({ jobs }: { jobs: Jobs }) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { tx, scope } = context
    await lockCampaigns(context)
    const before = await lockInvitation(uniqueId, context)
    const refusal = resendBlocker(before) ?? (await findBlockerMessages(tx, before.ownerId, [before]))(before)
    if (refusal) throw conflict(refusal)
    await countLetters(1, context)
    const row = before.state === 'SENT' ? await queueReminder(tx, before, { isAutomatic: false }) : await requeue(tx, before)
    await jobs.send(tx, invitationJob, {
      tenantId: scope.tenantId,
      partitionId: scope.partitionId,
      invitationId: uniqueId,
      letter: row.letters,
    })
    const changes = { invitationStatus: { before: before.state, after: 'QUEUED' } }
    const title = `${before.firstName} ${before.lastName}`
    await audit(context, { action: 'CHANGED', kind: 'reviewInvitation', recordId: uniqueId, title, changes })
    const [reply] = await toInvitations([row], context)
    return reply!
  }

/** Inviting customers. Unsubscribing works also if reviews are switched off. */
export const reviewCampaignRoutes = (needs: PreviewServices & Parameters<typeof unsubscribing>[0]) =>
  routes(reviewCampaignApi, {
    campaign: campaignHandler(needs),
    letters: previewLetters(needs),
    list,
    get,
    resend: resendHandler(needs),
    ...unsubscribing(needs),
  })
