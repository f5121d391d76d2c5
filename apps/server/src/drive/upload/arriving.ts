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
/** As text, so that a file is found by its key and never among all that wait: PostgreSQL guesses wrong while thousands arrive. */
const waits = sql`coalesce(${driveUploads.state} = 'WAITING', false)`
const touched = { updatedAt: nextUpdatedAt(driveUploads.updatedAt) }

/** A file of an upload as its owner is told of it. */
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

/** The actor's own upload of one file, and whether it has rested for too long. 404 where there is none. */
export const ownUpload = async (uniqueId: string, context: Context) => {
  const [found] = await readerOf(context)
    .select({ upload: driveUploads, isOver: sql<boolean>`${rests} and ${driveUploads.state} = 'WAITING'` })
    .from(driveUploads)
    .where(isOwn(uniqueId, context))
  if (!found) throw notFound(say('Upload not found'))
  return found
}

/** A crash of the database may undo what this transaction does. Then nobody sends any more who could be disturbed by it. */
const loosely = sql`set local synchronous_commit = 'off'`

/** Makes this writer the one who may add to a file from here on. Nothing where it stands elsewhere. */
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

/** Writes down what this writer's file has become. Nothing where another has taken over, or it was given up. */
export const saveAs = async (uniqueId: string, writer: string, fields: Partial<Upload>, { tx }: WriteContext) => {
  const mine = and(eq(driveUploads.uniqueId, uniqueId), eq(driveUploads.writer, writer), waits)
  const [saved] = await tx
    .update(driveUploads)
    .set({ ...fields, ...touched })
    .where(mine)
    .returning()
  return saved
}

/** Gives a file up. Answers the pieces that nobody needs any more. */
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

/** The files of an own upload. */
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

/** Gives up what has rested for a day, tenant by tenant, and forgets uploads after 30 days. */
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
