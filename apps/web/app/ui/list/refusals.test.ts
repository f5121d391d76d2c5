import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { refusalsOf } from './RemovePicked.tsx'

test('each reason is told once, with the names of all that it stands for', () => {
  const became = [{ message: 'Deleted' }, new Failure(403, 'Not yours'), new Failure(404, 'Gone'), new Failure(403, 'Not yours')]
  expect(refusalsOf(['Anna', 'Bert', 'Cleo', 'Dora'], became)).toEqual([
    { message: 'Not yours', names: ['Bert', 'Dora'] },
    { message: 'Gone', names: ['Cleo'] },
  ])
})
