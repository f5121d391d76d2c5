import { companyApi } from '@tradewind/contract/crm/company.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { tenantScope } from './database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const numbers = sql`select n from generate_series(1, 5000) n`

test('three long lists of a tenant stream at the same time; a fourth is rejected before its first row, not another tenant’s', async () => {
  const { db } = app.appContext
  const mine = tenantScope(app.main.uniqueId)
  const streamOf = (reader: string) => db.stream(mine, numbers, reader)
  const open = ['ann', 'ann', 'bob'].map(streamOf)
  for (const stream of open) await stream.next()
  expect(() => streamOf('carl')).toThrow(expect.objectContaining({ status: 429 }))
  await open.pop()!.return(undefined) // the node has three connections for long lists
  const others = db.stream(tenantScope(app.other.uniqueId), numbers, 'ann')
  expect((await others.next()).done).toBe(false)
  await Promise.all([...open, others].map((stream) => stream.return(undefined)))
  const begun = ['ann', 'bob', 'carl', 'dora'].map(streamOf)
  const outcomes = await Promise.allSettled(begun.map((stream) => stream.next()))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: { status: 429 } })
  await Promise.all(begun.map((stream) => stream.return(undefined)))
  const again = streamOf('ann')
  expect((await again.next()).done).toBe(false)
  await again.return(undefined)
})

test('a user reads two long lists at the same time but not three, while a colleague can; a short list counts only while read', async () => {
  const { db } = app.appContext
  const mine = tenantScope(app.main.uniqueId)
  const streamOf = (query = numbers, reader = 'ann') => db.stream(mine, query, reader)
  const short = streamOf(sql`select n from generate_series(1, 999) n`)
  expect((await short.next()).value).toHaveLength(999)
  const open = [streamOf(), streamOf()]
  for (const stream of open) await stream.next()
  expect(() => streamOf()).toThrow(expect.objectContaining({ status: 429 }))
  const colleague = streamOf(numbers, 'bob')
  expect((await colleague.next()).value).toHaveLength(1000)
  expect((await short.next()).done).toBe(true)
  await Promise.all([...open, colleague].map((stream) => stream.return(undefined)))
})

test('a user who requests one long list too many gets an error, also if all are requested at the same time', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select $1, $1, 'Company ' || n, 'IT', 'https://x.example', '{}', repeat('x', 500) from generate_series(1, 4000) n`,
    [admin.tenantId],
  )
  const lists = await Promise.all(Array.from({ length: 8 }, () => app.as(admin).send(companyApi.list)))
  const outcomes = lists.map((list) => [list.statusCode, list.json().length ?? list.json().responseStatus].join(' '))
  expect(outcomes.filter((outcome) => !['200 4000', '429 ERROR'].includes(outcome))).toEqual([])
  expect(outcomes.filter((outcome) => outcome === '200 4000').length).toBeGreaterThanOrEqual(2)
})
