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
  const again = db.stream(mine, numbers)
  expect((await again.next()).done).toBe(false)
  await again.return(undefined)
})
