import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { addFirstAssessmentQuestions } from '#site/assessment.feature'
import { addFirstQuestions } from '../src/trust/reviewQuestion.feature.ts'
import { type TestApp, testApp } from './app.ts'
import { roles } from './roles.ts'

let app: TestApp
/** A connection like those of requests, in the scope of the main tenant. */
let client: pg.Client
beforeAll(async () => {
  app = await testApp()
  const staff = await app.someone('ROLE_TENANT_ADMIN')
  await app.appContext.db.write(tenantScope(app.other.uniqueId), async (tx) => {
    await addFirstQuestions(tx)
    await addFirstAssessmentQuestions(tx)
  })
  client = new pg.Client({ ...app.owner, options: `-c role=${roles.app}` })
  await client.connect()
  const scope = `select set_config('app.tenant_id', $1, false), set_config('app.world_id', $2, false)`
  await client.query(scope, [staff.tenantId, staff.partitionId])
})
afterAll(async () => {
  await client.end()
  await app.close()
})

/** What the error of a failing condition reveals of a value, as the error contains the value. */
const revealedBy = (view: string, column: string) =>
  client.query(`select id from ${view} where case when "${column}"::text::int = 1 then true end`).then(
    ({ rowCount }) => rowCount,
    ({ code }: { code: string }) => code,
  )

test('a condition on a view can not name columns that records are not found by', async () => {
  const hidden = await app.asOwner<{ view: string; column: string }>(
    `select v.relname as view, a.attname as column from pg_class v
     join pg_attribute a on a.attrelid = regexp_replace(v.relname, '_live$', '')::regclass and a.attnum > 0 and not a.attisdropped
     where v.relnamespace = 'public'::regnamespace and v.relkind = 'v'
       and not exists (select from pg_attribute shown where shown.attrelid = v.oid and shown.attname = a.attname)`,
  )
  expect(hidden).toContainEqual({ view: 'user_account_live', column: 'password_hash' })
  expect(new Set(hidden.map(({ view }) => view)).size).toBe(35)
  for (const { view, column } of hidden) expect([view, column, await revealedBy(view, column)]).toEqual([view, column, '42703'])
})

test.each(['review_question_live', 'audit_question_live'])('a condition on %s matches no row of another tenant', async (view) => {
  const table = view.replace('_live', '')
  const rows = await app.asOwner(`select from ${table} where tenant_id = $1`, [app.other.uniqueId])
  expect(rows.length).toBeGreaterThan(0)
  expect(await revealedBy(view, 'search_text')).toBe(0)
})
