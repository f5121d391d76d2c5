import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { totalOf } from './total.ts'

/** A database whose planner expects so many rows. */
const planning = (rows: number) =>
  ({ execute: async () => ({ rows: [{ 'QUERY PLAN': [{ Plan: { 'Node Type': 'Seq Scan', 'Plan Rows': rows } }] }] }) }) as never

test('an estimate below what was counted, as right after an import, is reported as “more than that”', async () => {
  expect(await totalOf(planning(60), 10_001, sql`company`)).toEqual({ total: 10_000, estimated: true })
  expect(await totalOf(planning(25_060), 10_001, sql`company`)).toEqual({ total: 25_060, estimated: true })
  expect(await totalOf(planning(60), 10_000, sql`company`)).toEqual({ total: 10_000, estimated: false })
})
