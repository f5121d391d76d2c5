import { can } from '@tradewind/contract/kit/policy'
import { phrase, say } from '@tradewind/contract/kit/say'
import { type Actor, TENANT_ADMINS } from '@tradewind/contract/roles'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { keysOfUser } from '#platform/user/user.queries'
import type { Content } from '#site/schema/content.table'

/** Who may approve, but who did it: as `contentPolicy.approve` says. */
const approvers = async ({ tx, actor }: WriteContext) => {
  const isOne = sql`(${users.role} = 'ROLE_SUPER_ADMIN' or 'XG_ADMIN' = any(${keysOfUser}))`
  const found = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount, isOne))
  return found.filter(({ userId }) => userId !== actor.uniqueId)
}

const pathTo = ({ uniqueId }: Content) => `content/show/${uniqueId}`

/** Tells those who may approve it that it waits for them. */
export const tellHandedIn = async (notify: Notify, row: Content, context: WriteContext) => {
  const told = {
    subject: phrase('{by} submitted {title} for review'),
    content: phrase('Publish it, or send it back with a note.'),
    values: { by: context.actor.fullName, title: row.title },
    path: pathTo(row),
  }
  const people = await approvers(context)
  await notify(context.tx, context.scope.tenantId, ...people.map(({ userId }) => ({ userId, ...told })))
}

/** Tells its writer what came of it. */
export const tellReviewed = async (notify: Notify, row: Content, note: string | null, { tx, actor, scope }: WriteContext) => {
  const { createdBy, status, title } = row
  if (!createdBy || createdBy === actor.uniqueId) return
  const subject = status === 'PUBLISHED' ? phrase('{by} published {title}') : phrase('{by} returned {title} to you')
  const values = { by: actor.fullName, title, note: note ?? '' }
  const content = note ? '{note}' : status === 'PUBLISHED' ? phrase('It is published.') : phrase('It was sent back.')
  await notify(tx, scope.tenantId, { userId: createdBy, subject, content, values, path: pathTo(row) })
}

export const mayApprove = (actor: Actor) => can(actor, contentPolicy.approve)

const assertMay = (actor: Actor, wanted: ContentStatus | undefined) => {
  if (wanted === 'PUBLISHED' && !mayApprove(actor))
    throw invalid({ status: say('A tenant admin publishes it. Submit it for review.') })
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
