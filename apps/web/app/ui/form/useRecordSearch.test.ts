import { expect, test } from 'vitest'
import { searchState } from '#ui/form/searchOptions'

const found = { rows: [{ uniqueId: 'a' }], total: 3, estimated: false }
const none = { rows: [], total: 0, estimated: false }

test('says how many more choices there are', () => {
  expect(searchState(found, { query: '', isWaiting: false })).toMatchObject({ rows: found.rows, more: 2, isEmpty: false })
})

test('reports that there are no records only after an answer to an empty search', () => {
  expect(searchState(none, { query: '', isWaiting: false }).isEmpty).toBe(true)
  expect(searchState(none, { query: 'nord', isWaiting: false }).isEmpty).toBe(false)
  expect(searchState(none, { query: '', isWaiting: true })).toMatchObject({ isEmpty: false, isPending: true })
  expect(searchState(undefined, { query: '', isWaiting: false })).toMatchObject({ rows: [], more: 0, isEmpty: false })
})
