import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_LOCK } from '#kit/database/backup/copy'
import { type TestApp, testApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('unreferenced bytes stay while a backup runs, and are removed after it', async () => {
  const { files } = app.appContext
  const { tenantId } = await app.someone('ROLE_ADMIN')
  const { hash } = await files.store(tenantId, Readable.from([Buffer.from('left over')]))
  const isThere = async () => {
    const found = await files.read(tenantId, hash)
    found?.destroy()
    return found !== undefined
  }
  const backup = new pg.Client(app.owner)
  await backup.connect()
  await backup.query(`select pg_advisory_lock(${BACKUP_LOCK})`)
  await app.work('document.bytes', { tenantId, hash })
  expect(await isThere()).toBe(true)
  await backup.end()
  await expect
    .poll(() =>
      app.asOwner(
        `select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database()) and objid = ${BACKUP_LOCK}::bigint & 4294967295`,
      ),
    )
    .toEqual([])
  await app.work('document.bytes', { tenantId, hash })
  expect(await isThere()).toBe(false)
})
