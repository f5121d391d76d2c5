import { expect, test } from 'vitest'
import { tortureUploads } from '../../../test/upload/torture.ts'

const cuts = Number(process.env['TORTURE_CUTS'] ?? 30)
const seed = Number(process.env['TORTURE_SEED'] ?? 5)

test('whatever is aborted, killed or full: every file exists once, and complete', { timeout: 60_000 + cuts * 3000 }, async () => {
  const outcome = await tortureUploads({ cuts, seed })
  console.log(outcome)
  expect(outcome.cuts).toBeGreaterThanOrEqual(cuts)
  expect(outcome).toMatchObject({
    crashes: 0,
    lost: 0,
    corrupt: 0,
    doubled: 0,
    unfinished: 0,
    withoutBytes: 0,
    withoutDocument: 0,
    asideWhenCleared: 0,
  })
})
