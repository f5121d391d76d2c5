import type { Files, Piece, UnitedFile } from '@tradewind/byte-store/files'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import { itemName } from '@tradewind/contract/drive/name'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, sentenceIn } from '@tradewind/contract/kit/say'
import { createReadStream } from 'node:fs'
import type { Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { invalid, serviceUnavailable } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { lockBytes } from '#platform/document.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { findOwnFolder } from '../drive.access.ts'
import { ancestorsInFolder, lockDrive } from '../drive.items.ts'
import { toDriveItems } from '../drive.lists.ts'
import { addToDrive } from './addToDrive.ts'
import { declareUpload, findClashes, type Needs } from './declare.ts'
import { checkQuota, formLimit } from './room.ts'
import { tusCalls } from './send.ts'
import { listUploads } from './upload.queries.ts'
import { openWriters, orDropFiles, orUnavailable } from './uploadStream.ts'

type Several = Uploaded | readonly Uploaded[] | undefined
interface UploadForm {
  file?: Several
  files?: Several
  parentId: string | null
}

/** The files of a form under the names that they will have. */
const filesOf = ({ file, files }: UploadForm) => {
  const all = [file ?? [], files ?? []].flat()
  if (all.length === 0) throw invalid({ files: say('Choose a file') })
  return all.map(({ filename, ...given }) => {
    const read = itemName.safeParse(filename)
    if (!read.success) throw invalid({ files: sentenceIn(read.error.issues[0]!) })
    return { ...given, name: read.data }
  })
}

/** Stores a file of the local disk. It is not yet published. */
const storeLocalFile = async (files: Files, tenantId: string, path: string, brought: Piece[]) => {
  const { pieces, problem } = await orUnavailable(files.append(tenantId, [], createReadStream(path)))
  brought.push(...pieces)
  if (problem !== undefined) throw Object.assign(serviceUnavailable(), { cause: problem })
  return orUnavailable(files.combine(tenantId, pieces))
}

/** Locks bytes, always before the drive and in a fixed order, so that no two transactions deadlock. */
const lockAll = async (hashes: readonly string[], { tx, scope }: WriteContext) => {
  for (const hash of [...new Set(hashes)].toSorted()) await lockBytes(tx, scope.tenantId, hash)
}

type StoredFile = UnitedFile & Pick<ReturnType<typeof filesOf>[number], 'name' | 'mimetype'>

/** Puts complete files into a folder. Publishes their bytes after everything else is done. */
const addFiles = async (wholes: readonly StoredFile[], { settings }: Needs, parentId: string | null, context: WriteContext) => {
  await lockAll(
    wholes.map(({ hash }) => hash),
    context,
  )
  await lockDrive(context, context.actor.uniqueId)
  ancestorsInFolder(await findOwnFolder(parentId, context))
  const bytes = wholes.reduce((sum, { size }) => sum + size, 0)
  await checkQuota(settings, { bytes, items: wholes.length }, context)
  const items: Item[] = []
  for (const { name, hash, size, mimetype: mimeType } of wholes) {
    const file = { name, hash, size, mimeType, parentId, clash: 'KEEP' as const }
    items.push((await addToDrive(file, context)).item!)
  }
  const driveItems = await toDriveItems(items, context)
  for (const { show } of wholes) await orUnavailable(show())
  return driveItems
}

/** Puts the files of a form into a folder: all of them, or none. */
const uploadForm = async (needs: Needs, form: UploadForm, context: WriteContext) => {
  const { files } = needs
  const { tenantId } = context.scope
  const uploads = filesOf(form)
  const brought: Piece[] = []
  const wholes: StoredFile[] = []
  try {
    return await orDropFiles(wholes, async () => {
      for (const { name, mimetype, path } of uploads)
        wholes.push({ name, mimetype, ...(await storeLocalFile(files, tenantId, path, brought)) })
      return addFiles(wholes, needs, form.parentId, context)
    })
  } finally {
    await files.drop(tenantId, brought).catch(() => {}) // a cleanup job removes leftovers after a day
  }
}

export const driveUploadRoutes = (needs: Needs & { db: Database; settings: TenantSettings }) =>
  routes(driveUploadApi, {
    clashes: async (query, context: WriteContext) => pageOf(await findClashes(query, context), {}),
    batch: (declaration, context: WriteContext) => declareUpload(needs, declaration, context),
    state: (query, context: ReadContext) => listUploads(query, context),
    ...tusCalls(needs, openWriters()),
    upload: {
      limit: (context) => formLimit(needs.settings, context, needs.db.as(context.scope)),
      handleInTransaction: (form, context: WriteContext) => uploadForm(needs, form, context),
    },
  })
