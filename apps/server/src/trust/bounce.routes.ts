import { UUID } from '@tradewind/contract/kit/fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { mailBounceApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { contacts } from '#crm/schema/contact.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound, unauthenticated } from '#kit/errors'
import { manualTransaction } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Notify } from '#platform/notification/notification.queries'
import { linkTokens } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import { currentTenants, type Tenants } from '#platform/tenant.queries'
import { markBounced } from './campaign/invitations.ts'
import { notifyOfReviews, scopeOfOwner } from './owner.ts'
import {
  type InvitationRow,
  reviewCampaigns,
  reviewInvitations,
  reviewLinkAsks,
  reviewLinks,
  reviewRefusals,
} from './schema/review.table.ts'

/** A report of a mail server, with its signature. */
interface BounceReport {
  /** Seconds since 1970. */
  time: string
  /** In hex. */
  signature: string
  messageId: string
  recipient: string
  status: string
}

/** Seconds for which a signature is valid: repeating the report within that time changes nothing. */
const MAX_AGE_SECONDS = 300

export const signatureOf = (secret: string, { time, messageId, recipient, status }: Omit<BounceReport, 'signature'>) =>
  createHmac('sha256', secret).update([time, messageId, recipient, status].join('\n')).digest()

/** Whether the report was signed with the secret, and recently. */
const isSigned = (secret: string, report: BounceReport) => {
  const isValid = timingSafeEqual(Buffer.from(report.signature, 'hex'), signatureOf(secret, report))
  return isValid && Math.abs(Date.now() / 1000 - Number(report.time)) <= MAX_AGE_SECONDS
}

/** The review letter that a Message-ID identifies: an invitation, the reply to an answer, which has the same id, or a mailed code. */
interface LetterReference {
  kind: 'INVITATION' | 'REPLY' | 'CODE'
  id: string
  /** The number of the invitation's letter. */
  letter: number
  tenantId: string | undefined
}

const letterId = new RegExp(
  String.raw`^<?(review-reply-|review-code-)?(${UUID})(?:\.(\d{1,6}))?(?:_(${UUID}))?(?:@tradewind>?)?$`,
  'i',
)

/** Parses a Message-ID. Undefined if it is not one of ours. Letters of earlier releases contain no tenant. */
const parseMessageId = (messageId: string): LetterReference | undefined => {
  const [, prefix, id, letter, tenantId] = letterId.exec(messageId) ?? []
  if (!id || (!prefix && !letter)) return undefined
  const ofCode = prefix?.toLowerCase() === 'review-code-' ? 'CODE' : 'REPLY'
  return {
    kind: prefix ? ofCode : 'INVITATION',
    id: id.toLowerCase(),
    letter: Number(letter ?? 0),
    tenantId: tenantId?.toLowerCase(),
  }
}

/** The owner of the letter that bounced, and the scope of their records. */
interface BouncedLetter extends LetterReference {
  tenantId: string
  scope: Scope
  ownerId: string
  /** The address that a code was mailed to. */
  address?: string
}

/** The owner of the survey of an invitation, found by its link, because the partition is not yet known. */
const ownerOfInvitation = async (db: ReturnType<Database['as']>, id: string) => {
  const isSurveyLink = and(eq(linkTokens.uniqueId, id), eq(linkTokens.purpose, 'SURVEY'))
  const [found] = await db.select({ ownerId: linkTokens.userId }).from(linkTokens).where(isSurveyLink)
  return found?.ownerId ? { ownerId: found.ownerId } : undefined
}

const ownerOfCode = async (db: ReturnType<Database['as']>, id: string) => {
  const [found] = await db
    .select({ ownerId: reviewLinks.ownerId, address: reviewLinkAsks.address })
    .from(reviewLinkAsks)
    .innerJoin(reviewLinks, eq(reviewLinks.uniqueId, reviewLinkAsks.linkId))
    .where(eq(reviewLinkAsks.uniqueId, id))
  return found
}

const findInTenant = async (
  { db, tenants }: Needs,
  reference: LetterReference,
  tenantId: string,
): Promise<BouncedLetter | undefined> => {
  const tenant = await tenants.byId(tenantId)
  if (!tenant || tenant.deletedAt) return undefined
  const reader = db.as(tenantScope(tenantId))
  const found = await (reference.kind === 'CODE' ? ownerOfCode : ownerOfInvitation)(reader, reference.id)
  const [owner] = found ? await reader.select().from(users).where(eq(users.uniqueId, found.ownerId)) : []
  return found && owner && { ...reference, ...found, tenantId, scope: scopeOfOwner(owner) }
}

/** Finds the owner of the letter; in the letter's tenant only, if the Message-ID names one. */
const findBounced = async (needs: Needs, reference: LetterReference): Promise<BouncedLetter | undefined> => {
  const ids = reference.tenantId ? [reference.tenantId] : (await currentTenants(needs.db)).map(({ id }) => id)
  for (const tenantId of ids) {
    const found = await findInTenant(needs, reference, tenantId)
    if (found) return found
  }
  return undefined
}

interface Needs {
  db: Database
  tenants: Tenants
  notify: Notify
  env: { mailBounceSecret: string | undefined }
}

/** Records that an address accepts no review mail. Returns whether this was not known before. */
const recordBounce = async (tx: Tx, ownerId: string, address: string) => {
  const { ownerId: owner, address: to, reportedAt, updatedAt } = reviewRefusals
  await tx.insert(reviewRefusals).values({ ownerId, address, reason: 'BOUNCED' }).onConflictDoNothing()
  const isNew = await tx
    .update(reviewRefusals)
    .set({ reportedAt: sql`now()`, updatedAt: nextUpdatedAt(updatedAt) })
    .where(and(eq(owner, ownerId), eq(to, address), isNull(reportedAt)))
    .returning({ id: reviewRefusals.uniqueId })
  return isNew.length > 0
}

/** Marks the contacts with this address as bounced; the mark applies while they have that address. */
const markContacts = (tx: Tx, { scope }: BouncedLetter, address: string) =>
  tx
    .update(contacts)
    .set({ bouncedEmail: address })
    .where(liveWhere(contacts, sql`lower(${contacts.email}) = ${address}`, scope, 'byKey'))

/** Whether this is the campaign's first bounced letter: its owner gets one mail per campaign, and a notification for each bounce. */
const isFirstBounce = async (tx: Tx, { campaignId, uniqueId }: InvitationRow) => {
  const { campaignId: of, bouncedAt, uniqueId: id } = reviewInvitations
  const others = and(eq(of, campaignId), isNotNull(bouncedAt), sql`${id} <> ${uniqueId}`)
  return (await tx.select({ id }).from(reviewInvitations).where(others).limit(1)).length === 0
}

const notifyOwner = async ({ notify }: Needs, tx: Tx, row: InvitationRow, address: string) => {
  const byMail = (await isFirstBounce(tx, row)) ? {} : { byMail: false as const }
  await notify(tx, row.tenantId, {
    userId: row.ownerId,
    subject: phrase('One of your emails came back'),
    content: phrase(
      'The address {address} of {name} does not accept email. Nothing about reviews is sent there any more. Correct the address, and you can ask again.',
    ),
    values: { address, name: `${row.firstName} ${row.lastName}` },
    path: row.linkId ? 'invitations' : `campaign/show/${row.campaignId}`,
    opens: { rules: reviewPolicy.keep },
    ...byMail,
  })
}

const PROBLEM = phrase('The email came back: the address does not accept email')

/** Locks the campaign, then the invitation, in the same order as the code that sends reminders, until the transaction ends. */
const lockInvitation = async (tx: Tx, { id }: BouncedLetter) => {
  const { uniqueId } = reviewInvitations
  const [existing] = await tx.select({ campaignId: reviewInvitations.campaignId }).from(reviewInvitations).where(eq(uniqueId, id))
  if (!existing) return undefined
  const isItsCampaign = eq(reviewCampaigns.uniqueId, existing.campaignId)
  await tx.select({ id: reviewCampaigns.uniqueId }).from(reviewCampaigns).where(isItsCampaign).for('update')
  const [row] = await tx.select().from(reviewInvitations).where(eq(uniqueId, id)).for('update')
  return row
}

/** Records that a letter to an invited address bounced: once, however often it is reported. */
const recordInvitationBounce = async (needs: Needs, tx: Tx, returned: BouncedLetter, recipient: string) => {
  const row = await lockInvitation(tx, returned)
  if (!row || row.ownerId !== returned.ownerId || row.emailAddress.toLowerCase() !== recipient) return
  const isOfInvitation =
    returned.kind === 'INVITATION' && (await markBounced(tx, row, { letter: returned.letter, problem: PROBLEM }))
  const isNewBounce = await recordBounce(tx, row.ownerId, recipient)
  if (isNewBounce) await markContacts(tx, returned, recipient)
  if (isOfInvitation || isNewBounce) await notifyOwner(needs, tx, row, recipient)
}

const recordBouncedLetter = (needs: Needs, returned: BouncedLetter, recipient: string) =>
  needs.db.write(returned.scope, async (tx) => {
    notifyOfReviews(tx, returned)
    if (returned.kind !== 'CODE') await recordInvitationBounce(needs, tx, returned, recipient)
    else if (returned.address?.toLowerCase() === recipient) await recordBounce(tx, returned.ownerId, recipient)
  })

const INVALID_SIGNATURE = say('The signature is wrong, or too old')

/** Bounce reports of mail servers. The reporter learns nothing: every signed report gets the same reply. */
export const mailBounceRoutes = (needs: Needs) =>
  routes(mailBounceApi, {
    bounce: manualTransaction(async (report: BounceReport) => {
      const { mailBounceSecret } = needs.env
      if (!mailBounceSecret) throw notFound(say('Page not found'))
      if (!isSigned(mailBounceSecret, report)) throw unauthenticated(INVALID_SIGNATURE)
      const reference = report.status.startsWith('5.') ? parseMessageId(report.messageId) : undefined
      const returned = reference && (await findBounced(needs, reference))
      if (returned) await recordBouncedLetter(needs, returned, report.recipient.toLowerCase())
      return {}
    }),
  })
