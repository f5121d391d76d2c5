import { type DriveAction, MAX_FOLDER_DEPTH, MAX_NAME_BYTES } from '@tradewind/contract/drive/item'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { driveActivities, driveItems, driveShares, type Item, nameColumns } from '#drive/schema/drive.table'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { anyOf } from '#kit/database/scoped'
import { disableStatementTimeout } from '#kit/database/transaction'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { type News, notifyAfterCommit, notifyNodes } from '#kit/notifyNodes'
import { hasNotExpired } from './drive.access.ts'

export const idsOf = (items: readonly Pick<Item, 'uniqueId'>[]) => items.map(({ uniqueId }) => uniqueId)

/** Ids of these items and of all their descendants, including those in the trash. Follows `parent_id`, whose index is used under row-level security, too. */
export const withDescendants = (ids: readonly string[]): SQL => sql`
  with recursive beneath as (
    select id from drive_item where id = ${anyOf(ids)}
    union select child.id from drive_item child join beneath on child.parent_id = beneath.id)
  select id from beneath`

/** The height of an item's subtree: how many levels its deepest descendant is below it. */
export const heightOf = async ({ uniqueId, ancestors }: Item, tx: Tx) => {
  const { rows } = await tx.execute<{ deepest: number }>(
    sql`select max(cardinality(ancestors)) as deepest from ${driveItems} where ${driveItems.uniqueId} in (${withDescendants([uniqueId])})`,
  )
  return rows[0]!.deepest - ancestors.length
}

/** Moves all descendants of an item below these ancestors. Does not change the item itself. */
export const moveDescendants = async ({ uniqueId, ancestors }: Item, newAncestors: readonly string[], tx: Tx) => {
  await tx.execute(sql`update ${driveItems} set ancestors = ${sql.param([...newAncestors])}::uuid[] || ancestors[${ancestors.length + 1}::int:]
    where ${driveItems.uniqueId} in (${withDescendants([uniqueId])}) and ${driveItems.uniqueId} <> ${uniqueId}`)
}

type ItemPath = Pick<Item, 'uniqueId' | 'ancestors'>

/** Up to so many readers are notified one by one; beyond that, the whole tenant is notified once. */
const MAX_NOTIFIED = 50

/** Ids of these items and of their ancestor folders, as an array. */
const withAncestors = (items: readonly ItemPath[]) =>
  sql`${sql.param([...new Set(items.flatMap(({ uniqueId, ancestors }) => [...ancestors, uniqueId]))])}::uuid[]`

/** The node messages for the users with whom one of these items is shared, and for the owner, whose other pages reload. `ids` is an SQL array. */
const newsFor = async (ids: SQL, { tx, scope, actor }: WriteContext): Promise<News[]> => {
  const { itemId, userId } = driveShares
  const found = await tx
    .selectDistinct({ userId })
    .from(driveShares)
    .where(and(sql`${itemId} = any(${ids})`, isNotNull(userId), hasNotExpired))
    .limit(MAX_NOTIFIED + 1)
  const news = { topic: 'drive', tenantId: scope.tenantId }
  if (found.length > MAX_NOTIFIED) return [news]
  return [...found.map((reader) => reader.userId!), actor.uniqueId].map((id) => ({ ...news, userId: id }))
}

/**
 * Notifies that the rights to these items and their descendants may have changed, and with them the contents of the target folder. The pages of their
 * readers and of the owner reload, and running downloads are checked again.
 */
export const notifyRightsChanged = async (items: readonly ItemPath[], context: WriteContext, folder: ItemPath | null = null) => {
  if (items.length === 0) return
  const news = await newsFor(
    sql`array(${withDescendants(idsOf(items))}) || ${withAncestors(folder ? [...items, folder] : items)}`,
    context,
  )
  for (const one of news) await notifyNodes(context.tx, one)
}

/** Notifies that these items were added or changed: the pages of their readers and of the owner reload. */
const notifyItemsChanged = async (items: readonly ItemPath[], context: WriteContext) => {
  for (const one of await newsFor(withAncestors(items), context)) notifyAfterCommit(context.tx, one)
}

/** Locks the drive's tree for this transaction, so that names stay unique and no folder becomes its own descendant. */
export const lockDrive = ({ tx, scope }: WriteContext, ownerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.tenantId} ${ownerId}`}, 7))`)

/** Locks the drive for work on a whole subtree: without a statement timeout, since that may take long. */
export const lockTree = async (context: WriteContext, ownerId: string) => {
  await lockDrive(context, ownerId)
  await disableStatementTimeout(context.tx)
}

/** The parent under which direct contents are stored: the folder's id, or the owner's id at the root. */
export const placeIdOf = (folder: Pick<Item, 'uniqueId'> | null, ownerId: string) => folder?.uniqueId ?? ownerId

/** The ancestors of an item in this folder. 422 where that is too deep. */
export const ancestorsInFolder = (folder: Pick<Item, 'uniqueId' | 'ancestors'> | null, deeper = 0) => {
  const ancestors = folder ? [...folder.ancestors, folder.uniqueId] : []
  if (ancestors.length + deeper >= MAX_FOLDER_DEPTH)
    throw invalid({ parentId: say('Folders can be {count} levels deep at most', { count: MAX_FOLDER_DEPTH }) })
  return ancestors
}

/** The items in a folder, not deleted, that have one of these names. */
export const findItemsNamed = (names: readonly string[], placeId: string, { tx }: WriteContext) =>
  tx
    .select()
    .from(driveItems)
    .where(
      and(
        eq(driveItems.placeId, placeId),
        inArray(
          driveItems.nameKey,
          names.map((name) => nameColumns(name, false).nameKey),
        ),
        isNull(driveItems.deletedAt),
      ),
    )

/** A name in a folder, whether or not an item has it. */
export interface Spot {
  placeId: string
  name: string
}

export const spotKey = ({ placeId, name }: Spot) => `${placeId}/${nameColumns(name, false).nameKey}`

/** The items, not deleted, that have these names in these folders. */
export const findItemsAt = async (spots: readonly Spot[], { tx }: WriteContext) => {
  const rows = spots.map(({ placeId, name }) => ({ place_id: placeId, name_key: nameColumns(name, false).nameKey }))
  const recordset = sql`json_to_recordset(${JSON.stringify(rows)}::json) as asked(place_id uuid, name_key text)`
  const there = sql`(${driveItems.placeId}, ${driveItems.nameKey}) in (select place_id, name_key from ${recordset})`
  const found = await tx
    .select()
    .from(driveItems)
    .where(and(there, isNull(driveItems.deletedAt)))
  const byKey = new Map(found.map((item) => [spotKey(item), item]))
  return (spot: Spot) => byKey.get(spotKey(spot))
}

const splitName = (name: string, folder: boolean) => {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** Truncates a text to so many bytes, without splitting a character. */
const truncate = (text: string, bytes: number) => {
  const buffer = Buffer.from(text)
  return buffer.length <= bytes
    ? text
    : buffer
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\uFFFD+$/u, '')
}

/** `offer (2).pdf`: the name with this number. An extension that leaves no room for a stem is treated as part of the name. */
export const numberedName = (name: string, folder: boolean, number: number): string => {
  const [stem, end] = splitName(name, folder) as [string, string]
  const tail = ` (${number})${end}`
  const stemPart = truncate(stem, Math.max(0, MAX_NAME_BYTES - Buffer.byteLength(tail)))
  return stemPart || end === '' ? `${stemPart}${tail}` : numberedName(name, true, number)
}

/** The numbers that `findFreeName` tries at a time. */
const NUMBERS_TRIED = 20

/** Numbers from one to another at equal distances, without the first, with the last. */
const numbersBetween = (first: number, last: number) => {
  const step = Math.ceil((last - first) / NUMBERS_TRIED)
  const between = Array.from({ length: NUMBERS_TRIED }, (_, at) => first + step * (at + 1))
  return [...between.filter((number) => number < last), last]
}

/**
 * The name itself if it is free in the folder, else a numbered name: the first that is free, or, where many are taken, one after a taken one, which
 * few queries find among any number of names. The drive is locked.
 */
export const findFreeName = async (name: string, folder: boolean, placeId: string, context: WriteContext) => {
  const nameOf = (number: number) => (number === 1 ? name : numberedName(name, folder, number))
  const findFree = async (numbers: readonly number[]) => {
    const takenKeys = new Set((await findItemsNamed(numbers.map(nameOf), placeId, context)).map(({ nameKey }) => nameKey))
    return numbers.findIndex((number) => !takenKeys.has(nameColumns(nameOf(number), folder).nameKey))
  }
  const first = await findFree(Array.from({ length: NUMBERS_TRIED }, (_, at) => at + 1))
  if (first >= 0) return nameOf(first + 1)
  // The last one is random, and counts as free: nobody can take it on purpose.
  let tried = [...Array.from({ length: 15 }, (_, at) => NUMBERS_TRIED * 2 ** (at + 1)), randomInt(2 ** 30, 2 ** 40)]
  let taken = NUMBERS_TRIED
  for (;;) {
    const found = await findFree(tried)
    const at = found < 0 ? tried.length - 1 : found
    const free = tried[at]!
    if (at > 0) taken = tried[at - 1]!
    if (free - taken <= 1) return nameOf(free)
    tried = numbersBetween(taken, free)
  }
}

/** Actions that change what records show of the files that are attached to them. A file that is moved may get another name. */
const changesAttachedFiles: ReadonlySet<DriveAction> = new Set(['RENAMED', 'REPLACED', 'MOVED', 'DELETED', 'RESTORED'])

/** The name under which news of files is announced: pages of the records that they are attached to hear of it. */
export const FILE_KIND = 'file'

/** Maximum number of items in a message: a node message has at most 8,000 bytes. */
const MAX_IN_MESSAGE = 50

/** Notifies the pages of records to which these items, or files below them, are attached. */
const notifyRecordsOf = (items: readonly Pick<Item, 'uniqueId'>[], { tx, scope: { tenantId, partitionId } }: WriteContext) => {
  for (let from = 0; from < items.length; from += MAX_IN_MESSAGE) {
    const written = items.slice(from, from + MAX_IN_MESSAGE).map(({ uniqueId }) => ({ uniqueId, version: '' }))
    notifyAfterCommit(tx, { topic: 'record', tenantId, records: { kind: FILE_KIND, partitionId, written, about: [] } })
  }
}

/** Records activities on items, for their owners, and notifies the pages of records that show them. */
export const recordDriveActivity = (
  context: WriteContext,
  action: DriveAction,
  items: readonly Pick<Item, 'uniqueId' | 'ownerId' | 'name'>[],
  detail?: string,
  lastDay: string | null = null,
) => {
  if (changesAttachedFiles.has(action)) notifyRecordsOf(items, context)
  return insertMany(
    context.tx,
    driveActivities,
    items.map(({ uniqueId, ownerId, name }) => ({
      itemId: uniqueId,
      ownerId,
      name,
      action,
      detail: detail ?? null,
      lastDay,
      createdBy: context.actor.uniqueId,
    })),
  )
}

/** Records that items were added or changed, and notifies their readers and the owner's other pages. */
export const recordChange = async (
  context: WriteContext,
  action: 'UPLOADED' | 'REPLACED' | 'CREATED' | 'RENAMED',
  items: readonly Pick<Item, 'uniqueId' | 'ownerId' | 'name' | 'ancestors'>[],
  detail?: string,
) => {
  await recordDriveActivity(context, action, items, detail)
  await notifyItemsChanged(items, context)
}

/** Creates a folder in a folder of the actor's own drive, or at its root. The drive is locked, and the name is free. */
export const addFolder = async (name: string, folder: Item | null, context: WriteContext): Promise<Item> => {
  const { tx, actor } = context
  const row = {
    ...nameColumns(name, true),
    ownerId: actor.uniqueId,
    createdBy: actor.uniqueId,
    parentId: folder?.uniqueId ?? null,
    folder: true,
    ancestors: ancestorsInFolder(folder),
  }
  const [created] = await tx.insert(driveItems).values(row).returning()
  await recordChange(context, 'CREATED', [created!])
  return created!
}
