import { companyApi } from '@tradewind/contract/crm/company.contract'
import { sql } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { openLog, readSettings } from '../../src/env.ts'
import { testApp } from '../app.ts'

const openLoggedApp = async (settings: NodeJS.ProcessEnv = {}) => {
  let log = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const app = await testApp({ settings, logger: openLog('info', sink) })
  onTestFinished(app.close)
  return { app, log: () => log }
}

test('a call keeps its incoming id in the reply and the log; a malformed id is replaced', async () => {
  const { app, log } = await openLoggedApp()
  const ask = async (id: string) => {
    const { headers } = await app.as(undefined).send(companyApi.list, {}, { 'x-request-id': id })
    return headers['x-request-id']
  }
  for (const id of ['01JD-abc_def.9', 'a'.repeat(64), crypto.randomUUID()]) {
    expect(await ask(id)).toBe(id)
    expect(log()).toContain(`"id":"${id}"`)
  }
  for (const id of ['short', 'a'.repeat(65), 'needle@example.test', 'needle needle', '{"needle":1}', 'needle/../needle', ''])
    expect(await ask(id)).toMatch(/^[\da-f-]{36}$/)
  const refused = await app.fastify.inject({ url: '/api/%zz', headers: { 'x-request-id': 'of-the-proxy' } })
  expect([refused.statusCode, refused.headers['x-request-id']]).toEqual([400, 'of-the-proxy'])
  expect(log()).not.toContain('needle')
})

test('a slow statement is logged by its name, never with a value', async () => {
  const { app, log } = await openLoggedApp({ SLOW_STATEMENT_MS: '80' })
  const db = app.appContext.db.as(tenantScope(app.main.uniqueId))
  await db.execute(sql`select pg_sleep(0.1), ${'needle'}::text, 'needle in the text' from tenant`)
  await db.execute(sql`select ${'needle'}::text`)
  await app.appContext.db.write(tenantScope(app.main.uniqueId), (tx) => tx.execute(sql`select pg_sleep(0.1)`))
  const slow = log()
    .split('\n')
    .filter((line) => line.includes('a statement was slow'))
    .map((line) => JSON.parse(line) as object)
  expect(slow).toMatchObject([
    { level: 40, statement: 'select tenant', ms: expect.any(Number) },
    { level: 40, statement: 'select' },
  ])
  expect(log()).not.toContain('needle')
  expect(app.appContext.telemetry.statements.watch.all).toBeGreaterThan(2)
})

test('a wrong setting is rejected by name; nothing is recorded without a receiver', async () => {
  const wrong = {
    NODE_NAME: 'north 1',
    SLOW_STATEMENT_MS: '-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'a key',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  for (const [name, value] of Object.entries(wrong)) expect(() => readSettings({ [name]: value })).toThrow(name)
  expect(readSettings({})).toMatchObject({ traces: undefined, slowStatement: 1000 })
  expect(readSettings({}).nodeName).toMatch(/^[\w.-]{1,40}$/)
  const { app } = await openLoggedApp()
  expect(app.appContext.telemetry.recorder).toBeUndefined()
})
