import type { Role } from '@tradewind/contract/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { checkItem, checkUser } from '../../test/drive/checks.ts'
import { Model, type ModelItem } from '../../test/drive/model.ts'
import { type DriveStage, type Operation, operations, runOperation } from '../../test/drive/operations.ts'

/** How many operations there are in total. The long run does 10,000: `npm run test:drive`. */
const OPERATIONS = Number(process.env['DRIVE_OPERATIONS'] ?? 360)
const OPENING = 20
const LENGTH = 40
/** After so many operations a user lists everything that they see, and reads a few items of other users. */
const LOOK = 8

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const here: Role[] = ['ROLE_PRO', 'ROLE_TENANT_ADMIN', 'ROLE_STARTER', 'ROLE_FREE']
const there: Role[] = ['ROLE_PRO', 'ROLE_LEVEL1']

const stageOf = async (): Promise<DriveStage> => {
  const ours = await Promise.all(here.map((role) => app.someone(role)))
  const theirs = await Promise.all(there.map((role) => app.someone(role, { tenantId: app.other.uniqueId })))
  return { app, people: [...ours, ...theirs], model: new Model() }
}

const lookIn = async (stage: DriveStage, me: TestUser, isDue: (at: number) => boolean) => {
  await checkUser(stage, me)
  const { model } = stage
  const isGiven = (thing: ModelItem) => thing.owner !== me.uniqueId && model.visiblePath(thing, me.uniqueId, true).length > 0
  for (const thing of model.things.filter((one, at) => isGiven(one) || isDue(at))) await checkItem(stage, me, thing)
}

const play = async (all: readonly Operation[]) => {
  const stage = await stageOf()
  for (const [at, one] of all.entries()) {
    await runOperation(stage, one)
    if (at % LOOK > 0) continue
    const me = stage.people[(at / LOOK + one.place) % stage.people.length]!
    await lookIn(stage, me, (index) => (index + one.place) % 6 === 0)
  }
  await Promise.all(stage.people.map((me, number) => lookIn(stage, me, (index) => (index + number) % 4 === 0)))
}

test(
  'whatever six people of two tenants do with their drives, every call returns what a simple model predicts',
  async () => {
    let done = 0
    const sequences = fc.asyncProperty(operations(OPENING, LENGTH), async (all) => {
      await play(all)
      done += all.length
    })
    await fc.assert(sequences, { numRuns: Math.ceil(OPERATIONS / (OPENING + LENGTH)) })
    expect(done).toBeGreaterThanOrEqual(OPERATIONS)
  },
  OPERATIONS * 1_000,
)
