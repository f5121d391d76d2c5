import { and, eq, gt, isNotNull, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ReadContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { openItem, wayTo } from '../drive.access.ts'
import { itemShown } from '../drive.reply.ts'
import { driveItems, driveUploads } from '#drive/schema/drive.table'
import { sharesOfItem } from '#drive/sharing/shares'

interface ById {
  uniqueId: string
}
const MB = 1024 * 1024

/** One item; its owner alone learns who has access to it. */
export const details = async ({ uniqueId }: ById, context: ReadContext) => {
  const item = await openItem(uniqueId, context)
  const isOwn = item.ownerId === context.actor.uniqueId
  const [shown, shares] = await Promise.all([itemShown(item, context), isOwn ? sharesOfItem(item, context) : []])
  return { ...shown, shares }
}

export const folderStructure = async ({ uniqueId }: ById, context: ReadContext) =>
  (await wayTo(await openItem(uniqueId, context), context)).map(({ uniqueId: id, name, folder }) => ({
    uniqueId: id,
    name,
    folder,
  }))

const total = (column: AnyPgColumn) => sql<string>`coalesce(${sum(column)}, 0)`

/** Bytes of the own drive. What lies in the trash is kept, too; what uploads reserve is theirs for a day. */
export const usage = (settings: TenantSettings) => async (_: object, context: ReadContext) => {
  const { db, scope, actor } = context
  const mine = eq(driveItems.ownerId, actor.uniqueId)
  const waiting = and(
    eq(driveUploads.ownerId, actor.uniqueId),
    eq(driveUploads.state, 'WAITING'),
    gt(driveUploads.updatedAt, sql`now() - interval '1 day'`),
  )
  const [{ DRIVE_QUOTA_MB, DRIVE_UPLOAD_LIMIT_MB }, [all], [trashed], [reserved]] = await Promise.all([
    settings.of(scope.tenantId),
    db
      .select({ bytes: total(driveItems.size) })
      .from(driveItems)
      .where(mine),
    db
      .select({ bytes: total(driveItems.size) })
      .from(driveItems)
      .where(and(mine, isNotNull(driveItems.deletedAt))),
    db
      .select({ bytes: total(driveUploads.size) })
      .from(driveUploads)
      .where(waiting),
  ])
  return {
    used: Number(all!.bytes),
    trashed: Number(trashed!.bytes),
    reserved: Number(reserved!.bytes),
    quota: DRIVE_QUOTA_MB * MB,
    uploadLimit: DRIVE_UPLOAD_LIMIT_MB * MB,
  }
}
