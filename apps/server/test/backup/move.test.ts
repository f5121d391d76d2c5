import { openFiles } from '@tradewind/byte-store/open'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { moveFiles } from '#kit/database/backup/moveFiles'
import { migrate } from '#kit/database/migrate'
import { rolesOf } from '#kit/database/roles'
import { MIGRATIONS } from '../../src/connect.ts'
import { freshDatabase } from '../database.ts'

const tenantId = randomUUID()

const newFolder = () => {
  const made = mkdtempSync(join(tmpdir(), 'tradewind-move-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const insertDocumentSql = (name: string, hash: string) =>
  `insert into document (tenant_id, purpose, original_file_name, file_name, mime_type, size, hash)
   values ('${tenantId}', 'DRIVE', '${name}', '${name}', 'text/plain', 5, '${hash}')`

test('copies files to another store, once, and names the lost ones', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const [from, to] = [await openFiles({ folder: newFolder() }), await openFiles({ folder: newFolder() })]
  const storeText = async (text: string) => (await from.store(tenantId, Readable.from([Buffer.from(text)]))).hash
  const kept = [await storeText('one'), await storeText('other')]
  const lost = 'a'.repeat(64)
  for (const [at, hash] of [...kept, lost].entries()) await database.asOwner(insertDocumentSql(`${at}.txt`, hash))

  const move = { owner: database.owner, from, to }
  expect(await moveFiles(move)).toEqual({ count: 3, copied: 2, missing: [{ tenantId, hash: lost }] })
  expect(await moveFiles(move)).toMatchObject({ copied: 0 })
  expect(String(await buffer((await to.read(tenantId, kept[1]!))!))).toBe('other')
  await database.asOwner(insertDocumentSql('later.txt', await storeText('later')))
  expect(await moveFiles(move)).toMatchObject({ count: 4, copied: 1 })
})

test('does not copy bytes that do not match their hash', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const place = newFolder()
  const [from, to] = [await openFiles({ folder: place }), await openFiles({ folder: newFolder() })]
  const { hash } = await from.store(tenantId, Readable.from([Buffer.from('whole')]))
  await database.asOwner(insertDocumentSql('damaged.txt', hash))
  const reading = { ...from, read: async () => Readable.from([Buffer.from('other')]) }
  expect(await moveFiles({ owner: database.owner, from: reading, to })).toMatchObject({ copied: 0, missing: [{ hash }] })
  for await (const { hash: kept } of to.list(tenantId)) expect.fail(`${kept} was kept`)
})

test('damaged bytes that match another file do not drop that file', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const [from, to] = [await openFiles({ folder: newFolder() }), await openFiles({ folder: newFolder() })]
  const { hash } = await from.store(tenantId, Readable.from([Buffer.from('whole')]))
  const damaged = 'c'.repeat(64)
  for (const one of [hash, damaged]) await database.asOwner(insertDocumentSql(`${one}.txt`, one))
  const reading = { ...from, read: async () => Readable.from([Buffer.from('whole')]) }
  expect(await moveFiles({ owner: database.owner, from: reading, to })).toMatchObject({ copied: 1, missing: [{ hash: damaged }] })
  expect(String(await buffer((await to.read(tenantId, hash))!))).toBe('whole')
})

/** Creates an empty database with roles of its own and no connections. */
const emptyDatabase = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgres'))
  url.pathname = `/${name}`
  const ask = async (database: string, text: string) => {
    const at = new URL(url)
    at.pathname = `/${database}`
    const client = new pg.Client(at.href)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  await ask('postgres', `create database ${name} template template0`)
  onTestFinished(async () => {
    await ask('postgres', `drop database ${name} with (force)`)
    const { app, maintenance, jobs, search } = rolesOf(name)
    await ask('postgres', `drop role if exists ${app}, ${maintenance}, ${jobs}, ${search}`)
  })
  return { name, url: url.href, ask: (text: string) => ask(name, text) }
}

/** Runs the command as from a terminal. */
const runMoveDatabase = (from: string, to: string) => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'secret'), 'a secret of the tests, long enough')
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_ADMIN_URL: from }
  return new Promise<string>((done) => {
    execFile(process.execPath, [join(import.meta.dirname, '../../src/move.ts'), 'database', to], { env }, (_, out, err) =>
      done(out + err),
    )
  })
}

test('moves a database with every row to an empty one, and leaves the old one in place', async () => {
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()]
  await migrate({ connectionString: old.url }, { folder: MIGRATIONS, roles: rolesOf(old.name) })
  await old.ask(`insert into tenant (full_name, is_main) values ('Moved', true)`)
  await old.ask(insertDocumentSql('kept.txt', 'b'.repeat(64)))

  expect(await runMoveDatabase(old.url, fresh.url)).toMatch(/^\d+ rows of \d+ tables are moved, each count and digest compared\./)
  for (const one of [old, fresh]) {
    expect(await one.ask('select full_name from tenant')).toEqual([{ full_name: 'Moved' }])
    expect(await one.ask('select file_name from document')).toEqual([{ file_name: 'kept.txt' }])
  }
  expect(await runMoveDatabase(old.url, fresh.url)).toMatch('The database is not empty, and nothing in it was changed')
})

test('does not move a database that a node still uses', async () => {
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()]
  const node = new pg.Client(old.url)
  await node.connect()
  onTestFinished(() => node.end())
  expect(await runMoveDatabase(old.url, fresh.url)).toBe('A node still uses the database: stop every node first\n')
  expect(await fresh.ask(`select to_regclass('tenant') as there`)).toEqual([{ there: null }])
})
