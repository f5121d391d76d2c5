import { Readable } from 'node:stream'
import { bufferFor, type OpenFile, openFile } from './file.ts'

/** Bytes of one read, and the number of concurrent reads. Reads are aligned to multiples of `bytes`. */
interface ReadPace {
  bytes: number
  concurrency: number
}
/** For a fast consumer much is read ahead, so that neither side waits; for all others as little as possible. */
const fastPace: ReadPace = { bytes: 512 * 1024, concurrency: 3 }
const slowPace: ReadPace = { bytes: 128 * 1024, concurrency: 1 }
/** Milliseconds within which a fast consumer requests the next chunk. */
const FAST_MILLISECONDS = 20
/** Bytes that must be consumed fast before a consumer counts as fast: a connection buffers a few megabytes, however slow the client is. */
const FAST_AFTER_BYTES = 8 * 1024 * 1024

/* Garbage collection after every 16 MB of throughput costs more than all other work on the bytes: buffers are returned to a pool instead. */

const releasers = new WeakMap<ArrayBufferLike, () => void>()

/** Releases a buffer that is no longer needed. A pooled buffer must not be used afterwards; a buffer that is not released is left to the garbage collector. */
export const releaseBuffer = (bytes: Buffer) => releasers.get(bytes.buffer)?.()

/** Registers a buffer that nobody else uses: its memory is freed as soon as it is released. */
export const makeReleasable = (bytes: Buffer) => {
  const { buffer, length } = bytes
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) releasers.set(buffer, () => buffer.transfer(0))
  return bytes
}

/** A pool of buffers of one size, which are reused after they are released. */
const openBuffers = (make: () => Buffer) => {
  const free = new Set<Buffer>()
  const createBuffer = () => {
    const buffer = make()
    releasers.set(buffer.buffer, () => free.add(buffer))
    return buffer
  }
  return () => {
    const [buffer = createBuffer()] = free
    free.delete(buffer)
    return buffer
  }
}

/** Prevents an unhandled rejection; the promise is awaited later, and throws then. */
const ignoreUntilAwaited = <T>(work: Promise<T>) => {
  work.catch(() => {})
  return work
}

async function* chunksOf(file: OpenFile, start: number, end: number) {
  const buffersOf = ({ bytes }: ReadPace) => openBuffers(() => bufferFor(Math.min(bytes, end - start), end))
  const buffers = new Map([fastPace, slowPace].map((pace) => [pace, buffersOf(pace)]))
  const read = async (bytes: Buffer, at: number) => {
    if ((await file.read(bytes, at)) < bytes.length) throw new Error('A file has lost bytes')
    return bytes
  }
  const reading: Promise<Buffer>[] = []
  let pace = slowPace
  let consumedFast = 0
  for (let at = start; at < end || reading.length > 0;) {
    while (at < end && reading.length < pace.concurrency) {
      const next = Math.min(at + pace.bytes - (at % pace.bytes), end)
      reading.push(ignoreUntilAwaited(read(buffers.get(pace)!().subarray(0, next - at), at)))
      at = next
    }
    const bytes = await reading.shift()!
    const yieldedAt = performance.now()
    yield bytes
    consumedFast = performance.now() - yieldedAt < FAST_MILLISECONDS ? consumedFast + bytes.length : 0
    pace = consumedFast < FAST_AFTER_BYTES ? slowPace : fastPace
  }
}

/**
 * A stream of a file's bytes, or of those from start to end (both included, from 0); it must be consumed or destroyed. If each chunk is released after it
 * was sent, a file of any size passes through the same few buffers, and leaves no garbage. Throws if there is no such file.
 */
export const readPooled = async (path: string, { start = 0, end = Infinity }: { start?: number; end?: number } = {}) => {
  const file = await openFile(path, 'r')
  const close = () => file.close().catch(() => {})
  try {
    const endOffset = Math.min(end + 1, await file.size())
    return Readable.from(chunksOf(file, start, endOffset), { objectMode: false, highWaterMark: slowPace.bytes }).once(
      'close',
      () => void close(),
    )
  } catch (error) {
    await close()
    throw error
  }
}
