import type { Files, UnitedFile } from '@tradewind/byte-store/files'
import type { NameConflictAction, UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import { say } from '@tradewind/contract/kit/say'
import { inArray } from 'drizzle-orm'
import { driveBatches, driveItems, driveUploads, type Item, nameColumns } from '#drive/schema/drive.table'
import { insertMany, updateMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { lockBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { findOwnFolder } from '../drive.access.ts'
import {
  ancestorsInFolder,
  findFreeName,
  findItemsAt,
  idsOf,
  lockDrive,
  numberedName,
  placeIdOf,
  recordChange,
  type Spot,
  spotKey,
} from '../drive.items.ts'
import { addToDrive, documentRow, itemRow, trashedContentRow } from './addToDrive.ts'
import { checkDeclaredFiles, checkQuota, type Limits, uploadLimit } from './room.ts'
import { orDropFiles, orUnavailable } from './uploadStream.ts'

/** A declared file, before it is saved. */
type DeclaredRow = Pick<UploadingFile, 'path' | 'size' | 'received' | 'state' | 'itemId' | 'name' | 'problem'> & {
  clash: NameConflictAction
  parentId: string | null
  mimeType: string | null
}

/** An empty file with the name that it gets. */
interface NamedRow {
  row: DeclaredRow
  name: string
}

const setDone = (row: DeclaredRow, { uniqueId, name }: Pick<Item, 'uniqueId' | 'name'>) =>
  Object.assign(row, { state: 'DONE', itemId: uniqueId, name })

/** Up to which number names are looked up together. */
const LAST_NUMBER = 20
/** Numbers that are looked up by one query. */
const NUMBERS_TRIED = 4

/**
 * Numbered names that are free, also among the given keys and one another, for rows whose names are taken. Rows of which twenty names are taken get
 * none. The drive is locked.
 */
const findFreeNames = async (
  rows: readonly DeclaredRow[],
  takenKeys: Set<string>,
  spotOf: (row: DeclaredRow) => Spot,
  context: WriteContext,
) => {
  const named: NamedRow[] = []
  let unnamed = rows
  for (let first = 2; first <= LAST_NUMBER && unnamed.length > 0; first += NUMBERS_TRIED) {
    const spotsOf = (row: DeclaredRow) =>
      Array.from({ length: NUMBERS_TRIED }, (_, at) => ({
        ...spotOf(row),
        name: numberedName(row.name, false, first + at),
      }))
    const itemAt = await findItemsAt(unnamed.flatMap(spotsOf), context)
    unnamed = unnamed.filter((row) => {
      const free = spotsOf(row).find((spot) => !itemAt(spot) && !takenKeys.has(spotKey(spot)))
      if (!free) return true
      takenKeys.add(spotKey(free))
      named.push({ row, name: free.name })
      return false
    })
  }
  return { named, unnamed }
}

/** Creates items under these names, which are free. */
const createItems = async (
  named: readonly NamedRow[],
  hash: string,
  folderOf: (row: DeclaredRow) => Folder | null,
  context: WriteContext,
) => {
  const documentRows = named.map(({ row, name }) => documentRow({ ...row, name, hash }, context))
  const documentIds = await insertMany(context.tx, documents, documentRows)
  const itemRows = named.map(({ row, name }, at) => {
    const { size, mimeType } = documentRows[at]!
    return { ...itemRow(name, folderOf(row), context), documentId: documentIds[at]!, size, mimeType }
  })
  const ids = await insertMany(context.tx, driveItems, itemRows)
  const items = itemRows.map((item, at) => ({ ...item, uniqueId: ids[at]! }))
  if (items.length > 0) await recordChange(context, 'UPLOADED', items)
  for (const [at, item] of items.entries()) setDone(named[at]!.row, item)
}

/** Makes existing files empty. Their previous bytes go to the trash. */
const replaceItems = async (replaced: readonly { row: DeclaredRow; existing: Item }[], hash: string, context: WriteContext) => {
  if (replaced.length === 0) return
  const { tx } = context
  const items = replaced.map(({ existing }) => existing)
  const documentRows = replaced.map(({ row, existing }) => documentRow({ ...row, name: existing.name, hash }, context))
  const documentIds = await insertMany(tx, documents, documentRows)
  const trashedRows = items.map((existing) => trashedContentRow(existing, context))
  const trashedIds = await insertMany(tx, driveItems, trashedRows)
  const trashed = trashedIds.map((uniqueId) => ({ uniqueId, deletedWith: uniqueId }))
  await updateMany(tx, driveItems, ['deletedWith'], trashed)
  const contents = items.map(({ uniqueId }, at) => {
    const { size, mimeType } = documentRows[at]!
    return { uniqueId, documentId: documentIds[at]!, size, mimeType }
  })
  await updateMany(tx, driveItems, ['documentId', 'size', 'mimeType'], contents)
  const updatedAt = nextUpdatedAt(driveItems.updatedAt)
  await tx
    .update(driveItems)
    .set({ updatedAt })
    .where(inArray(driveItems.uniqueId, idsOf(items)))
  await recordChange(context, 'REPLACED', items)
  for (const { row, existing } of replaced) setDone(row, existing)
}

/**
 * Empty files are complete: they are put into the drive immediately, any number of them by a few statements. The drive is locked, and the rows that
 * are skipped are marked.
 */
const addEmptyFiles = async (
  hash: string,
  rows: readonly DeclaredRow[],
  folderOf: (row: DeclaredRow) => Folder | null,
  context: WriteContext,
) => {
  const spotOf = (row: DeclaredRow) => ({ placeId: placeIdOf(folderOf(row), context.actor.uniqueId), name: row.name })
  const empty = rows.filter(({ size, state }) => size === 0 && state === 'WAITING')
  const itemAt = await findItemsAt(empty.map(spotOf), context)
  const isReplaced = (row: DeclaredRow) => row.clash === 'REPLACE' && itemAt(spotOf(row))?.folder === false
  const created = empty.filter((row) => !itemAt(spotOf(row))).map((row) => ({ row, name: row.name }))
  const taken = empty.filter((row) => itemAt(spotOf(row)) && !isReplaced(row))
  const takenKeys = new Set(created.map(({ row }) => spotKey(spotOf(row))))
  const { named, unnamed } = await findFreeNames(taken, takenKeys, spotOf, context)
  await createItems([...created, ...named], hash, folderOf, context)
  const replaced = empty.filter(isReplaced).map((row) => ({ row, existing: itemAt(spotOf(row))! }))
  await replaceItems(replaced, hash, context)
  for (const row of unnamed) setDone(row, (await addToDrive({ ...row, clash: 'KEEP', hash }, context)).item!)
}

/** Two paths are the same if they differ only in case. */
const keyOf = (path: string) =>
  path
    .split('/')
    .map((name) => nameColumns(name, false).nameKey)
    .join('/')

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const depthOf = (path: string) => path.split('/').length

/** A path and its ancestor folders, the outermost last. */
const withAncestorPaths = (path: string): string[] => (path === '' ? [] : [path, ...withAncestorPaths(folderOf(path))])

/** Every folder that these paths need, by its key, in its first spelling. */
const foldersFor = (files: readonly string[], folders: readonly string[]) => {
  const pathsByKey = new Map<string, string>()
  const add = (path: string) => {
    for (const each of withAncestorPaths(path)) if (!pathsByKey.has(keyOf(each))) pathsByKey.set(keyOf(each), each)
  }
  for (const path of folders) add(path)
  for (const path of new Set(files.map(folderOf))) add(path)
  return pathsByKey
}

/** Rejects two files with the same path, and a file with the path of a folder. */
const checkFiles = (files: readonly string[], folders: ReadonlyMap<string, string>) => {
  const seenKeys = new Set<string>()
  for (const [at, path] of files.entries()) {
    const key = keyOf(path)
    if (seenKeys.has(key)) throw invalid({ [`files.${at}.path`]: say('Another file of this upload has this name') })
    if (folders.has(key)) throw invalid({ [`files.${at}.path`]: say('A folder of this upload has this name') })
    seenKeys.add(key)
  }
}

type Folder = Pick<Item, 'uniqueId' | 'ancestors'>

const levelsOf = (paths: Iterable<string>) =>
  [...Map.groupBy(paths, depthOf)].toSorted(([one], [other]) => one - other).map(([, level]) => level)

/** The items at these paths below a folder, as far as their folders exist. */
const findItemsBelow = async (paths: readonly string[], parent: Item | null, context: WriteContext) => {
  const { uniqueId: me } = context.actor
  const found = new Map<string, Item | null>([['', parent]])
  const pathsByKey = new Map(paths.flatMap(withAncestorPaths).map((path) => [keyOf(path), path]))
  for (const level of levelsOf(pathsByKey.values())) {
    const spots = level.flatMap((path) => {
      const folder = found.get(keyOf(folderOf(path)))
      if (folder === undefined || folder?.folder === false) return []
      return [{ path, placeId: placeIdOf(folder, me), name: nameOf(path) }]
    })
    const itemAt = await findItemsAt(spots, context)
    for (const spot of spots) {
      const item = itemAt(spot)
      if (item) found.set(keyOf(spot.path), item)
    }
  }
  return (path: string) => found.get(keyOf(path)) ?? undefined
}

/** Creates folders, each in its parent; their names are free. */
const insertFolders = async (newFolders: readonly { name: string; folder: Folder | null }[], context: WriteContext) => {
  const { tx, actor } = context
  const stamps = { ownerId: actor.uniqueId, createdBy: actor.uniqueId, folder: true }
  const rows = newFolders.map(({ name, folder }) => ({
    ...nameColumns(name, true),
    ...stamps,
    parentId: folder?.uniqueId ?? null,
    ancestors: ancestorsInFolder(folder),
  }))
  const ids = await insertMany(tx, driveItems, rows)
  const created = rows.map((row, at) => ({ ...row, uniqueId: ids[at]! }))
  await recordChange(context, 'CREATED', created)
  return created
}

/**
 * The folders at these paths below a folder of the actor's own drive, by the path's key; '' is that folder. Existing ones are used, the others are
 * created; a folder whose name a file has gets a number. The drive is locked.
 */
const createFolders = async (paths: Iterable<string>, parent: Item | null, context: WriteContext) => {
  const me = context.actor.uniqueId
  const folders = new Map<string, Folder | null>([['', parent]])
  for (const level of levelsOf(paths)) {
    const spots = level.map((path) => {
      const folder = folders.get(keyOf(folderOf(path)))!
      return { path, folder, placeId: placeIdOf(folder, me), name: nameOf(path) }
    })
    const itemAt = await findItemsAt(spots, context)
    const missing: typeof spots = []
    for (const spot of spots) {
      const there = itemAt(spot)
      if (there?.folder) folders.set(keyOf(spot.path), there)
      else missing.push(there ? { ...spot, name: await findFreeName(spot.name, true, spot.placeId, context) } : spot)
    }
    const created = await insertFolders(missing, context)
    for (const [at, { path }] of missing.entries()) folders.set(keyOf(path), created[at]!)
  }
  return folders
}

export interface Needs {
  files: Files
  jobs: Jobs
  settings: Limits
}
interface DeclaredFile {
  path: string
  size: number
  mimeType?: string | undefined
  clash: NameConflictAction
}
interface Declaration {
  parentId: string | null
  files: readonly DeclaredFile[]
  folders: readonly string[]
}

/** Which of these paths are taken. */
export const findClashes = async (
  { parentId, paths }: { parentId: string | null; paths: readonly string[] },
  context: WriteContext,
) => {
  const parent = await findOwnFolder(parentId, context)
  const itemAt = await findItemsBelow(paths, parent, context)
  return paths.flatMap((path) => {
    const item = itemAt(path)
    if (!item) return []
    const { folder, size, updatedAt } = item
    return [{ path, folder, size: folder ? null : size, updatedAt }]
  })
}

/** The rows of declared files. A file that is to be skipped where its name is taken is marked as skipped now. */
const rowsOf = async (files: readonly DeclaredFile[], folders: ReadonlyMap<string, Folder | null>, context: WriteContext) => {
  const rows = files.map(({ path, size, clash, mimeType = '' }): DeclaredRow => {
    const folder = folders.get(keyOf(folderOf(path)))!
    const initialState = { received: 0, state: 'WAITING', itemId: null, problem: null } as const
    return {
      path,
      name: nameOf(path),
      parentId: folder?.uniqueId ?? null,
      size,
      clash,
      mimeType: mimeType || null,
      ...initialState,
    }
  })
  const spotOf = ({ parentId, name }: DeclaredRow) => ({ placeId: parentId ?? placeIdOf(null, context.actor.uniqueId), name })
  const skippable = rows.filter(({ clash }) => clash === 'SKIP')
  const itemAt = await findItemsAt(skippable.map(spotOf), context)
  for (const row of skippable) if (itemAt(spotOf(row))) row.state = 'SKIPPED'
  return rows
}

/** Stores the empty content, if one of the files is empty. */
const storeEmpty = async ({ files }: Needs, declared: readonly DeclaredFile[], { scope }: WriteContext) =>
  declared.some(({ size }) => size === 0) ? [await orUnavailable(files.combine(scope.tenantId, []))] : []

/** The bytes and items that these rows still need. */
const requiredSpace = (rows: readonly DeclaredRow[]) => {
  const waiting = rows.filter(({ state }) => state === 'WAITING')
  return { bytes: waiting.reduce((sum, { size }) => sum + size, 0), items: waiting.length }
}

/** Saves a declared batch, which reserves its space. The drive is locked. */
const saveBatch = async (rows: readonly DeclaredRow[], context: WriteContext) => {
  const { tx, actor } = context
  const stamps = { ownerId: actor.uniqueId, createdBy: actor.uniqueId }
  const [batch] = await tx
    .insert(driveBatches)
    .values({ ...stamps, size: requiredSpace(rows).bytes, files: rows.length })
    .returning()
  const ids = await insertMany(
    tx,
    driveUploads,
    rows.map((row) => ({ ...row, ...stamps, batchId: batch!.uniqueId })),
  )
  return { uniqueId: batch!.uniqueId, files: rows.map((row, at) => ({ ...row, uniqueId: ids[at]! })) }
}

/** Locks the drive, creates the folders of an upload and saves it. */
const saveDeclaration = async (
  needs: Needs,
  { parentId, files }: Declaration,
  folderPaths: readonly string[],
  [empty]: UnitedFile[],
  context: WriteContext,
) => {
  const { tenantId } = context.scope
  const limit = await uploadLimit(needs.settings, tenantId)
  if (empty) await lockBytes(context.tx, tenantId, empty.hash)
  await lockDrive(context, context.actor.uniqueId)
  await checkDeclaredFiles(files.length, context)
  const parent = await findOwnFolder(parentId, context)
  const paths = [...files.map(({ path }) => path), ...folderPaths]
  ancestorsInFolder(parent, paths.reduce((deepest, path) => Math.max(deepest, depthOf(path)), 0) - 1)
  const folders = await createFolders(folderPaths, parent, context)
  const rows = await rowsOf(files, folders, context)
  if (requiredSpace(rows).bytes > limit.bytes) throw limit.createError()
  await checkQuota(needs.settings, requiredSpace(rows), context)
  if (empty) await addEmptyFiles(empty.hash, rows, ({ path }) => folders.get(keyOf(folderOf(path)))!, context)
  const batch = await saveBatch(rows, context)
  if (empty) await orUnavailable(empty.show())
  return batch
}

/** Declares an upload: creates its folders, reserves its space, and returns where each file is to be sent. */
export const declareUpload = async (needs: Needs, declaration: Declaration, context: WriteContext) => {
  const { files, folders } = declaration
  if (files.length + folders.length === 0) throw invalid({ files: say('Name a file') })
  const paths = files.map(({ path }) => path)
  const folderPaths = foldersFor(paths, folders)
  checkFiles(paths, folderPaths)
  const empty = await storeEmpty(needs, files, context)
  return orDropFiles(empty, () => saveDeclaration(needs, declaration, [...folderPaths.values()], empty, context))
}
