import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { releaseBuffer } from './bufferPool.ts'
import { type OpenFile, openFile, pagesOf } from './file.ts'
import type { Sha256 } from './hash.ts'

/** Bytes that are written at once: a disk takes many faster than few. */
export const BLOCK = 2 * 1024 * 1024
/** Blocks that are worked at at the same time, so that a disk does not wait while bytes arrive. */
const AT_ONCE = 3
/** Blocks of memory that is shared with the thread that hashes. They stay for the next file, for nothing but the collectors of both threads frees them. */
const SHARED = 8

let made = 0
const free: Buffer[] = []

/** A block that nobody else has until it was worked at. */
export const takeBlock = () => free.pop() ?? pagesOf(made++ < SHARED ? SharedArrayBuffer : ArrayBuffer, BLOCK)

const putAway = (block: Buffer) => {
  if (block.buffer instanceof ArrayBuffer) block.buffer.transfer(0)
  else free.push(block)
}

/** Does a work with the beginnings of blocks and the places where they belong, with several at a time and begun in their order. */
export const eachBlock = (work: (bytes: Buffer, at: number) => Promise<unknown>) => {
  const working = new Set<Promise<void>>()
  let failure: { cause: unknown } | undefined

  const begin = async (block: Buffer, length: number, at: number) => {
    try {
      await work(block.subarray(0, length), at)
    } catch (cause) {
      failure ??= { cause }
    }
    putAway(block)
  }
  const check = () => {
    if (failure) throw failure.cause
  }

  return {
    /** Takes a block over. Waits while there is enough to do. Throws what the work failed at before. */
    put: async (block: Buffer, length: number, at: number) => {
      const one = begin(block, length, at).finally(() => working.delete(one))
      working.add(one)
      if (working.size >= AT_ONCE) await Promise.race(working)
      check()
    },
    /** Waits until all is done. Throws what it failed at. */
    end: async () => {
      await Promise.all(working)
      check()
    },
  }
}

/** Waits until the disk has a file's bytes, or a folder's names. */
export const sync = async (path: string) => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const unlessMissing = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return undefined
}

/** What has been written of a file, and its hash. */
export interface Written {
  path: string
  hash: Sha256
  size: number
}

/** Gathers bytes for the end of a file, which is written from one multiple of a block to the next. */
const gatherer = (written: Written, file: OpenFile) => {
  const { put, end } = eachBlock(async (bytes, at) => {
    const hashed = written.hash.add(bytes)
    try {
      await file.write(bytes, at)
    } finally {
      await hashed // until then they are read
    }
  })
  let block: Buffer | undefined
  let filled = 0
  const room = () => BLOCK - (written.size % BLOCK) - filled

  const putBlock = async () => {
    if (!block) return
    const [full, length, at] = [block, filled, written.size]
    ;[block, filled, written.size] = [undefined, 0, at + length]
    await put(full, length, at)
  }

  return {
    /** Takes bytes over, and gives them back. */
    add: async (bytes: Buffer) => {
      for (let taken = 0; taken < bytes.length;) {
        block ??= takeBlock()
        const copied = bytes.copy(block, filled, taken, taken + room())
        ;[filled, taken] = [filled + copied, taken + copied]
        if (room() === 0) await putBlock()
      }
      releaseBuffer(bytes)
    },
    end: async () => {
      await putBlock()
      await end()
      await file.sync()
    },
  }
}

const asBytes = (chunk: string | Buffer) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)

/** Adds all that comes from a source. Answers what broke it off, or adding to it, if something did. */
const addAll = async (source: Readable, add: (bytes: Buffer) => Promise<void>): Promise<unknown> => {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) await add(asBytes(chunk))
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Adds all that comes from a source to the end of a file, which is new where nothing has been written of it, and waits until the disk has it.
 * Answers what broke the source off, if something did: what came before stands. Throws where the disk fails; the source is the caller's then.
 */
export const writeOn = async (written: Written, source: Readable): Promise<unknown> => {
  const file = await openFile(written.path, written.size === 0 ? 'wx' : 'r+')
  const { add, end } = gatherer(written, file)
  try {
    const problem = await addAll(source, add)
    await end()
    return problem
  } finally {
    await file.close()
  }
}
