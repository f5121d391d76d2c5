import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { dependentsIn, dependentsOfAll } from './belonging.ts'

test('a refusal with counts says what belongs to the record, and no other refusal does', () => {
  const counts = { contact: 3, meetingReport: 0 }
  expect(dependentsIn(new Failure(409, 'Other records belong to this company', counts))).toEqual(counts)
  expect(dependentsIn(new Failure(422, 'Wrong', counts))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Changed meanwhile', { uniqueId: 'a', updatedAt: 'b' }))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Taken', {}))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Taken'))).toBeNull()
})

test('of many refusals with counts the counts are added up by kind; other outcomes count nothing', () => {
  const holding = [{ contact: 3, meetingReport: 1 }, { contact: 1 }].map((counts) => new Failure(409, 'Others belong', counts))
  const other = [new Failure(403, 'Not yours', {}), { data: { contact: 9 } }]
  expect(dependentsOfAll([...holding, ...other])).toEqual({ contact: 4, meetingReport: 1 })
  expect(dependentsOfAll(other)).toEqual({})
})
