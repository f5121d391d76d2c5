import { pagesOf } from './file.ts'

/** Bytes that are written at once: a disk takes many faster than few. */
export const BLOCK = 2 * 1024 * 1024
/** Blocks that are worked at at the same time, so that a disk does not wait while bytes arrive. */
const AT_ONCE = 3
/** Blocks that stay in memory for the next file. */
const KEPT = 8

const free: Buffer[] = []
const putAway = (block: Buffer) => void (free.length < KEPT && free.push(block))

/** A block that nobody else has until it is written. */
export const takeBlock = () => free.pop() ?? pagesOf(SharedArrayBuffer, BLOCK)

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
