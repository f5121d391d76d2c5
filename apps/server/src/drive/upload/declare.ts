import type { Files, United } from '@tradewind/byte-store/files'
import type { Arriving, Clash } from '@tradewind/contract/drive/driveUpload.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, isNull, sql } from 'drizzle-orm'
import { driveBatches, driveItems, driveUploads, type Item, named } from '#drive/schema/drive.table'
import { insertMany } from '#kit/database/insert'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { lockBytes } from '#platform/document.queries'
import { ownFolder } from '../drive.access.ts'
import { above, freeName, holdDrive, noteChange, placeOf } from '../drive.place.ts'
import { orDropped, stored } from './flow.ts'
import { checkRoom, type Limits, uploadLimit } from './room.ts'
import { settle, type Whole } from './settle.ts'

/** Two paths are the same if they differ only in case. */
const keyOf = (path: string) =>
  path
    .split('/')
    .map((name) => named(name, false).nameKey)
    .join('/')

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const depthOf = (path: string) => path.split('/').length

/** A path and its ancestor folders, the outermost last. */
const upwards = (path: string): string[] => (path === '' ? [] : [path, ...upwards(folderOf(path))])

/** Every folder that these paths need, by its key, in its first spelling. */
const foldersFor = (files: readonly string[], folders: readonly string[]) => {
  const needed = new Map<string, string>()
  const add = (path: string) => {
    for (const each of upwards(path)) if (!needed.has(keyOf(each))) needed.set(keyOf(each), each)
  }
  for (const path of folders) add(path)
  for (const path of new Set(files.map(folderOf))) add(path)
  return needed
}

/** Rejects two files with the same path, and a file with the path of a folder. */
const checkFiles = (files: readonly string[], folders: ReadonlyMap<string, string>) => {
  const seen = new Set<string>()
  for (const [at, path] of files.entries()) {
    const key = keyOf(path)
    if (seen.has(key)) throw invalid({ [`files.${at}.path`]: say('Another file of this upload has this name') })
    if (folders.has(key)) throw invalid({ [`files.${at}.path`]: say('A folder of this upload has this name') })
    seen.add(key)
  }
}

type Folder = Pick<Item, 'uniqueId' | 'ancestors'>
/** A name in a folder, whether or not an item has it. */
interface Spot {
  placeId: string
  name: string
}

const spotKey = ({ placeId, name }: Spot) => `${placeId}/${named(name, false).nameKey}`

/** The items, not deleted, that have these names in these folders. */
const standingAt = async (spots: readonly Spot[], { tx }: WriteContext) => {
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

/** The items at these paths below a folder, as far as their folders exist. */
const standingBeneath = async (paths: readonly string[], parent: Item | null, context: WriteContext) => {
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

/** Creates folders, each in its parent; their names are free. */
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
 * The folders at these paths below a folder of the actor's own drive, by the path's key; '' is that folder. Existing ones are used, the others are
 * created; a folder whose name a file has gets a number. The drive is locked.
 */
const makeFolders = async (paths: Iterable<string>, parent: Item | null, context: WriteContext) => {
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

export interface Needs {
  files: Files
  jobs: Jobs
  settings: Limits
}
interface Declared {
  path: string
  size: number
  mimeType?: string | undefined
  clash: Clash
}
interface Given {
  parentId: string | null
  files: readonly Declared[]
  folders: readonly string[]
}
type Row = Pick<Arriving, 'path' | 'size' | 'received' | 'state' | 'itemId' | 'name' | 'problem'> & {
  clash: Clash
  parentId: string | null
  mimeType: string | null
}

/** Which of these paths are taken. */
export const clashes = async (
  { parentId, paths }: { parentId: string | null; paths: readonly string[] },
  context: WriteContext,
) => {
  const parent = await ownFolder(parentId, context)
  const standing = await standingBeneath(paths, parent, context)
  return paths.flatMap((path) => {
    const item = standing(path)
    if (!item) return []
    const { folder, size, updatedAt } = item
    return [{ path, folder, size: folder ? null : size, updatedAt }]
  })
}

/** The rows of declared files. A file that is to be skipped where its name is taken is marked as skipped now. */
const rowsOf = async (files: readonly Declared[], folders: ReadonlyMap<string, Folder | null>, context: WriteContext) => {
  const rows = files.map(({ path, size, clash, mimeType = '' }): Row => {
    const folder = folders.get(keyOf(folderOf(path)))!
    const come = { received: 0, state: 'WAITING', itemId: null, problem: null } as const
    return { path, name: nameOf(path), parentId: folder?.uniqueId ?? null, size, clash, mimeType: mimeType || null, ...come }
  })
  const spotOf = ({ parentId, name }: Row) => ({ placeId: parentId ?? placeOf(null, context.actor.uniqueId), name })
  const left = rows.filter(({ clash }) => clash === 'SKIP')
  const standing = await standingAt(left.map(spotOf), context)
  for (const row of left) if (standing(spotOf(row))) row.state = 'SKIPPED'
  return rows
}

/** Stores the empty content, if one of the files is empty. */
const bringEmpty = async ({ files }: Needs, declared: readonly Declared[], { scope }: WriteContext) =>
  declared.some(({ size }) => size === 0) ? [await stored(files.unite(scope.tenantId, []))] : []

/** Empty files are complete: they are put into the drive immediately. */
const settleEmpty = async (hash: string, rows: readonly Row[], context: WriteContext) => {
  for (const row of rows.filter(({ size, state }) => size === 0 && state === 'WAITING')) {
    const whole: Whole = { ...row, hash }
    const { item, problem } = await settle(whole, context)
    const become = item ? { state: 'DONE' as const, itemId: item.uniqueId, name: item.name } : { state: 'SKIPPED' as const }
    Object.assign(row, become, { problem })
  }
}

/** The bytes and items that these rows still need. */
const asked = (rows: readonly Row[]) => {
  const waiting = rows.filter(({ state }) => state === 'WAITING')
  return { bytes: waiting.reduce((sum, { size }) => sum + size, 0), items: waiting.length }
}

/** Saves a declared batch, which reserves its space. The drive is locked. */
const keep = async (rows: readonly Row[], context: WriteContext) => {
  const { tx, actor } = context
  const stamps = { ownerId: actor.uniqueId, createdBy: actor.uniqueId }
  const [batch] = await tx
    .insert(driveBatches)
    .values({ ...stamps, size: asked(rows).bytes })
    .returning()
  const ids = await insertMany(
    tx,
    driveUploads,
    rows.map((row) => ({ ...row, ...stamps, batchId: batch!.uniqueId })),
  )
  return { uniqueId: batch!.uniqueId, files: rows.map((row, at) => ({ ...row, uniqueId: ids[at]! })) }
}

/** Locks the drive, creates the folders of an upload and saves it. */
const put = async (
  needs: Needs,
  { parentId, files }: Given,
  needed: readonly string[],
  [empty]: United[],
  context: WriteContext,
) => {
  const { tenantId } = context.scope
  const limit = await uploadLimit(needs.settings, tenantId)
  if (empty) await lockBytes(context.tx, tenantId, empty.hash)
  await holdDrive(context, context.actor.uniqueId)
  const parent = await ownFolder(parentId, context)
  const paths = [...files.map(({ path }) => path), ...needed]
  above(parent, paths.reduce((deepest, path) => Math.max(deepest, depthOf(path)), 0) - 1)
  const rows = await rowsOf(files, await makeFolders(needed, parent, context), context)
  if (asked(rows).bytes > limit.bytes) throw limit.refuse()
  await checkRoom(needs.settings, asked(rows), context)
  if (empty) await settleEmpty(empty.hash, rows, context)
  const kept = await keep(rows, context)
  if (empty) await stored(empty.show())
  return kept
}

/** Declares an upload: creates its folders, reserves its space, and returns where each file is to be sent. */
export const declare = async (needs: Needs, given: Given, context: WriteContext) => {
  const { files, folders } = given
  if (files.length + folders.length === 0) throw invalid({ files: say('Name a file') })
  const paths = files.map(({ path }) => path)
  const needed = foldersFor(paths, folders)
  checkFiles(paths, needed)
  const empty = await bringEmpty(needs, files, context)
  return orDropped(empty, () => put(needs, given, [...needed.values()], empty, context))
}
