import type { DriveItem } from '@tradewind/contract/drive/item'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { driveItems, type Item, named } from '#drive/schema/drive.table'
import { contains, fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { itemsShown } from './drive.lists.ts'
import { carryBeneath, freeName, holdDrive, holdTree, idsOf, noteDrive, placeOf, tellRights } from './drive.place.ts'
import { removeAll, trashedBy } from './drive.queries.ts'

const { uniqueId, placeId, parentId, deletedAt, deletedWith } = driveItems

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}

/** How many items were deleted together with each of these folders and are directly in it. */
const countsWith = async (items: readonly Item[], { db }: ReadContext) => {
  const folders = idsOf(items.filter(({ folder }) => folder))
  if (folders.length === 0) return new Map<string, number>()
  const rows = await db
    .select({ id: placeId, items: count() })
    .from(driveItems)
    .where(and(inArray(parentId, folders), eq(deletedWith, placeId)))
    .groupBy(placeId)
  return new Map(rows.map((row) => [row.id, row.items]))
}

/** Items of the trash in the form in which their owner sees them. */
const trashedShown = async (found: Item[], context: ReadContext) => {
  const [shown, counts] = await Promise.all([itemsShown(found, context), countsWith(found, context)])
  return shown.map((row, at) => {
    const items = row.folder ? (counts.get(row.uniqueId) ?? 0) : null
    return { ...row, items, deletedAt: found[at]!.deletedAt! }
  })
}

const { named: fields, read } = fieldsOf(driveItems)

export const trash = ({ sort = '-deletedAt', q, ...asked }: Asked, context: ReadContext) => {
  const met = sql`from ${driveItems} where ${and(trashedBy(context), contains(driveItems, q))}`
  const way = sort.startsWith('-') ? desc : asc
  const all = sql`select ${fields} ${met} order by ${way(deletedAt)}, ${way(uniqueId)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) => trashedShown(rows.map(read) as Item[], context))
}

/** The items with these ids in the actor's trash, all of them or 404. The drive is locked. */
const trashedItems = async (ids: readonly string[], context: WriteContext): Promise<Item[]> => {
  const found = await context.tx
    .select()
    .from(driveItems)
    .where(and(inArray(uniqueId, [...ids]), trashedBy(context)))
    .orderBy(uniqueId)
  if (found.length < new Set(ids).size) throw notFound(say('File not found'))
  return found
}

/** The parent folder of an item, if it is not deleted. */
const livingParent = async ({ parentId: id }: Item, { tx }: WriteContext) => {
  if (id === null) return null
  const [parent] = await tx
    .select()
    .from(driveItems)
    .where(and(eq(uniqueId, id), isNull(deletedAt)))
  return parent ?? null
}

const alive = { deletedAt: null, deletedBy: null, deletedWith: null }

/** Restores an item with all that was deleted with it, into the folder where it was; into the root if that folder is gone. */
const bringBack = async (item: Item, context: WriteContext) => {
  const { tx } = context
  const parent = await livingParent(item, context)
  const ancestors = parent ? [...parent.ancestors, parent.uniqueId] : []
  const name = await freeName(item.name, item.folder, placeOf(parent, item.ownerId), context)
  const place = { ...named(name, item.folder), parentId: parent?.uniqueId ?? null, ancestors }
  const [back] = await tx
    .update(driveItems)
    .set({ ...alive, ...place, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(uniqueId, item.uniqueId))
    .returning()
  await tx
    .update(driveItems)
    .set(alive)
    .where(and(eq(deletedWith, item.uniqueId), ne(uniqueId, item.uniqueId)))
  if (!parent) await carryBeneath(item, ancestors, tx)
  return { back: back!, toRoot: !parent && item.ancestors.length > 0 }
}

export const restore = async ({ uniqueIds }: { uniqueIds: string[] }, context: WriteContext) => {
  await holdTree(context, context.actor.uniqueId)
  const items = await trashedItems(uniqueIds, context)
  const restored: Awaited<ReturnType<typeof bringBack>>[] = []
  // A folder before what was deleted from it earlier.
  for (const item of items.toSorted((one, other) => one.ancestors.length - other.ancestors.length))
    restored.push(await bringBack(item, context))
  const back = restored.map((one) => one.back)
  await noteDrive(context, 'RESTORED', back)
  await tellRights(back, context)
  const shown: DriveItem[] = await itemsShown(back, context)
  return shown.map((row, at) => ({ ...row, toRoot: restored[at]!.toRoot }))
}

/** Permanently deletes items of the trash. Returns how many of those that the trash lists. */
export const purge =
  (jobs: Jobs) =>
  async ({ uniqueIds }: { uniqueIds?: string[] | undefined }, context: WriteContext) => {
    const { tx, scope, actor } = context
    await holdDrive(context, actor.uniqueId)
    const tops = uniqueIds ? await trashedItems(uniqueIds, context) : await tx.select().from(driveItems).where(trashedBy(context))
    await removeAll(tx, jobs, scope.tenantId, inArray(deletedWith, idsOf(tops)))
    await noteDrive(context, 'PURGED', tops)
    return { count: tops.length }
  }
