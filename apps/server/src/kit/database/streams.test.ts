import { companyApi } from '@tradewind/contract/company/company.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { tenantScope } from './database.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const numbers = sql`select n from generate_series(1, 5000) n`

test('three long lists of a tenant flow at once; a fourth is refused before its first row, another tenant is not', async () => {
  const { db } = world.house
  const mine = tenantScope(world.main.uniqueId)
  const open = [1, 2, 3].map(() => db.stream(mine, numbers))
  for (const stream of open) await stream.next()
  expect(() => db.stream(mine, numbers)).toThrow(expect.objectContaining({ status: 429 }))
  const others = db.stream(tenantScope(world.other.uniqueId), numbers)
  expect((await others.next()).done).toBe(false)
  await Promise.all([...open, others].map((stream) => stream.return(undefined)))
  const begun = [1, 2, 3, 4].map(() => db.stream(mine, numbers))
  const outcomes = await Promise.allSettled(begun.map((stream) => stream.next()))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: { status: 429 } })
  await Promise.all(begun.map((stream) => stream.return(undefined)))
  const again = db.stream(mine, numbers)
  expect((await again.next()).done).toBe(false)
  await again.return(undefined)
})

test('who asks for one long list too many is told so, also where all are asked for at once', async () => {
  const admin = await world.someone('ROLE_TENANT_ADMIN')
  await world.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select $1, $1, 'Company ' || n, 'IT', 'https://x.example', '{}', repeat('x', 500) from generate_series(1, 4000) n`,
    [admin.tenantId],
  )
  const lists = await Promise.all(Array.from({ length: 8 }, () => world.as(admin).send(companyApi.list)))
  const outcomes = lists.map((list) => [list.statusCode, list.json().length ?? list.json().responseStatus].join(' '))
  expect(outcomes.filter((outcome) => !['200 4000', '429 ERROR'].includes(outcome))).toEqual([])
  expect(outcomes.filter((outcome) => outcome === '200 4000').length).toBeGreaterThanOrEqual(3)
})
