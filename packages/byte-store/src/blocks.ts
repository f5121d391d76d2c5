import { pagesOf } from './file.ts'

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
