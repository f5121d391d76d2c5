import type { DriveItem } from '@tradewind/contract/drive/item'
import { and, count, inArray, isNull, sql } from 'drizzle-orm'
import { type ReadContext, readerOf, together, type WriteContext } from '#kit/http/context'
import { fullNameOf, users } from '#platform/schema/user.table'
import { sharedAmong } from './drive.access.ts'
import { driveItems, driveShares, type Item } from './schema/drive.table.ts'

type Context = ReadContext | WriteContext

const groupedBy = <Row, Value>(rows: readonly Row[], keyOf: (row: Row) => string, valueOf: (row: Row) => Value) => {
  const groups = new Map<string, Value[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), valueOf(row)])
  return groups
}

/** How many living items lie right in each of these folders. */
const countsIn = async (folders: readonly string[], context: Context) => {
  if (folders.length === 0) return new Map<string, number>()
  const rows = await readerOf(context)
    .select({ id: driveItems.placeId, items: count() })
    .from(driveItems)
    .where(and(inArray(driveItems.placeId, [...folders]), isNull(driveItems.deletedAt)))
    .groupBy(driveItems.placeId)
  return new Map(rows.map(({ id, items }) => [id, items]))
}

/** Each address once, without regard to case. */
const once = (addresses: readonly string[]) => [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]

/** What lies in the trash is shared through no folder: it comes back to none that has gone. */
const foldersAbove = ({ ancestors, deletedAt }: Item) => (deletedAt === null ? ancestors : [])

/** The addresses that each of the actor's own items is shared with: by itself, and through the folders above it. */
const addressesOf = async (items: readonly Item[], context: Context) => {
  const own = items.filter(({ ownerId }) => ownerId === context.actor.uniqueId)
  const sought = [...new Set(own.flatMap((item) => [item.uniqueId, ...foldersAbove(item)]))]
  const rows =
    sought.length === 0
      ? []
      : await readerOf(context)
          .select({ itemId: driveShares.itemId, emailAddress: driveShares.emailAddress })
          .from(driveShares)
          .where(sql`${driveShares.itemId} = any(${sql.param(sought)}::uuid[])`)
          .orderBy(driveShares.dateCreated, driveShares.uniqueId)
  const byItem = groupedBy(
    rows,
    ({ itemId }) => itemId,
    ({ emailAddress }) => emailAddress,
  )
  return (item: Item) => ({
    sharedWith: byItem.get(item.uniqueId) ?? [],
    sharedAbove: once(foldersAbove(item).flatMap((id) => byItem.get(id) ?? [])),
  })
}

const ownersOf = async (items: readonly Item[], context: Context) => {
  const ids = [...new Set(items.map(({ ownerId }) => ownerId))]
  if (ids.length === 0) return new Map<string, typeof users.$inferSelect>()
  const rows = await readerOf(context).select().from(users).where(inArray(users.uniqueId, ids))
  return new Map(rows.map((row) => [row.uniqueId, row]))
}

/** The shared folders above what is somebody else's: what lies above those is not told. */
const rootsFor = (items: readonly Item[], context: Context) => {
  const others = items.filter(({ ownerId }) => ownerId !== context.actor.uniqueId)
  return sharedAmong([...new Set(others.flatMap(({ ancestors }) => ancestors))], context)
}

/** Items as the actor is told of them. */
export const itemsShown = async (items: readonly Item[], context: Context): Promise<DriveItem[]> => {
  const folders = items.filter(({ folder }) => folder).map(({ uniqueId }) => uniqueId)
  const [counts, addressesTo, owners, roots] = await together(
    () => countsIn(folders, context),
    () => addressesOf(items, context),
    () => ownersOf(items, context),
    () => rootsFor(items, context),
  )
  const shown = (item: Item): DriveItem => {
    const { uniqueId, documentId, name, folder, parentId, ownerId, dateCreated, updatedAt, mimeType } = item
    const owner = owners.get(ownerId)!
    const isAboveTold = ownerId === context.actor.uniqueId || item.ancestors.some((id) => roots.has(id))
    return {
      uniqueId,
      documentId,
      name,
      folder,
      ownerId,
      dateCreated,
      updatedAt,
      mimeType,
      parentFolderId: isAboveTold ? parentId : null,
      size: folder ? null : item.size,
      items: folder ? (counts.get(uniqueId) ?? 0) : null,
      ...addressesTo(item),
      createdByUser: { uniqueId: ownerId, fullName: fullNameOf(owner), userCompanyName: owner.userCompanyName },
    }
  }
  return items.map(shown)
}

/** One item as the actor is told of it. */
export const itemShown = async (item: Item, context: Context) => (await itemsShown([item], context))[0]!
