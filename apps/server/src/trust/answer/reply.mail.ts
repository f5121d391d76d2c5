import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Mailer, Words } from '#services/mailer'
import { type AnswerRow, type InvitationRow, reviewAnswers, reviewInvitations, reviewRefusals } from '#trust/schema/review.table'
import { LINKS_LAST } from '../campaign/campaign.ts'
import { ownerOf } from '../owner.ts'
import { shownById } from '../shown.queries.ts'

interface JobPayload {
  tenantId: string
  partitionId: string
  answerId: string
}

/** Mails a reply to who wrote the remark. */
export const replyJob = job<JobPayload>({ name: 'review.reply', letter: 'REVIEW' })

export interface MailNeeds {
  jobs: Pick<Jobs, 'send'>
}

/** Orders the letter of a reply, in its transaction: of each remark there is one, ever. Words that were removed are not answered. */
export const orderReplyMail = async ({ jobs }: MailNeeds, answer: AnswerRow, { tx }: WriteContext) => {
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

interface Written {
  brand: string
  replyTo: string
  reply: string
  /** Where everybody reads it. */
  page: string | undefined
}

/** A paragraph for each line that was typed. */
const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

const wordsOf = (
  { firstName, language, unsubscribeId }: InvitationRow,
  { brand, replyTo, reply, page }: Written,
  tokenOf: (id: string) => string,
): Words => {
  const said = linesOf(reply).map((line, at) => [`line${at}`, line] as const)
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  return {
    subject: phrase('{brand} replied to your review'),
    paragraphs: [phrase('Hello {name},'), phrase('{brand} replied to what you wrote:'), ...said.map(([hole]) => `{${hole}}`)],
    ...(page && { button: { label: phrase('Read it on the page'), path: `${page}?lang=${language}` } }),
    footer: phrase('You received this email because you reviewed {brand} through {tenant}.'),
    leave: {
      label: phrase('No more emails of {brand}'),
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, ...Object.fromEntries(said) },
  }
}

/** Addresses that want no mail of this owner, or take none. */
const isRefused = async (db: ReturnType<Database['as']>, { ownerId, emailAddress }: InvitationRow) => {
  const { address, uniqueId } = reviewRefusals
  const theirs = and(eq(reviewRefusals.ownerId, ownerId), eq(address, emailAddress.toLowerCase()))
  return (await db.select({ uniqueId }).from(reviewRefusals).where(theirs)).length > 0
}

const HOUR = 3600

/** Writes the letter while there is a reply, and its reader wants mail. Done again it is the same mail. */
export const replyWorker = (needs: Needs) => {
  const { db, jobs, links, post, settings } = needs

  const found = async (payload: JobPayload) => {
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

  /** A reply that was taken back leaves the letter to the next one. */
  const leaveToNext = (payload: JobPayload) =>
    db.write(payload, (tx) =>
      tx
        .update(reviewAnswers)
        .set({ replyMailedAt: null })
        .where(and(eq(reviewAnswers.uniqueId, payload.answerId), isNull(reviewAnswers.ownerReply))),
    )

  const send = async (payload: JobPayload, one: NonNullable<Awaited<ReturnType<typeof found>>>, reply: string) => {
    const { tenantId, answerId } = payload
    const { invitation, owner, brand } = one
    const isOpen = await shownById(db.as(payload), owner.uniqueId)
    const page = isOpen ? `company/${owner.uniqueId}` : undefined
    const leaving = { uniqueId: invitation.unsubscribeId, subject: invitation.uniqueId, userId: owner.uniqueId }
    // Who came by a short link has had no letter yet that one could unsubscribe by.
    await db.write(payload, (tx) => links.make(tx, tenantId, { ...leaving, purpose: 'UNSUBSCRIBE', minutes: LINKS_LAST }))
    const words = wordsOf(invitation, { brand, replyTo: owner.emailAddress, reply, page }, (id) => links.tokenOf(tenantId, id))
    const { emailAddress: address, language } = invitation
    await post(`review-reply-${answerId}`, tenantId, { address, language }, words)
  }

  return worker(replyJob, async (payload) => {
    if (!(await settings.of(payload.tenantId)).REVIEWS_ENABLED) {
      await db.write(payload, (tx) => jobs.send(tx, replyJob, payload, { after: HOUR }))
      return
    }
    const one = await found(payload)
    if (one && one.answer.ownerReply === null) await leaveToNext(payload)
    else if (one) await send(payload, one, one.answer.ownerReply ?? '')
  })
}
