import { bucketServer } from '@tradewind/byte-store/testing/stores'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { mountHealth } from '#operations/health'
import { buildApp } from '../src/app.ts'
import { type TestApp, testApp } from './app.ts'
import { driveFixture } from './drive/drive.ts'
import { startMailServer } from './smtp.ts'

/** Mounts the health endpoints; `look` returns a status and a body. */
const mountHealthEndpoints = async ({ appContext }: TestApp) => {
  const app = buildApp(appContext)
  mountHealth(app, { ...appContext, metricsToken: undefined, version: '1' })
  await app.ready()
  const look = async (url: string) => {
    const answer = await app.inject({ url })
    return [answer.statusCode, answer.json()]
  }
  return { look, close: () => app.close() }
}

test('without file storage a node stays ready and its lists still work; the full check reports what is missing', async () => {
  const bucket = await bucketServer()
  const app = await testApp({ settings: { FILES_URL: bucket.url } })
  const ann = await app.someone('ROLE_PRO')
  await driveFixture(app, ann).file('Offer.txt')
  await bucket.stop()
  const { look, close } = await mountHealthEndpoints(app)
  expect(await look('/readyz')).toEqual([200, { ready: true, database: true }])
  expect(await look('/healthz')).toEqual([200, { up: true }])
  expect(await look('/healthz?full')).toEqual([503, { up: true, database: true, files: false, mail: true }])
  expect(await app.as(ann).call(companyApi.list, {})).toEqual([])
  expect(await app.as(ann).call(driveApi.list, { page: 0 })).toMatchObject([{ name: 'Offer.txt' }])
  await close()
  await app.close()
})

test('however often health is checked, a file is written and the mail server contacted only once a minute', async () => {
  const sink = await startMailServer()
  const app = await testApp({ settings: { SMTP_URL: sink.url } })
  const kept = vi.spyOn(app.appContext.files, 'isReachable')
  const called = vi.spyOn(app.appContext.mail, 'isReachable')
  const { look, close } = await mountHealthEndpoints(app)
  const all = [200, { up: true, database: true, files: true, mail: true }]
  expect(await Promise.all(Array.from({ length: 5 }, () => look('/healthz?full')))).toEqual(Array.from({ length: 5 }, () => all))
  await sink.close()
  expect(await look('/healthz?full')).toEqual(all)
  await Promise.all(Array.from({ length: 5 }, () => look('/readyz')))
  expect([kept.mock.calls.length, called.mock.calls.length]).toEqual([1, 1])
  await close()
  const again = await mountHealthEndpoints(app)
  expect(await again.look('/healthz?full')).toEqual([503, { up: true, database: true, files: true, mail: false }])
  await again.close()
  await app.close()
})

test('a node with all connections in use is ready; a node without a database is not', async () => {
  const app = await testApp()
  const { look, close } = await mountHealthEndpoints(app)
  const { db } = app.appContext
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const scope = { tenantId: app.main.uniqueId, partitionId: app.main.uniqueId }
  let begun = 0
  const held = Array.from({ length: app.app.max }, () =>
    db.write(scope, async (tx) => {
      await tx.execute(sql`select 1`)
      begun++
      await freed
    }),
  )
  await expect.poll(() => begun).toBe(app.app.max)
  expect(await look('/readyz')).toEqual([200, { ready: true, database: true }])
  free()
  await Promise.all(held)
  await app.whileClosed(async () => {
    await app.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'tradewind_app'`,
    )
    await expect.poll(() => look('/readyz')).toEqual([503, { ready: false, database: false }])
  })
  await expect.poll(() => look('/readyz')).toEqual([200, { ready: true, database: true }])
  await close()
  await app.close()
})
