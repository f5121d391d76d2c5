import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { dropPrefetched, takePrefetched } from './prefetched.ts'

const mine = { Authorization: 'Bearer mine', 'x-tenant': 't' }
const list = '/api/company/?sort=-dateCreated&page=0'

let inputsOf: Response
beforeEach(() => {
  inputsOf = Response.json([{ uniqueId: 'a' }])
  vi.stubGlobal('window', {
    prefetched: {
      headers: { ...mine, 'X-Time-Zone': 'UTC' },
      answers: new Map([[list, Promise.resolve(inputsOf)]]),
      refused: new Set(),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a prefetched reply is used once, whatever the order of its parameters', async () => {
  expect(await takePrefetched('/api/company/?page=0&sort=-dateCreated', mine)).toBe(inputsOf)
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('a different request is sent separately, and leaves the prefetched reply in place', () => {
  expect(takePrefetched('/api/company/?sort=-dateCreated&page=1', mine)).toBeUndefined()
  expect(takePrefetched(list, mine)).toBeDefined()
})

test('a user who signs in meanwhile never sees another user’s prefetched reply, and it is dropped', () => {
  expect(takePrefetched(list, { ...mine, Authorization: 'Bearer another' })).toBeUndefined()
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('nothing prefetched before a change is shown after it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
  await call('POST /api/auth/logout', {})
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('a prefetched reply expires after half a minute', () => {
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(takePrefetched(list, mine)).toBeUndefined()
  vi.restoreAllMocks()
})

test('a page without a prefetched reply sends its own request', () => {
  dropPrefetched()
  expect(takePrefetched(list, mine)).toBeUndefined()
})
