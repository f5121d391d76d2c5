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
/** Somebody who sends to a file now. */
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

/** How far a file has come, as it can be gone on with. 410 where it was given up. */
const offsetOf = ({ upload, isOver }: { upload: Upload; isOver: boolean }) => {
  const { state, size, received } = upload
  if (isOver || state === 'CANCELLED' || state === 'FAILED') throw refused(410, say('This upload was cancelled'))
  return state === 'WAITING' ? received : size
}

/**
 * Makes a file of its pieces and puts it into the drive: all of it, or nothing. Its bytes are to be seen before its row is, and before
 * the drive is held: a store takes longer than a row, and others upload to this drive, too.
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
  await files.drop(tenantId, pieces).catch(() => {}) // what is left aside is cleared after a day
}

/** Writes down how far a file has come. What nobody will ask for again is dropped. */
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

/** All bytes are there. Where the file can not be finished now, it is as far as it has come. */
const end = async (needs: Needs, sending: Sending, pieces: readonly Piece[]) => {
  try {
    await finish(needs, sending, pieces)
  } catch (error) {
    await save(needs, sending, pieces).catch(() => {})
    throw error
  }
}

/** Why the bytes broke off, as whoever sent them is told. */
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

/** Adds what a request brings to a file, and answers how far it has come. */
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

/** Whoever sends from where the file does not stand is told where it does; one who missed the last answer, that it is whole. */
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

/** The calls of tus 1.0 on one file that arrives. */
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

  /** A file whose bytes are all there, but which could not be put into the drive, is so now. */
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
    await needs.files.drop(context.scope.tenantId, pieces).catch(() => {}) // what is left aside is cleared after a day
    return version
  }

  return { send: manualTransaction(send), received: manualTransaction(received), cancel: manualTransaction(cancel) }
}
