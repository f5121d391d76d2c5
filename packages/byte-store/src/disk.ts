import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { releaseBuffer } from './bufferPool.ts'
import { type OpenFile, openFile, pagesOf } from './file.ts'
import type { Sha256 } from './hash.ts'

/** Bytes of one write: disks are faster with large writes. */
export const BLOCK = 2 * 1024 * 1024
/** Number of blocks that are processed concurrently, so that the disk does not wait while bytes arrive. */
const MAX_CONCURRENT = 3
/** Maximum number of blocks in memory shared with the hash thread. They are reused, because only the garbage collectors of both threads could free them. */
const MAX_SHARED_BLOCKS = 8

let blockCount = 0
const free: Buffer[] = []

/** Takes a block from the pool for exclusive use until it is processed. */
export const takeBlock = () => free.pop() ?? pagesOf(blockCount++ < MAX_SHARED_BLOCKS ? SharedArrayBuffer : ArrayBuffer, BLOCK)

const returnBlock = (block: Buffer) => {
  if (block.buffer instanceof ArrayBuffer) block.buffer.transfer(0)
  else free.push(block)
}

/** Processes blocks (the used part of each, and its position), several concurrently and started in order. */
export const processBlocks = (work: (bytes: Buffer, at: number) => Promise<unknown>) => {
  const working = new Set<Promise<void>>()
  let failure: { cause: unknown } | undefined

  const start = async (block: Buffer, length: number, at: number) => {
    try {
      await work(block.subarray(0, length), at)
    } catch (cause) {
      failure ??= { cause }
    }
    returnBlock(block)
  }
  const check = () => {
    if (failure) throw failure.cause
  }

  return {
    /** Takes ownership of a block. Waits while enough blocks are in progress. Throws an earlier failure of the work. */
    put: async (block: Buffer, length: number, at: number) => {
      const one = start(block, length, at).finally(() => working.delete(one))
      working.add(one)
      if (working.size >= MAX_CONCURRENT) await Promise.race(working)
      check()
    },
    /** Waits until all blocks are processed. Throws the first failure. */
    end: async () => {
      await Promise.all(working)
      check()
    },
  }
}

/** Syncs a file's bytes, or a folder's entries, to disk. */
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

/** The state of a file that is being written: its path, hash and size so far. */
export interface WriteState {
  path: string
  hash: Sha256
  size: number
}

/** Buffers bytes to append to a file; writes are aligned to multiples of a block. */
const openBlockWriter = (state: WriteState, file: OpenFile) => {
  const { put, end } = processBlocks(async (bytes, at) => {
    const hashed = state.hash.add(bytes)
    try {
      await file.write(bytes, at)
    } finally {
      await hashed // the hash thread reads the block until then
    }
  })
  let block: Buffer | undefined
  let filled = 0
  const room = () => BLOCK - (state.size % BLOCK) - filled

  const putBlock = async () => {
    if (!block) return
    const [full, length, at] = [block, filled, state.size]
    ;[block, filled, state.size] = [undefined, 0, at + length]
    await put(full, length, at)
  }

  return {
    /** Copies the bytes and releases their buffer. */
    add: async (bytes: Buffer) => {
      for (let offset = 0; offset < bytes.length;) {
        block ??= takeBlock()
        const copied = bytes.copy(block, filled, offset, offset + room())
        ;[filled, offset] = [filled + copied, offset + copied]
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

/** Adds all bytes of a source. Returns the error of the source or of adding, if any. */
const addAll = async (source: Readable, add: (bytes: Buffer) => Promise<void>): Promise<unknown> => {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) await add(asBytes(chunk))
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Appends all bytes of a source to a file, which is created if its size is 0, and syncs it to disk. Returns the error of an interrupted source, if any;
 * the bytes before it are saved. Throws if the disk fails; the caller must then handle the source.
 */
export const appendAll = async (state: WriteState, source: Readable): Promise<unknown> => {
  const file = await openFile(state.path, state.size === 0 ? 'wx' : 'r+')
  const { add, end } = openBlockWriter(state, file)
  try {
    const problem = await addAll(source, add)
    await end()
    return problem
  } finally {
    await file.close()
  }
}
