import { operatorApi } from '@tradewind/contract/operations/operator.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openFigures, tenantScope } from '#kit/database/database'
import { job as kindOf, worker } from '#kit/jobs'
import { testApp } from '../../test/app.ts'
import { beginHeartbeat, recordBackup, recordVerified } from './operation.ts'
import { maskProblem, visibleData } from './operator.feature.ts'

/** A queue whose jobs do nothing. */
const idle = (name: string) => worker(kindOf<{ tenantId: string }>({ name, retries: 0, expires: 60 }), async () => {})

const opened = async (options: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(options)
  onTestFinished(() => app.close())
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const failJob = async (queue: string, data: object, output: object) => {
    const [job] = await app.asOwner<{ id: string }>(
      `insert into pgboss.job_common (id, name, data, state, output, completed_on, retry_limit, retry_count)
       values (gen_random_uuid(), $1, $2, 'failed', $3, now(), 2, 2) returning id`,
      [queue, JSON.stringify(data), JSON.stringify(output)],
    )
    return job!.id
  }
  return { app, chief, call: app.as(chief).call, failJob }
}

test.each(['ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_BUISNESS', 'ROLE_FREE'] as const)(
  'no operator call is allowed for %s',
  async (role) => {
    const { app } = await opened()
    const other = await app.someone(role)
    const uniqueId = crypto.randomUUID()
    const inputs: Record<string, object> = Object.fromEntries(
      ['failedJob', 'retry', 'drop'].map((name) => [name, { uniqueId, queue: 'tenant.count' }]),
    )
    for (const [name, call] of Object.entries(operatorApi))
      expect([name, (await app.as(other).send(call, inputs[name] ?? {})).statusCode]).toEqual([name, 403])
  },
)

test('the database role for requests cannot read the node and backup tables', async () => {
  const { app } = await opened()
  const db = app.appContext.db.as(tenantScope(app.main.uniqueId))
  for (const table of ['operation.node', 'operation.backup'])
    await expect(db.execute(sql.raw(`select * from ${table}`))).rejects.toMatchObject({ cause: { code: '42501' } })
})

test('a running node is listed, a killed one is listed as silent for a day, and a stopped one is removed', async () => {
  const { app, call } = await opened({ settings: { NODE_NAME: 'left' } })
  const heartbeat = await beginHeartbeat(app.appContext, '9.9.9')
  const alive = { name: 'left', role: 'all', version: '9.9.9', isSilent: false, live: 0 }
  expect(await call(operatorApi.nodes, {})).toMatchObject([alive])
  expect((await call(operatorApi.nodes, {}))[0]!.memory).toBeGreaterThan(1_000_000)
  await app.asOwner(
    `insert into operation.node select gen_random_uuid(), 'right', role, version, started_at, now() - interval '2 minutes', figures, slowest from operation.node`,
  )
  expect(await call(operatorApi.nodes, { sort: 'name' })).toMatchObject([alive, { name: 'right', isSilent: true }])
  await app.asOwner(`update operation.node set seen_at = now() - interval '25 hours' where name = 'right'`)
  await heartbeat.beat()
  expect(await call(operatorApi.nodes, {})).toMatchObject([alive])
  await heartbeat.end()
  expect(await call(operatorApi.nodes, {})).toEqual([])
})

test('a node that stops during a heartbeat is removed, too', async () => {
  const { app, call } = await opened({ settings: { NODE_NAME: 'left' } })
  const { figures } = app.appContext
  const gate = Promise.withResolvers<void>()
  let isOpen = true
  const query: typeof figures.query = async (text, values) => {
    if (!isOpen && text.startsWith('insert')) await gate.promise
    return figures.query(text, values)
  }
  const heartbeat = await beginHeartbeat({ ...app.appContext, figures: { ...figures, query } }, '9.9.9')
  isOpen = false
  const beating = heartbeat.beat()
  const ending = heartbeat.end()
  setTimeout(gate.resolve, 100)
  await Promise.all([beating, ending])
  expect(await call(operatorApi.nodes, {})).toEqual([])
})

test('queues report the number of waiting jobs, the age of the oldest one, and failed jobs', async () => {
  const { app, call, failJob } = await opened()
  await app.appContext.jobs.declare([idle('company.gone'), idle('company.slow')])
  await failJob('company.gone', {}, {})
  await app.asOwner(
    `insert into pgboss.job_common (id, name, data, state, created_on, start_after)
     select gen_random_uuid(), 'company.slow', '{}', 'created', now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 3)`,
  )
  const [first, second] = await call(operatorApi.queues, {})
  expect(first).toEqual({ queue: 'company.gone', waiting: 0, active: 0, failed: 1, oldest: null })
  expect(second).toMatchObject({ queue: 'company.slow', waiting: 3, failed: 0 })
  expect(second!.oldest).toBeGreaterThanOrEqual(3600)
  expect((await call(operatorApi.queues, { sort: '-waiting', size: 1 }))[0]).toMatchObject({ queue: 'company.slow' })
})

test('a failed job is shown without personal input, can be retried or dropped, and the audit trail records by whom', async () => {
  const { app, chief, call, failJob } = await opened({ working: true })
  const queue = 'tenant.count'
  const data = {
    tenantId: app.main.uniqueId,
    linkId: crypto.randomUUID(),
    to: 'ann@example.test',
    note: 'Call Ann',
    kind: 'ACCOUNT',
  }
  const output = { name: 'TypeError', message: 'failed', code: '23505', places: ['    at work (file:///x.ts:1:2)'] }
  const uniqueId = await failJob(queue, data, output)
  expect(await call(operatorApi.failedJobs, { queue })).toMatchObject([
    { uniqueId, queue, attempts: 3, tenantName: 'Main', problem: 'TypeError · 23505' },
  ])
  expect(await call(operatorApi.failedJobs, { queue: 'another' })).toEqual([])
  const details = await call(operatorApi.failedJob, { queue, uniqueId })
  expect(details.places).toEqual(['at work (file:///x.ts:1:2)'])
  expect(details.data.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'kind', value: 'ACCOUNT' },
    { name: 'linkId', value: null },
    { name: 'note', value: null },
    { name: 'tenantId', value: app.main.uniqueId },
    { name: 'to', value: null },
  ])
  const stateOf = async () => (await app.asOwner(`select state from pgboss.job where id = $1`, [uniqueId]))[0]
  await call(operatorApi.retry, { queue, uniqueId })
  await expect.poll(stateOf, { timeout: 20_000 }).toEqual({ state: 'completed' })
  const second = await failJob(queue, data, output)
  await call(operatorApi.drop, { queue, uniqueId: second })
  for (const gone of [operatorApi.retry, operatorApi.drop, operatorApi.failedJob])
    expect((await app.as(chief).send(gone, { queue, uniqueId: second })).statusCode).toBe(404)
  expect(await call(auditApi.list, { kind: 'job', page: 0 })).toMatchObject([
    { action: 'DELETED', title: queue, recordId: second, byName: chief.fullName },
    { action: 'CHANGED', title: queue, recordId: uniqueId, changes: { state: { before: 'FAILED', after: 'WAITING' } } },
  ])
})

test('a job failure is stored by its kind of error, never by its message', async () => {
  const { app, call } = await opened({ working: true })
  const queue = 'tenant.erase'
  await app.asOwner(
    `insert into pgboss.job_common (id, name, data, retry_limit) values (gen_random_uuid(), $1, '{"tenantId":"Ann Example"}', 0)`,
    [queue],
  )
  await expect
    .poll(() => call(operatorApi.failedJobs, { queue }), { timeout: 20_000 })
    .toMatchObject([{ problem: 'Error · 22P02', attempts: 1 }])
  const [{ output } = { output: {} }] = await app.asOwner<{ output: object }>(
    `select output from pgboss.job where state = 'failed'`,
  )
  expect(output).toMatchObject({ message: 'failed', code: '22P02' })
  expect(JSON.stringify(output)).not.toContain('Example')
})

test('waiting letters are counted, and the mail server’s messages are shown with masked addresses', async () => {
  const { app, call } = await opened({
    working: true,
    settings: { SMTP_URL: 'smtp://127.0.0.1:1', APP_URL: 'https://crm.example' },
  })
  expect(await call(operatorApi.mail, {})).toEqual({ waiting: 0, failed: 0, oldest: null, problems: [] })
  const ann = await app.someone('ROLE_ADMIN')
  await app.as(undefined).call(identityApi.forgotPassword, { email: ann.emailAddress })
  const said = { tenantName: 'Main', recipient: `${ann.emailAddress[0]}…@example.test`, problem: expect.any(String) }
  await expect
    .poll(() => call(operatorApi.mail, {}), { timeout: 20_000 })
    .toMatchObject({ waiting: 1, failed: 0, oldest: expect.any(Number), problems: [said] })
  expect(maskProblem('550 <ann@example.test>: no such user, ask post@mail.test')).toBe(
    '550 <a…@example.test>: no such user, ask p…@mail.test',
  )
})

test('storage reports the database size, its tables, files by tenant, and the trash', async () => {
  const { app, call } = await opened()
  await app.clock('tenant.counting')
  const storage = await call(operatorApi.storage, {})
  expect(storage.database).toBeGreaterThan(1_000_000)
  expect(storage.tables.length).toBe(15)
  expect(storage).toMatchObject({ files: 0, trash: { records: 0, files: 0 }, countedAt: expect.any(String) })
  expect(storage.tenants.map(({ fullName }) => fullName).toSorted()).toEqual(['Main', 'Other'])
})

test('slow calls of all nodes are summed up by name', async () => {
  const { app, call } = await opened({ settings: { SLOW_STATEMENT_MS: '1' } })
  const heartbeat = await beginHeartbeat(app.appContext, '1')
  onTestFinished(() => heartbeat.end())
  app.appContext.telemetry.calls.note('GET /api/company/', 1500)
  app.appContext.telemetry.calls.note('GET /api/company/', 2500)
  await heartbeat.beat()
  await app.asOwner(
    `insert into operation.node select gen_random_uuid(), 'right', role, version, started_at, seen_at, figures,
       '{"calls":{"GET /api/company/":{"count":1,"slowest":4000,"milliseconds":4000,"lastAt":"2026-01-01T00:00:00.000Z"}},"statements":{}}' from operation.node`,
  )
  const { calls } = await call(operatorApi.slow, {})
  expect(calls).toMatchObject([{ name: 'GET /api/company/', count: 3, slowest: 4000, average: 2667 }])
})

test('backups are listed with their place and time, and whether they were verified', async () => {
  const { app, call } = await opened()
  expect(await call(operatorApi.backups, {})).toEqual([])
  const { query, close } = openFigures(app.owner)
  onTestFinished(close)
  const made = { place: 's3://bucket/prefix', rows: 12, files: 3, missing: 1 }
  await recordBackup(query, { ...made, backup: 'one', takenAt: '2026-11-01T10:00:00.000Z' })
  await recordBackup(query, { ...made, backup: 'two', takenAt: '2026-11-02T10:00:00.000Z' })
  await recordVerified(query, 'one')
  expect(await call(operatorApi.backups, {})).toMatchObject([
    { backup: 'two', ...made, takenAt: '2026-11-02T10:00:00.000Z', verifiedAt: null },
    { backup: 'one', verifiedAt: expect.any(String) },
  ])
})

test('migrations report the release, and the applied and pending migrations', async () => {
  const { app, call } = await opened()
  const now = await call(operatorApi.migrations, {})
  expect(now).toMatchObject({ pending: [], release: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(now.applied).toHaveLength(10)
  const [newest] = now.applied
  await app.asOwner('delete from migrated.file where tag = $1', [newest!.name])
  expect(await call(operatorApi.migrations, {})).toMatchObject({ pending: [newest!.name], count: now.count - 1 })
})

test('settings show the values in force, and never a secret', async () => {
  const secrets = {
    APP_SECRET: 'x'.repeat(40),
    METRICS_TOKEN: 'hidden-metrics-token',
    SMTP_URL: 'smtp://me:hidden@mail.test',
    OTEL_EXPORTER_OTLP_HEADERS: 'key=hidden',
    APP_URL: 'https://me:hidden@crm.example/',
    SUPER_ADMIN_EMAIL: 'chief@hidden.example',
  }
  const { call } = await opened({ settings: { ...secrets, NODE_NAME: 'left', DATABASE_CONNECTIONS: '7' } })
  const { node, settings } = await call(operatorApi.settings, {})
  expect(node).toBe('left')
  const of = (name: string) => settings.find((one) => one.name === name)
  expect(of('DATABASE_CONNECTIONS')).toEqual({ name: 'DATABASE_CONNECTIONS', value: '7', isSet: true, isHidden: false })
  expect(of('SLOW_STATEMENT_MS')).toEqual({ name: 'SLOW_STATEMENT_MS', value: '1000', isSet: false, isHidden: false })
  expect(of('APP_URL')).toMatchObject({ value: 'https://crm.example' })
  expect(of('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, isSet: true, isHidden: true })
  expect(JSON.stringify(settings)).not.toMatch(/hidden|xxxx/)
})

test('the visible data of a job is flat and bounded, however deep and long the input is', () => {
  expect(visibleData({ a: { b: { c: { d: { e: { f: 1 } } } } }, list: Array.from({ length: 500 }, (_, at) => at) })).toHaveLength(
    100,
  )
  expect(visibleData({ day: '2026-11-25', count: 3, ok: true, name: 'WORD', given: 'Word', id: null })).toEqual([
    { name: 'day', value: '2026-11-25' },
    { name: 'count', value: '3' },
    { name: 'ok', value: 'true' },
    { name: 'name', value: 'WORD' },
    { name: 'given', value: null },
    { name: 'id', value: 'null' },
  ])
})
