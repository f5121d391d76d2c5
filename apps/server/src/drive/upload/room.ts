import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, sql } from 'drizzle-orm'
import { driveItems, driveUploads } from '#drive/schema/drive.table'
import type { Reader, Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting.queries'

const MB = 1024 * 1024
export type Limits = Pick<TenantSettings, 'of'>

/** Bytes that one upload may have, and the refusal of a larger one. */
export const uploadLimit = async (settings: Limits, tenantId: string) => {
  const { DRIVE_UPLOAD_LIMIT_MB } = await settings.of(tenantId)
  const bytes = DRIVE_UPLOAD_LIMIT_MB * MB
  const says = say('Total file size exceeds {limit} MB. Please upload smaller files.', { limit: String(DRIVE_UPLOAD_LIMIT_MB) })
  return { bytes, refuse: () => new Refusal(413, says, { limit: bytes }) }
}

/** An upload that rests is given up after a day: from then on it reserves nothing. */
export const rests = sql`${driveUploads.updatedAt} < now() - interval '1 day'`

const sum = sql<string>`coalesce(sum(size), 0)`
const sumTrashed = sql<string>`coalesce(sum(size) filter (where ${driveItems.deletedAt} is not null), 0)`

/** What a drive keeps, what of it lies in the trash, and what uploads have reserved. */
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

/** Files and folders that a drive may hold, its trash included: what concerns a whole tree is done in one go. */
const MOST_ITEMS = 200_000

const checkNumber = (items: number) => {
  if (items <= MOST_ITEMS) return
  const says = say('A drive can hold {limit} files and folders at most, including its trash', {
    limit: MOST_ITEMS.toLocaleString('en'),
  })
  throw new Refusal(413, says, { limit: MOST_ITEMS })
}

/** Refuses one more item where the drive has as many as it may. The drive is held. */
export const checkOneMore = async ({ tx, actor }: WriteContext) => checkNumber((await keptBy(actor.uniqueId, tx)).items + 1)

const inMb = (bytes: number) => `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const roomIn = async (settings: Limits, { actor, scope }: RequestContext, reader: Reader | Tx) => {
  const { DRIVE_QUOTA_MB } = await settings.of(scope.tenantId)
  const quota = DRIVE_QUOTA_MB * MB
  const { used, trashed, reserved, items } = await keptBy(actor.uniqueId, reader)
  return { free: Math.max(0, quota - used - reserved), trashed, reserved, quota, items }
}

/** Refuses so many bytes and items more where the drive would have more than it may. The drive is held. */
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

/** Bytes that one form may have: no more than an upload may, nor than the drive has free just now. It is looked at again when it is held. */
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
