import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './call.ts'

const counting = () => {
  let made = 0
  return createIdempotencyKeys(() => `key ${++made}`)
}

test('the same submit keeps its key, however often it is retried', () => {
  const keys = counting()
  expect([keys.keyOf({ name: 'A' }), keys.keyOf({ name: 'A' })]).toEqual(['key 1', 'key 1'])
})

test('other content is another submit, and so is the same content after a success', () => {
  const keys = counting()
  expect([keys.keyOf({ name: 'A' }), keys.keyOf({ name: 'B' })]).toEqual(['key 1', 'key 2'])
  keys.drop({ name: 'B' })
  expect(keys.keyOf({ name: 'B' })).toBe('key 3')
})

test('two submits at a time each keep their key until they have succeeded', () => {
  const keys = counting()
  expect([keys.keyOf({ name: 'A' }), keys.keyOf({ name: 'B' })]).toEqual(['key 1', 'key 2'])
  keys.drop({ name: 'B' })
  expect([keys.keyOf({ name: 'A' }), keys.keyOf({ name: 'B' })]).toEqual(['key 1', 'key 3'])
})

const file = (name: string) => ({ file: new File(['x'], name, { lastModified: 1 }) })

test('different files are different submits', () => {
  const keys = counting()
  expect([keys.keyOf(file('a')), keys.keyOf(file('a')), keys.keyOf(file('b'))]).toEqual(['key 1', 'key 1', 'key 2'])
})
