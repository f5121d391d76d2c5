import { Readable } from 'node:stream'
import { type OpenFile, openFile, pagesOf } from './file.ts'

/** Bytes that are read at once. A file is read from one multiple of them to the next. */
const READ = 512 * 1024
/** Reads that the disk has to do with at the same time, so that it does not wait while bytes are sent. */
const AT_ONCE = 3

/* A collector that clears up after every 16 MB that pass costs more than all else that is done with them: what is lent is given back instead. */

const lent = new WeakMap<ArrayBufferLike, () => void>()

/** Says that nobody needs these bytes any more. Those that were lent are gone then; who says nothing keeps them. */
export const giveBack = (bytes: Buffer) => lent.get(bytes.buffer)?.()

/** Lends bytes that nobody else has: their memory is free as soon as they are given back. */
export const lend = (bytes: Buffer) => {
  const { buffer, length } = bytes
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) lent.set(buffer, () => buffer.transfer(0))
  return bytes
}

/** Buffers of one size that are read into again once they have been given back. */
const openBuffers = (size: number) => {
  const free = new Set<Buffer>()
  const make = () => {
    const buffer = pagesOf(ArrayBuffer, size)
    lent.set(buffer.buffer, () => free.add(buffer))
    return buffer
  }
  return () => {
    const [buffer = make()] = free
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
  const take = openBuffers(Math.min(READ, end - start))
  const read = async (at: number, length: number) => {
    const bytes = take().subarray(0, length)
    if ((await file.read(bytes, at)) < length) throw new Error('A file has lost bytes')
    return bytes
  }
  const reading: Promise<Buffer>[] = []
  for (let at = start; at < end || reading.length > 0;) {
    while (at < end && reading.length < AT_ONCE) {
      const next = Math.min(at + READ - (at % READ), end)
      reading.push(quietly(read(at, next - at)))
      at = next
    }
    yield await reading.shift()!
  }
}

/**
 * A file's bytes, or those from start to end (both included, from 0), to be read out or destroyed. Where each chunk is given back when it has
 * been sent, a file of any size goes through the same few buffers, and leaves nothing to be collected. Throws where there is no such file.
 */
export const readLent = async (path: string, { start = 0, end = Infinity }: { start?: number; end?: number } = {}) => {
  const file = await openFile(path, 'r')
  const bytes = Readable.from(chunksOf(file, start, Math.min(end + 1, await file.size())), {
    objectMode: false,
    highWaterMark: READ,
  })
  return bytes.once('close', () => void file.close().catch(() => {}))
}
