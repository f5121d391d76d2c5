import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type Assessing, assessingIn } from '../../../test/assessment/assessing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const begin = async () => {
  const own = await assessingIn(app)
  await own.ask('A plan')
  await own.ask('Papers', 'SYSTEMS')
  return own
}

/** So many others who gave both answers the same score, straight into the tables. */
const others = (
  { tenantId }: Assessing,
  many: number,
  { country = 'IT', score = 3, tag = country, source = 'ASSESSMENT' } = {},
) =>
  app.asOwner(
    `with l as (
      insert into lead (id, tenant_id, world_id, source, name, email, email_key, country)
      select gen_random_uuid(), $1::uuid, $1::uuid, 'ASSESSMENT', 'Somebody', e, e, $3
      from (select $4 || n || '@else.example' as e from generate_series(1, $2::int) n) made returning id
    )
    insert into assessment (id, tenant_id, world_id, lead_id, name, answers, averages)
    select gen_random_uuid(), $1::uuid, $1::uuid, id, 'Somebody', '[]'::jsonb,
      jsonb_build_array(jsonb_build_object('category', 'LEADERSHIP', 'average', $5::float8)) from l`,
    [tenantId, many, country, tag, score],
  )
const compared = async (own: Assessing, token: string) => (await own.result(token)).json().data.comparison

test('others are compared with from twenty on, in the country and in all; below it nothing is told', async () => {
  const own = await begin()
  const { token } = await own.submit()
  await others(own, 19)
  expect(await compared(own, token)).toEqual({ all: null, country: null })
  await others(own, 1, { country: 'FR', tag: 'french', score: 5 })
  const all = [{ category: 'LEADERSHIP', average: 3.1 }]
  expect(await compared(own, token)).toEqual({ all, country: null })
  await others(own, 1, { tag: 'one more', score: 1 })
  expect(await compared(own, token)).toEqual({
    all: [{ category: 'LEADERSHIP', average: 3 }],
    country: [{ category: 'LEADERSHIP', average: 2.9 }],
  })
})

test('an address counts once, by its newest answers, and the own not at all', async () => {
  const own = await begin()
  await others(own, 19)
  for (const score of [0, 1, 5]) {
    await others(own, 1, { tag: 'again', score })
    await setTimeout(2)
  }
  const { token } = await own.submit()
  await own.submit()
  expect(await compared(own, token)).toEqual({
    all: [{ category: 'LEADERSHIP', average: 3.1 }],
    country: [{ category: 'LEADERSHIP', average: 3.1 }],
  })
})

test('nobody counts whose answers or lead are in the trash, or who belongs to another tenant', async () => {
  const [own, other] = [await begin(), await begin()]
  await others(own, 20)
  await others(other, 30, { tag: 'theirs' })
  const { token } = await own.submit()
  expect(await compared(own, token)).toMatchObject({ all: [{}], country: [{}] })
  const [one] = await app
    .as(own.chief)
    .call(assessmentApi.answers, { page: 0, size: 30 })
    .then((rows) => rows.slice(1))
  await app.as(own.chief).call(assessmentApi.removeAnswers, { uniqueId: one!.uniqueId })
  expect(await compared(own, token)).toEqual({ all: null, country: null })
})

test('a comparison names nobody, and a category that fewer than twenty were asked is not in it', async () => {
  const own = await begin()
  await others(own, 20)
  const { token } = await own.submit()
  const { body, json } = await own.result(token)
  expect(json().data.comparison.all).toEqual([{ category: 'LEADERSHIP', average: 3 }])
  for (const word of ['Somebody', 'else.example', 'Italy', '"IT"']) expect(body).not.toContain(word)
})

test('with 20,000 others a comparison takes no longer than with a thousand', async () => {
  const own = await begin()
  await others(own, 20_000)
  await app.asOwner('analyze lead, assessment')
  const { token } = await own.submit()
  await compared(own, token)
  const from = performance.now()
  for (let time = 0; time < 10; time++) await compared(own, token)
  expect((performance.now() - from) / 10).toBeLessThan(150)
})
