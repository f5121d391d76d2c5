import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkUploads, expectedFigures, type JobPayload, runUploadOn } from '../../test/bulkUploads.ts'
import { bulkWorkbook, faultyWorkbook, userRows } from '../../test/bulkWorkbook.ts'
import { type NodeProcess, retryJobsOfDeadNodes, spawnNode } from '../../test/nodeProcess.ts'

/** Each crash has its own upload, and waits until the dead node is detected: `npm run test:long`. */
const isLong = process.env['LONG_TESTS'] !== undefined

let app: TestApp
let chief: TestUser
let bulk: ReturnType<typeof bulkUploads>
const nodes: NodeProcess[] = []
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  bulk = bulkUploads(app, chief)
})
afterAll(async () => {
  for (const node of nodes) await node.kill()
  await app.close()
})

const uploaded = async () => {
  const occupied = await bulk.occupied()
  return bulk.uploaded((await faultyWorkbook(occupied.taken, 750)).file, occupied)
}
const isWhole = async (payload: JobPayload) => {
  const { processingStatus, read, response } = await bulk.stateOf(payload)
  expect([processingStatus, read]).toEqual(['COMPLETED_WITH_ERRORS', 1500])
  const { Users, Companies } = response.sheets
  expect(Users).toMatchObject({ read: 750, created: 740, skipped: 10, faultTotal: 10 })
  expect(Companies).toMatchObject({ read: 750, created: 744, skipped: 6, faultTotal: 6 })
  expect([Users!.faults.length, Companies!.faults.length]).toEqual([10, 6])
  expect(await bulk.figures(payload)).toEqual(expectedFigures(741, 745))
  expect(await bulk.notices(payload)).toHaveLength(2)
}

describe('killed at any moment', () => {
  class Killed extends Error {}
  /** An application whose database fails at its nth transaction: before it starts, or before it commits. */
  const dying = (at: number, isWithin: boolean): TestApp['appContext'] => {
    let count = 0
    const write: TestApp['appContext']['db']['write'] = (scope, work) => {
      if (++count < at) return app.appContext.db.write(scope, work)
      if (!isWithin) throw new Killed()
      return app.appContext.db.write(scope, async (tx) => {
        await work(tx)
        throw new Killed()
      })
    }
    return { ...app.appContext, db: { ...app.appContext.db, write } }
  }
  const isKilled = (error: unknown) => {
    if (error instanceof Killed) return true
    throw error
  }
  /** Runs the job until it crashes there, and returns whether it did. Asserts that the state is consistent then. */
  const killed = async (payload: JobPayload, at: number, isWithin: boolean) => {
    const wasKilled = await runUploadOn(dying(at, isWithin), payload).then(() => false, isKilled)
    const { response, processingStatus } = await bulk.stateOf(payload)
    for (const { read, created, skipped } of Object.values(response.sheets)) expect(created + skipped).toBe(read)
    expect(processingStatus === 'COMPLETED_WITH_ERRORS').toBe(!wasKilled)
    return wasKilled
  }
  // Its transactions: start, check for unknown sheets, two batches of each sheet, end. Restarted, it repeats the first two, and
  // the former fourth is then the third: so it crashes in each of the seven once.
  test.each([false, true])(
    'repeatedly, at each of its transactions, it resumes and creates nothing twice (in the middle of it: %s)',
    async (isWithin) => {
      const payload = await uploaded()
      for (const at of [1, 2, 3, 4, 4, 4, 4]) expect(await killed(payload, at, isWithin)).toBe(true)
      expect(await killed(payload, 4, isWithin)).toBe(false)
      await bulk.take(payload)
      await isWhole(payload)
    },
  )

  test.each(isLong ? [false, true] : [])(
    'once, at any of its transactions, it resumes and creates nothing twice (in the middle of it: %s)',
    { timeout: 180_000 },
    async (isWithin) => {
      for (let at = 1, going = true; going; at++) {
        const payload = await uploaded()
        going = await killed(payload, at, isWithin)
        await bulk.take(payload)
        await isWhole(payload)
        expect(going || at > 6).toBe(true)
      }
    },
  )

  test('started twice at the same time, it creates nothing twice and notifies once', async () => {
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 1200) }))
    const outcomes = await Promise.allSettled([bulk.take(payload), bulk.take(payload)])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    await bulk.take(payload)
    expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'COMPLETED', read: 1200 })
    expect(await bulk.figures(payload)).toEqual(expectedFigures(1200, 0))
    expect(await bulk.notices(payload)).toHaveLength(1)
  })
})

const startNode = async () => {
  const node = spawnNode(app, app.appContext.env.dataDir)
  nodes.push(node)
  await node.port
  return node
}

test('when a node is killed, the next node completes its work', { timeout: 180_000 }, async () => {
  const { tenantId, taken } = await bulk.occupied()
  const first = await startNode()
  const payload = await bulk.uploaded((await faultyWorkbook(taken, 2000)).file, { tenantId })
  await expect.poll(async () => (await bulk.stateOf(payload)).read, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await first.kill()
  const { processingStatus, read } = await bulk.stateOf(payload)
  expect([processingStatus, read < 4000]).toEqual(['PROCESSING', true])
  if (!isLong) await retryJobsOfDeadNodes(app, 'bulkUpload.take')
  await startNode()
  const state = async () => (await bulk.stateOf(payload)).processingStatus
  await expect.poll(state, { timeout: 120_000, interval: 100 }).toBe('COMPLETED_WITH_ERRORS')
  const { Users, Companies } = (await bulk.stateOf(payload)).response.sheets
  expect(Users).toMatchObject({ read: 2000, created: 1988, skipped: 12, faultTotal: 12 })
  expect(Companies).toMatchObject({ read: 2000, created: 1993, skipped: 7, faultTotal: 7 })
  expect(await bulk.figures(payload)).toEqual(expectedFigures(1989, 1994))
  expect(await bulk.notices(payload)).toHaveLength(2)
})
