import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setScopeSql } from '#kit/database/scoped'
import { tableKinds } from '#kit/database/table'
import { routines } from '../../src/app.ts'
import { type TestApp, testApp } from '../app.ts'
import { allSamples } from '../samples.ts'
import { createShardingCheck } from './refusals.ts'
import { onStatement } from './statements.ts'

let app: TestApp
let checkStatement: Awaited<ReturnType<typeof createShardingCheck>>
beforeAll(async () => {
  app = await testApp()
  checkStatement = await createShardingCheck(app.asOwner, (table) => tableKinds.get(table))
})
afterAll(() => app.close())

/** Tables that tests create themselves are not checked. */
const toParseFault = ({ code, message }: { code?: string; message: string }) =>
  code === '42P01' ? [] : [`not understood (${message})`]

/** Each statement that a cluster would reject, with the reason. */
const findRefused = async (statements: Iterable<string>) => {
  const faults: string[] = []
  for (const text of new Set(statements)) {
    if (text === setScopeSql) continue // sets the scope on one PostgreSQL
    const whys = await checkStatement(text).catch(toParseFault)
    faults.push(...whys.map((why) => `${why}: ${text.replace(/\s+/g, ' ').slice(0, 400)}`))
  }
  return faults
}

const insertCompanySql = `insert into company (legal_name, country, website, company_type_list) values`
// oxfmt-ignore
const plantedFaults: readonly [why: string, text: string][] = [
  ['a VOLATILE function in an UPDATE or DELETE', 'update company set updated_at = clock_timestamp()'],
  ['a VOLATILE function in an UPDATE or DELETE', 'delete from session where ends_at < clock_timestamp()'],
  ['a VOLATILE function in an UPDATE or DELETE', 'with gone as (update session set ends_at = clock_timestamp() returning id) select count(*) from gone'],
  ['a STABLE function of a column in an UPDATE or DELETE', `update session set ends_at = ends_at + interval '1 day'`],
  ['a STABLE function of a column in an UPDATE or DELETE', `delete from session where ends_at + interval '1 day' < now()`],
  ['a STABLE function of a column in an UPDATE or DELETE', `update company set website = concat_ws(' ', legal_name, address)`],
  ['a STABLE function of a column in an UPDATE or DELETE', `update drive_upload set received = 0 where state::text = $1`],
  ['CASE or COALESCE with what is not IMMUTABLE in an UPDATE or DELETE', 'update company set deleted_at = coalesce(deleted_at, now())'],
  ['CASE or COALESCE with what is not IMMUTABLE in an UPDATE or DELETE', 'update company set deleted_at = case when legal_name = $1 then now() end'],
  ['what is not IMMUTABLE in RETURNING', 'update company set address = $1 returning id, now()'],
  ['what is not IMMUTABLE in ON CONFLICT DO UPDATE', `insert into tenant_setting (key, value) values ($1, 'true') on conflict (tenant_id, key) do update set updated_at = now()`],
  ['what is not IMMUTABLE in the WHERE of ON CONFLICT', `insert into tenant_setting (key, value) values ($1, 'true') on conflict (tenant_id, key) do update set value = excluded.value where tenant_setting.updated_at < now()`],
  ['INSERT … SELECT without RETURNING', `insert into company (legal_name, country, website, company_type_list) select legal_name, country, website, company_type_list from company`],
  ['a subquery in the VALUES of an INSERT', `${insertCompanySql} ((select legal_name from company limit 1), 'IT', 'x', '{}')`],
  ['a subquery in the VALUES of an INSERT', `${insertCompanySql} ('A', 'IT', 'x', '{}'), ((select legal_name from company limit 1), 'IT', 'x', '{}')`],
  ['set_config of the scope, which workers do not hear', `select set_config('app.tenant_id', $1, true)`],
]
test.each(plantedFaults)('rejects: %s (%s)', async (why, text) => {
  expect(await checkStatement(text)).toEqual([why])
})

test.each([
  `update session set ends_at = (ends_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' where ends_at < now() - interval '1 day'`,
  'update company set deleted_at = now() where id = $1 returning *',
  `insert into company (legal_name, country, website, company_type_list) select legal_name, country, website, company_type_list from company returning id`,
  `insert into tenant_setting (key, value) values ($1, 'true') on conflict (tenant_id, key) do update set updated_at = excluded.updated_at`,
  'set local app.tenant_id = $1',
  'select clock_timestamp(), concat_ws($1, legal_name) from company',
])('accepts: %s', async (text) => {
  expect(await checkStatement(text)).toEqual([])
})

/** The statements that are sent while the work runs. */
const statementsDuring = async (work: () => Promise<void>) => {
  const heard = new Set<string>()
  const end = onStatement((text) => heard.add(text))
  await work().finally(end)
  return heard
}

test('a cluster rejects no statement of a record’s life cycle', async () => {
  const heard = await statementsDuring(async () => {
    const chief = await app.someone('ROLE_SUPER_ADMIN')
    const made = new Map<string, string>([['admin', chief.uniqueId]])
    for (const { feature, call, sample } of allSamples.filter((one) => one.call.replyType === 'created')) {
      const response = await app.as(chief).send(
        call,
        sample((of) => made.get(of) ?? ''),
      )
      if (response.statusCode === 201) made.set(feature, response.json().data.uniqueId)
    }
    for (const { feature, call, sample } of allSamples.filter((one) => one.call.replyType !== 'created'))
      await app
        .as(chief)
        .send(call, { ...sample((of) => made.get(of) ?? ''), ...(made.has(feature) && { uniqueId: made.get(feature) }) })
  })
  expect(heard.size).toBeGreaterThan(100)
  expect(await findRefused(heard)).toEqual([])
})

test('a cluster rejects no statement of the scheduled work', async () => {
  const heard = await statementsDuring(async () => {
    for (const { work } of routines(app.appContext)) await work()
  })
  expect(heard.size).toBeGreaterThan(50)
  expect(await findRefused(heard)).toEqual([])
})

const folder = process.env['STATEMENTS_FROM']
test.runIf(folder)(
  'a cluster rejects no statement of the test suite',
  async () => {
    const lines = globSync('*.jsonl', { cwd: folder! }).flatMap((file) =>
      readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n'),
    )
    const statements = lines.map((line) => (JSON.parse(line) as { text: string }).text)
    expect(statements.length).toBeGreaterThan(1000)
    expect(await findRefused(statements)).toEqual([])
  },
  1_800_000,
)
