import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BLOCK, processBlocks, takeBlock } from './disk.ts'
import { openHash } from './hash.ts'

test('processes every block, several at the same time, started in order; reports a failure after the others have ended', async () => {
  let [begun, running, most] = [0, 0, 0]
  const places: number[] = []
  const { put, end } = processBlocks(async (bytes, at) => {
    places.push(at)
    most = Math.max(most, ++running)
    await rest(++begun === 1 ? 10 : 1)
    running--
    if (at === 7) throw new Error(`${bytes.length} bytes fail`)
  })
  for (let at = 0; at < 8; at++) await put(takeBlock(), 10 + at, at)
  await expect(end()).rejects.toThrow('17 bytes fail')
  expect([places, most, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], 3, 0])
  await expect(put(takeBlock(), 1, 8)).rejects.toThrow('17 bytes fail')
})

test('no two callers share a block, however many there are, and the memory of blocks beyond the first is freed', async () => {
  const before = process.memoryUsage.rss()
  const some = randomBytes(BLOCK)
  const expected = createHash('sha256').update(some).digest('hex')
  const one = async () => {
    const hash = openHash()
    const { put, end } = processBlocks((bytes) => hash.add(bytes))
    const block = takeBlock()
    some.copy(block)
    await rest(1)
    await put(block, BLOCK, 0)
    await end()
    return hash.soFar()
  }
  for (let round = 0; round < 10; round++)
    expect(new Set(await Promise.all(Array.from({ length: 40 }, one)))).toEqual(new Set([expected]))
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(250)
})
