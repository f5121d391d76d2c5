import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { isOutdatedAfter, newQueryClient, withPatchedRecord } from './query.ts'

test('a change is applied optimistically to the record and the lists that contain it, and nowhere else', () => {
  const [one, other] = [
    { uniqueId: 'a', status: 'OPEN' },
    { uniqueId: 'b', status: 'OPEN' },
  ]
  const closed = { status: 'CLOSED' }
  expect(withPatchedRecord(one, 'a', closed)).toEqual({ uniqueId: 'a', status: 'CLOSED' })
  expect(withPatchedRecord({ rows: [one, other], total: 2 }, 'b', closed)).toEqual({
    rows: [one, { uniqueId: 'b', status: 'CLOSED' }],
    total: 2,
  })
  expect(withPatchedRecord(other, 'a', closed)).toBe(other)
  expect(withPatchedRecord(undefined, 'a', closed)).toBeUndefined()
})

const answerOf = (resource: string, inputsOf: object = {}) => ({
  queryKey: [resource, `GET /api/${resource}/`, inputsOf, undefined],
})

test('a change refetches all replies except the session’s and those of a deleted record', () => {
  const isOutdated = isOutdatedAfter(undefined, ['a'])
  expect([answerOf('company'), answerOf('contact', { uniqueId: 'b' })].map(isOutdated)).toEqual([true, true])
  expect([answerOf('auth'), answerOf('company', { uniqueId: 'a' })].map(isOutdated)).toEqual([false, false])
})

test('a call that names what it changes leaves all other replies as they are', () => {
  const isOutdated = isOutdatedAfter(['notificationQueue'])
  expect(['notificationQueue', 'company', 'auth'].map((resource) => isOutdated(answerOf(resource)))).toEqual([true, false, false])
  expect(isOutdatedAfter([])(answerOf('company'))).toBe(false)
})

/** Prefetches a call that fails with this status, and opens a page that makes it so many milliseconds later. Returns how often it was made. */
const callsOfPage = async (status: number, delay = 0) => {
  const client = newQueryClient()
  const queryFn = vi.fn<() => Promise<never>>(async () => {
    throw new Failure(status, 'Company not found')
  })
  const options = { queryKey: ['company'], queryFn }
  await client.prefetchQuery(options)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + delay)
  new QueryObserver(client, client.defaultQueryOptions(options)).subscribe(() => {})()
  vi.restoreAllMocks()
  return queryFn.mock.calls.length
}

test('a page that opens does not repeat a call that was refused while it was prefetched', async () => {
  expect(await callsOfPage(404)).toBe(1)
  expect(await callsOfPage(404, 3000)).toBe(2)
  expect(await callsOfPage(500)).toBe(2)
})
