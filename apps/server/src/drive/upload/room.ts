import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, sql } from 'drizzle-orm'
import { driveBatches, driveItems, driveUploads } from '#drive/schema/drive.table'
import type { Reader, Tx } from '#kit/database/database'
import { disableStatementTimeout } from '#kit/database/transaction'
import { Refusal, tooMany } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting.queries'

const MB = 1024 * 1024
export type Limits = Pick<TenantSettings, 'of'>

/** The size limit of one upload in bytes, and the error for a larger one. */
export const uploadLimit = async (settings: Limits, tenantId: string) => {
  const { DRIVE_UPLOAD_LIMIT_MB } = await settings.of(tenantId)
  const bytes = DRIVE_UPLOAD_LIMIT_MB * MB
  const says = say('Total file size exceeds {limit} MB. Please upload smaller files.', { limit: String(DRIVE_UPLOAD_LIMIT_MB) })
  return { bytes, createError: () => new Refusal(413, says, { limit: bytes }) }
}

/** An idle upload is abandoned after a day: from then on it reserves nothing. */
export const isIdle = sql`${driveUploads.updatedAt} < now() - interval '1 day'`

const sum = sql<string>`coalesce(sum(size), 0)`
const sumTrashed = sql<string>`coalesce(sum(size) filter (where ${driveItems.deletedAt} is not null), 0)`

/** What a drive uses, how much of that is in the trash, and what uploads have reserved. */
const usageOf = async (ownerId: string, reader: Reader | Tx) => {
  const [stored] = await reader
    .select({ bytes: sum, trashed: sumTrashed, items: count() })
    .from(driveItems)
    .where(eq(driveItems.ownerId, ownerId))
  const waiting = and(eq(driveUploads.ownerId, ownerId), eq(driveUploads.state, 'WAITING'), sql`not ${isIdle}`)
  const [reserved] = await reader.select({ bytes: sum, items: count() }).from(driveUploads).where(waiting)
  const [used, reservedBytes] = [Number(stored!.bytes), Number(reserved!.bytes)]
  return { used, trashed: Number(stored!.trashed), reserved: reservedBytes, items: stored!.items + reserved!.items }
}

/** Files and folders that a drive may hold, its trash included: operations on a whole tree run in one transaction. */
const MAX_ITEMS = 200_000

const checkItemCount = (items: number) => {
  if (items <= MAX_ITEMS) return
  const says = say('A drive can hold {limit} files and folders at most, including its trash', {
    limit: MAX_ITEMS.toLocaleString('en'),
  })
  throw new Refusal(413, says, { limit: MAX_ITEMS })
}

/** Throws a Refusal for one more item if the drive is at its limit. The drive is locked. */
export const checkItemLimit = async ({ tx, actor }: WriteContext) => checkItemCount((await usageOf(actor.uniqueId, tx)).items + 1)

/** A batch of which every file arrived, was cancelled or failed a day ago. */
export const hasEnded = sql`(${driveBatches.dateCreated} < now() - interval '1 day' and not exists (select 1 from ${driveUploads}
  where ${driveUploads.batchId} = ${driveBatches.uniqueId} and (${driveUploads.state} = 'WAITING' or not ${isIdle})))`

/** Files that a user may declare before the uploads are deleted, a day after they have ended: each is a row, even if it is skipped or cancelled. */
const MAX_DECLARED_FILES = 400_000

/**
 * Throws a Refusal if a user's uploads would have too many files. An upload counts like one more file. Those that ended a day ago and are only
 * stored because files of them failed are deleted instead. The drive is locked.
 */
export const checkDeclaredFiles = async (files: number, { tx, actor }: WriteContext) => {
  const isOwn = eq(driveBatches.ownerId, actor.uniqueId)
  const fits = async () => {
    const declared = sql<number>`coalesce(sum(${driveBatches.files} + 1), 0)::int`
    const [found] = await tx.select({ declared }).from(driveBatches).where(isOwn)
    return found!.declared + files + 1 <= MAX_DECLARED_FILES
  }
  if (await fits()) return
  await disableStatementTimeout(tx)
  await tx.delete(driveBatches).where(and(isOwn, hasEnded))
  if (!(await fits())) throw tooMany(60 * 60, say('You have uploaded very many files. Please upload further ones tomorrow.'))
}

const inMb = (bytes: number) => `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const findQuota = async (settings: Limits, { actor, scope }: RequestContext, reader: Reader | Tx) => {
  const { DRIVE_QUOTA_MB } = await settings.of(scope.tenantId)
  const quota = DRIVE_QUOTA_MB * MB
  const { used, trashed, reserved, items } = await usageOf(actor.uniqueId, reader)
  return { free: Math.max(0, quota - used - reserved), trashed, reserved, quota, items }
}

/** Throws a Refusal for so many more bytes and items if the drive would exceed its limits. The drive is locked. */
export const checkQuota = async (settings: Limits, required: { bytes: number; items: number }, context: WriteContext) => {
  const { items, ...room } = await findQuota(settings, context, context.tx)
  checkItemCount(items + required.items)
  const { free, trashed } = room
  if (required.bytes <= free) return
  const says =
    trashed > 0
      ? say('Your drive has {free} left, and this upload needs {asked}. {trashed} are in the trash.', {
          free: inMb(free),
          asked: inMb(required.bytes),
          trashed: inMb(trashed),
        })
      : say('Your drive has {free} left, and this upload needs {asked}.', { free: inMb(free), asked: inMb(required.bytes) })
  throw new Refusal(413, says, { ...room, asked: required.bytes })
}

/** The size limit of a form in bytes: the upload limit, or the free space of the drive if that is less. Checked again when the drive is locked. */
export const formLimit = async (settings: Limits, context: RequestContext, reader: Reader) => {
  const [limit, { items: _, ...room }] = await Promise.all([
    uploadLimit(settings, context.scope.tenantId),
    findQuota(settings, context, reader),
  ])
  if (limit.bytes <= room.free) return limit
  const { free, trashed } = room
  const says =
    trashed > 0
      ? say('These files are larger than the {free} left in your drive. {trashed} are in the trash.', {
          free: inMb(free),
          trashed: inMb(trashed),
        })
      : say('These files are larger than the {free} left in your drive.', { free: inMb(free) })
  return { bytes: free, createError: () => new Refusal(413, says, room) }
}
