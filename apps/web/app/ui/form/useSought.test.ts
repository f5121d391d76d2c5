import { expect, test } from 'vitest'
import { offeredBy } from '#ui/form/Offer'

const found = { rows: [{ uniqueId: 'a' }], total: 3, estimated: false }
const none = { rows: [], total: 0, estimated: false }

test('choices say how many more there are', () => {
  expect(offeredBy(found, { words: '', isWaiting: false })).toMatchObject({ rows: found.rows, more: 2, isNone: false })
})

test('only an answer to nothing typed can say that there are none', () => {
  expect(offeredBy(none, { words: '', isWaiting: false }).isNone).toBe(true)
  expect(offeredBy(none, { words: 'nord', isWaiting: false }).isNone).toBe(false)
  expect(offeredBy(none, { words: '', isWaiting: true })).toMatchObject({ isNone: false, isPending: true })
  expect(offeredBy(undefined, { words: '', isWaiting: false })).toMatchObject({ rows: [], more: 0, isNone: false })
})
