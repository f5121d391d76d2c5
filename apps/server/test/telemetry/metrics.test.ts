import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountHealth } from '#operations/health'
import { buildApp } from '../../src/app.ts'
import { readSettings } from '../../src/env.ts'
import { start } from '../../src/start.ts'
import { type TestApp, testApp } from '../app.ts'
import { freshDatabase } from '../database.ts'

const METRICS_TOKEN = 'a token of the metrics'
const authorization = `Bearer ${METRICS_TOKEN}`

/** A node with metrics enabled; `read` returns them as text: lines of name, labels and value. */
const nodeWithMetrics = async (app: TestApp) => {
  const node = buildApp(app.appContext)
  mountHealth(node, { ...app.appContext, metricsToken: METRICS_TOKEN, version: '1.2.3' })
  await node.ready()
  onTestFinished(() => node.close())
  return {
    node,
    read: async () => {
      const { body } = await node.inject({ url: '/metrics', headers: { authorization } })
      return body
    },
  }
}

const metricValue = (body: string, name: string, labels: Record<string, string> = {}) => {
  const line = body
    .split('\n')
    .find((one) => one.startsWith(name) && Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('a node reports metrics of its connections, jobs, mails, pages, caches, statements and PostgreSQL', async () => {
  const app = await testApp({ settings: { NODE_NAME: 'north-1', SLOW_STATEMENT_MS: '1' } })
  onTestFinished(app.close)
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(undefined).send(identityApi.forgotPassword, { email: admin.emailAddress })
  const [asked] = await app.asOwner<{ data: object }>(`select data from pgboss.job where name = 'identity.forgotten'`)
  await app.work('identity.forgotten', asked!.data)
  await app.asOwner(
    `update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '60 seconds'`,
  )
  const { node, read } = await nodeWithMetrics(app)
  await node.inject({ url: companyApi.list.path, headers: { authorization: `Bearer ${admin.token}` } })
  await node.inject({ url: companyApi.list.path, headers: { authorization: `Bearer ${admin.token}` } })
  expect((await node.inject({ url: '/metrics' })).statusCode).toBe(404)
  const body = await read()
  const metric = (name: string, labels?: Record<string, string>) => metricValue(body, name, labels)
  expect(metric('tradewind_info', { version: '1.2.3', node: 'north-1', role: 'all' })).toBe(1)
  expect(metric('http_request_seconds_count', { route: '/api/company/', status: '200' })).toBe(2)
  expect(metric('tradewind_pool_connections_max', { pool: 'calls' })).toBe(app.app.max)
  expect(metric('tradewind_pool_waiting', { pool: 'streams' })).toBe(0)
  expect(metric('tradewind_pool_connections', { pool: 'calls', state: 'idle' })).toBeGreaterThan(0)
  expect(metric('tradewind_live_connections')).toBe(0)
  expect(metric('tradewind_statements_total')).toBeGreaterThan(4)
  expect(metric('tradewind_statement_seconds_total')).toBeGreaterThan(0)
  expect(body).toMatch(/tradewind_statements_slow_total\{statement="\w+( \w+)*"\} \d+/)
  expect(metric('tradewind_cache_lookups_total', { cache: 'sessions', result: 'hit' })).toBeGreaterThan(0)
  expect(metric('tradewind_jobs', { queue: 'identity.letter', state: 'created' })).toBe(1)
  expect(metric('tradewind_job_age_seconds', { queue: 'identity.letter', state: 'created' })).toBeGreaterThan(59)
  expect(metric('tradewind_letters', { state: 'waiting' })).toBe(1)
  expect(metric('tradewind_letters', { state: 'failed' })).toBe(0)
  expect(metric('tradewind_postgres_up')).toBe(1)
  expect(metric('tradewind_postgres_bytes')).toBeGreaterThan(5_000_000)
  expect(metric('tradewind_postgres_connections', { state: 'idle' })).toBeGreaterThan(0)
  expect(metric('tradewind_postgres_connections_max')).toBe(200)
  expect(metric('tradewind_postgres_oldest_transaction_seconds')).toBeGreaterThanOrEqual(0)
  expect(metric('tradewind_postgres_live_rows')).toBeGreaterThanOrEqual(0)
  for (const secret of [admin.emailAddress, admin.tenantId, admin.token]) expect(body).not.toContain(secret)
})

test('counts the jobs of this node by queue, and reports all other metrics while the database is down', async () => {
  const app = await testApp({ working: true })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(undefined).send(identityApi.forgotPassword, { email: admin.emailAddress })
  const { stats } = app.appContext.jobs
  await expect.poll(() => stats.get('identity.letter')?.done, { timeout: 20_000 }).toBe(1)
  const { read } = await nodeWithMetrics(app)
  const body = await read()
  expect(metricValue(body, 'tradewind_jobs_ended_total', { queue: 'identity.letter', result: 'done' })).toBe(1)
  await app.close()
  await new Promise((done) => setTimeout(done, 5_100)) // what was read from the database is cached for this long
  const without = await read()
  expect(metricValue(without, 'tradewind_postgres_up')).toBe(0)
  expect(metricValue(without, 'tradewind_postgres_bytes')).toBeNaN()
  expect(without).not.toMatch(/^tradewind_jobs\{/m)
  expect(without).toContain('tradewind_statements_total')
}, 40_000)

test('PostgreSQL shows the node of each connection', async () => {
  const database = await freshDatabase('template0')
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-named-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })
  const given = { NODE_ENV: 'test', DATABASE_ADMIN_URL: database.owner.connectionString, DATA_DIR: dataDir, PORT: '0' }
  const settings = { ...given, LOG_LEVEL: 'silent', ROLE: 'worker', NODE_NAME: 'south-2', METRICS_TOKEN }
  const { address, stop } = await start(readSettings(settings), { dev: true })
  onTestFinished(stop)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${address}/metrics`, { headers: { authorization } })).text()).toContain(
    'node="south-2",role="worker"',
  )
  const names = await database.asOwner<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  expect(names).toEqual([{ name: 'tradewind@south-2' }])
}, 60_000)

const examples = ['dashboard.json', 'alerts.yaml']
const textOf = (name: string) => readFileSync(join(import.meta.dirname, '../../../../deploy/observability', name), 'utf8')
/** Metrics that Prometheus itself adds for a target. */
const prometheusMetrics = new Set(['up'])

test('the dashboard and the alerts use only metrics that exist', async () => {
  const app = await testApp()
  onTestFinished(app.close)
  const { read } = await nodeWithMetrics(app)
  const kinds = [...(await read()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const there = new Set(
    kinds.flatMap(([, name, kind]) => (kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [name!])),
  )
  const boards = JSON.parse(textOf('dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
  const asked = [
    ...boards.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...textOf('alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!),
  ]
  expect(asked.length).toBeGreaterThan(40)
  for (const expr of asked) {
    const names = [...expr.replace(/\{[^}]*\}|\[\w+\]|"[^"]*"/g, '').matchAll(/\b(up|[a-z]+_[a-z_0-9]+)\b(?!\s*\()/g)].map(
      ([, name]) => name!,
    )
    expect([expr, names.length > 0]).toEqual([expr, true])
    expect([expr, names.filter((name) => !there.has(name) && !prometheusMetrics.has(name))]).toEqual([expr, []])
  }
  for (const example of examples)
    for (const name of textOf(example).match(/\btradewind_\w+/g)!)
      expect([example, name, there.has(name)]).toEqual([example, name, true])
})
