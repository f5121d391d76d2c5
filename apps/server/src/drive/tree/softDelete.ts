import { and, inArray, isNull, sql } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { ownItems } from '../drive.access.ts'
import { tellRights } from '../drive.news.ts'
import { holdTree, noteDrive } from '../drive.place.ts'
import { driveItems } from '#drive/schema/drive.table'
import { anyOf, idsOf, withBeneath } from '../beneath.ts'

/** Moves items to the trash, each with all that lives beneath it. What lies in another of them goes with that one. */
export const softDelete = async (uniqueIds: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  await holdTree(context, actor.uniqueId)
  const items = await ownItems(uniqueIds, context)
  const chosen = new Set(idsOf(items))
  const tops = items.filter(({ ancestors }) => !ancestors.some((id) => chosen.has(id)))
  const { uniqueId, ancestors, deletedAt } = driveItems
  const top = sql`(select id from unnest(${ancestors} || ${uniqueId}) id where id = ${anyOf(idsOf(tops))})`
  await tx
    .update(driveItems)
    .set({ deletedAt: nextUpdatedAt(driveItems.updatedAt), deletedBy: actor.uniqueId, deletedWith: top })
    .where(and(inArray(uniqueId, sql`(${withBeneath(idsOf(tops))})`), isNull(deletedAt)))
  await noteDrive(context, 'DELETED', tops)
  await tellRights(tops, context)
  return items.map((item) => ({ uniqueId: item.uniqueId, outcome: 'DONE' as const, name: item.name }))
}
