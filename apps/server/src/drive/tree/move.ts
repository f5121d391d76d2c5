import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { Refusal } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { ownFolder, ownItems } from '../drive.access.ts'
import { tellRights } from '../drive.news.ts'
import { above, freeName, holdTree, namesakes, noteDrive, placeOf } from '../drive.place.ts'
import { driveItems, type Item, named } from '#drive/schema/drive.table'
import { carryBeneath, heightOf } from '../beneath.ts'

/** A folder cannot come to lie in itself, nor in what lies in it. */
const checkCycle = (items: readonly Item[], target: Item | null) => {
  const way = target ? [...target.ancestors, target.uniqueId] : []
  if (items.some(({ uniqueId }) => way.includes(uniqueId))) throw new Refusal(404, say('A folder cannot be moved into itself'))
}

/** Puts an item that comes from elsewhere into the folder, under a name that is free there. */
const put = async (item: Item, target: Item | null, name: string, context: WriteContext) => {
  const { tx } = context
  const ancestors = above(target, item.folder ? await heightOf(item, tx) : 0)
  const parentId = target?.uniqueId ?? null
  await tx
    .update(driveItems)
    .set({ ...named(name, item.folder), parentId, ancestors, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, item.uniqueId))
  if (item.folder) await carryBeneath(item, ancestors, tx)
}

/** The names of the folders that items lie in. The root has none. */
const placesOf = async (items: readonly Item[], context: WriteContext) => {
  const folders = [...new Set(items.flatMap(({ parentId }) => parentId ?? []))]
  const found = folders.length > 0 ? await ownItems(folders, context) : []
  return new Map(found.map(({ uniqueId, name }) => [uniqueId, name]))
}

/** Moves each of these into the folder itself: what lies in another of them leaves that one. */
export const move = async ({ uniqueIds, parentId }: { uniqueIds: string[]; parentId: string | null }, context: WriteContext) => {
  const me = context.actor.uniqueId
  await holdTree(context, me)
  const [items, target] = [await ownItems(uniqueIds, context), await ownFolder(parentId, context)]
  checkCycle(items, target)
  const coming = items.filter((item) => item.parentId !== parentId)
  const [places, placeId] = [await placesOf(coming, context), placeOf(target, me)]
  const names = coming.map(({ name }) => name)
  const taken = new Set((await namesakes(names, placeId, context)).map(({ nameKey }) => nameKey))
  const called = new Map(items.map(({ uniqueId, name }) => [uniqueId, name]))
  // The deepest first: what has left a folder is not carried with it.
  for (const item of coming.toSorted((one, other) => other.ancestors.length - one.ancestors.length)) {
    const name = taken.has(item.nameKey) ? await freeName(item.name, item.folder, placeId, context) : item.name
    taken.add(named(name, item.folder).nameKey)
    await put(item, target, name, context)
    await noteDrive(context, 'MOVED', [{ ...item, name }], places.get(item.parentId ?? ''))
    called.set(item.uniqueId, name)
  }
  await tellRights(coming, context, target)
  const moved = new Set(coming)
  return items.map((item) => ({
    uniqueId: item.uniqueId,
    outcome: moved.has(item) ? ('DONE' as const) : ('UNCHANGED' as const),
    name: called.get(item.uniqueId)!,
  }))
}
