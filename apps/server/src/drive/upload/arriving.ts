import type { Files, Piece } from '@tradewind/byte-store/files'
import type { Arriving } from '@tradewind/contract/drive/driveUpload.contract'
import { phrase, say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { driveBatches, driveUploads } from '#drive/schema/drive.table'
import { type Database, tenantScope } from '#kit/database/database'
import { fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { later } from '#kit/database/transaction'
import { notFound } from '#kit/errors'
import { type ManualContext, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { forEachTenant } from '#kit/jobs'
import { tenants } from '#platform/schema/tenant.table'
import { rests } from './room.ts'

export type Upload = typeof driveUploads.$inferSelect
type Context = ManualContext | WriteContext

const isOwn = (uniqueId: string, { actor }: Pick<Context, 'actor'>) =>
  and(eq(driveUploads.uniqueId, uniqueId), eq(driveUploads.ownerId, actor.uniqueId))
/** Wrapped in `coalesce`, so that a file is found by its key and never by the index on waiting uploads: PostgreSQL misestimates while thousands arrive. */
const waits = sql`coalesce(${driveUploads.state} = 'WAITING', false)`
const touched = { updatedAt: nextUpdatedAt(driveUploads.updatedAt) }

/** An upload in the form in which its owner sees it. */
export const shown = ({ uniqueId, path, size, received, state, itemId, name, problem }: Upload): Arriving => ({
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
    .select({ upload: driveUploads, isOver: sql<boolean>`${rests} and ${driveUploads.state} = 'WAITING'` })
    .from(driveUploads)
    .where(isOwn(uniqueId, context))
  if (!found) throw notFound(say('Upload not found'))
  return found
}

/** A crash of the database may undo this transaction. Then no client is sending any more that could be disturbed by that. */
const loosely = sql`set local synchronous_commit = 'off'`

/** Makes this writer the only one who may append to a file. Returns nothing where the file is at another offset. */
export const claim = async (uniqueId: string, received: number, writer: string, context: WriteContext) => {
  const here = and(waits, eq(driveUploads.received, received), sql`not ${rests}`)
  later(context.tx, loosely)
  const [mine] = await context.tx
    .update(driveUploads)
    .set({ writer, ...touched })
    .where(and(isOwn(uniqueId, context), here))
    .returning()
  return mine
}

/** Saves the state of this writer's file. Returns nothing where another writer has taken over, or the upload was cancelled. */
export const saveAs = async (uniqueId: string, writer: string, fields: Partial<Upload>, { tx }: WriteContext) => {
  const mine = and(eq(driveUploads.uniqueId, uniqueId), eq(driveUploads.writer, writer), waits)
  const [saved] = await tx
    .update(driveUploads)
    .set({ ...fields, ...touched })
    .where(mine)
    .returning()
  return saved
}

/** Cancels an upload. Returns the chunks that are no longer needed. */
export const giveUp = async (uniqueId: string, context: WriteContext): Promise<readonly Piece[]> => {
  const [given] = await context.tx
    .update(driveUploads)
    .set({ state: 'CANCELLED', ...touched })
    .where(and(isOwn(uniqueId, context), waits))
    .returning()
  if (!given) await ownUpload(uniqueId, context)
  return given?.pieces ?? []
}

interface Asked {
  uniqueId: string
  page?: number | undefined
  size?: number | undefined
  sort?: 'path' | '-path' | undefined
}

const { named, read } = fieldsOf(driveUploads)

/** The files of a batch of the actor's own. */
export const listUploads = async ({ uniqueId, sort = 'path', ...asked }: Asked, context: ReadContext) => {
  const { db, actor } = context
  const mine = and(eq(driveBatches.uniqueId, uniqueId), eq(driveBatches.ownerId, actor.uniqueId))
  const [batch] = await db.select({ id: driveBatches.uniqueId }).from(driveBatches).where(mine)
  if (!batch) throw notFound(say('Upload not found'))
  const way = sort === 'path' ? asc : desc
  const met = sql`from ${driveUploads} where ${eq(driveUploads.batchId, uniqueId)}`
  const all = sql`select ${named} ${met} order by ${way(driveUploads.path)}, ${way(driveUploads.uniqueId)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) => rows.map((raw) => shown(read(raw) as Upload)))
}

const RESTED = phrase('It was cancelled after a day without progress')

/** Abandons uploads that were idle for a day, tenant by tenant, and deletes batches after 30 days. */
export const restingUploads = ({ db, files, logger }: { db: Database; files: Files; logger: Logger }) => ({
  name: 'drive.resting',
  cron: '37 * * * *',
  work: async () => {
    const all = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, all, async (id) => {
      const given = await db.write(tenantScope(id), async (tx) => {
        await tx.delete(driveBatches).where(sql`${driveBatches.dateCreated} < now() - interval '30 days'`)
        return tx
          .update(driveUploads)
          .set({ state: 'FAILED', problem: RESTED, ...touched })
          .where(and(eq(driveUploads.state, 'WAITING'), rests))
          .returning({ pieces: driveUploads.pieces })
      })
      for (const { pieces } of given) await files.drop(id, pieces)
    })
  },
})
