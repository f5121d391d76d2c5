import type { DriveAction } from '@tradewind/contract/drive/item'
import { DEPTH, NAME_BYTES } from '@tradewind/contract/drive/name'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { driveActivities, driveItems, driveShares, type Item, named } from '#drive/schema/drive.table'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { anyOf } from '#kit/database/scoped'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { type News, notifyAfterCommit, notifyNodes } from '#kit/notifyNodes'

export const idsOf = (items: readonly Pick<Item, 'uniqueId'>[]) => items.map(({ uniqueId }) => uniqueId)

/** Ids of these items and of all beneath them, what lies in the trash included. Followed by `parent_id`, which an index finds behind the wall, too. */
export const withBeneath = (ids: readonly string[]): SQL => sql`
  with recursive beneath as (
    select id from drive_item where id = ${anyOf(ids)}
    union select child.id from drive_item child join beneath on child.parent_id = beneath.id)
  select id from beneath`

/** How many folders lie above the deepest thing in an item, counted from the item. */
export const heightOf = async ({ uniqueId, ancestors }: Item, tx: Tx) => {
  const { rows } = await tx.execute<{ deepest: number }>(
    sql`select max(cardinality(ancestors)) as deepest from ${driveItems} where ${driveItems.uniqueId} in (${withBeneath([uniqueId])})`,
  )
  return rows[0]!.deepest - ancestors.length
}

/** Has all beneath an item lie beneath these folders and it. The item itself is not changed. */
export const carryBeneath = async ({ uniqueId, ancestors }: Item, above: readonly string[], tx: Tx) => {
  await tx.execute(sql`update ${driveItems} set ancestors = ${sql.param([...above])}::uuid[] || ancestors[${ancestors.length + 1}::int:]
    where ${driveItems.uniqueId} in (${withBeneath([uniqueId])}) and ${driveItems.uniqueId} <> ${uniqueId}`)
}

type Placed = Pick<Item, 'uniqueId' | 'ancestors'>

/** So many readers are told one by one; of more, the whole tenant is told once. */
const MANY = 50

/** Ids of these items and of the folders above them, as an array. */
const wayTo = (items: readonly Placed[]) =>
  sql`${sql.param([...new Set(items.flatMap(({ uniqueId, ancestors }) => [...ancestors, uniqueId]))])}::uuid[]`

/** The news for whoever one of these is shared with: an array of ids. */
const newsFor = async (ids: SQL, { tx, scope }: WriteContext): Promise<News[]> => {
  const { itemId, userId } = driveShares
  const found = await tx
    .selectDistinct({ userId })
    .from(driveShares)
    .where(and(sql`${itemId} = any(${ids})`, isNotNull(userId)))
    .limit(MANY + 1)
  const news = { topic: 'drive', tenantId: scope.tenantId }
  return found.length > MANY ? [news] : found.map((reader) => ({ ...news, userId: reader.userId! }))
}

/**
 * Who may open these items, or what lies in them, may have changed, and with it what lies in the folder that they come to: their readers' pages
 * and the owner's ask anew, and running downloads are looked at again.
 */
export const tellRights = async (items: readonly Placed[], context: WriteContext, folder: Placed | null = null) => {
  if (items.length === 0) return
  const { tx, scope, actor } = context
  const news = await newsFor(sql`array(${withBeneath(idsOf(items))}) || ${wayTo(folder ? [...items, folder] : items)}`, context)
  for (const one of [...news, { topic: 'drive', tenantId: scope.tenantId, userId: actor.uniqueId }]) await notifyNodes(tx, one)
}

/** These items have come or changed: the pages of whoever they are shared with ask anew. */
const mentionItems = async (items: readonly Placed[], context: WriteContext) => {
  for (const one of await newsFor(wayTo(items), context)) notifyAfterCommit(context.tx, one)
}

/** Who changes the tree of a drive waits for whoever does so just now: names stay unique, and no folder comes to lie in itself. */
export const holdDrive = ({ tx, scope }: WriteContext, ownerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.tenantId} ${ownerId}`}, 7))`)

/** The same for what concerns all that lies beneath an item: that takes as long as it takes. */
export const holdTree = async (context: WriteContext, ownerId: string) => {
  await holdDrive(context, ownerId)
  await context.tx.execute(sql`set local statement_timeout = 0`)
}

/** What lies right in a folder: at the root, in the place that is named by its owner. */
export const placeOf = (folder: Pick<Item, 'uniqueId'> | null, ownerId: string) => folder?.uniqueId ?? ownerId

/** The folders above whatever lies in this one. 422 where that is too deep. */
export const above = (folder: Pick<Item, 'uniqueId' | 'ancestors'> | null, deeper = 0) => {
  const ancestors = folder ? [...folder.ancestors, folder.uniqueId] : []
  if (ancestors.length + deeper >= DEPTH)
    throw invalid({ parentId: say('Folders can be {count} levels deep at most', { count: DEPTH }) })
  return ancestors
}

/** The living items of a place that have one of these names. */
export const namesakes = (names: readonly string[], placeId: string, { tx }: WriteContext) =>
  tx
    .select()
    .from(driveItems)
    .where(
      and(
        eq(driveItems.placeId, placeId),
        inArray(
          driveItems.nameKey,
          names.map((name) => named(name, false).nameKey),
        ),
        isNull(driveItems.deletedAt),
      ),
    )

const parted = (name: string, folder: boolean) => {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** As much of a text as fits into so many bytes, without half a letter. */
const cut = (text: string, bytes: number) => {
  const whole = Buffer.from(text)
  return whole.length <= bytes
    ? text
    : whole
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\uFFFD+$/u, '')
}

/** `offer (2).pdf`: the name with the next number. An ending that leaves no room for anything before it is none. */
const numbered = (name: string, folder: boolean, number: number): string => {
  const [stem, end] = parted(name, folder) as [string, string]
  const tail = ` (${number})${end}`
  const kept = cut(stem, Math.max(0, NAME_BYTES - Buffer.byteLength(tail)))
  return kept || end === '' ? `${kept}${tail}` : numbered(name, true, number)
}

/** The name itself where it is free in a place, else with the first number that is. The drive is held. */
export const freeName = async (name: string, folder: boolean, placeId: string, context: WriteContext) => {
  for (let number = 1; ; number += 20) {
    const tried = Array.from({ length: 20 }, (_, at) => (number + at === 1 ? name : numbered(name, folder, number + at)))
    const taken = new Set((await namesakes(tried, placeId, context)).map(({ nameKey }) => nameKey))
    const free = tried.find((each) => !taken.has(named(each, folder).nameKey))
    if (free) return free
  }
}

/** Writes down what was done to items, for their owners. */
export const noteDrive = (
  context: WriteContext,
  action: DriveAction,
  items: readonly Pick<Item, 'uniqueId' | 'ownerId' | 'name'>[],
  detail?: string,
) =>
  insertMany(
    context.tx,
    driveActivities,
    items.map(({ uniqueId, ownerId, name }) => ({
      itemId: uniqueId,
      ownerId,
      name,
      action,
      detail: detail ?? null,
      createdBy: context.actor.uniqueId,
    })),
  )

/** Writes down that items have come or changed, which whoever they are shared with hears of. */
export const noteChange = async (
  context: WriteContext,
  action: 'UPLOADED' | 'REPLACED' | 'CREATED' | 'RENAMED',
  items: readonly Pick<Item, 'uniqueId' | 'ownerId' | 'name' | 'ancestors'>[],
  detail?: string,
) => {
  await noteDrive(context, action, items, detail)
  await mentionItems(items, context)
}

/** A new folder in a folder of the own drive, or at its root. The drive is held, and the name is free. */
export const addFolder = async (name: string, folder: Item | null, context: WriteContext): Promise<Item> => {
  const { tx, actor } = context
  const row = {
    ...named(name, true),
    ownerId: actor.uniqueId,
    createdBy: actor.uniqueId,
    parentId: folder?.uniqueId ?? null,
    folder: true,
    ancestors: above(folder),
  }
  const [made] = await tx.insert(driveItems).values(row).returning()
  await noteChange(context, 'CREATED', [made!])
  return made!
}
