import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { dependentsIn } from './deletion.tsx'

test('only a refusal with counts says what belongs to the record', () => {
  const counts = { contact: 3, meetingReport: 0 }
  expect(dependentsIn(new Failure(409, 'Other records belong to this company', counts))).toEqual(counts)
  expect(dependentsIn(new Failure(422, 'Wrong', counts))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Changed meanwhile', { uniqueId: 'a', updatedAt: 'b' }))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Taken', {}))).toBeNull()
  expect(dependentsIn(new Failure(409, 'Taken'))).toBeNull()
})
