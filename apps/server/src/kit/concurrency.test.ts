import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency.ts'

/** Tasks that end when they are told to. */
const openTasks = () => {
  const limit = concurrencyLimit({ maxRunning: 2, maxWaiting: 2, createError: () => new Error('Too many') })
  const begun: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const run = (name: string) =>
    limit.run(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
    })
  return { limit, begun, run, end: (name: string) => ends.get(name)! }
}

test('two tasks run, two wait in their order, and one more is rejected', async () => {
  const { limit, begun, run, end } = openTasks()
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(run)
  await expect(run('five')).rejects.toThrow('Too many')
  expect(begun).toEqual(['one', 'two'])
  end('two').resolve('done')
  expect(await two).toBe('done')
  await Promise.resolve()
  expect(begun).toEqual(['one', 'two', 'three'])
  const six = run('six')
  end('one').reject(new Error('Failed'))
  await expect(one).rejects.toThrow('Failed')
  end('three').resolve('done')
  await three
  expect(begun).toEqual(['one', 'two', 'three', 'four', 'six'])
  expect(limit.isEmpty()).toBe(false)
  for (const name of ['four', 'six']) end(name).resolve('done')
  await Promise.all([four, six])
  expect(limit.isEmpty()).toBe(true)
})

const fail = () => {
  throw new Error('Failed')
}

test('a task that throws at once makes room, too', async () => {
  const limit = concurrencyLimit({ maxRunning: 1, maxWaiting: 0, createError: () => new Error('Too many') })
  await expect(limit.run(fail)).rejects.toThrow('Failed')
  expect(limit.isEmpty()).toBe(true)
})
