import { expect, test } from 'vitest'
import { isOutdatedAfter, withPatchedRecord } from './query.ts'

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

const answerOf = (resource: string, asked: object = {}) => ({ queryKey: [resource, `GET /api/${resource}/`, asked, undefined] })

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
