import { expect, test } from 'vitest'
import { toOutcome } from './send.ts'

const plan = new File(['plan'], 'plan.txt')
const moved = Object.assign(new File(['plan'], 'plan.txt'), {
  slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
})

test('a server that is busy or away, and a line that is cut, are waited for', async () => {
  const busy = { is: 'LATER', problem: 'The server is busy or cannot be reached. The upload continues automatically.' }
  for (const status of [429, 500, 503]) expect(await toOutcome(status, plan)).toEqual(busy)
  expect(await toOutcome(0, plan)).toEqual({ is: 'LATER', problem: 'Offline' })
})

test('where somebody else wrote, the file goes on from where it stands, without a complaint', async () => {
  for (const status of [409, 423]) expect(await toOutcome(status, plan)).toEqual({ is: 'LATER', problem: null })
})

test('a file that was moved or changed fails for good, though the browser says that the line broke', async () => {
  const failed = { is: 'FAILED', problem: 'The file could not be read. It may have been moved or changed.', isStale: true }
  expect(await toOutcome(0, moved)).toEqual(failed)
  expect(await toOutcome(undefined, plan)).toEqual(failed)
})

test('what the server refuses fails with its sentence, and may be tried again', async () => {
  expect(await toOutcome(410, plan, 'This upload was cancelled')).toEqual({
    is: 'FAILED',
    problem: 'This upload was cancelled',
    isStale: false,
  })
  expect(await toOutcome(400, plan)).toMatchObject({ problem: 'The upload was refused' })
})
