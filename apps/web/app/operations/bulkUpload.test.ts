import { expect, test } from 'vitest'
import { outcomeOf } from './BulkUploadRow.tsx'

test('reads a parsing response sheet by sheet, and returns an empty outcome for text that is not one', () => {
  const users = { read: 2, created: 1, skipped: 1, faultTotal: 0, faults: [] }
  expect(outcomeOf(JSON.stringify({ sheets: { Users: users }, problem: 'It stopped' }))).toEqual({
    sheets: [['Users', users]],
    problem: 'It stopped',
  })
  const nothing = { sheets: [], problem: null }
  expect(outcomeOf('')).toEqual(nothing)
  expect(outcomeOf('null')).toEqual(nothing)
  expect(outcomeOf('{}')).toEqual(nothing)
})
