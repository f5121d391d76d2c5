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

test('what was made is kept, and made anew once its time is over', async () => {
  const { clock, made, want } = keeper()
  expect([await want('a'), await want('a')]).toEqual(['a 1', 'a 1'])
  clock.now = 31_001
  expect(await want('a')).toBe('a 2')
  expect(made).toEqual(['a', 'a'])
})

test('for no seconds nothing is kept', async () => {
  const { made, want } = keeper({ seconds: 0 })
  await want('a')
  await want('a')
  expect(made).toEqual(['a', 'a'])
})

test('many who ask at the same time wait for one making', async () => {
  const { made, want } = keeper()
  await Promise.all([want('a'), want('a'), want('a')])
  expect(made).toEqual(['a'])
})

test('what is not worth keeping is made each time', async () => {
  const { made, want } = keeper()
  await want('a', false)
  await want('a', false)
  expect(made).toEqual(['a', 'a'])
})

test('where there are too many, the one goes that was wanted longest ago', async () => {
  const { made, want } = keeper({ entries: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await want(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('a making that failed is tried again by the next who asks', async () => {
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

test('what has changed is forgotten, and what was being made then is not kept', async () => {
  const { made, want, kept } = keeper()
  await want('a')
  const begun = want('b')
  kept.forget()
  await begun
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 4'])
  expect(made).toEqual(['a', 'b', 'a', 'b'])
})

test('what is said to be old is forgotten, and nothing else', async () => {
  const { made, want, kept } = keeper()
  for (const key of ['a', 'b']) await want(key)
  kept.forget((value) => value.startsWith('a'))
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 2'])
  expect(made).toEqual(['a', 'b', 'a'])
})

test('what was being made when it became old is not kept, but what turns out to be something else is', async () => {
  const { want, kept } = keeper()
  const begun = [want('a'), want('b')]
  kept.forget((value) => value.startsWith('a'))
  await Promise.all(begun)
  expect([await want('a'), await want('b')]).toEqual(['a 3', 'b 2'])
})

test('whoever asks once something has become old waits for no making that began before', async () => {
  const { want, kept } = keeper()
  const before = want('a')
  kept.forget((value) => value.startsWith('a'))
  expect(await Promise.all([before, want('a')])).toEqual(['a 1', 'a 2'])
  expect(await want('a')).toBe('a 2')
})

test('no more bytes are kept than are allowed: the least recently wanted go, and what is too large is not kept', async () => {
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

test('what is over makes room before what is still good', async () => {
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
