import { expect, test } from 'vitest'
import { keysOf, openNeeds } from './replicas.ts'

const tick = () => new Promise((done) => setImmediate(done))
const scope = { tenantId: 'tenant', partitionId: 'partition' }
const ann = keysOf('ann', scope)
const bob = keysOf('bob', { tenantId: 'tenant', partitionId: 'other' })
const stranger = keysOf('eve', { tenantId: 'strangers', partitionId: 'theirs' })

/** Required positions for a primary at this position, or one that does not respond. */
const opened = async (at: number) => {
  const primary = { at: at as number | undefined }
  const needs = openNeeds(async () => primary.at ?? Promise.reject(new Error('away')))
  needs.begin()
  await tick()
  return { needs, primary }
}

test('nobody reads a state older than the primary’s at the start', async () => {
  const { needs } = await opened(10)
  expect([9, 10].map((reached) => needs.areMet(ann, reached))).toEqual([false, true])
})

test('only the user who has written needs the position of that write', async () => {
  const { needs } = await opened(10)
  needs.recordWrite('ann', 20)
  expect([needs.areMet(ann, 19), needs.areMet(ann, 20), needs.areMet(bob, 10)]).toEqual([false, true, true])
})

test.each([
  [
    'of records their partition',
    { topic: 'record', tenantId: 'tenant', records: { kind: 'x', partitionId: 'partition', written: [], about: [] } },
    [false, true, true],
  ],
  ['of a person them', { topic: 'drive', tenantId: 'tenant', userId: 'bob' }, [true, false, true]],
  ['of a tenant all that are in it', { topic: 'setting', tenantId: 'tenant' }, [false, false, true]],
])('news %s: no replica may serve them while the position is being asked for, nor before it is reached', async (_, news, met) => {
  const { needs, primary } = await opened(10)
  primary.at = 30
  needs.handleNews(news)
  const metAt = (reached: number) => [ann, bob, stranger].map((keys) => needs.areMet(keys, reached))
  expect(metAt(1000)).toEqual(met)
  await tick()
  expect(metAt(29)).toEqual(met)
  expect(metAt(30)).toEqual([true, true, true])
})

test('a position that the primary did not report is requested again', async () => {
  const { needs, primary } = await opened(10)
  primary.at = undefined
  needs.handleNews({ topic: 'setting', tenantId: 'tenant' })
  await tick()
  expect(needs.areMet(ann, 1000)).toBe(false)
  primary.at = 40
  needs.forget(1000)
  await tick()
  expect([needs.areMet(ann, 39), needs.areMet(ann, 40)]).toEqual([false, true])
})

test('if there are too many positions to remember, the position is required for everybody', async () => {
  const { needs, primary } = await opened(10)
  primary.at = 50
  for (let at = 0; at <= 20_000; at++) needs.recordWrite(`user ${at}`, 20)
  await tick()
  expect([needs.areMet(stranger, 49), needs.areMet(stranger, 50)]).toEqual([false, true])
})
