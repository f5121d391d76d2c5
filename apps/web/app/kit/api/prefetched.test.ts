import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { dropPrefetched, takePrefetched } from './prefetched.ts'

const mine = { Authorization: 'Bearer mine', 'x-tenant': 't' }
const list = '/api/company/?sort=-dateCreated&page=0'

let asked: Response
beforeEach(() => {
  asked = Response.json([{ uniqueId: 'a' }])
  vi.stubGlobal('window', {
    prefetched: { headers: { ...mine, 'X-Time-Zone': 'UTC' }, answers: new Map([[list, Promise.resolve(asked)]]) },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what the head has asked is taken once, in whatever order its words stand', async () => {
  expect(await takePrefetched('/api/company/?page=0&sort=-dateCreated', mine)).toBe(asked)
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('another question is asked by itself, and leaves the answer where it is', () => {
  expect(takePrefetched('/api/company/?sort=-dateCreated&page=1', mine)).toBeUndefined()
  expect(takePrefetched(list, mine)).toBeDefined()
})

test('whoever signs in meanwhile is shown nothing that was asked by somebody else, nor are they after that', () => {
  expect(takePrefetched(list, { ...mine, Authorization: 'Bearer another' })).toBeUndefined()
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('nothing that was asked before a change is shown after it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
  await call('POST /api/auth/logout', {})
  expect(takePrefetched(list, mine)).toBeUndefined()
})

test('what was asked longer ago than half a minute is old', () => {
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(takePrefetched(list, mine)).toBeUndefined()
  vi.restoreAllMocks()
})

test('a page whose head has asked nothing asks for itself', () => {
  dropPrefetched()
  expect(takePrefetched(list, mine)).toBeUndefined()
})
