import { expect, test } from 'vitest'
import { searchState } from '#ui/form/Offer'

const found = { rows: [{ uniqueId: 'a' }], total: 3, estimated: false }
const none = { rows: [], total: 0, estimated: false }

test('says how many more choices there are', () => {
  expect(searchState(found, { words: '', isWaiting: false })).toMatchObject({ rows: found.rows, more: 2, isNone: false })
})

test('reports that there are no records only after an answer to an empty search', () => {
  expect(searchState(none, { words: '', isWaiting: false }).isNone).toBe(true)
  expect(searchState(none, { words: 'nord', isWaiting: false }).isNone).toBe(false)
  expect(searchState(none, { words: '', isWaiting: true })).toMatchObject({ isNone: false, isPending: true })
  expect(searchState(undefined, { words: '', isWaiting: false })).toMatchObject({ rows: [], more: 0, isNone: false })
})
