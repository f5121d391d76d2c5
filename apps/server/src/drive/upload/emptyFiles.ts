import type { NameConflictAction, UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import { inArray } from 'drizzle-orm'
import { driveItems, type Item } from '#drive/schema/drive.table'
import { insertMany, updateMany } from '#kit/database/insert'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { documents } from '#platform/schema/document.table'
import { findItemsAt, idsOf, numberedName, placeIdOf, recordChange, type Spot, spotKey } from '../drive.items.ts'
import { addToDrive, documentRow, itemRow, trashedContentRow } from './addToDrive.ts'

/** A declared file, before it is saved. */
export type DeclaredRow = Pick<UploadingFile, 'path' | 'size' | 'received' | 'state' | 'itemId' | 'name' | 'problem'> & {
  clash: NameConflictAction
  parentId: string | null
  mimeType: string | null
}
type Folder = Pick<Item, 'uniqueId' | 'ancestors'> | null
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
  folderOf: (row: DeclaredRow) => Folder,
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
export const addEmptyFiles = async (
  hash: string,
  rows: readonly DeclaredRow[],
  folderOf: (row: DeclaredRow) => Folder,
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
