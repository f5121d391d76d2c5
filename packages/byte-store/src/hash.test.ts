import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagesOf } from './file.ts'
import { openHash, stopHashing } from './hash.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const block = (size: number) => {
  const bytes = pagesOf(SharedArrayBuffer, size)
  randomBytes(size).copy(bytes)
  return bytes
}

test('hashes all bytes of its blocks, while another hash is computed at the same time', async () => {
  const [one, other] = [openHash(), openHash()]
  const blocks = Array.from({ length: 6 }, (_, at) => block(1000 + at))
  await Promise.all(blocks.map((bytes, at) => (at % 2 ? one : other).add(bytes)))
  expect(await one.soFar()).toBe(hashOf(Buffer.concat(blocks.filter((_, at) => at % 2 === 1))))
  expect(await other.soFar()).toBe(hashOf(Buffer.concat(blocks.filter((_, at) => at % 2 === 0))))
})

test('returns the hash so far, and more bytes can be added after it; only the given part of a block is hashed', async () => {
  const [hash, bytes] = [openHash(), block(5000)]
  expect(await hash.soFar()).toBe(hashOf(Buffer.alloc(0)))
  await hash.add(bytes.subarray(0, 3000))
  expect(await hash.soFar()).toBe(hashOf(bytes.subarray(0, 3000)))
  await hash.add(bytes.subarray(0, 1))
  expect(await hash.soFar()).toBe(hashOf(Buffer.concat([bytes.subarray(0, 3000), bytes.subarray(0, 1)])))
})

test('hashes bytes in unshared memory as well, at any offset, and does not change them', async () => {
  const [hash, all] = [openHash(), randomBytes(300_000)]
  const part = all.subarray(1000, 200_000)
  const before = hashOf(part)
  await hash.add(part)
  await hash.add(Buffer.from('a few'))
  expect(await hash.soFar()).toBe(hashOf(Buffer.concat([part, Buffer.from('a few')])))
  expect(hashOf(part)).toBe(before)
})

test('when the thread ends, pending calls no longer wait for it, and the next hash starts a new one', async () => {
  const [hash, bytes] = [openHash(), block(2_000_000)]
  await hash.add(bytes)
  const asked = Promise.allSettled([...Array.from({ length: 100 }, () => hash.add(bytes)), hash.soFar()])
  await stopHashing()
  const over = 'The thread that hashes has ended'
  expect((await asked).at(-1)).toMatchObject({ status: 'rejected', reason: { message: over } })
  await hash.add(bytes)
  await expect(hash.soFar()).rejects.toThrow(over)
  const next = openHash()
  await next.add(bytes)
  expect(await next.soFar()).toBe(hashOf(bytes))
})
