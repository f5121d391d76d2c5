import type { Role } from '@tradewind/contract/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../test/app.ts'
import { Model, type Thing } from '../../test/drive/model.ts'
import { act, type Operation, operations, type Stage } from '../../test/drive/operations.ts'
import { checkPerson, checkThing } from '../../test/drive/shown.ts'

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

const stageOf = async (): Promise<Stage> => {
  const ours = await Promise.all(here.map((role) => app.someone(role)))
  const theirs = await Promise.all(there.map((role) => app.someone(role, { tenantId: app.other.uniqueId })))
  return { app, people: [...ours, ...theirs], model: new Model() }
}

const lookIn = async (stage: Stage, me: Someone, isDue: (at: number) => boolean) => {
  await checkPerson(stage, me)
  const { model } = stage
  const isGiven = (thing: Thing) => thing.owner !== me.uniqueId && model.way(thing, me.uniqueId, true).length > 0
  for (const thing of model.things.filter((one, at) => isGiven(one) || isDue(at))) await checkThing(stage, me, thing)
}

const play = async (all: readonly Operation[]) => {
  const stage = await stageOf()
  for (const [at, one] of all.entries()) {
    await act(stage, one)
    if (at % LOOK > 0) continue
    const me = stage.people[(at / LOOK + one.place) % stage.people.length]!
    await lookIn(stage, me, (index) => (index + one.place) % 6 === 0)
  }
  await Promise.all(stage.people.map((me, number) => lookIn(stage, me, (index) => (index + number) % 4 === 0)))
}

test(
  'whatever six people of two tenants do with their drives, every call shows each of them what a plain model says',
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
