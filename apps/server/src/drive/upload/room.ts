import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, sql } from 'drizzle-orm'
import { driveItems, driveUploads } from '#drive/schema/drive.table'
import type { Reader, Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting.queries'

const MB = 1024 * 1024
export type Limits = Pick<TenantSettings, 'of'>

/** The size limit of one upload in bytes, and the error for a larger one. */
export const uploadLimit = async (settings: Limits, tenantId: string) => {
  const { DRIVE_UPLOAD_LIMIT_MB } = await settings.of(tenantId)
  const bytes = DRIVE_UPLOAD_LIMIT_MB * MB
  const says = say('Total file size exceeds {limit} MB. Please upload smaller files.', { limit: String(DRIVE_UPLOAD_LIMIT_MB) })
  return { bytes, refuse: () => new Refusal(413, says, { limit: bytes }) }
}

/** An idle upload is abandoned after a day: from then on it reserves nothing. */
export const rests = sql`${driveUploads.updatedAt} < now() - interval '1 day'`

const sum = sql<string>`coalesce(sum(size), 0)`
const sumTrashed = sql<string>`coalesce(sum(size) filter (where ${driveItems.deletedAt} is not null), 0)`

/** What a drive uses, how much of that is in the trash, and what uploads have reserved. */
const keptBy = async (ownerId: string, reader: Reader | Tx) => {
  const [kept] = await reader
    .select({ bytes: sum, trashed: sumTrashed, items: count() })
    .from(driveItems)
    .where(eq(driveItems.ownerId, ownerId))
  const waiting = and(eq(driveUploads.ownerId, ownerId), eq(driveUploads.state, 'WAITING'), sql`not ${rests}`)
  const [reserved] = await reader.select({ bytes: sum, items: count() }).from(driveUploads).where(waiting)
  const [used, coming] = [Number(kept!.bytes), Number(reserved!.bytes)]
  return { used, trashed: Number(kept!.trashed), reserved: coming, items: kept!.items + reserved!.items }
}

/** Files and folders that a drive may hold, its trash included: operations on a whole tree run in one transaction. */
const MOST_ITEMS = 200_000

const checkNumber = (items: number) => {
  if (items <= MOST_ITEMS) return
  const says = say('A drive can hold {limit} files and folders at most, including its trash', {
    limit: MOST_ITEMS.toLocaleString('en'),
  })
  throw new Refusal(413, says, { limit: MOST_ITEMS })
}

/** Throws a Refusal for one more item if the drive is at its limit. The drive is locked. */
export const checkOneMore = async ({ tx, actor }: WriteContext) => checkNumber((await keptBy(actor.uniqueId, tx)).items + 1)

const inMb = (bytes: number) => `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const roomIn = async (settings: Limits, { actor, scope }: RequestContext, reader: Reader | Tx) => {
  const { DRIVE_QUOTA_MB } = await settings.of(scope.tenantId)
  const quota = DRIVE_QUOTA_MB * MB
  const { used, trashed, reserved, items } = await keptBy(actor.uniqueId, reader)
  return { free: Math.max(0, quota - used - reserved), trashed, reserved, quota, items }
}

/** Throws a Refusal for so many more bytes and items if the drive would exceed its limits. The drive is locked. */
export const checkRoom = async (settings: Limits, asked: { bytes: number; items: number }, context: WriteContext) => {
  const { items, ...room } = await roomIn(settings, context, context.tx)
  checkNumber(items + asked.items)
  const { free, trashed } = room
  if (asked.bytes <= free) return
  const says =
    trashed > 0
      ? say('Your drive has {free} left, and this upload needs {asked}. {trashed} are in the trash.', {
          free: inMb(free),
          asked: inMb(asked.bytes),
          trashed: inMb(trashed),
        })
      : say('Your drive has {free} left, and this upload needs {asked}.', { free: inMb(free), asked: inMb(asked.bytes) })
  throw new Refusal(413, says, { ...room, asked: asked.bytes })
}

/** The size limit of a form in bytes: the upload limit, or the free space of the drive if that is less. Checked again when the drive is locked. */
export const formLimit = async (settings: Limits, asking: RequestContext, reader: Reader) => {
  const [limit, { items: _, ...room }] = await Promise.all([
    uploadLimit(settings, asking.scope.tenantId),
    roomIn(settings, asking, reader),
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
  return { bytes: free, refuse: () => new Refusal(413, says, room) }
}
