import { say } from '@tradewind/contract/kit/say'
import { and, isNull, sql } from 'drizzle-orm'
import { driveItems, type Item, named } from '#drive/schema/drive.table'
import { insertMany } from '#kit/database/insert'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { above, freeName, noteChange, placeOf } from '../drive.place.ts'

/** Two paths are the same where they differ in case alone. */
export const keyOf = (path: string) =>
  path
    .split('/')
    .map((name) => named(name, false).nameKey)
    .join('/')

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string) => path.split('/').length

/** A path and every folder above it, the outermost last. */
const upwards = (path: string): string[] => (path === '' ? [] : [path, ...upwards(folderOf(path))])

/** Every folder that these paths need, by its key, as it is first spelt. */
export const foldersFor = (files: readonly string[], folders: readonly string[]) => {
  const needed = new Map<string, string>()
  const add = (path: string) => {
    for (const each of upwards(path)) if (!needed.has(keyOf(each))) needed.set(keyOf(each), each)
  }
  for (const path of folders) add(path)
  for (const path of new Set(files.map(folderOf))) add(path)
  return needed
}

/** Refuses two files at one place, and a file where a folder is to be. */
export const checkFiles = (files: readonly string[], folders: ReadonlyMap<string, string>) => {
  const seen = new Set<string>()
  for (const [at, path] of files.entries()) {
    const key = keyOf(path)
    if (seen.has(key)) throw invalid({ [`files.${at}.path`]: say('Another file of this upload has this name') })
    if (folders.has(key)) throw invalid({ [`files.${at}.path`]: say('A folder of this upload has this name') })
    seen.add(key)
  }
}

export type Folder = Pick<Item, 'uniqueId' | 'ancestors'>
/** The name at a place: of a file or folder that is there, or may be. */
interface Spot {
  placeId: string
  name: string
}

const spotKey = ({ placeId, name }: Spot) => `${placeId}/${named(name, false).nameKey}`

/** The living items that are at these spots. */
export const standingAt = async (spots: readonly Spot[], { tx }: WriteContext) => {
  const asked = spots.map(({ placeId, name }) => ({ place_id: placeId, name_key: named(name, false).nameKey }))
  const given = sql`json_to_recordset(${JSON.stringify(asked)}::json) as asked(place_id uuid, name_key text)`
  const there = sql`(${driveItems.placeId}, ${driveItems.nameKey}) in (select place_id, name_key from ${given})`
  const found = await tx
    .select()
    .from(driveItems)
    .where(and(there, isNull(driveItems.deletedAt)))
  const byKey = new Map(found.map((item) => [spotKey(item), item]))
  return (spot: Spot) => byKey.get(spotKey(spot))
}

const levelsOf = (paths: Iterable<string>) =>
  [...Map.groupBy(paths, depthOf)].toSorted(([one], [other]) => one - other).map(([, level]) => level)

/** What is at these paths beneath a folder, as far as their folders are there. */
export const standingBeneath = async (paths: readonly string[], parent: Item | null, context: WriteContext) => {
  const { uniqueId: me } = context.actor
  const found = new Map<string, Item | null>([['', parent]])
  const asked = new Map(paths.flatMap(upwards).map((path) => [keyOf(path), path]))
  for (const level of levelsOf(asked.values())) {
    const spots = level.flatMap((path) => {
      const folder = found.get(keyOf(folderOf(path)))
      if (folder === undefined || folder?.folder === false) return []
      return [{ path, placeId: placeOf(folder, me), name: nameOf(path) }]
    })
    const standing = await standingAt(spots, context)
    for (const spot of spots) {
      const item = standing(spot)
      if (item) found.set(keyOf(spot.path), item)
    }
  }
  return (path: string) => found.get(keyOf(path)) ?? undefined
}

/** Makes folders in one place each; their names are free. */
const addFolders = async (wanted: readonly { name: string; folder: Folder | null }[], context: WriteContext) => {
  const { tx, actor } = context
  const stamps = { ownerId: actor.uniqueId, createdBy: actor.uniqueId, folder: true }
  const rows = wanted.map(({ name, folder }) => ({
    ...named(name, true),
    ...stamps,
    parentId: folder?.uniqueId ?? null,
    ancestors: above(folder),
  }))
  const ids = await insertMany(tx, driveItems, rows)
  const made = rows.map((row, at) => ({ ...row, uniqueId: ids[at]! }))
  await noteChange(context, 'CREATED', made)
  return made
}

/**
 * The folders at these paths beneath one of the own drive, by the path's key; '' is that one. Those that stand are used, the others are
 * made; one whose name a file has gets a number. The drive is held.
 */
export const makeFolders = async (paths: Iterable<string>, parent: Item | null, context: WriteContext) => {
  const me = context.actor.uniqueId
  const folders = new Map<string, Folder | null>([['', parent]])
  for (const level of levelsOf(paths)) {
    const spots = level.map((path) => {
      const folder = folders.get(keyOf(folderOf(path)))!
      return { path, folder, placeId: placeOf(folder, me), name: nameOf(path) }
    })
    const standing = await standingAt(spots, context)
    const missing: typeof spots = []
    for (const spot of spots) {
      const there = standing(spot)
      if (there?.folder) folders.set(keyOf(spot.path), there)
      else missing.push(there ? { ...spot, name: await freeName(spot.name, true, spot.placeId, context) } : spot)
    }
    const made = await addFolders(missing, context)
    for (const [at, { path }] of missing.entries()) folders.set(keyOf(path), made[at]!)
  }
  return folders
}
