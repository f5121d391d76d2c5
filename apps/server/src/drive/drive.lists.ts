import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { driveItems, driveShares, type Item } from '#drive/schema/drive.table'
import { searchContains } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { anyOf } from '#kit/database/scoped'
import { notFound } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { rowCondition } from '#kit/record/entity'
import { rankedHits, searchContainsWords } from '#kit/record/ranked'
import { fullNameOf, users } from '#platform/schema/user.table'
import { findDirectShares, findVisibleItem, hasNotExpired, isSharedDirectlyWith } from './drive.access.ts'

type Context = ReadContext | WriteContext

const groupedBy = <Row, Value>(rows: readonly Row[], keyOf: (row: Row) => string, valueOf: (row: Row) => Value) => {
  const groups = new Map<string, Value[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), valueOf(row)])
  return groups
}

/** How many items, not deleted, are directly in each of these folders. */
const countChildren = async (folders: readonly string[], context: Context) => {
  if (folders.length === 0) return new Map<string, number>()
  const rows = await readerOf(context)
    .select({ id: driveItems.placeId, items: count() })
    .from(driveItems)
    .where(and(inArray(driveItems.placeId, [...folders]), isNull(driveItems.deletedAt)))
    .groupBy(driveItems.placeId)
  return new Map(rows.map(({ id, items }) => [id, items]))
}

/** Each address once, case-insensitively. */
const uniqueAddresses = (addresses: readonly string[]) => [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]

/** An item in the trash is shared through no folder: it is not restored into a deleted one. */
const sharingAncestors = ({ ancestors, deletedAt }: Item) => (deletedAt === null ? ancestors : [])

/** The addresses with which each of the actor's own items is shared: directly, and through its ancestor folders. */
const addressesOf = async (items: readonly Item[], context: Context) => {
  const ownItems = items.filter(({ ownerId }) => ownerId === context.actor.uniqueId)
  const ids = [...new Set(ownItems.flatMap((item) => [item.uniqueId, ...sharingAncestors(item)]))]
  const rows =
    ids.length === 0
      ? []
      : await readerOf(context)
          .select({ itemId: driveShares.itemId, emailAddress: driveShares.emailAddress })
          .from(driveShares)
          .where(and(sql`${driveShares.itemId} = ${anyOf(ids)}`, hasNotExpired))
          .orderBy(driveShares.dateCreated, driveShares.uniqueId)
  const byItem = groupedBy(
    rows,
    ({ itemId }) => itemId,
    ({ emailAddress }) => emailAddress,
  )
  return (item: Item) => ({
    sharedWith: byItem.get(item.uniqueId) ?? [],
    sharedAbove: uniqueAddresses(sharingAncestors(item).flatMap((id) => byItem.get(id) ?? [])),
  })
}

const ownersOf = async (items: readonly Item[], context: Context) => {
  const ids = [...new Set(items.map(({ ownerId }) => ownerId))]
  if (ids.length === 0) return new Map<string, typeof users.$inferSelect>()
  const rows = await readerOf(context).select().from(users).where(inArray(users.uniqueId, ids))
  return new Map(rows.map((row) => [row.uniqueId, row]))
}

const pathIdsOf = ({ ancestors, uniqueId }: Item) => [...ancestors, uniqueId]

/**
 * Through which shares the actor sees other people's items. What is above the outermost shared folder is not shown; the access lasts as long as the
 * longest of the shares.
 */
const accessTo = async (items: readonly Item[], context: Context) => {
  const others = items.filter(({ ownerId }) => ownerId !== context.actor.uniqueId)
  const shares = await findDirectShares([...new Set(others.flatMap(pathIdsOf))], context)
  const byItem = Map.groupBy(shares, ({ itemId }) => itemId)
  const sharesOf = (item: Item) => pathIdsOf(item).flatMap((id) => byItem.get(id) ?? [])
  return {
    isParentVisible: (item: Item) => item.ownerId === context.actor.uniqueId || item.ancestors.some((id) => byItem.has(id)),
    lastDayOf: (item: Item) => {
      const found = sharesOf(item)
      if (found.some(({ endsAt }) => endsAt === null)) return null
      return found.toSorted((one, other) => Date.parse(one.endsAt!) - Date.parse(other.endsAt!)).at(-1)?.lastDay ?? null
    },
  }
}

/** Items in the form in which the actor sees them. */
export const toDriveItems = async (items: readonly Item[], context: Context): Promise<DriveItem[]> => {
  const folders = items.filter(({ folder }) => folder).map(({ uniqueId }) => uniqueId)
  const [counts, addressesTo, owners, access] = await Promise.all([
    countChildren(folders, context),
    addressesOf(items, context),
    ownersOf(items, context),
    accessTo(items, context),
  ])
  const toReply = (item: Item): DriveItem => {
    const { uniqueId, documentId, name, folder, parentId, ownerId, dateCreated, updatedAt, mimeType } = item
    const owner = owners.get(ownerId)!
    return {
      uniqueId,
      documentId,
      name,
      folder,
      ownerId,
      dateCreated,
      updatedAt,
      mimeType,
      parentFolderId: access.isParentVisible(item) ? parentId : null,
      size: folder ? null : item.size,
      items: folder ? (counts.get(uniqueId) ?? 0) : null,
      ...addressesTo(item),
      lastDay: access.lastDayOf(item),
      createdByUser: { uniqueId: ownerId, fullName: fullNameOf(owner), userCompanyName: owner.userCompanyName },
    }
  }
  return items.map(toReply)
}

/** One item in the form in which the actor sees it. */
export const toDriveItem = async (item: Item, context: Context) => (await toDriveItems([item], context))[0]!

interface ListQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
interface FilteredQuery extends ListQuery {
  name?: string | undefined
  sharedWith?: string | undefined
}

const { uniqueId, placeId, ancestors, sortKey, dateCreated, updatedAt, size } = driveItems
const listing = { table: driveItems, sorts: { name: sortKey, dateCreated, updatedAt, size } }

/** The actor's own items, if they may have a drive. */
const ownCondition = ({ actor }: ReadContext) => rowCondition({ table: driveItems }, drivePolicy.keep, actor)

/** What the actor shares with an address. What others share with it is not visible to the actor. */
const sharedWithAddress = (address: string, { actor }: ReadContext) =>
  and(eq(driveShares.ownerId, actor.uniqueId), sql`lower(${driveShares.emailAddress}) = ${address}`, hasNotExpired)

/** The items of a folder that are shared with an address: all, if the folder or an ancestor is shared; otherwise those that are shared directly. */
const isSharedWithAddress = async (input: string | undefined, folder: Item | null, context: ReadContext) => {
  const address = input?.trim().toLowerCase()
  if (!address) return undefined
  const shared = sharedWithAddress(address, context)
  const path = folder ? [...folder.ancestors, folder.uniqueId] : []
  const isWhole = path.length > 0 && (await context.db.$count(driveShares, and(shared, inArray(driveShares.itemId, path)))) > 0
  return isWhole ? undefined : inArray(uniqueId, sql`(select ${driveShares.itemId} from ${driveShares} where ${shared})`)
}

const conditions = ({ q }: ListQuery, allowed: SQL | undefined, filters: readonly (SQL | undefined)[]) =>
  [allowed ?? sql`false`, searchContainsWords(driveItems, q), ...filters] as const

const pageOf = async (query: ListQuery, context: ReadContext, allowed: SQL | undefined, ...filters: (SQL | undefined)[]) => {
  const { page = 0, size: many = 10, sort = 'name' } = query
  const criteria = conditions(query, allowed, filters)
  return listTable(listing, { page, size: many, sort }, context, criteria, (rows) => toDriveItems(rows, context))
}

/** A page; or everything, streamed, if no page was requested. */
const pageOrAll = async (query: ListQuery, context: ReadContext, allowed: SQL | undefined, ...filters: (SQL | undefined)[]) => {
  const { page, size: many, sort = 'name' } = query
  if (page !== undefined || many !== undefined) return pageOf(query, context, allowed, ...filters)
  return listTable(listing, { sort }, context, conditions(query, allowed, filters), (rows) => toDriveItems(rows, context))
}

const listFiltered = async (
  { name, sharedWith, ...query }: FilteredQuery,
  context: ReadContext,
  allowed: SQL | undefined,
  folder: Item | null = null,
) => pageOrAll(query, context, allowed, searchContains(driveItems, name), await isSharedWithAddress(sharedWith, folder, context))

/** The direct contents of a folder that the actor may open. 404 otherwise, and where the folder is not this owner's. */
const listFolder = async (folderId: string, query: FilteredQuery, context: ReadContext, whose?: string) => {
  const folder = await findVisibleItem(folderId, context)
  if (!folder.folder || (whose && folder.ownerId !== whose)) throw notFound(say('Folder not found'))
  return listFiltered(query, context, eq(placeId, folder.uniqueId), folder)
}

export const contents = ({ uniqueId: folderId, ...query }: FilteredQuery & { uniqueId: string }, context: ReadContext) =>
  listFolder(folderId, query, context)

interface FolderQuery extends FilteredQuery {
  ownerId?: string | undefined
  parentId?: string | undefined
}

/** The contents of a folder; the root of the actor's own drive; or what somebody else shares with the actor directly. Ten rows by default. */
export const list = async ({ ownerId: whose, parentId, ...rest }: FolderQuery, context: ReadContext) => {
  const query = { page: 0, size: 10, ...rest }
  const me = context.actor.uniqueId
  if (parentId) return listFolder(parentId, query, context, whose)
  if (!whose || whose === me) return listFiltered(query, context, and(ownCondition(context), eq(placeId, me)))
  const condition = and(isSharedDirectlyWith(me), eq(driveShares.ownerId, whose))
  return listFiltered(
    query,
    context,
    sql`${uniqueId} = any(array(select ${driveShares.itemId} from ${driveShares} where ${condition}))`,
  )
}

/** Up to so many shares are looked up by the index on ancestors, which takes longer with each share. */
const MAX_INDEXED_SHARES = 100

/** The ids of what others share with the actor directly, at most one more than the limit. */
const findSharedIds = async ({ db, actor }: ReadContext) => {
  const { itemId } = driveShares
  const rows = await db
    .select({ itemId })
    .from(driveShares)
    .where(isSharedDirectlyWith(actor.uniqueId))
    .limit(MAX_INDEXED_SHARES + 1)
  return rows.map((row) => row.itemId)
}

/** It is one of these items, or is in one of them. */
const isInShared = (itemIds: readonly string[]) => {
  const ids = sql`${sql.param([...itemIds])}::uuid[]`
  return sql`(${uniqueId} = any(${ids}) or ${ancestors} && ${ids})`
}

/**
 * It is one of the many items that others share with the actor, or is in one of them. As an array, PostgreSQL looks up these and the actor's own
 * items, instead of all items of the tenant. `offset 0` makes it descend folder by folder, by an index; otherwise it would join the whole table at each step.
 */
const isInManyShared = ({ actor, scope }: ReadContext) => {
  const found = (condition: SQL) =>
    sql`lateral (select id, folder from drive_item where tenant_id = ${scope.tenantId} and ${condition} and deleted_at is null offset 0)`
  return sql`${uniqueId} = any(array(
    with recursive seen as (
      select item.id, item.folder from drive_share, ${found(sql`id = drive_share.item_id`)} item
        where drive_share.tenant_id = ${scope.tenantId} and ${isSharedDirectlyWith(actor.uniqueId)}
      union select child.id, child.folder from seen, ${found(sql`parent_id = seen.id`)} child where seen.folder)
    select id from seen))`
}

/** Everything that the actor may open. */
const visibleCondition = async (context: ReadContext) => {
  const sharedIds = await findSharedIds(context)
  if (sharedIds.length === 0) return ownCondition(context)
  return or(ownCondition(context), sharedIds.length > MAX_INDEXED_SHARES ? isInManyShared(context) : isInShared(sharedIds))
}

/** By name; without a search text by the latest change. */
const withDefaultSort = (query: ListQuery) => ({ sort: query.q?.trim() ? 'name' : '-updatedAt', ...query })

/** Finds items in all folders. */
export const find = async (query: ListQuery, context: ReadContext) =>
  pageOrAll(withDefaultSort(query), context, await visibleCondition(context))

/** The first of what `find` finds by a text, those whose name it is or begins with before others. */
export const findBest = async (q: string, most: number, context: ReadContext) => {
  const [allowed, ...filters] = conditions({ q }, await visibleCondition(context), [])
  const source = { ...listing, titleLine: 1, titleKeys: [] }
  const { rows, ...found } = await rankedHits(context.db, source, { text: q, size: most, sort: 'name' }, allowed, ...filters)
  return { ...found, rows: await toDriveItems(rows, context) }
}
