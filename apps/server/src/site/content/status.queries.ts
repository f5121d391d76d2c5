import { TENANT_ADMINS } from '@tradewind/contract/roles'
import type { ContentStatus } from '@tradewind/contract/site/content.constants'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { permissionKeysColumn } from '#platform/user/user.queries'
import type { Content } from '#site/schema/content.table'

type Before = Pick<Content, 'status' | 'publishAt' | 'publishedAt' | 'shownFrom' | 'reviewNote'>

/** Whether it is published, but was never shown because its publish time is ahead. */
export const isAwaited = ({ status, shownFrom }: Before) =>
  status === 'PUBLISHED' && shownFrom !== null && Date.parse(shownFrom) > Date.now()

interface StatusChange {
  status: ContentStatus
  publishAt?: string | null | undefined
}

/** The time of first publication. What is withdrawn or gets another publish time before it was shown counts as never published. */
const firstPublishedAt = (before: Before, { status, publishAt }: StatusChange) => {
  const isUnchanged = before.status === status && (publishAt === undefined || publishAt === before.publishAt)
  return isUnchanged || !isAwaited(before) ? before.publishedAt : null
}

/** The columns that depend on the status: the time of first publication, and the review note, cleared once it is dealt with. */
export const statusColumnsAt = (now: string, change: StatusChange, before?: Before) => {
  const { status } = change
  const earlier = before ? firstPublishedAt(before, change) : null
  const publishedAt = earlier ?? (status === 'PUBLISHED' ? now : null)
  const reviewNote = before?.status === status || status === 'DRAFT' ? (before?.reviewNote ?? null) : null
  return { status, publishedAt, reviewNote }
}

/** The same for a change that is made now. */
export const statusColumns = async (tx: Tx, change: StatusChange, before?: Before) =>
  statusColumnsAt(await databaseNow(tx), change, before)

/** The time by the database's clock. */
export const databaseNow = async (tx: Tx) => {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`select date_trunc('milliseconds', clock_timestamp()) as at`)
  return new Date(rows[0]!.at).toISOString()
}

/** The ids of the users who may approve, except this one; matches `contentPolicy.approve`. */
export const findApprovers = async (tx: Tx, exceptUserId: string | null) => {
  const isApprover = sql`(${users.role} = 'ROLE_SUPER_ADMIN' or 'XG_ADMIN' = any(${permissionKeysColumn}))`
  const found = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount, isApprover))
  return found.map(({ userId }) => userId).filter((userId) => userId !== exceptUserId)
}
