import type { Files, Piece } from '@tradewind/byte-store/files'
import type { UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { driveBatches, driveUploads } from '#drive/schema/drive.table'
import { type Database, tenantScope } from '#kit/database/database'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { deferStatement } from '#kit/database/transaction'
import { notFound } from '#kit/errors'
import { type ManualContext, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { forEachTenant } from '#kit/jobs'
import { tenants } from '#platform/schema/tenant.table'
import { hasEnded, isIdle } from './room.ts'

export type Upload = typeof driveUploads.$inferSelect
type Context = ManualContext | WriteContext

const isOwn = (uniqueId: string, { actor }: Pick<Context, 'actor'>) =>
  and(eq(driveUploads.uniqueId, uniqueId), eq(driveUploads.ownerId, actor.uniqueId))
/** Wrapped in `coalesce`, so that a file is found by its key and never by the index on waiting uploads: PostgreSQL misestimates while thousands arrive. */
const isWaiting = sql`coalesce(${driveUploads.state} = 'WAITING', false)`
const withUpdatedAt = { updatedAt: nextUpdatedAt(driveUploads.updatedAt) }

/** An upload in the form in which its owner sees it. */
const toArriving = ({ uniqueId, path, size, received, state, itemId, name, problem }: Upload): UploadingFile => ({
  uniqueId,
  path,
  size,
  received,
  state,
  itemId,
  name,
  problem,
})

/** The actor's own upload of one file, and whether it has been idle for too long. 404 where there is none. */
export const ownUpload = async (uniqueId: string, context: Context) => {
  const [found] = await readerOf(context)
    .select({ upload: driveUploads, isOver: sql<boolean>`${isIdle} and ${driveUploads.state} = 'WAITING'` })
    .from(driveUploads)
    .where(isOwn(uniqueId, context))
  if (!found) throw notFound(say('Upload not found'))
  return found
}

/** A crash of the database may undo this transaction. Then no client is sending any more that could be disturbed by that. */
const asynchronousCommit = sql`set local synchronous_commit = 'off'`

/** Makes this writer the only one who may append to a file. Returns nothing where the file is at another offset. */
export const claimUpload = async (uniqueId: string, received: number, writer: string, context: WriteContext) => {
  const isAtOffset = and(isWaiting, eq(driveUploads.received, received), sql`not ${isIdle}`)
  deferStatement(context.tx, asynchronousCommit)
  const [claimed] = await context.tx
    .update(driveUploads)
    .set({ writer, ...withUpdatedAt })
    .where(and(isOwn(uniqueId, context), isAtOffset))
    .returning()
  return claimed
}

/** Saves the state of this writer's file. Returns nothing where another writer has taken over, or the upload was cancelled. */
export const saveUpload = async (uniqueId: string, writer: string, fields: Partial<Upload>, { tx }: WriteContext) => {
  const condition = and(eq(driveUploads.uniqueId, uniqueId), eq(driveUploads.writer, writer), isWaiting)
  const [saved] = await tx
    .update(driveUploads)
    .set({ ...fields, ...withUpdatedAt })
    .where(condition)
    .returning()
  return saved
}

/** Cancels an upload. Returns the chunks that are no longer needed. */
export const cancelUpload = async (uniqueId: string, context: WriteContext): Promise<readonly Piece[]> => {
  const [cancelled] = await context.tx
    .update(driveUploads)
    .set({ state: 'CANCELLED', ...withUpdatedAt })
    .where(and(isOwn(uniqueId, context), isWaiting))
    .returning()
  if (!cancelled) await ownUpload(uniqueId, context)
  return cancelled?.pieces ?? []
}

interface ListQuery {
  uniqueId: string
  page?: number | undefined
  size?: number | undefined
  sort?: 'path' | '-path' | undefined
}

const { columns, read } = fieldsOf(driveUploads)

/** The files of a batch of the actor's own. */
export const listUploads = async ({ uniqueId, sort = 'path', ...query }: ListQuery, context: ReadContext) => {
  const { db, actor } = context
  const isOwnBatch = and(eq(driveBatches.uniqueId, uniqueId), eq(driveBatches.ownerId, actor.uniqueId))
  const [batch] = await db.select({ id: driveBatches.uniqueId }).from(driveBatches).where(isOwnBatch)
  if (!batch) throw notFound(say('Upload not found'))
  const direction = sort === 'path' ? asc : desc
  const matching = sql`from ${driveUploads} where ${eq(driveUploads.batchId, uniqueId)}`
  const all = sql`select ${columns} ${matching} order by ${direction(driveUploads.path)}, ${direction(driveUploads.uniqueId)}`
  return listRows({ all, counted: sql`select ${matching}` }, query, context, (rows) =>
    rows.map((raw) => toArriving(read(raw) as Upload)),
  )
}

const IDLE_PROBLEM = phrase('It was cancelled after a day without progress')

/** A batch that ended a day ago, or is 30 days old. One with files that failed stays as long: those who come back later see which. */
const isOver = sql`${driveBatches.dateCreated} < now() - interval '30 days' or ${hasEnded}
  and not exists (select 1 from ${driveUploads} where ${driveUploads.batchId} = ${driveBatches.uniqueId} and ${driveUploads.state} = 'FAILED')`

/** Abandons uploads that were idle for a day, tenant by tenant, and deletes batches that are over. */
export const idleUploadsRoutine = ({ db, files, logger }: { db: Database; files: Files; logger: Logger }) => ({
  name: 'drive.resting',
  cron: '37 * * * *',
  work: async () => {
    const all = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, all, async (id) => {
      const abandoned = await db.write(tenantScope(id), async (tx) => {
        await tx.delete(driveBatches).where(isOver)
        return tx
          .update(driveUploads)
          .set({ state: 'FAILED', problem: IDLE_PROBLEM, ...withUpdatedAt })
          .where(and(eq(driveUploads.state, 'WAITING'), isIdle))
          .returning({ pieces: driveUploads.pieces })
      })
      for (const { pieces } of abandoned) await files.drop(id, pieces)
    })
  },
})
