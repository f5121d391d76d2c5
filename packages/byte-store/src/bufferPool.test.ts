import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeReleasable, readPooled, releaseBuffer } from './bufferPool.ts'

const bytes = randomBytes(5_000_001)
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lent-'))
  path = join(folder, 'file')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test.each([1, 2])('a file passes through few buffers if each chunk is released %d times', async (times) => {
  const hash = createHash('sha256')
  const places = new Set<ArrayBufferLike>()
  for await (const chunk of await readPooled(path)) {
    hash.update(chunk as Buffer)
    places.add((chunk as Buffer).buffer)
    for (let time = 0; time < times; time++) releaseBuffer(chunk as Buffer)
  }
  expect(hash.digest('hex')).toBe(hashOf(bytes))
  expect(places.size).toBeLessThan(8)
})

test.each([
  ['quickly', 'large chunks from the eighth megabyte on', 0, 512],
  ['slowly', 'small ones all the time: little is held ready', 30, 128],
])('a reader that consumes a file %s gets %s', async (_, _has, milliseconds, largest) => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds))
  onTestFinished(() => clock.mockRestore())
  const KB = 1024
  const [large, content] = [join(folder, 'taken'), randomBytes(20_000 * KB)]
  await writeFile(large, content)
  const hash = createHash('sha256')
  const [first, later]: [number[], number[]] = [[], []]
  let at = 0
  for await (const chunk of (await readPooled(large)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    ;(at < 8 * KB * KB ? first : later).push(chunk.length)
    at += chunk.length
    releaseBuffer(chunk)
  }
  expect(hash.digest('hex')).toBe(hashOf(content))
  expect([Math.max(...first), Math.max(...later)]).toEqual([128 * KB, largest * KB])
})

test('chunks that are never released keep their bytes', async () => {
  expect(hashOf(await buffer(await readPooled(path)))).toBe(hashOf(bytes))
})

test('reads a range, both ends included, and not beyond the end of the file', async () => {
  const part = await buffer(await readPooled(path, { start: 300_000, end: 900_000 }))
  expect(part.equals(bytes.subarray(300_000, 900_001))).toBe(true)
  const end = await buffer(await readPooled(path, { start: 4_999_999, end: 9_000_000 }))
  expect(end.equals(bytes.subarray(4_999_999))).toBe(true)
  await expect(readPooled(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test('reads a range of a large file, wherever it begins and ends', async () => {
  const MB = 1024 * 1024
  const large = join(folder, 'large')
  const content = randomBytes(35 * MB + 7)
  await writeFile(large, content)
  for (const [start, end] of [
    [31 * MB + 5, 35 * MB + 6],
    [32 * MB, 33 * MB - 1],
    [33 * MB + 1, 33 * MB + 1],
    [34 * MB, 40 * MB],
  ] as const) {
    const part = await buffer(await readPooled(large, { start, end }))
    expect(part.equals(content.subarray(start, end + 1))).toBe(true)
  }
})

test('reading fails if the file loses bytes meanwhile', async () => {
  const shrunk = join(folder, 'shrunk')
  await writeFile(shrunk, bytes)
  const read = await readPooled(shrunk)
  await truncate(shrunk, 4_000_000)
  await expect(buffer(read)).rejects.toThrow('A file has lost bytes')
})

test('a releasable buffer is freed on release; one that is part of a larger buffer, or was not made releasable, stays', () => {
  const [lent, whole, free] = [Buffer.from(new ArrayBuffer(8)), Buffer.from(new ArrayBuffer(8)), Buffer.from(new ArrayBuffer(8))]
  releaseBuffer(makeReleasable(lent))
  releaseBuffer(makeReleasable(whole.subarray(0, 4)))
  releaseBuffer(free)
  expect([lent.length, whole.length, free.length]).toEqual([0, 8, 8])
})
