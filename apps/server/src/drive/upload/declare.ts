import type { Files, United } from '@tradewind/byte-store/files'
import type { Arriving, Clash } from '@tradewind/contract/drive/driveUpload.contract'
import { say } from '@tradewind/contract/kit/say'
import { driveBatches, driveUploads } from '#drive/schema/drive.table'
import { insertMany } from '#kit/database/insert'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { lockBytes } from '#platform/document.queries'
import { ownFolder } from '../drive.access.ts'
import { above, holdDrive, placeOf } from '../drive.place.ts'
import { orDropped, stored } from './flow.ts'
import {
  checkFiles,
  depthOf,
  type Folder,
  folderOf,
  foldersFor,
  keyOf,
  makeFolders,
  nameOf,
  standingAt,
  standingBeneath,
} from './places.ts'
import { checkRoom, type Limits, uploadLimit } from './room.ts'
import { settle, type Whole } from './settle.ts'

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

/** The rows of declared files. What is to be left out where its name is taken is so now. */
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

/** No bytes at all, where a file is to have none. */
const bringEmpty = async ({ files }: Needs, declared: readonly Declared[], { scope }: WriteContext) =>
  declared.some(({ size }) => size === 0) ? [await stored(files.unite(scope.tenantId, []))] : []

/** Empty files have all of their bytes: they are put into the drive at once. */
const settleEmpty = async (hash: string, rows: readonly Row[], context: WriteContext) => {
  for (const row of rows.filter(({ size, state }) => size === 0 && state === 'WAITING')) {
    const whole: Whole = { ...row, hash }
    const { item, problem } = await settle(whole, context)
    const become = item ? { state: 'DONE' as const, itemId: item.uniqueId, name: item.name } : { state: 'SKIPPED' as const }
    Object.assign(row, become, { problem })
  }
}

/** What these rows are to bring. */
const asked = (rows: readonly Row[]) => {
  const waiting = rows.filter(({ state }) => state === 'WAITING')
  return { bytes: waiting.reduce((sum, { size }) => sum + size, 0), items: waiting.length }
}

/** Writes down what was declared, with its room. The drive is held. */
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

/** Holds the drive, makes the folders of an upload and writes it down. */
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

/** Declares an upload: makes its folders, reserves its room, and says where each file is to be sent. */
export const declare = async (needs: Needs, given: Given, context: WriteContext) => {
  const { files, folders } = given
  if (files.length + folders.length === 0) throw invalid({ files: say('Name a file') })
  const paths = files.map(({ path }) => path)
  const needed = foldersFor(paths, folders)
  checkFiles(paths, needed)
  const empty = await bringEmpty(needs, files, context)
  return orDropped(empty, () => put(needs, given, [...needed.values()], empty, context))
}
