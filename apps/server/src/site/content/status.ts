import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import type { Content } from '#site/schema/content.table'

export const mayApprove = (actor: Actor) => can(actor, contentPolicy.approve)

const assertMay = (actor: Actor, wanted: ContentStatus | undefined) => {
  if (wanted === 'PUBLISHED' && !mayApprove(actor))
    throw invalid({ status: say('A tenant admin publishes it. Hand it in for review.') })
}

/** The status of a new piece: without a wish it is published, or handed in by who may not publish. */
export const firstStatus = (actor: Actor, wanted: ContentStatus | undefined): ContentStatus => {
  assertMay(actor, wanted)
  return wanted ?? (mayApprove(actor) ? 'PUBLISHED' : 'IN_REVIEW')
}

/** The status after a change. What is published and changed by who may not publish is in review; the status that it has is no wish. */
export const nextStatus = (
  actor: Actor,
  before: Content,
  wanted: ContentStatus | undefined,
  isChanged: boolean,
): ContentStatus => {
  const wish = wanted === before.status ? undefined : wanted
  assertMay(actor, wish)
  if (wish) return wish
  return before.status === 'PUBLISHED' && isChanged && !mayApprove(actor) ? 'IN_REVIEW' : before.status
}

type Before = Pick<Content, 'status' | 'publishedAt' | 'reviewNote'>

/** What else follows from a status: when it was published first, by the database's clock, and that a note was heeded. */
export const followedBy = async (tx: Tx, status: ContentStatus, before?: Before) => {
  const publishedAt = before?.publishedAt ?? (status === 'PUBLISHED' ? await nowOf(tx) : null)
  const reviewNote = before?.status === status || status === 'DRAFT' ? (before?.reviewNote ?? null) : null
  return { status, publishedAt, reviewNote }
}

const nowOf = async (tx: Tx) => {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`select date_trunc('milliseconds', clock_timestamp()) as at`)
  return new Date(rows[0]!.at).toISOString()
}
