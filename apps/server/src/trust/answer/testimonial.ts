import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Paging } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { assertCurrent, audit, changesOf } from '#kit/record/audit'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { LetterTexts, Mailer } from '#services/mailer'
import {
  type AnswerRow,
  type InvitationRow,
  reviewAnswers,
  reviewInvitations,
  reviewRefusals,
  testimonials,
} from '#trust/schema/review.table'
import { LINK_MINUTES } from '../campaign/campaign.ts'
import { ownerOf } from '../owner.ts'
import { findPublicOwner, initialOf } from '../publicPage.queries.ts'

interface JobPayload {
  tenantId: string
  partitionId: string
  answerId: string
}

/** Mails a reply to the writer of the remark. */
const replyJob = job<JobPayload>({ name: 'review.reply', letter: 'REVIEW' })

interface MailNeeds {
  jobs: Pick<Jobs, 'send'>
}

/** Queues the letter of a reply, in its transaction: only one is ever sent for each remark, and none for a removed remark. */
const queueReplyMail = async ({ jobs }: MailNeeds, answer: AnswerRow, { tx }: WriteContext) => {
  if (!answer.remark || answer.replyMailedAt || answer.remarkRemovedAt) return
  const { uniqueId, tenantId, partitionId } = answer
  await tx
    .update(reviewAnswers)
    .set({ replyMailedAt: sql`now()` })
    .where(eq(reviewAnswers.uniqueId, uniqueId))
  await jobs.send(tx, replyJob, { tenantId, partitionId, answerId: uniqueId })
}

interface Needs {
  db: Database
  jobs: Pick<Jobs, 'send'>
  post: Mailer
  settings: TenantSettings
  links: {
    tokenOf: (tenantId: string, id: string) => string
    make: (
      tx: Tx,
      tenantId: string,
      link: { uniqueId: string; purpose: 'UNSUBSCRIBE'; userId: string; subject: string; minutes: number },
    ) => Promise<unknown>
  }
}

interface ReplyLetter {
  brand: string
  replyTo: string
  reply: string
  /** The path of the public page. */
  page: string | undefined
}

/** The non-empty lines of the text, one paragraph each. */
const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

const wordsOf = (
  { firstName, language, unsubscribeId }: InvitationRow,
  { brand, replyTo, reply, page }: ReplyLetter,
  tokenOf: (id: string) => string,
): LetterTexts => {
  const replyLines = linesOf(reply).map((line, at) => [`line${at}`, line] as const)
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  return {
    subject: phrase('{brand} replied to your review'),
    paragraphs: [
      phrase('Hello {name},'),
      phrase('{brand} replied to what you wrote:'),
      ...replyLines.map(([placeholder]) => `{${placeholder}}`),
    ],
    ...(page && { button: { label: phrase('Read it on the page'), path: `${page}?lang=${language}` } }),
    footer: phrase('You received this email because you reviewed {brand} through {tenant}.'),
    unsubscribe: {
      label: phrase('No more emails of {brand}'),
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, ...Object.fromEntries(replyLines) },
  }
}

/** Whether the address wants no mail of this owner, or accepts none. */
const isRefused = async (db: ReturnType<Database['as']>, { ownerId, emailAddress }: InvitationRow) => {
  const { address, uniqueId } = reviewRefusals
  const isRefusal = and(eq(reviewRefusals.ownerId, ownerId), eq(address, emailAddress.toLowerCase()))
  return (await db.select({ uniqueId }).from(reviewRefusals).where(isRefusal)).length > 0
}

const HOUR_SECONDS = 3600

/** Sends the letter if there still is a reply, and the customer accepts mail. A retry sends the same mail. */
export const replyWorker = (needs: Needs) => {
  const { db, jobs, links, post, settings } = needs

  const loadReply = async (payload: JobPayload) => {
    const reader = db.as(payload)
    const { uniqueId, deletedAt, remarkRemovedAt, replyMailedAt } = reviewAnswers
    const those = and(eq(uniqueId, payload.answerId), isNull(deletedAt), isNull(remarkRemovedAt), isNotNull(replyMailedAt))
    const [row] = await reader
      .select({ answer: reviewAnswers, invitation: reviewInvitations })
      .from(reviewAnswers)
      .innerJoin(reviewInvitations, eq(reviewInvitations.uniqueId, uniqueId))
      .where(those)
    const owner = row && (await ownerOf(reader, row.answer.ownerId))
    if (!row || !owner?.userCompanyName || row.invitation.emailAddress === '') return undefined
    return (await isRefused(reader, row.invitation)) ? undefined : { ...row, owner, brand: owner.userCompanyName }
  }

  /** If the reply was deleted, the letter can be sent for the next one. */
  const resetReplyMail = (payload: JobPayload) =>
    db.write(payload, (tx) =>
      tx
        .update(reviewAnswers)
        .set({ replyMailedAt: null })
        .where(and(eq(reviewAnswers.uniqueId, payload.answerId), isNull(reviewAnswers.ownerReply))),
    )

  const send = async (payload: JobPayload, one: NonNullable<Awaited<ReturnType<typeof loadReply>>>, reply: string) => {
    const { tenantId, answerId } = payload
    const { invitation, owner, brand } = one
    const publicOwner = await findPublicOwner(db.as(payload), owner.uniqueId)
    const page = publicOwner ? `company/${owner.uniqueId}` : undefined
    const unsubscribeLink = { uniqueId: invitation.unsubscribeId, subject: invitation.uniqueId, userId: owner.uniqueId }
    // A customer who came by a short link has had no letter yet with a link to unsubscribe.
    await db.write(payload, (tx) =>
      links.make(tx, tenantId, { ...unsubscribeLink, purpose: 'UNSUBSCRIBE', minutes: LINK_MINUTES }),
    )
    const words = wordsOf(invitation, { brand, replyTo: owner.emailAddress, reply, page }, (id) => links.tokenOf(tenantId, id))
    const { emailAddress: address, language } = invitation
    await post(`review-reply-${answerId}`, tenantId, { address, language }, words)
  }

  return worker(replyJob, async (payload) => {
    if (!(await settings.of(payload.tenantId)).REVIEWS_ENABLED) {
      await db.write(payload, (tx) => jobs.send(tx, replyJob, payload, { after: HOUR_SECONDS }))
      return
    }
    const one = await loadReply(payload)
    if (one && one.answer.ownerReply === null) await resetReplyMail(payload)
    else if (one) await send(payload, one, one.answer.ownerReply ?? '')
  })
}

/** The maximum number of remarks shown with a score. */
const MAX_REMARKS = 100

/** The remark of an answer, as its owner reads it. */
const remarkOf = (answer: AnswerRow): Remark => {
  const { uniqueId, updatedAt, dateCreated, firstName, lastName, score } = answer
  const { remark, remarkPublic, showAsTestimonial, ownerReply } = answer
  const isEarlier = answer.supersededBy !== null
  const marks = { isEarlier, viaLink: answer.viaLink, met: null, removed: answer.remarkRemovedBecause }
  const fields = { remark, remarkPublic, showAsTestimonial, ownerReply, ...marks }
  return { uniqueId, updatedAt, date: dateCreated, contact: { firstName, lastName }, score: Number(score), ...fields }
}

/** The newest remarks of an owner's customers. */
export const newestRemarks = async (db: Reader, ownerId: string) => {
  const hasRemark = and(eq(reviewAnswers.ownerId, ownerId), isNotNull(reviewAnswers.remark), isNull(reviewAnswers.deletedAt))
  const newest = [desc(reviewAnswers.dateCreated), desc(reviewAnswers.uniqueId)]
  const found = await db
    .select()
    .from(reviewAnswers)
    .where(hasRemark)
    .orderBy(...newest)
    .limit(MAX_REMARKS)
  return found.map(remarkOf)
}

/** The newest testimonials as everybody reads them: only the first letter of a last name. */
export const newestTestimonials = async (db: Reader, ownerId: string) => {
  const found = await db
    .select()
    .from(testimonials)
    .where(eq(testimonials.ownerId, ownerId))
    .orderBy(desc(testimonials.answeredAt), desc(testimonials.uniqueId))
    .limit(MAX_REMARKS)
  return found.map(
    ({ uniqueId, updatedAt, answeredAt, firstName, initial, remark, score, ownerReply, isEarlier, viaLink }): Remark => {
      const contact = { firstName, lastName: `${initial}.` }
      const marks = { isEarlier, viaLink, met: null, removed: null }
      const fields = { remark, remarkPublic: true, showAsTestimonial: true, ownerReply, ...marks }
      return { uniqueId, updatedAt, date: answeredAt, contact, score: Number(score), ...fields }
    },
  )
}

const listOptions = { table: reviewAnswers, sorts: { dateCreated: reviewAnswers.dateCreated } }

type RemarksQuery = Paging & { remarkId?: string | undefined }

/** A page of the remarks of the actor's customers; all of them if no page is requested. */
export const listRemarks = ({ remarkId, ...query }: RemarksQuery, context: ReadContext) => {
  const isOwn = eq(reviewAnswers.ownerId, context.actor.uniqueId)
  const isIt = remarkId ? eq(reviewAnswers.uniqueId, remarkId) : undefined
  return listTable(listOptions, query, context, [isOwn, isNotNull(reviewAnswers.remark), isIt], (rows) => rows.map(remarkOf))
}

/** Locks the answer to one of the actor's surveys until the transaction ends. */
const lockOwnAnswer = async (uniqueId: string, { tx, actor }: WriteContext) => {
  const isOwn = and(eq(reviewAnswers.uniqueId, uniqueId), eq(reviewAnswers.ownerId, actor.uniqueId))
  const [answer] = await tx
    .select()
    .from(reviewAnswers)
    .where(and(isOwn, isNull(reviewAnswers.deletedAt)))
    .for('update')
  if (!answer) throw notFound(say('Review not found'))
  return answer
}

type Change = Partial<Pick<AnswerRow, 'showAsTestimonial' | 'ownerReply'>>

const updateAnswer = async (before: AnswerRow, fields: Change, context: WriteContext): Promise<AnswerRow> => {
  const { tx, scope } = context
  const { uniqueId, ownerId, firstName, lastName } = before
  const replied = 'ownerReply' in fields && { repliedAt: fields.ownerReply === null ? null : sql`now()` }
  const [answer] = await tx
    .update(reviewAnswers)
    .set({ ...fields, ...replied, updatedAt: nextUpdatedAt(reviewAnswers.updatedAt) })
    .where(eq(reviewAnswers.uniqueId, uniqueId))
    .returning()
  const title = `${firstName} ${lastName}`
  await audit(context, { action: 'CHANGED', kind: 'review', recordId: uniqueId, title, changes: changesOf(before, fields) })
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: ownerId })
  return answer!
}

type PublicFields = Pick<
  AnswerRow,
  'uniqueId' | 'ownerId' | 'firstName' | 'lastName' | 'remark' | 'score' | 'dateCreated' | 'ownerReply'
> &
  Partial<Pick<AnswerRow, 'supersededBy' | 'viaLink'>>

/** What everybody may know of a customer: only the first letter of the last name. */
export const testimonialOf = (answer: PublicFields) => {
  const { uniqueId, ownerId, firstName, lastName, remark, score, dateCreated, ownerReply } = answer
  const initial = initialOf(lastName)
  const isEarlier = Boolean(answer.supersededBy)
  const marks = { isEarlier, viaLink: Boolean(answer.viaLink) }
  return { uniqueId, ownerId, firstName, initial, remark: remark!, score, answeredAt: dateCreated, ownerReply, ...marks }
}

/** Shows a remark as a testimonial, or no longer. Only if its writer agreed to publish it. */
export const toggleTestimonial = async ({ uniqueId }: { uniqueId: string }, context: WriteContext): Promise<Remark> => {
  const before = await lockOwnAnswer(uniqueId, context)
  if (!before.remark) throw invalid({}, say('This answer has no remark'))
  if (before.remarkRemovedAt) throw invalid({}, say('This remark was removed from the public page'))
  if (!before.remarkPublic) throw invalid({}, say('This customer did not agree to publish the remark'))
  const answer = await updateAnswer(before, { showAsTestimonial: !before.showAsTestimonial }, context)
  const { tx } = context
  if (answer.showAsTestimonial) await tx.insert(testimonials).values(testimonialOf(answer))
  else await tx.delete(testimonials).where(eq(testimonials.uniqueId, uniqueId))
  return remarkOf(answer)
}

interface Reply {
  uniqueId: string
  ownerReply?: string | null | undefined
  updatedAt?: string | undefined
}

/** Replies to an answer, or deletes the reply. `updatedAt`: the state that the user saw; throws if it has changed. */
const replyTo = async (needs: MailNeeds, { uniqueId, ownerReply, updatedAt }: Reply, context: WriteContext): Promise<Remark> => {
  const before = await lockOwnAnswer(uniqueId, context)
  await assertCurrent({ ownerReply, updatedAt }, before, context, remarkOf)
  if (ownerReply === undefined || ownerReply === before.ownerReply) return remarkOf(before)
  const answer = await updateAnswer(before, { ownerReply }, context)
  await context.tx
    .update(testimonials)
    .set({ ownerReply, updatedAt: nextUpdatedAt(testimonials.updatedAt) })
    .where(eq(testimonials.uniqueId, uniqueId))
  if (ownerReply !== null) await queueReplyMail(needs, answer, context)
  return remarkOf(answer)
}

export const replyHandler = (needs: MailNeeds) => (reply: Reply, context: WriteContext) => replyTo(needs, reply, context)
