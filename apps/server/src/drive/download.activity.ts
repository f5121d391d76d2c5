import { and, eq, exists, gt, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { driveActivities, driveItems, driveShares, type Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { describeError } from '#kit/http/refuse'
import { hasNotExpired } from './drive.access.ts'
import { recordDriveActivity } from './drive.items.ts'

type AccessAction = 'OPENED' | 'DOWNLOADED'

/** Range requests for one file, sequential or parallel, count as one download; repeated views within the hour count as one opening. */
const RECORDED_ONCE_IN = { DOWNLOADED: '10 minutes', OPENED: '1 hour' } as const

/** The activity of the actor on this item was recorded a short while ago. */
const isRecentlyRecorded = (
  action: AccessAction,
  item: Item['uniqueId'] | typeof driveItems.uniqueId,
  { actor }: ReadContext | WriteContext,
) =>
  and(
    eq(driveActivities.itemId, item),
    eq(driveActivities.createdBy, actor.uniqueId),
    eq(driveActivities.action, action),
    gt(driveActivities.dateCreated, sql`now() - ${RECORDED_ONCE_IN[action]}::interval`),
  )

const recordOnce = async (action: AccessAction, item: Item, context: WriteContext) => {
  const { tx, actor, scope } = context
  const key = `${scope.tenantId} ${item.uniqueId} ${actor.uniqueId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 8))`)
  if ((await tx.$count(driveActivities, isRecentlyRecorded(action, item.uniqueId, context))) === 0)
    await recordDriveActivity(context, action, [item])
}

/** As `recordAccess`, in the transaction of the call. */
export const recordAccessWith = async (action: AccessAction, item: Item, context: WriteContext) => {
  if (item.ownerId === context.actor.uniqueId) return
  await recordOnce(action, item, context)
  const shared = and(
    eq(driveShares.userId, context.actor.uniqueId),
    inArray(driveShares.itemId, [item.uniqueId, ...item.ancestors]),
    isNull(driveShares.openedAt),
    hasNotExpired,
  )
  await context.tx
    .update(driveShares)
    .set({ openedAt: sql`now()` })
    .where(shared)
}

/** Records for the owner that somebody else opened or downloaded an item, and marks the actor's shares of it as opened. */
export const recordAccess = (db: Database, action: AccessAction, item: Item, context: ReadContext) =>
  item.ownerId === context.actor.uniqueId
    ? undefined
    : db.write(context.scope, (tx) => recordAccessWith(action, item, { ...context, tx }))

/** Somebody else's item, if the actor's opening is to be recorded now. Most views end with this one query. */
const findUnrecordedItem = async (uniqueId: string, context: ReadContext): Promise<Item | undefined> => {
  const { db, actor } = context
  const recentActivities = db.select({ id: driveActivities.uniqueId }).from(driveActivities)
  const unopenedShares = db.select({ id: driveShares.uniqueId }).from(driveShares)
  const isUnopened = and(
    eq(driveShares.userId, actor.uniqueId),
    isNull(driveShares.openedAt),
    hasNotExpired,
    sql`${driveShares.itemId} = any(${driveItems.ancestors} || ${driveItems.uniqueId})`,
  )
  const isToBeRecorded = or(
    not(exists(recentActivities.where(isRecentlyRecorded('OPENED', driveItems.uniqueId, context)))),
    exists(unopenedShares.where(isUnopened)),
  )
  const [item] = await db
    .select()
    .from(driveItems)
    .where(and(eq(driveItems.uniqueId, uniqueId), ne(driveItems.ownerId, actor.uniqueId), isToBeRecorded))
  return item
}

/** Records an opening like `recordAccess`, but writes only where it is to be recorded: a viewer reads the pages of a file one by one. */
export const recordOpening = async (db: Database, { uniqueId }: Pick<Item, 'uniqueId'>, context: ReadContext) => {
  const item = await findUnrecordedItem(uniqueId, context)
  if (item) await recordAccess(db, 'OPENED', item, context)
}

interface Needs {
  db: Database
  logger: Logger
}
type Read<Input, Answer> = (input: Input, context: ReadContext) => Promise<Answer>

/** Wraps queries that open an item: `openedBy` names the item, if it may be somebody else's. If recording fails, the result is returned all the same. */
export const openingRecorder = ({ db, logger }: Needs) => {
  const warn = (error: unknown) => logger.warn({ error: describeError(error) }, 'an opened file was not noted')

  return <Input, Answer>(
    read: Read<Input, Answer>,
    openedBy: (input: Input, answer: Answer, me: string) => string | undefined,
  ): Read<Input, Answer> =>
    async (input, context) => {
      const answer = await read(input, context)
      const uniqueId = openedBy(input, answer, context.actor.uniqueId)
      if (uniqueId) await recordOpening(db, { uniqueId }, context).catch(warn)
      return answer
    }
}
