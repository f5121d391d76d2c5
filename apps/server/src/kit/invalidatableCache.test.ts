import { expect, test } from 'vitest'
import { invalidatableCache } from './cache.ts'

const bounds = { name: 'test', maxEntries: 10, ttl: 60_000 }

test('a value read before its news that arrives after it is returned once, and not cached', async () => {
  const memory = invalidatableCache<string>(() => true, bounds)
  const arrives = Promise.withResolvers<string>()
  const asked = memory.get('key', () => arrives.promise)
  memory.forget((value) => value === 'old')
  arrives.resolve('old')
  expect(await asked).toBe('old')
  expect(await memory.get('key', () => Promise.resolve('new'))).toBe('new')
})

test('a value read while there was no news is cached', async () => {
  const memory = invalidatableCache<string>(() => true, bounds)
  memory.forget()
  await memory.get('key', () => Promise.resolve('read'))
  expect(await memory.get('key', () => Promise.reject(new Error('asked again')))).toBe('read')
})

test('a value whose read began while no news arrived is not cached, even if news arrives again by then', async () => {
  let isUp = false
  const memory = invalidatableCache<string>(() => isUp, bounds)
  const arrives = Promise.withResolvers<string>()
  const asked = memory.get('key', () => arrives.promise)
  isUp = true // the value has changed before, and nothing has told of it
  arrives.resolve('old')
  expect(await asked).toBe('old')
  expect(await memory.get('key', () => Promise.resolve('new'))).toBe('new')
})
