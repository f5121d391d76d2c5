import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { BLOCK, eachBlock, takeBlock } from './blocks.ts'
import { releaseBuffer } from './bufferPool.ts'
import { type OpenFile, openFile } from './file.ts'
import type { Sha256 } from './hash.ts'

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
