import { expect, test } from 'vitest'
import { keep } from './kept.ts'

/** A keeper on a clock of the test's own, and what it has made so far. */
const keeper = ({ seconds = 30, entries = 3 } = {}) => {
  const [clock, made] = [{ now: 0 }, [] as string[]]
  const kept = keep<string>({ seconds, entries, now: () => clock.now })
  const want = (key: string, isWorth = true) =>
    kept(
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
  clock.now = 30_000
  expect(await want('a')).toBe('a 2')
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
    kept(
      'a',
      () => Promise.reject(new Error('away')),
      () => true,
    ),
  ).rejects.toThrow('away')
  expect(await want('a')).toBe('a 1')
})
