import type { DriveItem } from '@tradewind/contract/drive/item'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { driveItems, type Item, nameColumns } from '#drive/schema/drive.table'
import { fieldsOf, searchContains } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import {
  findFreeName,
  idsOf,
  lockDrive,
  lockTree,
  moveDescendants,
  notifyRightsChanged,
  placeIdOf,
  recordDriveActivity,
} from './drive.items.ts'
import { toDriveItems } from './drive.lists.ts'
import { deleteItems, trashedBy } from './drive.queries.ts'

const { uniqueId, placeId, parentId, deletedAt, deletedWith } = driveItems

interface ListQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}

/** How many items were deleted together with each of these folders and are directly in it. */
const countTrashedChildren = async (items: readonly Item[], { db }: ReadContext) => {
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
const toTrashedItems = async (found: Item[], context: ReadContext) => {
  const [rows, counts] = await Promise.all([toDriveItems(found, context), countTrashedChildren(found, context)])
  return rows.map((row, at) => {
    const items = row.folder ? (counts.get(row.uniqueId) ?? 0) : null
    return { ...row, items, deletedAt: found[at]!.deletedAt! }
  })
}

const { columns: fields, read } = fieldsOf(driveItems)

export const trash = ({ sort = '-deletedAt', q, ...query }: ListQuery, context: ReadContext) => {
  const matching = sql`from ${driveItems} where ${and(trashedBy(context), searchContains(driveItems, q))}`
  const direction = sort.startsWith('-') ? desc : asc
  const all = sql`select ${fields} ${matching} order by ${direction(deletedAt)}, ${direction(uniqueId)}`
  return listRows({ all, counted: sql`select ${matching}` }, query, context, (rows) =>
    toTrashedItems(rows.map(read) as Item[], context),
  )
}

/** The items with these ids in the actor's trash, all of them or 404. The drive is locked. */
const findTrashedItems = async (ids: readonly string[], context: WriteContext): Promise<Item[]> => {
  const found = await context.tx
    .select()
    .from(driveItems)
    .where(and(inArray(uniqueId, [...ids]), trashedBy(context)))
    .orderBy(uniqueId)
  if (found.length < new Set(ids).size) throw notFound(say('File not found'))
  return found
}

/** The parent folder of an item, if it is not deleted. */
const findParent = async ({ parentId: id }: Item, { tx }: WriteContext) => {
  if (id === null) return null
  const [parent] = await tx
    .select()
    .from(driveItems)
    .where(and(eq(uniqueId, id), isNull(deletedAt)))
  return parent ?? null
}

const notDeletedColumns = { deletedAt: null, deletedBy: null, deletedWith: null }

/** Restores an item with all that was deleted with it, into the folder where it was; into the root if that folder is gone. */
const restoreItem = async (id: string, context: WriteContext) => {
  const { tx } = context
  const [found] = await tx.select().from(driveItems).where(eq(uniqueId, id)) // restoring another item may have moved it
  const item = found!
  const parent = await findParent(item, context)
  const ancestors = parent ? [...parent.ancestors, parent.uniqueId] : []
  const name = await findFreeName(item.name, item.folder, placeIdOf(parent, item.ownerId), context)
  const position = { ...nameColumns(name, item.folder), parentId: parent?.uniqueId ?? null, ancestors }
  const [back] = await tx
    .update(driveItems)
    .set({ ...notDeletedColumns, ...position, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(uniqueId, item.uniqueId))
    .returning()
  await tx
    .update(driveItems)
    .set(notDeletedColumns)
    .where(and(eq(deletedWith, item.uniqueId), ne(uniqueId, item.uniqueId)))
  if (!parent) await moveDescendants(item, ancestors, tx)
  return { back: back!, toRoot: !parent && item.ancestors.length > 0 }
}

export const restore = async ({ uniqueIds }: { uniqueIds: string[] }, context: WriteContext) => {
  await lockTree(context, context.actor.uniqueId)
  const items = await findTrashedItems(uniqueIds, context)
  const restored: Awaited<ReturnType<typeof restoreItem>>[] = []
  // A folder before what was deleted from it earlier.
  for (const item of items.toSorted((one, other) => one.ancestors.length - other.ancestors.length))
    restored.push(await restoreItem(item.uniqueId, context))
  const back = restored.map((one) => one.back)
  await recordDriveActivity(context, 'RESTORED', back)
  await notifyRightsChanged(back, context)
  const rows: DriveItem[] = await toDriveItems(back, context)
  return rows.map((row, at) => ({ ...row, toRoot: restored[at]!.toRoot }))
}

/** Permanently deletes items of the trash. Returns how many of those that the trash lists. */
export const purge =
  (jobs: Jobs) =>
  async ({ uniqueIds }: { uniqueIds?: string[] | undefined }, context: WriteContext) => {
    const { tx, scope, actor } = context
    await lockDrive(context, actor.uniqueId)
    const tops = uniqueIds
      ? await findTrashedItems(uniqueIds, context)
      : await tx.select().from(driveItems).where(trashedBy(context))
    await deleteItems(tx, jobs, scope.tenantId, inArray(deletedWith, idsOf(tops)))
    await recordDriveActivity(context, 'PURGED', tops)
    // Nobody else sees the trash.
    if (tops.length > 0) notifyAfterCommit(tx, { topic: 'drive', tenantId: scope.tenantId, userId: actor.uniqueId })
    return { count: tops.length }
  }
