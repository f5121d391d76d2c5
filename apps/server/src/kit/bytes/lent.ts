import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Bytes that are read at once. */
const READ = 256 * 1024

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

/** Buffers that are read into again once they have been given back. */
const openBuffers = () => {
  const free = new Set<Buffer>()
  const make = () => {
    const buffer = Buffer.allocUnsafeSlow(READ)
    lent.set(buffer.buffer, () => free.add(buffer))
    return buffer
  }
  return () => {
    const [buffer = make()] = free
    free.delete(buffer)
    return buffer
  }
}

async function* chunksOf(handle: FileHandle, start: number, end: number) {
  const take = openBuffers()
  for (let at = start; ;) {
    const buffer = take()
    const { bytesRead } = await handle.read(buffer, 0, Math.min(READ, end + 1 - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * A file's bytes, or those from start to end (both included, from 0), to be read out or destroyed. Where each chunk is given back when it has
 * been sent, a file of any size goes through the same few buffers, and leaves nothing to be collected. Throws where there is no such file.
 */
export const readLent = async (path: string, { start = 0, end = Infinity }: { start?: number; end?: number } = {}) => {
  const handle = await open(path)
  const bytes = Readable.from(chunksOf(handle, start, end), { objectMode: false, highWaterMark: READ })
  return bytes.once('close', () => void handle.close().catch(() => {}))
}
