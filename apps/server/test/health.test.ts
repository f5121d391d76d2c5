import { sql } from 'drizzle-orm'
import { companyApi } from '@tradewind/contract/company/company.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { expect, test, vi } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { driveOf } from './drive/drive.ts'
import { bucketServer } from './drive/stores.ts'
import { smtpSink } from './smtp.ts'
import { buildApp } from '../src/app.ts'
import { mountHealth } from '#features/operations/health'

/** What watches this node is told, as its status and its words. */
const watch = async ({ appContext }: TestApp) => {
  const app = buildApp(appContext)
  mountHealth(app, { ...appContext, metricsToken: undefined, version: '1' })
  await app.ready()
  const look = async (url: string) => {
    const answer = await app.inject({ url })
    return [answer.statusCode, answer.json()]
  }
  return { look, close: () => app.close() }
}

test('with the files away a node stays in service and its lists go on; who asks for all of it is told what is missing', async () => {
  const bucket = await bucketServer()
  const world = await testApp({ settings: { FILES_URL: bucket.url } })
  const ann = await world.someone('ROLE_PRO')
  await driveOf(world, ann).file('Offer.txt')
  await bucket.stop()
  const { look, close } = await watch(world)
  expect(await look('/readyz')).toEqual([200, { ready: true, database: true }])
  expect(await look('/healthz')).toEqual([200, { up: true }])
  expect(await look('/healthz?full')).toEqual([503, { up: true, database: true, files: false, mail: true }])
  expect(await world.as(ann).call(companyApi.list, {})).toEqual([])
  expect(await world.as(ann).call(driveApi.list, { page: 0 })).toMatchObject([{ name: 'Offer.txt' }])
  await close()
  await world.close()
})

test('however often it is looked, a file is written and the mail server called on once a minute', async () => {
  const sink = await smtpSink()
  const world = await testApp({ settings: { SMTP_URL: sink.url } })
  const kept = vi.spyOn(world.appContext.files, 'isReachable')
  const called = vi.spyOn(world.appContext.mail, 'isReachable')
  const { look, close } = await watch(world)
  const all = [200, { up: true, database: true, files: true, mail: true }]
  expect(await Promise.all(Array.from({ length: 5 }, () => look('/healthz?full')))).toEqual(Array.from({ length: 5 }, () => all))
  await sink.close()
  expect(await look('/healthz?full')).toEqual(all)
  await Promise.all(Array.from({ length: 5 }, () => look('/readyz')))
  expect([kept.mock.calls.length, called.mock.calls.length]).toEqual([1, 1])
  await close()
  const again = await watch(world)
  expect(await again.look('/healthz?full')).toEqual([503, { up: true, database: true, files: true, mail: false }])
  await again.close()
  await world.close()
})

test('a node whose connections are all taken is ready; one whose database is away is not', async () => {
  const world = await testApp()
  const { look, close } = await watch(world)
  const { db } = world.appContext
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const scope = { tenantId: world.main.uniqueId, partitionId: world.main.uniqueId }
  let begun = 0
  const held = Array.from({ length: world.app.max }, () =>
    db.write(scope, async (tx) => {
      await tx.execute(sql`select 1`)
      begun++
      await freed
    }),
  )
  await expect.poll(() => begun).toBe(world.app.max)
  expect(await look('/readyz')).toEqual([200, { ready: true, database: true }])
  free()
  await Promise.all(held)
  await world.whileClosed(async () => {
    await world.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'tradewind_app'`,
    )
    await expect.poll(() => look('/readyz')).toEqual([503, { ready: false, database: false }])
  })
  await expect.poll(() => look('/readyz')).toEqual([200, { ready: true, database: true }])
  await close()
  await world.close()
})
