import { expect, test } from 'vitest'
import { toOutcome } from './send.ts'

const plan = new File(['plan'], 'plan.txt')
const moved = Object.assign(new File(['plan'], 'plan.txt'), {
  slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
})

test('retries when the server is busy or away, or the connection breaks', async () => {
  const busy = { is: 'LATER', problem: 'The server is busy or cannot be reached. The upload continues automatically.' }
  for (const status of [429, 500, 503]) expect(await toOutcome(status, plan)).toEqual(busy)
  expect(await toOutcome(0, plan)).toEqual({ is: 'LATER', problem: 'Offline' })
})

test('if somebody else wrote, the file continues from its current position, without an error', async () => {
  for (const status of [409, 423]) expect(await toOutcome(status, plan)).toEqual({ is: 'LATER', problem: null })
})

test('a moved or changed file fails permanently, although the browser reports a broken connection', async () => {
  const failed = { is: 'FAILED', problem: 'The file could not be read. It may have been moved or changed.', isStale: true }
  expect(await toOutcome(0, moved)).toEqual(failed)
  expect(await toOutcome(undefined, plan)).toEqual(failed)
})

test('a file that the server rejects fails with the server’s message, and can be retried', async () => {
  expect(await toOutcome(410, plan, 'This upload was cancelled')).toEqual({
    is: 'FAILED',
    problem: 'This upload was cancelled',
    isStale: false,
  })
  expect(await toOutcome(400, plan)).toMatchObject({ problem: 'The upload was refused' })
})
