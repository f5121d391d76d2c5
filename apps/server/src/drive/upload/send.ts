import type { Arrived, Piece } from '@tradewind/byte-store/files'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { away, Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import { bytesJob, lockBytes } from '#platform/document.queries'
import { holdDrive } from '../drive.place.ts'
import { claim, giveUp, ownUpload, saveAs, type Upload } from './arriving.ts'
import type { Needs } from './declare.ts'
import { flowOf, isReplaced, orDropped, stored, takenOver, tooMuch, type Writers } from './flow.ts'
import { settle } from './settle.ts'

const VERSION = '1.0.0'
const version = { 'tus-resumable': VERSION }

interface Asked {
  uniqueId: string
  version?: string | undefined
}
interface Sent extends Asked {
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

const refused = (status: number, message: Sentence, headers: Record<string, string> = {}) =>
  new Refusal(status, message, {}, { ...version, ...headers })

const checkVersion = (asked: string | undefined) => {
  if (asked !== undefined && asked !== VERSION)
    throw refused(412, say('This is tus {version}', { version: VERSION }), { 'tus-version': VERSION })
}

const answer = ({ size }: Upload, received: number) => ({
  ...version,
  'upload-offset': String(received),
  'upload-length': String(size),
})

const total = (pieces: readonly Piece[]) => pieces.reduce((sum, { size }) => sum + size, 0)
const keyOf = ({ actor }: ManualContext, uniqueId: string) => `${actor.uniqueId} ${uniqueId}`

/** The offset at which an upload can be continued. 410 where it was cancelled. */
const offsetOf = ({ upload, isOver }: { upload: Upload; isOver: boolean }) => {
  const { state, size, received } = upload
  if (isOver || state === 'CANCELLED' || state === 'FAILED') throw refused(410, say('This upload was cancelled'))
  return state === 'WAITING' ? received : size
}

/**
 * Assembles a file from its chunks and puts it into the drive: all of it, or nothing. Publishes the bytes before the row, and before it locks
 * the drive: the store is slower than the database, and other uploads to this drive are waiting.
 */
const finish = async ({ files, jobs }: Needs, { upload, writer, context }: Sending, pieces: readonly Piece[]) => {
  const { tenantId } = context.scope
  const whole = await stored(files.unite(tenantId, pieces))
  const { hash, size } = whole
  const put = async (writing: WriteContext) => {
    await lockBytes(writing.tx, tenantId, hash)
    await stored(whole.show())
    await holdDrive(writing, upload.ownerId)
    const { item, problem } = await settle({ ...upload, size, hash }, writing)
    const become = item ? { state: 'DONE' as const, itemId: item.uniqueId, name: item.name } : { state: 'SKIPPED' as const }
    if (!(await saveAs(upload.uniqueId, writer, { ...become, problem, received: size, pieces: [] }, writing))) throw takenOver()
    if (!item) await jobs.send(writing.tx, bytesJob, { tenantId, hash })
  }
  await orDropped([whole], () => context.write(put))
  await files.drop(tenantId, pieces).catch(() => {}) // a cleanup job removes leftovers after a day
}

/** Saves how far a file has arrived. Drops chunks that are no longer needed. */
const save = async ({ files }: Needs, { upload, writer, context }: Sending, pieces: readonly Piece[]) => {
  const received = total(pieces)
  const saved = await context.write((writing: WriteContext) => saveAs(upload.uniqueId, writer, { received, pieces }, writing))
  if (!saved) await dropNew(files, upload, context, pieces)
}

const dropNew = (files: Needs['files'], { pieces: before }: Upload, { scope }: ManualContext, pieces: readonly Piece[]) => {
  const known = new Set(before.map(({ name }) => name))
  return files.drop(
    scope.tenantId,
    pieces.filter(({ name }) => !known.has(name)),
  )
}

/** All bytes are there. If the file cannot be finished now, saves how far it has arrived. */
const end = async (needs: Needs, sending: Sending, pieces: readonly Piece[]) => {
  try {
    await finish(needs, sending, pieces)
  } catch (error) {
    await save(needs, sending, pieces).catch(() => {})
    throw error
  }
}

/** Why the transfer broke off, as an error for the client. */
const broken = (problem: unknown, source: Readable, signal: AbortSignal) => {
  if (signal.aborted) return takenOver()
  if (source.errored || source.destroyed) return new Refusal(400, say('The request could not be read'))
  return Object.assign(away(), { cause: problem })
}

const keep = async (needs: Needs, sending: Sending, { pieces, problem }: Arrived) => {
  const { upload } = sending
  if (problem === undefined && total(pieces) === upload.size) return end(needs, sending, pieces)
  return save(needs, sending, pieces)
}

/** Appends the body of a request to a file, and replies with the new offset. */
const add = async (needs: Needs, sending: Sending, source: Readable, signal: AbortSignal) => {
  const { upload, context } = sending
  const flow = flowOf(source, upload.size - upload.received, signal)
  const arrived = await stored(needs.files.arrive(context.scope.tenantId, upload.pieces, flow)).finally(() => flow.destroy())
  const { pieces, problem } = arrived
  if (problem instanceof Refusal || isReplaced(signal)) {
    await dropNew(needs.files, upload, context, pieces)
    throw problem instanceof Refusal ? problem : takenOver()
  }
  await keep(needs, sending, arrived)
  if (problem !== undefined) throw broken(problem, source, signal)
  return answer(upload, total(pieces))
}

/** Replies to a client that sends at a wrong offset with the right one; to one that missed the last reply, that the file is complete. */
const elsewhere = async ({ uniqueId, offset }: Sent, context: ManualContext) => {
  const found = await ownUpload(uniqueId, context)
  const received = offsetOf(found)
  if (found.upload.state === 'WAITING' || offset !== received)
    throw refused(409, say('The upload is at another position'), { 'upload-offset': String(received) })
  return answer(found.upload, received)
}

const claimed = async (uniqueId: string, offset: number, context: ManualContext): Promise<Sending | undefined> => {
  const writer = randomUUID()
  const upload = await context.write((writing) => claim(uniqueId, offset, writer, writing))
  return upload && { upload, writer, context }
}

/** The calls of tus 1.0 on one file. */
export const tusCalls = (needs: Needs, writers: Writers) => {
  const send = async (sent: Sent, context: ManualContext) => {
    checkVersion(sent.version)
    const { uniqueId, offset, length = 0, bytes } = sent
    return writers.during(keyOf(context, uniqueId), async (signal) => {
      const sending = await claimed(uniqueId, offset, context)
      if (!sending) return elsewhere(sent, context)
      if (length > sending.upload.size - offset) throw tooMuch()
      return add(needs, sending, bytes as Readable, signal)
    })
  }

  /** Finishes a file whose bytes are all there, but which could not be put into the drive before. */
  const endNow = async ({ uniqueId, size }: Upload, context: ManualContext) =>
    writers.during(keyOf(context, uniqueId), async () => {
      const sending = await claimed(uniqueId, size, context)
      if (sending) await finish(needs, sending, sending.upload.pieces)
    })

  const received = async ({ uniqueId, version: asked }: Asked, context: ManualContext) => {
    checkVersion(asked)
    await writers.end(keyOf(context, uniqueId), 'asked')
    const found = await ownUpload(uniqueId, context)
    const offset = offsetOf(found)
    if (found.upload.state === 'WAITING' && offset === found.upload.size) await endNow(found.upload, context)
    return answer(found.upload, offset)
  }

  const cancel = async ({ uniqueId, version: asked }: Asked, context: ManualContext) => {
    checkVersion(asked)
    await writers.end(keyOf(context, uniqueId), 'sent')
    const pieces = await context.write((writing) => giveUp(uniqueId, writing))
    await needs.files.drop(context.scope.tenantId, pieces).catch(() => {}) // a cleanup job removes leftovers after a day
    return version
  }

  return { send: manualTransaction(send), received: manualTransaction(received), cancel: manualTransaction(cancel) }
}
