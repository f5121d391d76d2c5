import { Readable } from 'node:stream'
import { bufferFor, type OpenFile, openFile } from './file.ts'

/** Bytes that are read at once, and how many such reads the disk has to do with. A file is read from one multiple of them to the next. */
interface Pace {
  bytes: number
  atOnce: number
}
/** For one who takes what comes quickly much is held ready, so that neither waits for the other; for all others as little as can be. */
const quick: Pace = { bytes: 512 * 1024, atOnce: 3 }
const slow: Pace = { bytes: 128 * 1024, atOnce: 1 }
/** Milliseconds within which one who is quick comes for more. */
const QUICK = 20
/** Bytes that must have been taken so before one is: a few megabytes go into the buffers of a connection, however slowly it is read. */
const TRUSTED = 8 * 1024 * 1024

/* A collector that clears up after every 16 MB that pass costs more than all else that is done with them: what is lent is given back instead. */

const lent = new WeakMap<ArrayBufferLike, () => void>()

/** Says that nobody needs these bytes any more. Those that were lent are gone then; who says nothing keeps them. */
export const releaseBuffer = (bytes: Buffer) => lent.get(bytes.buffer)?.()

/** Lends bytes that nobody else has: their memory is free as soon as they are given back. */
export const pooled = (bytes: Buffer) => {
  const { buffer, length } = bytes
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) lent.set(buffer, () => buffer.transfer(0))
  return bytes
}

/** Buffers of one size that are read into again once they have been given back. */
const openBuffers = (make: () => Buffer) => {
  const free = new Set<Buffer>()
  const lendNew = () => {
    const buffer = make()
    lent.set(buffer.buffer, () => free.add(buffer))
    return buffer
  }
  return () => {
    const [buffer = lendNew()] = free
    free.delete(buffer)
    return buffer
  }
}

/** It is waited for later, and throws then. */
const quietly = <T>(work: Promise<T>) => {
  work.catch(() => {})
  return work
}

async function* chunksOf(file: OpenFile, start: number, end: number) {
  const buffersOf = ({ bytes }: Pace) => openBuffers(() => bufferFor(Math.min(bytes, end - start), end))
  const buffers = new Map([quick, slow].map((pace) => [pace, buffersOf(pace)]))
  const read = async (bytes: Buffer, at: number) => {
    if ((await file.read(bytes, at)) < bytes.length) throw new Error('A file has lost bytes')
    return bytes
  }
  const reading: Promise<Buffer>[] = []
  let pace = slow
  let taken = 0
  for (let at = start; at < end || reading.length > 0;) {
    while (at < end && reading.length < pace.atOnce) {
      const next = Math.min(at + pace.bytes - (at % pace.bytes), end)
      reading.push(quietly(read(buffers.get(pace)!().subarray(0, next - at), at)))
      at = next
    }
    const bytes = await reading.shift()!
    const given = performance.now()
    yield bytes
    taken = performance.now() - given < QUICK ? taken + bytes.length : 0
    pace = taken < TRUSTED ? slow : quick
  }
}

/**
 * A file's bytes, or those from start to end (both included, from 0), to be read out or destroyed. Where each chunk is given back when it has
 * been sent, a file of any size goes through the same few buffers, and leaves nothing to be collected. Throws where there is no such file.
 */
export const readPooled = async (path: string, { start = 0, end = Infinity }: { start?: number; end?: number } = {}) => {
  const file = await openFile(path, 'r')
  const close = () => file.close().catch(() => {})
  try {
    const past = Math.min(end + 1, await file.size())
    return Readable.from(chunksOf(file, start, past), { objectMode: false, highWaterMark: slow.bytes }).once(
      'close',
      () => void close(),
    )
  } catch (error) {
    await close()
    throw error
  }
}
