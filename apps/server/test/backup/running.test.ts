import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#kit/database/backup/backup'
import { BACKUP_LOCK } from '#kit/database/backup/copy'
import { fileKey } from '#kit/database/backup/manifest'
import { openTarget } from '#kit/database/backup/target'
import { type TestApp, testApp } from '../app.ts'
import { roles } from '../roles.ts'

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

test('a file that is damaged in one tenant and whole in another one is in the backup', async () => {
  const { files } = app.appContext
  const [damagedIn, wholeIn] = [app.main.uniqueId, app.other.uniqueId]
  const { hash } = await files.store(wholeIn, Readable.from([Buffer.from('whole')]))
  for (const tenantId of [damagedIn, wholeIn])
    await app.asOwner(
      `insert into document (tenant_id, purpose, original_file_name, file_name, mime_type, size, hash)
       values ($1, 'DRIVE', 'whole.txt', 'whole.txt', 'text/plain', 5, $2)`,
      [tenantId, hash],
    )
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const target = await openTarget(folder)
  const isCopied = Promise.withResolvers<void>()
  // The damaged bytes end after the whole ones were copied, if both are copied at the same time.
  const readDamaged = async function* () {
    await Promise.race([isCopied.promise, rest(300)])
    yield Buffer.from('other')
  }
  const read: typeof files.read = async (tenantId, ...which) =>
    tenantId === damagedIn ? Readable.from(readDamaged()) : files.read(tenantId, ...which)
  const write: typeof target.write = async (key, source) => {
    const written = await target.write(key, source)
    if (key === fileKey(hash)) isCopied.resolve()
    return written
  }
  const source = { owner: app.owner, roles, files: { ...files, read }, secret: 'a secret of the tests, long enough' }
  const { manifest } = await makeBackup(source, { ...target, write })
  expect(manifest.files.missing).toEqual([])
  expect(String(await buffer((await target.read(fileKey(hash)))!))).toBe('whole')
})
