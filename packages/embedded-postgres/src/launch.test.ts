import { expect, test } from 'vitest'
import { sharedBuffersFor } from './launch.ts'

const GB = 1024 ** 3

test.each([
  ['256MB', 1],
  ['512MB', 4],
  ['1024MB', 8],
  ['1024MB', 64],
])('shared buffers of %s on a machine of %i GB', (buffers, memory) => {
  expect(sharedBuffersFor(memory * GB)).toBe(buffers)
})
