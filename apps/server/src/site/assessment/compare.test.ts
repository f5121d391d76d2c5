import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment, sampleVisitor } from '../../../test/assessment/assessing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const begin = async () => {
  const own = await openAssessment(app)
  await own.ask('A plan')
  await own.ask('Papers', 'SYSTEMS')
  return own
}

interface Others {
  country?: string
  score?: number
  tag?: string
  email?: string
  ago?: string
}

/** So many other visitors who gave both answers the same score on an earlier day, inserted directly. */
const others = (
  { tenantId }: AssessmentHelpers,
  many: number,
  { country = 'IT', score = 3, tag = 'e', email, ago = '2 days' }: Others = {},
) =>
  app.asOwner(
    `with l as (
      insert into lead (id, tenant_id, world_id, source, name, email, email_key, country, created_at)
      select gen_random_uuid(), $1::uuid, $1::uuid, 'ASSESSMENT', 'Somebody', e, e, $3, now() - $6::interval
      from (select replace($4, '?', n::text) as e from generate_series(1, $2::int) n) made returning id
    )
    insert into assessment (id, tenant_id, world_id, lead_id, name, answers, averages, created_at)
    select gen_random_uuid(), $1::uuid, $1::uuid, id, 'Somebody', '[]'::jsonb,
      jsonb_build_array(jsonb_build_object('category', 'LEADERSHIP', 'average', $5::float8)), now() - $6::interval from l`,
    [tenantId, many, country, email ?? `${tag}?@else.example`, score, ago],
  )
const compared = async (own: AssessmentHelpers, token: string) => (await own.result(token)).json().data.comparison

test('compares with others from twenty upwards, per country and overall; returns nothing for fewer', async () => {
  const own = await begin()
  const { token } = await own.submit()
  await others(own, 19)
  expect(await compared(own, token)).toEqual({ all: null, country: null })
  await others(own, 1, { country: 'FR', tag: 'french', score: 5 })
  const all = [{ category: 'Leadership & Management Endorsement', average: 3.1 }]
  expect(await compared(own, token)).toEqual({ all, country: null })
  await others(own, 1, { tag: 'one more', score: 1 })
  expect(await compared(own, token)).toEqual({
    all: [{ category: 'Leadership & Management Endorsement', average: 3 }],
    country: [{ category: 'Leadership & Management Endorsement', average: 2.9 }],
  })
})

test('an email address counts once, with its newest answers', async () => {
  const own = await begin()
  await others(own, 19)
  for (const [at, score] of [0, 1, 5].entries()) await others(own, 1, { tag: 'again', score, ago: `${9 - at} days` })
  const { token } = await own.submit()
  expect(await compared(own, token)).toEqual({
    all: [{ category: 'Leadership & Management Endorsement', average: 3.1 }],
    country: [{ category: 'Leadership & Management Endorsement', average: 3.1 }],
  })
})

test('only the mailed link excludes the own address from the comparison, so typing another’s address reveals nothing', async () => {
  const own = await begin()
  await others(own, 19)
  await others(own, 1, { email: sampleVisitor.email })
  const { json } = await own.send({ ...sampleVisitor, answers: await own.answers() })
  expect(await compared(own, json().data.token)).toMatchObject({ all: [{ average: 3 }], country: [{ average: 3 }] })
  const { token } = await own.submit()
  expect(await compared(own, token)).toEqual({ all: null, country: null })
})

test('today’s answers do not change a comparison before tomorrow', async () => {
  const own = await begin()
  await others(own, 20)
  await others(own, 50, { tag: 'today', score: 5, ago: '0 days' })
  const { token } = await own.submit()
  expect(await compared(own, token)).toMatchObject({ all: [{ average: 3 }] })
})

test('answers in the trash and answers of other tenants do not count', async () => {
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

test('a comparison names no one and omits categories that fewer than twenty people answered', async () => {
  const own = await begin()
  await others(own, 20)
  const { token } = await own.submit()
  const { body, json } = await own.result(token)
  expect(json().data.comparison.all).toEqual([{ category: 'Leadership & Management Endorsement', average: 3 }])
  for (const word of ['Somebody', 'else.example', 'Italy', '"IT"']) expect(body).not.toContain(word)
})

test('compares with only the newest thousand, however many there are', async () => {
  const own = await begin()
  await others(own, 1000, { score: 5 })
  await others(own, 500, { tag: 'older', score: 0, ago: '9 days' })
  const { token } = await own.submit()
  const all = [{ category: 'Leadership & Management Endorsement', average: 5 }]
  expect(await compared(own, token)).toEqual({ all, country: all })
})
