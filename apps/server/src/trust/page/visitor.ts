import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { REVIEWED_ROLES, type Role } from '@tradewind/contract/roles'
import { openStates } from '@tradewind/contract/trust/review.constants'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { hash, randomUUID } from 'node:crypto'
import { contacts } from '#crm/schema/contact.table'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { DAY_MS } from '#kit/days'
import { conflict, invalid, notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type RequestContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import { mailboxOf } from '#kit/letters'
import type { Links } from '#platform/identity/links.queries'
import { countTry, isWithinLimits, networkLimits } from '#platform/identity/throttle.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import type { LetterTexts, Mailer } from '#services/mailer'
import { LINK_MINUTES } from '../campaign/campaign.ts'
import { invitationEntity, lockCampaigns } from '../campaign/invitations.ts'
import { countSent, notifyOfReviews, ownerOf, scopeOfOwner } from '../owner.ts'
import { findInsiders, hasAnsweredRecently, isBounced } from '../review.queries.ts'
import {
  type LinkAskRow,
  type LinkRow,
  reviewInvitations,
  reviewLinkAsks,
  reviewLinks,
  reviewSettings,
} from '../schema/review.table.ts'

/** Minutes for which a mailed code opens the survey. */
const CODE_MINUTES = 30

const DIGITS = 6

/** The code of a request: six digits derived from a secret and the row, so that no table stores them. */
const codeOf = (links: Links, row: Pick<LinkAskRow, 'tenantId' | 'uniqueId'>) => {
  const bits = BigInt(`0x${hash('sha256', `code of ${links.tokenOf(row.tenantId, row.uniqueId)}`)}`)
  return String(bits % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

const hasReviews = ({ role }: { role: Role }) => REVIEWED_ROLES.some((one) => one === role)

/** The owner of the survey of a short link, if the link is active and the owner has an active account, a plan with reviews and a brand. */
const resolveLink = async (db: Reader | Tx, link: LinkRow | undefined) => {
  const owner = link?.isActive ? await ownerOf(db, link.ownerId) : undefined
  return link && owner?.userCompanyName && hasReviews(owner) ? { link, owner, brand: owner.userCompanyName } : undefined
}

interface JobPayload {
  tenantId: string
  askId: string
}

/** Mails the code that proves an address. */
const codeJob = job<JobPayload>({ name: 'review.code', letter: 'REVIEW' })

/** The address may belong to anybody: the letter contains nothing that was typed. */
const wordsOf = (brand: string, code: string, address: string): LetterTexts => ({
  subject: phrase('Your code: {code}'),
  paragraphs: [
    phrase('Your code for the review of {brand} is {code}. It works for {minutes} minutes.'),
    phrase('Did you not ask for it? Then ignore this email: nothing happens without the code.'),
  ],
  footer: phrase('You received this email because {address} was given on the review page of {brand}.'),
  values: { brand, code, address, minutes: String(CODE_MINUTES) },
})

interface CodeNeeds {
  db: Database
  post: Mailer
  links: Links
}

/** Sends the code while it is valid. A retry sends the same mail. */
export const codeWorker = ({ db, post, links }: CodeNeeds) =>
  worker(codeJob, async ({ tenantId, askId }) => {
    const reader = db.as(tenantScope(tenantId))
    const [request] = await reader.select().from(reviewLinkAsks).where(eq(reviewLinkAsks.uniqueId, askId))
    if (!request || request.usedAt || Date.parse(request.expiresAt) <= Date.now()) return
    const [link] = await reader.select().from(reviewLinks).where(eq(reviewLinks.uniqueId, request.linkId))
    const found = await resolveLink(reader, link)
    if (!found || (await isBounced(reader, link!.ownerId, request.address))) return
    const { address, language } = request
    await post(`review-code-${askId}`, tenantId, { address, language }, wordsOf(found.brand, codeOf(links, request), address))
  })

interface Needs {
  db: Database
  jobs: Jobs
  settings: TenantSettings
  links: Links
}

/** The maximum number of wrong attempts for one mailed code. */
const MAX_TRIES = 5

/** A stand at a fair is one network: 30 visitors in ten minutes, and 600 an hour for each link. */
const codeLimits = (ip: string, linkId: string) => [
  ...networkLimits('review code', ip, 30, 10),
  { key: `review codes of ${linkId}`, max: 600, minutes: 60 },
]
/** Limits for codes to one mailbox, which may belong to anybody, whatever sub-address was typed. */
const mailboxLimits = (address: string) => {
  const mailbox = mailboxOf(address)
  return [
    { key: `review code to ${mailbox}`, max: 3, minutes: 60 },
    { key: `review code today to ${mailbox}`, max: 8, minutes: 24 * 60 },
  ]
}
const guessLimits = (ip: string) => networkLimits('review code guessed', ip, 30, 10)
const visitLimits = (ip: string, linkId: string) => networkLimits(`review link ${linkId} visited`, ip, 60, 60)
/** A client may try invalid links 30 times a minute. */
const invalidLinkLimits = (ip: string) => networkLimits('review link guessed', ip, 30, 1)

type SurveyLink = NonNullable<Awaited<ReturnType<typeof resolveLink>>>

const findActiveLink = async (db: Reader | Tx, code: string) => {
  const [link] = await db.select().from(reviewLinks).where(eq(reviewLinks.code, code))
  return resolveLink(db, link)
}

const requireLink = async (
  { db }: Needs,
  code: string,
  { scope, ip }: Pick<RequestContext, 'scope' | 'ip'>,
): Promise<SurveyLink> => {
  const found = await findActiveLink(db.as(tenantScope(scope.tenantId)), code)
  if (found) return found
  await countTry(db, scope, ...invalidLinkLimits(ip))
  throw notFound(say('This link is not in use'))
}

interface CodeRequest {
  code: string
  firstName: string
  lastName: string
  email: string
  lang?: Language | undefined
  website?: string | undefined
}

/** Mails a code. The client learns nothing about the address: the reply is always the same. */
const requestCode =
  (needs: Needs) =>
  async ({ code, firstName, lastName, email, lang, website }: CodeRequest, context: ManualContext) => {
    const { db, jobs, settings } = needs
    const { link } = await requireLink(needs, code, context)
    const scope = tenantScope(context.scope.tenantId)
    await countTry(db, scope, ...codeLimits(context.ip, link.uniqueId))
    const uniqueId = randomUUID()
    if (website || !(await isWithinLimits(countTry(db, scope, ...mailboxLimits(email))))) return { ask: uniqueId }
    const tenantLanguage = (await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language
    const language = lang ?? preferredLanguage(context.acceptedLanguages ?? '') ?? tenantLanguage
    const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000).toISOString()
    await db.write(scope, async (tx) => {
      const row = { uniqueId, linkId: link.uniqueId, address: email, firstName, lastName, language, expiresAt }
      await tx.insert(reviewLinkAsks).values(row)
      await jobs.send(tx, codeJob, { tenantId: scope.tenantId, askId: uniqueId })
    })
    return { ask: uniqueId }
  }

/** The id returned to the visitor, and the code that was mailed. */
interface Confirmation {
  ask: string
  code: string
}

const WRONG_CODE = say('This code is wrong or no longer works')

/** Returns the request if the code is correct. Counts a wrong code. */
const verifyCode = async ({ db, links }: Needs, { ask, code }: Confirmation, tenantId: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    const { uniqueId: id, usedAt, expiresAt, tries } = reviewLinkAsks
    const isOpen = and(eq(id, ask), isNull(usedAt), gt(expiresAt, new Date().toISOString()), lt(tries, MAX_TRIES))
    const [row] = await tx.select().from(reviewLinkAsks).where(isOpen).for('update')
    if (!row || codeOf(links, row) === code) return row
    await tx
      .update(reviewLinkAsks)
      .set({ tries: sql`${tries} + 1` })
      .where(eq(id, ask))
    return undefined
  })

/** The open invitation of this owner to this address. Expires it if its time is up. */
const findOpenInvitation = async (tx: Tx, ownerId: string, address: string) => {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from review_invitation_live
    where owner_id = ${ownerId} and lower(email_address) = ${address.toLowerCase()}
    and state in ('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN')`)
  const { uniqueId, state, updatedAt } = reviewInvitations
  const ids = rows.map(({ id }) => id)
  const isOpen = and(inArray(uniqueId, ids), inArray(state, [...openStates]))
  const [found] = ids.length > 0 ? await tx.select().from(reviewInvitations).where(isOpen).for('update') : []
  if (!found || Date.parse(found.expiresAt) > Date.now()) return found
  await tx
    .update(reviewInvitations)
    .set({ state: 'EXPIRED', updatedAt: nextUpdatedAt(updatedAt) })
    .where(eq(uniqueId, found.uniqueId))
  return undefined
}

/** The contact of this partition with an address, the oldest of several. */
const findContact = async (tx: Tx, scope: Scope, address: string) => {
  const isTheirs = liveWhere(contacts, sql`lower(${contacts.email}) = ${address.toLowerCase()}`, scope, 'byKey')
  const [contact] = await tx.select().from(contacts).where(isTheirs).orderBy(contacts.dateCreated).limit(1)
  return contact
}

/** Throws for an address that may not answer, to a visitor who has proved it: the owner's own, the staff's, and one that answered recently. */
const rejectIneligible = async (tx: Tx, ownerId: string, { address }: LinkAskRow, contactId: string | undefined) => {
  const insiders = await findInsiders(tx, ownerId, [address])
  if (insiders.size > 0) throw conflict(say('This address belongs to the company itself, which cannot review itself'))
  if (await hasAnsweredRecently(tx, ownerId, address, contactId))
    throw conflict(say('You have already answered a survey of this company'))
}

/** Creates an invitation for a visitor of a short link. Its state is SENT, although no letter is mailed. */
const createInvitation = async (needs: Needs, tx: Tx, { owner, link }: SurveyLink, request: LinkAskRow) => {
  const { uniqueId: ownerId, tenantId } = owner
  const contact = await findContact(tx, scopeOfOwner(owner), request.address)
  await rejectIneligible(tx, ownerId, request, contact?.uniqueId)
  const [setting] = await tx.select().from(reviewSettings).where(eq(reviewSettings.ownerId, ownerId))
  if (!setting?.reviewType) throw notFound(say('This link is not in use'))
  const { firstName, lastName, address: emailAddress, language } = request
  const { title = '', companyName = '', contactRole = 'NO_INFLUENCE', number = null } = contact ?? {}
  const customerFields = { firstName, lastName, title, companyName, contactRole, number, emailAddress, language }
  const { REVIEW_INVITATION_DAYS } = await needs.settings.of(tenantId)
  const row = {
    ...customerFields,
    ownerId,
    campaignId: link.uniqueId,
    contactId: contact?.uniqueId ?? randomUUID(),
    linkId: link.uniqueId,
    reviewType: setting.reviewType,
    state: 'SENT' as const,
    sentAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + REVIEW_INVITATION_DAYS * DAY_MS).toISOString(),
  }
  const keys = invitationEntity.computedColumns({ ...row, firstKey: '', lastKey: '', companyKey: '' })
  const values = { ...row, ...keys } as typeof reviewInvitations.$inferInsert
  const [invitation] = await tx.insert(reviewInvitations).values(values).returning()
  await countSent(tx, ownerId)
  notifyOfReviews(tx, { tenantId, ownerId })
  const survey = { uniqueId: invitation!.uniqueId, purpose: 'SURVEY', userId: ownerId, minutes: LINK_MINUTES } as const
  await needs.links.make(tx, tenantId, survey)
  return invitation!
}

const CODE_USED = say('This code was already used. Please ask for another one.')

/** Returns the survey's token to a visitor with a correct code: of an open invitation, or else of a new one for this link. */
const confirm = (needs: Needs) => async (input: Confirmation, context: ManualContext) => {
  const { db, links } = needs
  const { tenantId } = context.scope
  await countTry(db, tenantScope(tenantId), ...guessLimits(context.ip))
  const row = await verifyCode(needs, input, tenantId)
  if (!row) throw invalid({ code: WRONG_CODE }, WRONG_CODE)
  const reader = db.as(tenantScope(tenantId))
  const [link] = await reader.select().from(reviewLinks).where(eq(reviewLinks.uniqueId, row.linkId))
  const found = await resolveLink(reader, link)
  if (!found) throw notFound(say('This link is not in use'))
  const scope = scopeOfOwner(found.owner)
  const { uniqueId } = await db.write(scope, async (tx) => {
    await lockCampaigns({ tx, scope })
    const isUnused = and(eq(reviewLinkAsks.uniqueId, row.uniqueId), isNull(reviewLinkAsks.usedAt))
    const used = await tx
      .update(reviewLinkAsks)
      .set({ usedAt: sql`now()` })
      .where(isUnused)
      .returning({ id: reviewLinkAsks.uniqueId })
    if (used.length === 0) throw invalid({ code: CODE_USED }, CODE_USED)
    return (await findOpenInvitation(tx, found.owner.uniqueId, row.address)) ?? (await createInvitation(needs, tx, found, row))
  })
  return { token: links.tokenOf(tenantId, uniqueId) }
}

/** Counts a visit. Too many visits of a client are silently not counted. */
const visit =
  (needs: Needs) =>
  async ({ code }: { code: string }, context: ManualContext) => {
    const { link } = await requireLink(needs, code, context)
    const scope = tenantScope(context.scope.tenantId)
    if (!(await isWithinLimits(countTry(needs.db, scope, ...visitLimits(context.ip, link.uniqueId))))) return {}
    await needs.db.write(scope, async (tx) => {
      notifyOfReviews(tx, link)
      await tx
        .update(reviewLinks)
        .set({ visits: sql`${reviewLinks.visits} + 1` })
        .where(eq(reviewLinks.uniqueId, link.uniqueId))
    })
    return {}
  }

/** The calls of visitors for short links. Opening one changes nothing. */
export const visitorCalls = (needs: Needs) => ({
  open: async ({ code }: { code: string }, context: ReadContext) => ({
    userCompanyName: (await requireLink(needs, code, context)).brand,
  }),
  visit: manualTransaction(visit(needs)),
  ask: manualTransaction(requestCode(needs)),
  confirm: manualTransaction(confirm(needs)),
})
