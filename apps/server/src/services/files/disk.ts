import type { Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { giveBack } from '#kit/bytes/lent'

/** Bytes that are written at once: a disk takes many faster than few. As many more are gathered meanwhile. */
const AT_ONCE = 1024 * 1024
/** The disk begins with what it has after so many bytes, so that the sync at the end is short. */
const BEGINS = 32 * 1024 * 1024

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

/** What has been written to an open file, and its hash. */
export interface Written {
  handle: FileHandle
  hash: Hash
  size: number
}

/** Adds bytes to the end of a file, and to its hash while the disk writes. Then they are given back. */
const write = async (written: Written, chunks: Buffer[]) => {
  const { handle, hash, size } = written
  const total = chunks.reduce((sum, { length }) => sum + length, 0)
  const writing = handle.writev(chunks, size)
  for (const chunk of chunks) hash.update(chunk)
  for (let done = (await writing).bytesWritten; done < total;) {
    const rest = Buffer.concat(chunks).subarray(done)
    done += (await handle.write(rest, 0, rest.length, size + done)).bytesWritten
  }
  written.size += total
  for (const chunk of chunks) giveBack(chunk)
}

/** Writes in the order in which it is asked to, one at a time, and has the disk begin now and then. */
const writer = (written: Written) => {
  let writing = Promise.resolve()
  let flushing = Promise.resolve()
  let begun = written.size
  return {
    /** Waits for what was asked before. Throws what became of that. */
    add: async (chunks: Buffer[]) => {
      await writing
      if (written.size - begun >= BEGINS) {
        await flushing
        begun = written.size
        flushing = quietly(written.handle.datasync())
      }
      writing = quietly(write(written, chunks))
    },
    /** Waits until the disk has all of it. */
    end: async () => {
      await writing
      await flushing
      await written.handle.sync()
    },
  }
}

const asBytes = (chunk: string | Buffer) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)

/** It is waited for later, and throws then. */
const quietly = <T>(work: Promise<T>) => {
  work.catch(() => {})
  return work
}

/**
 * Adds all that comes from a source to the end of a file, and waits until the disk has it. Answers what broke the source off, if
 * something did: what came before stands. Throws where the disk fails; the source is the caller's then.
 */
export const writeOn = async (written: Written, source: Readable): Promise<unknown> => {
  const { add, end } = writer(written)
  let [chunks, size]: [Buffer[], number] = [[], 0]
  let problem: unknown
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const bytes = asBytes(chunk)
      chunks.push(bytes)
      size += bytes.length
      if (size < AT_ONCE) continue
      await add(chunks)
      ;[chunks, size] = [[], 0]
    }
  } catch (error) {
    problem = error
  }
  await add(chunks)
  await end()
  return problem
}
