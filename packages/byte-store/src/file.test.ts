import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openFile, pagesOf } from './file.ts'

const MB = 1024 * 1024
const block = (size = MB) => {
  const bytes = pagesOf(ArrayBuffer, size)
  randomBytes(size).copy(bytes)
  return bytes
}

const folder = await mkdtemp(join(tmpdir(), 'file-'))
const path = join(folder, 'file')
const probe = await open(path, 'wx')
const handles = Object.getPrototypeOf(probe) as FileHandle
await probe.close()

/** Whether this disk supports direct I/O. */
const knowsPast = async () => {
  const { O_DIRECT } = constants as Partial<typeof constants>
  const past = O_DIRECT && (await open(path, O_DIRECT).catch(() => undefined))
  if (past) await past.close()
  return Boolean(past)
}
const isKnown = await knowsPast()

beforeEach(() => rm(path, { force: true }))
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => rm(folder, { recursive: true }))

/** The number of open file descriptors with direct I/O. */
const waysPast = async () => {
  if (!isKnown) return 0
  const own = (await readdir('/proc/self/fd')).map(async (fd) => {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => '')) !== path) return 0
    const flags = /flags:\s*(\d+)/.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'))![1]!
    return Number.parseInt(flags, 8) & constants.O_DIRECT ? 1 : 0
  })
  return (await Promise.all(own)).reduce<number>((sum, one) => sum + one, 0)
}

/** Writes these to a new file, the first of them at a position, and returns how many descriptors with direct I/O that opened. */
const write = async (at: number, blocks: readonly Buffer[]) => {
  const file = await openFile(path, 'wx')
  try {
    let place = at
    for (const bytes of blocks) {
      await file.write(bytes, place)
      place += bytes.length
    }
    await file.sync()
    return await waysPast()
  } finally {
    await file.close()
  }
}
const standing = async (at: number) => (await readFile(path)).subarray(at)

describe('a file', () => {
  test.each([
    ['the beginning', 31 * MB, 0],
    ['what comes after it', 32 * MB, 1],
    ['what does not begin with a page', 32 * MB + 1, 0],
  ])('contains what was written: %s', async (_, at, ways) => {
    const blocks = [block()]
    expect(await write(at, blocks)).toBe(isKnown ? ways : 0)
    expect((await standing(at)).equals(Buffer.concat(blocks))).toBe(true)
    expect(await waysPast()).toBe(0)
  })

  test('reads back whole, whether its parts used direct or buffered I/O', async () => {
    const blocks = [block(), block(), block(5001), block()]
    await write(31 * MB, blocks)
    const all = Buffer.concat(blocks)
    expect((await standing(31 * MB)).equals(all)).toBe(true)
    const file = await openFile(path, 'r')
    for (const [at, size] of [
      [31 * MB + 5, MB],
      [32 * MB, MB],
      [33 * MB, 8192],
    ] as const) {
      const read = block(size)
      expect(await file.read(read, at)).toBe(size)
      expect(read.equals(all.subarray(at - 31 * MB, at - 31 * MB + size))).toBe(true)
    }
    expect(await waysPast()).toBe(isKnown ? 1 : 0)
    expect(await file.read(block(), 34 * MB)).toBe(5001)
    expect(await file.read(block(), 40 * MB)).toBe(0)
    await file.close()
  })

  test.runIf(isKnown)('uses direct I/O at the first attempt', async () => {
    const writes = vi.spyOn(handles, 'write')
    await write(32 * MB, [block(), block()])
    expect(writes).toHaveBeenCalledTimes(2)
    const reads = vi.spyOn(handles, 'read')
    const file = await openFile(path, 'r')
    await file.read(block(), 33 * MB)
    expect(reads).toHaveBeenCalledTimes(1)
    await file.close()
  })

  test.runIf(isKnown)('falls back to buffered I/O where direct I/O is rejected', async () => {
    const refused = Object.assign(new Error('EINVAL: invalid argument'), { code: 'EINVAL' })
    const writes = vi.spyOn(handles, 'write').mockRejectedValueOnce(refused)
    const bytes = block()
    await write(32 * MB, [bytes, bytes])
    expect((await standing(32 * MB)).equals(Buffer.concat([bytes, bytes]))).toBe(true)
    expect(writes).toHaveBeenCalledTimes(3) // and is not tried again
    const file = await openFile(path, 'r')
    vi.spyOn(handles, 'read').mockRejectedValueOnce(refused)
    const read = block()
    expect(await file.read(read, 32 * MB)).toBe(MB)
    expect(read.equals(bytes)).toBe(true)
    await file.close()
  })

  test.each(['EIO', 'ENOSPC'])('reports a disk error of direct I/O, too: %s', async (code) => {
    vi.spyOn(handles, 'write').mockRejectedValueOnce(Object.assign(new Error(code), { code }))
    await expect(write(32 * MB, [block()])).rejects.toThrow(code)
  })
})
