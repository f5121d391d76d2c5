import type { Files, Piece, UnitedFile, AddResult } from '@tradewind/byte-store/files'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import { itemName } from '@tradewind/contract/drive/item'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, sentenceIn, type Sentence } from '@tradewind/contract/kit/say'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { invalid, serviceUnavailable, Refusal } from '#kit/errors'
import { type ReadContext, type WriteContext, type ManualContext, manualTransaction } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { lockBytes, bytesJob } from '#platform/document.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { findOwnFolder } from '../drive.access.ts'
import { ancestorsInFolder, lockDrive } from '../drive.items.ts'
import { toDriveItems } from '../drive.lists.ts'
import { addToDrive } from './addToDrive.ts'
import { declareUpload, findClashes, type Needs } from './declare.ts'
import { checkQuota, formLimit } from './room.ts'
import { listUploads, cancelUpload, claimUpload, ownUpload, saveUpload, type Upload } from './upload.queries.ts'
import {
  openWriters,
  orDropFiles,
  orUnavailable,
  isSuperseded,
  limitBody,
  superseded,
  tooManyBytes,
  type Writers,
} from './uploadStream.ts'

const VERSION = '1.0.0'
const version = { 'tus-resumable': VERSION }

interface TusCall {
  uniqueId: string
  version?: string | undefined
}
interface SendCall extends TusCall {
  offset: number
  length?: number | undefined
  bytes: AsyncIterable<Uint8Array>
}
/** One request that sends to a file now. */
interface Sending {
  upload: Upload
  writer: string
  context: ManualContext
}

const tusRefusal = (status: number, message: Sentence, headers: Record<string, string> = {}) =>
  new Refusal(status, message, {}, { ...version, ...headers })

const checkVersion = (clientVersion: string | undefined) => {
  if (clientVersion !== undefined && clientVersion !== VERSION)
    throw tusRefusal(412, say('This is tus {version}', { version: VERSION }), { 'tus-version': VERSION })
}

const offsetHeaders = ({ size }: Upload, received: number) => ({
  ...version,
  'upload-offset': String(received),
  'upload-length': String(size),
})

const total = (pieces: readonly Piece[]) => pieces.reduce((sum, { size }) => sum + size, 0)
const keyOf = ({ actor }: ManualContext, uniqueId: string) => `${actor.uniqueId} ${uniqueId}`

/** The offset at which an upload can be continued. 410 where it was cancelled. */
const offsetOf = ({ upload, isOver }: { upload: Upload; isOver: boolean }) => {
  const { state, size, received } = upload
  if (isOver || state === 'CANCELLED' || state === 'FAILED') throw tusRefusal(410, say('This upload was cancelled'))
  return state === 'WAITING' ? received : size
}

/**
 * Assembles a file from its chunks and puts it into the drive: all of it, or nothing. Publishes the bytes before the row, and before it locks
 * the drive: the store is slower than the database, and other uploads to this drive are waiting.
 */
const finish = async ({ files, jobs }: Needs, { upload, writer, context }: Sending, pieces: readonly Piece[]) => {
  const { tenantId } = context.scope
  const file = await orUnavailable(files.combine(tenantId, pieces))
  const { hash, size } = file
  const publish = async (writing: WriteContext) => {
    await lockBytes(writing.tx, tenantId, hash)
    await orUnavailable(file.show())
    await lockDrive(writing, upload.ownerId)
    const { item, problem } = await addToDrive({ ...upload, size, hash }, writing)
    const outcome = item ? { state: 'DONE' as const, itemId: item.uniqueId, name: item.name } : { state: 'SKIPPED' as const }
    if (!(await saveUpload(upload.uniqueId, writer, { ...outcome, problem, received: size, pieces: [] }, writing)))
      throw superseded()
    if (!item) await jobs.send(writing.tx, bytesJob, { tenantId, hash })
  }
  await orDropFiles([file], () => context.write(publish))
  await files.drop(tenantId, pieces).catch(() => {}) // a cleanup job removes leftovers after a day
}

/** Saves how far a file has arrived. Drops chunks that are no longer needed. */
const save = async ({ files }: Needs, { upload, writer, context }: Sending, pieces: readonly Piece[]) => {
  const received = total(pieces)
  const saved = await context.write((writing: WriteContext) => saveUpload(upload.uniqueId, writer, { received, pieces }, writing))
  if (!saved) await dropNew(files, upload, context, pieces)
}

const dropNew = (files: Needs['files'], { pieces: before }: Upload, { scope }: ManualContext, pieces: readonly Piece[]) => {
  const existingNames = new Set(before.map(({ name }) => name))
  return files.drop(
    scope.tenantId,
    pieces.filter(({ name }) => !existingNames.has(name)),
  )
}

/** All bytes are there. If the file cannot be finished now, saves how far it has arrived. */
const finishOrSave = async (needs: Needs, sending: Sending, pieces: readonly Piece[]) => {
  try {
    await finish(needs, sending, pieces)
  } catch (error) {
    await save(needs, sending, pieces).catch(() => {})
    throw error
  }
}

/** Why the transfer broke off, as an error for the client. */
const transferError = (problem: unknown, source: Readable, signal: AbortSignal) => {
  if (signal.aborted) return superseded()
  if (source.errored || source.destroyed) return new Refusal(400, say('The request could not be read'))
  return Object.assign(serviceUnavailable(), { cause: problem })
}

const saveArrived = async (needs: Needs, sending: Sending, { pieces, problem }: AddResult) => {
  const { upload } = sending
  if (problem === undefined && total(pieces) === upload.size) return finishOrSave(needs, sending, pieces)
  return save(needs, sending, pieces)
}

/** Appends the body of a request to a file, and replies with the new offset. */
const add = async (needs: Needs, sending: Sending, source: Readable, signal: AbortSignal) => {
  const { upload, context } = sending
  const flow = limitBody(source, upload.size - upload.received, signal)
  const result = await orUnavailable(needs.files.append(context.scope.tenantId, upload.pieces, flow)).finally(() =>
    flow.destroy(),
  )
  const { pieces, problem } = result
  if (problem instanceof Refusal || isSuperseded(signal)) {
    await dropNew(needs.files, upload, context, pieces)
    throw problem instanceof Refusal ? problem : superseded()
  }
  await saveArrived(needs, sending, result)
  if (problem !== undefined) throw transferError(problem, source, signal)
  return offsetHeaders(upload, total(pieces))
}

/** Replies to a client that sends at a wrong offset with the right one; to one that missed the last reply, that the file is complete. */
const replyWrongOffset = async ({ uniqueId, offset }: SendCall, context: ManualContext) => {
  const found = await ownUpload(uniqueId, context)
  const received = offsetOf(found)
  if (found.upload.state === 'WAITING' || offset !== received)
    throw tusRefusal(409, say('The upload is at another position'), { 'upload-offset': String(received) })
  return offsetHeaders(found.upload, received)
}

const startSending = async (uniqueId: string, offset: number, context: ManualContext): Promise<Sending | undefined> => {
  const writer = randomUUID()
  const upload = await context.write((writing) => claimUpload(uniqueId, offset, writer, writing))
  return upload && { upload, writer, context }
}

/** The calls of tus 1.0 on one file. */
export const tusCalls = (needs: Needs, writers: Writers) => {
  const send = async (sent: SendCall, context: ManualContext) => {
    checkVersion(sent.version)
    const { uniqueId, offset, length = 0, bytes } = sent
    return writers.during(keyOf(context, uniqueId), async (signal) => {
      const sending = await startSending(uniqueId, offset, context)
      if (!sending) return replyWrongOffset(sent, context)
      if (length > sending.upload.size - offset) throw tooManyBytes()
      return add(needs, sending, bytes as Readable, signal)
    })
  }

  /** Finishes a file whose bytes are all there, but which could not be put into the drive before. */
  const finishPending = async ({ uniqueId, size }: Upload, context: ManualContext) =>
    writers.during(keyOf(context, uniqueId), async () => {
      const sending = await startSending(uniqueId, size, context)
      if (sending) await finish(needs, sending, sending.upload.pieces)
    })

  const received = async ({ uniqueId, version: clientVersion }: TusCall, context: ManualContext) => {
    checkVersion(clientVersion)
    await writers.end(keyOf(context, uniqueId), 'asked')
    const found = await ownUpload(uniqueId, context)
    const offset = offsetOf(found)
    if (found.upload.state === 'WAITING' && offset === found.upload.size) await finishPending(found.upload, context)
    return offsetHeaders(found.upload, offset)
  }

  const cancel = async ({ uniqueId, version: clientVersion }: TusCall, context: ManualContext) => {
    checkVersion(clientVersion)
    await writers.end(keyOf(context, uniqueId), 'sent')
    const pieces = await context.write((writing) => cancelUpload(uniqueId, writing))
    await needs.files.drop(context.scope.tenantId, pieces).catch(() => {}) // a cleanup job removes leftovers after a day
    return version
  }

  return { send: manualTransaction(send), received: manualTransaction(received), cancel: manualTransaction(cancel) }
}

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
