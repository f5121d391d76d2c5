import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import type { TriggerKind } from '@tradewind/contract/trust/campaign.constants'
import type { SkipReason } from '@tradewind/contract/trust/review.constants'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { anyOf } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound, Refusal } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { rowCondition } from '#kit/record/entity'
import type { Links, NewLink } from '#platform/identity/links.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { reviewAudience, reviewCampaigns, reviewInvitations, reviewSettings } from '#trust/schema/review.table'
import { notifyOfReviews, ownerOf } from '../owner.ts'
import { DAYS_BETWEEN, findHotlistReasons, findInsiders, isOpenState, type HashAddress } from '../review.queries.ts'
import { invitationJob } from './invitation.job.ts'
import { countLetters, invitationEntity, lockCampaigns } from './invitations.ts'
import { restoreRefusals } from './refusals.ts'

type Contact = typeof contacts.$inferSelect

/** A contact that can be invited: with an address. */
type InvitableContact = Contact & { email: string }

/** The user in whose name customers are invited, and the transaction. */
export type CampaignContext = Pick<WriteContext, 'tx' | 'actor' | 'scope'>

/** The reader of contacts, and the actor. */
interface ContactReader {
  tx: Reader | Tx
  actor: WriteContext['actor']
}

/** Which of these contacts are in the actor's audience. */
const filterAudience = async (ids: string[], { tx, actor }: ContactReader) => {
  const { ownerId, contactId } = reviewAudience
  const condition = and(eq(ownerId, actor.uniqueId), sql`${contactId} = ${anyOf(ids)}`)
  return new Set((await tx.select({ contactId }).from(reviewAudience).where(condition)).map((row) => row.contactId))
}

/** Those of these contacts that the actor may see. */
export const findVisibleContacts = (ids: string[], { tx, actor }: ContactReader): Promise<Contact[]> => {
  const allowed = rowCondition(contactEntity, contactPolicy.see, actor)
  const those = sql`${contacts.uniqueId} = ${anyOf(ids)}`
  return tx
    .select()
    .from(contacts)
    .where(and(those, isNull(contacts.deletedAt), allowed))
}

/**
 * These contacts in this order. Throws unless all are in the actor's audience and visible to the actor. Two queries by key: in a single
 * query, PostgreSQL scans the audience thousands of times before it has statistics.
 */
export const requireChosen = async (audienceList: readonly string[], context: WriteContext): Promise<Contact[]> => {
  const ids = [...new Set(audienceList.map((id) => id.toLowerCase()))]
  const audienceIds = await filterAudience(ids, context)
  const found = new Map((await findVisibleContacts(ids, context)).map((contact) => [contact.uniqueId, contact]))
  if (!ids.every((id) => audienceIds.has(id) && found.has(id))) throw notFound(say('Contact not found'))
  return ids.map((id) => found.get(id)!)
}

interface Skipped {
  contactId: string
  fullName: string
  because: SkipReason
}

export const addressesOf = (chosen: readonly Contact[]) => chosen.flatMap(({ email }) => email ?? [])

/** Splits contacts into those whom a campaign invites and those whom it skips, with the reason. */
export const splitInvitable = async (chosen: readonly Contact[], { tx, actor }: ContactReader) => {
  const addresses = addressesOf(chosen)
  const insiders = await findInsiders(tx, actor.uniqueId, addresses)
  const ids = chosen.map(({ uniqueId }) => uniqueId)
  const hotlist = await findHotlistReasons(tx, actor.uniqueId, addresses, ids)
  const byAddress = new Map<string, InvitableContact>()
  const skipped: Skipped[] = []
  for (const contact of chosen) {
    const address = contact.email?.toLowerCase() ?? ''
    const because = address
      ? (insiders.get(address) ??
        hotlist.get(address) ??
        hotlist.get(contact.uniqueId) ??
        (byAddress.has(address) ? 'TWICE' : undefined))
      : 'NO_ADDRESS'
    if (because) skipped.push({ contactId: contact.uniqueId, fullName: contact.fullName, because })
    else byAddress.set(address, contact as InvitableContact)
  }
  return { invitable: [...byAddress.values()], skipped }
}

export interface CampaignServices {
  jobs: Jobs
  hashAddress: HashAddress
  settings: TenantSettings
  links: Links
}

interface CampaignInput {
  audienceList: string[]
  language?: Language | undefined
  sentence?: string | null | undefined
  reminders: boolean
}

const DAY_MINUTES = 24 * 60
/** Links to thank, to report that the survey has ended, and to unsubscribe stay valid longer than the invitation. */
export const LINK_MINUTES = 2 * 365 * DAY_MINUTES

/** The common data of all letters of a campaign. Throws unless the actor has a brand and a survey type, and names the setting that is missing. */
export const loadTerms = async (
  { settings }: CampaignServices,
  language: Language | undefined,
  { tx, actor, scope }: CampaignContext,
) => {
  const [setting] = await tx.select().from(reviewSettings).where(eq(reviewSettings.ownerId, actor.uniqueId))
  if (!setting?.reviewType) throw conflict(say('Please set your survey type in settings first!'), { missing: 'reviewType' })
  const owner = await ownerOf(tx, actor.uniqueId)
  if (!owner?.userCompanyName)
    throw conflict(say('Please set your brand name in the settings first. The emails are sent in its name.'), {
      missing: 'userCompanyName',
    })
  const { DEFAULT_LANGUAGE, REVIEW_INVITATION_DAYS } = await settings.of(scope.tenantId)
  return {
    campaignId: randomUUID(),
    ownerId: actor.uniqueId,
    createdBy: actor.uniqueId,
    reviewType: setting.reviewType,
    language: language ?? owner.language ?? (DEFAULT_LANGUAGE as Language),
    expiresAt: new Date(Date.now() + REVIEW_INVITATION_DAYS * DAY_MINUTES * 60_000).toISOString(),
  }
}

/** The language of the letters to a contact: the contact's, if known, or else the campaign's. */
export const languageFor = ({ language }: Pick<Contact, 'language'>, terms: { language: Language }) => language ?? terms.language

/** Expires open invitations to these addresses that are old enough to be repeated. Looks up the ids first: a single statement would search once for each row. */
const expireOld = async (invitees: readonly InvitableContact[], { tx, actor }: CampaignContext) => {
  const addresses = sql.param(invitees.map(({ email }) => email.toLowerCase()))
  const { rows } = await tx.execute<{ id: string }>(sql`select id from review_invitation_live
    where owner_id = ${actor.uniqueId} and ${isOpenState} and lower(email_address) = any(${addresses}::text[])
    and created_at <= now() - ${`${DAYS_BETWEEN} days`}::interval`)
  if (rows.length === 0) return
  const those = sql`${reviewInvitations.uniqueId} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  await tx
    .update(reviewInvitations)
    .set({ state: 'EXPIRED', updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(and(those, isOpenState))
}

const rowOf = (contact: InvitableContact, terms: Awaited<ReturnType<typeof loadTerms>>) => {
  const { uniqueId: contactId, firstName, lastName, title, companyName, contactRole, number, email: emailAddress } = contact
  const contactFields = { contactId, firstName, lastName, title, companyName, contactRole, number, emailAddress }
  const row = { ...terms, ...contactFields, language: languageFor(contact, terms), unsubscribeId: randomUUID(), letters: 1 }
  return { ...row, ...invitationEntity.computedColumns({ ...row, firstKey: '', lastKey: '', companyKey: '' }) }
}

/** Invites the contacts: inserts rows and links, and queues the letters, in a few statements for all. */
const invite = async (
  { jobs, links }: CampaignServices,
  invitees: readonly InvitableContact[],
  terms: Awaited<ReturnType<typeof loadTerms>>,
  { tx, scope, actor }: CampaignContext,
) => {
  const rows = invitees.map((contact) => rowOf(contact, terms))
  const ids = await insertMany(tx, reviewInvitations, rows)
  const common = { userId: actor.uniqueId, minutes: LINK_MINUTES }
  const newLinks = ids.flatMap((id, at): NewLink[] => [
    { uniqueId: id, purpose: 'SURVEY', subject: '', ...common },
    { uniqueId: rows[at]!.unsubscribeId, purpose: 'UNSUBSCRIBE', subject: id, ...common },
  ])
  await links.makeMany(tx, scope.tenantId, newLinks)
  const { tenantId, partitionId } = scope
  await jobs.sendAll(
    tx,
    invitationJob,
    ids.map((invitationId) => ({ tenantId, partitionId, invitationId, letter: 1 })),
  )
}

interface CampaignOptions {
  reminders: boolean
  sentence: string | null
  /** The trigger that starts it; null if it is started by hand. */
  trigger: TriggerKind | null
}

/** Invites these contacts, who must be invitable. The caller must have called `lockCampaigns` and `countLetters`. */
export const createCampaign = async (
  needs: CampaignServices,
  invitees: readonly InvitableContact[],
  terms: Awaited<ReturnType<typeof loadTerms>>,
  options: CampaignOptions,
  context: CampaignContext,
) => {
  const { campaignId: uniqueId, ownerId, createdBy } = terms
  await expireOld(invitees, context)
  await invite(needs, invitees, terms, context)
  await context.tx.insert(reviewCampaigns).values({ uniqueId, ownerId, createdBy, invited: invitees.length, ...options })
  notifyOfReviews(context.tx, { tenantId: context.scope.tenantId, ownerId })
}

const NOBODY_INVITABLE = say('None of these contacts can be asked right now')

/** Invites contacts of the audience, each address once; returns those who cannot be invited now. All or nothing. */
export const campaignHandler =
  (needs: CampaignServices) =>
  async ({ audienceList, language, sentence = null, reminders }: CampaignInput, context: WriteContext) => {
    const chosen = await requireChosen(audienceList, context)
    const terms = await loadTerms(needs, language, context)
    await lockCampaigns(context)
    await restoreRefusals(needs, context.tx, context.actor, addressesOf(chosen))
    const { invitable, skipped } = await splitInvitable(chosen, context)
    if (invitable.length === 0) throw new Refusal(422, NOBODY_INVITABLE, { audienceList: NOBODY_INVITABLE, skipped })
    await countLetters(invitable.length, context)
    await createCampaign(needs, invitable, terms, { reminders, sentence, trigger: null }, context)
    const { campaignId: uniqueId } = terms
    const counted = { invited: invitable.length, skipped: skipped.length }
    const changes = Object.fromEntries(Object.entries(counted).map(([field, after]) => [field, { before: null, after }]))
    await audit(context, {
      action: 'CREATED',
      kind: 'reviewCampaign',
      recordId: uniqueId,
      title: context.actor.fullName,
      changes,
    })
    return { uniqueId, invited: invitable.length, skipped }
  }
