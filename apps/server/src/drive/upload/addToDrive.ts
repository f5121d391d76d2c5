import type { NameConflictAction } from '@tradewind/contract/drive/driveUpload.contract'
import { MAX_FOLDER_DEPTH } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import { eq } from 'drizzle-orm'
import { driveItems, type Item, nameColumns } from '#drive/schema/drive.table'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { documents } from '#platform/schema/document.table'
import { ancestorsInFolder, findFreeName, findItemsNamed, placeIdOf, recordChange } from '../drive.items.ts'

/** Media types by file extension. */
const types: Readonly<Record<string, string>> = {
  'application/gzip': 'gz tgz',
  'application/json': 'json map',
  'application/msword': 'doc dot',
  'application/pdf': 'pdf',
  'application/postscript': 'ai eps ps',
  'application/rtf': 'rtf',
  'application/vnd.ms-excel': 'xls xlt',
  'application/vnd.ms-outlook': 'msg',
  'application/vnd.ms-powerpoint': 'ppt pps pot',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-7z-compressed': '7z',
  'application/x-tar': 'tar',
  'application/xml': 'xml xsd',
  'application/zip': 'zip',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'font/ttf': 'ttf',
  'font/woff2': 'woff2',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic heif',
  'image/jpeg': 'jpg jpeg jpe',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/vnd.adobe.photoshop': 'psd',
  'image/vnd.dwg': 'dwg',
  'image/vnd.dxf': 'dxf',
  'image/webp': 'webp',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/javascript': 'js mjs',
  'text/markdown': 'md',
  'text/plain': 'txt log ini conf',
  'text/vcard': 'vcf',
  'video/mp4': 'mp4 m4v',
  'video/mpeg': 'mpeg mpg',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
}
const typeByExtension = new Map(
  Object.entries(types).flatMap(([type, ends]) => ends.split(' ').map((end) => [end, type] as const)),
)

/** The media type of a file by its extension; if that is unknown, as declared. It is displayed, and never trusted. */
export const mediaTypeOf = (name: string, declared = '') =>
  typeByExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ??
  (/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(declared) ? declared : 'application/octet-stream')

/** A file whose bytes have all arrived. */
export interface CompleteFile {
  name: string
  /** The target folder; null: the root. */
  parentId: string | null
  clash: NameConflictAction
  mimeType: string | null
  size: number
  hash: string
}
/** The outcome: no item where the name is taken and the file was to be skipped. */
interface Outcome {
  item: Item | undefined
  problem: string | null
}

/** The target folder: the given one if it is not deleted and not too deep, else the root, where the file is kept next to one with its name. */
const targetOf = async ({ parentId, clash }: CompleteFile, { tx, actor }: WriteContext) => {
  if (!parentId) return { folder: null, clash, problem: null }
  const [found] = await tx.select().from(driveItems).where(eq(driveItems.uniqueId, parentId))
  const isOwn = found?.ownerId === actor.uniqueId && found.folder && !found.deletedAt
  if (isOwn && found.ancestors.length + 1 < MAX_FOLDER_DEPTH) return { folder: found, clash, problem: null }
  const problem = isOwn
    ? phrase('Its folder was moved too deep, so it is now in My Drive')
    : phrase('Its folder was deleted, so it is now in My Drive')
  return { folder: null, clash: 'KEEP', problem } as const
}

type DocumentFile = Pick<CompleteFile, 'name' | 'mimeType' | 'size' | 'hash'>

/** The row of a file's document. */
export const documentRow = ({ name, mimeType, size, hash }: DocumentFile, { actor }: WriteContext) => {
  const described = { originalFileName: name, fileName: name, mimeType: mediaTypeOf(name, mimeType ?? ''), size, hash }
  return { ...described, purpose: 'DRIVE' as const, createdBy: actor.uniqueId }
}

/** Creates the file's document. Its bytes are locked. */
const documentOf = async (file: DocumentFile, context: WriteContext) => {
  const [document] = await context.tx
    .insert(documents)
    .values(documentRow(file, context))
    .returning({ documentId: documents.uniqueId, size: documents.size, mimeType: documents.mimeType })
  return document!
}

/** The row of an item in the trash, shared with nobody, that has the previous bytes of a file. */
export const trashedContentRow = (existing: Item, { actor }: WriteContext) => {
  const { ownerId, createdBy, dateCreated, parentId, ancestors, folder, documentId, size, mimeType } = existing
  const fields = { ownerId, createdBy, dateCreated, parentId, ancestors, folder, documentId, size, mimeType }
  const deleted = { deletedAt: new Date().toISOString(), deletedBy: actor.uniqueId }
  return { ...nameColumns(existing.name, folder), ...fields, ...deleted }
}

/** Moves the previous bytes of a file to the trash. */
const trashContent = async (existing: Item, context: WriteContext) => {
  const [trashed] = await context.tx.insert(driveItems).values(trashedContentRow(existing, context)).returning()
  const { uniqueId } = trashed!
  await context.tx.update(driveItems).set({ deletedWith: uniqueId }).where(eq(driveItems.uniqueId, uniqueId))
}

/** The existing file keeps its id, its folder and its shares, and gets these bytes. */
const replace = async (existing: Item, file: CompleteFile, context: WriteContext) => {
  const document = await documentOf({ ...file, name: existing.name }, context)
  await trashContent(existing, context)
  const [item] = await context.tx
    .update(driveItems)
    .set({ ...document, updatedAt: nextUpdatedAt(driveItems.updatedAt) })
    .where(eq(driveItems.uniqueId, existing.uniqueId))
    .returning()
  await recordChange(context, 'REPLACED', [item!])
  return item!
}

/** The row of a new file in a folder, without its document. */
export const itemRow = (name: string, folder: Pick<Item, 'uniqueId' | 'ancestors'> | null, { actor }: WriteContext) => {
  const location = { ownerId: actor.uniqueId, createdBy: actor.uniqueId, parentId: folder?.uniqueId ?? null, folder: false }
  return { ...nameColumns(name, false), ...location, ancestors: ancestorsInFolder(folder) }
}

const createItem = async (file: CompleteFile, folder: Item | null, context: WriteContext) => {
  const document = await documentOf(file, context)
  const [item] = await context.tx
    .insert(driveItems)
    .values({ ...itemRow(file.name, folder, context), ...document })
    .returning()
  await recordChange(context, 'UPLOADED', [item!])
  return item!
}

/**
 * Puts a complete file into the actor's drive; at the root if its folder is gone. The drive is locked, and the bytes are locked until they are
 * published.
 */
export const addToDrive = async (file: CompleteFile, context: WriteContext): Promise<Outcome> => {
  const { folder, clash, problem } = await targetOf(file, context)
  const placeId = placeIdOf(folder, context.actor.uniqueId)
  const [existing] = await findItemsNamed([file.name], placeId, context)
  if (!existing) return { item: await createItem(file, folder, context), problem }
  if (clash === 'SKIP') return { item: undefined, problem }
  if (clash === 'REPLACE' && !existing.folder) return { item: await replace(existing, file, context), problem }
  const name = await findFreeName(file.name, false, placeId, context)
  return { item: await createItem({ ...file, name }, folder, context), problem }
}
