import { expect, test } from 'vitest'
import { lruCache } from './cache.ts'

/** A cache on a clock of the test's own, and the values that it has made so far. */
const keeper = ({ seconds = 30, entries = 3, bytes = Infinity } = {}) => {
  const [clock, made] = [{ now: 1_000 }, [] as string[]]
  const kept = lruCache<string>({ name: 'test', seconds, entries, bytes, sizeOf: ({ length }) => length, now: () => clock.now })
  const want = (key: string, isWorth = true) =>
    kept.get(
      key,
      async () => {
        made.push(key)
        return `${key} ${made.length}`
      },
      () => isWorth,
    )
  return { clock, made, want, kept }
}

test('a value is cached, and created again after it has expired', async () => {
  const { clock, made, want } = keeper()
  expect([await want('a'), await want('a')]).toEqual(['a 1', 'a 1'])
  clock.now = 31_001
  expect(await want('a')).toBe('a 2')
  expect(made).toEqual(['a', 'a'])
})

test('caches nothing with a lifetime of zero seconds', async () => {
  const { made, want } = keeper({ seconds: 0 })
  await want('a')
  await want('a')
  expect(made).toEqual(['a', 'a'])
})

test('callers at the same time share one creation of the value', async () => {
  const { made, want } = keeper()
  await Promise.all([want('a'), want('a'), want('a')])
  expect(made).toEqual(['a'])
})

test('a value not worth caching is created each time', async () => {
  const { made, want } = keeper()
  await want('a', false)
  await want('a', false)
  expect(made).toEqual(['a', 'a'])
})

test('with too many entries, the least recently used one is removed', async () => {
  const { made, want } = keeper({ entries: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await want(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('a failed creation is tried again by the next caller', async () => {
  const { kept, want } = keeper()
  await expect(
    kept.get(
      'a',
      () => Promise.reject(new Error('away')),
      () => true,
    ),
  ).rejects.toThrow('away')
  expect(await want('a')).toBe('a 1')
})

test('forgets all values that have changed, and does not cache those being created at the time', async () => {
  const { made, want, kept } = keeper()
  await want('a')
  const begun = want('b')
  kept.forget()
  await begun
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 4'])
  expect(made).toEqual(['a', 'b', 'a', 'b'])
})

test('forgets only the values that are declared outdated', async () => {
  const { made, want, kept } = keeper()
  for (const key of ['a', 'b']) await want(key)
  kept.forget((value) => value.startsWith('a'))
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 2'])
  expect(made).toEqual(['a', 'b', 'a'])
})

test('does not cache a value that became outdated while it was being created, but caches any other', async () => {
  const { want, kept } = keeper()
  const begun = [want('a'), want('b')]
  kept.forget((value) => value.startsWith('a'))
  await Promise.all(begun)
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 2'])
})

test('a caller after a value became outdated does not wait for a creation that began before', async () => {
  const { want, kept } = keeper()
  const before = want('a')
  kept.forget((value) => value.startsWith('a'))
  expect(await Promise.all([before, want('a')])).toEqual(['a 1', 'a 2'])
  expect(await want('a')).toBe('a 2')
})

test('caches no more bytes than allowed: the least recently used are removed, and too large values are not cached', async () => {
  const { clock, made, want } = keeper({ bytes: 7, entries: 9 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await want(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  await want('too large')
  await want('too large')
  expect(made.slice(4)).toEqual(['too large', 'too large'])
  clock.now = 31_001
  await want('x')
  await want('y')
  await want('x')
  expect(made.slice(6)).toEqual(['x', 'y'])
})

test('expired values are removed before valid ones', async () => {
  const { clock, made, want } = keeper({ entries: 2 })
  await want('old')
  clock.now = 21_000
  await want('young')
  await want('old')
  clock.now = 32_000
  await want('new')
  await want('young')
  expect(made).toEqual(['old', 'young', 'new'])
})
