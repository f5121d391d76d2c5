import { TENANT_ADMINS } from '@tradewind/contract/roles'
import type { ContentStatus } from '@tradewind/contract/site/content.constants'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { job, type Jobs } from '#kit/jobs'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { permissionKeysColumn } from '#platform/user/user.queries'
import { type Content, contents } from '#site/schema/content.table'

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

/** Runs when the publish time of content is reached. */
export const publishJob = job<{ tenantId: string; contentId: string }>({ name: 'content.publish', retries: 5, expires: 60 })

/** Those of these items that are published and not shown yet, with the whole seconds until then, by the database's clock: 60 years at most. */
const findScheduled = async (tx: Tx, contentIds: readonly string[]) => {
  // Not now(), which is the start of the transaction: what was published in it is shown already.
  const now = sql`${await databaseNow(tx)}::timestamptz`
  const seconds = sql<number>`least(ceil(extract(epoch from ${contents.shownFrom} - ${now})), 1.9e9)::int`
  const isScheduled = and(eq(contents.status, 'PUBLISHED'), sql`${contents.shownFrom} > ${now}`)
  return tx
    .select({ contentId: contents.uniqueId, seconds })
    .from(contents)
    .where(and(inArray(contents.uniqueId, [...contentIds]), isScheduled))
}

/** Schedules a message to all nodes for the moment from which each of these items is shown, because pages without it are stale then. */
export const scheduleAnnouncements = async (
  jobs: Pick<Jobs, 'send'>,
  tx: Tx,
  tenantId: string,
  contentIds: readonly string[],
) => {
  for (const { contentId, seconds } of await findScheduled(tx, contentIds))
    await jobs.send(tx, publishJob, { tenantId, contentId }, { after: seconds })
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
