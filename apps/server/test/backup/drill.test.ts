import { openFiles } from '@tradewind/byte-store/open'
import { bucketServer } from '@tradewind/byte-store/testing/stores'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBackup } from '#kit/database/backup/manifest'
import { openTarget } from '#kit/database/backup/target'
import { connect } from '../../src/connect.ts'
import { readSettings } from '../../src/env.ts'
import { isolationDigest } from '../../src/kit/database/backup/copy.ts'

/** `npm run drill`: the number of acknowledged writes before the backup. */
const writeCount = Number(process.env['DRILL_WRITES'] ?? 30)
const server = join(import.meta.dirname, '../..')

interface WrittenDocument {
  tenantId: string
  id: string
  at: number
}
const writtenDocuments: WrittenDocument[] = []
let root: string
let node: ChildProcess
let bucket: Awaited<ReturnType<typeof bucketServer>>
let nextWrite = Promise.withResolvers<void>()
const at = (name: string) => join(root, name)
const settingsFor = (dataDir: string) => ({ ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir })

const waitForWrites = async (count: number) => {
  while (writtenDocuments.length < count) await nextWrite.promise
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tradewind-drill-'))
  bucket = await bucketServer()
  const started = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts')], {
    env: settingsFor(at('lost')),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  node = started
  createInterface(started.stdout).on('line', (line) => {
    writtenDocuments.push(JSON.parse(line) as WrittenDocument)
    nextWrite.resolve()
    nextWrite = Promise.withResolvers()
  })
})
afterAll(async () => {
  node.kill('SIGKILL')
  await bucket.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

/** Runs a command as from a terminal. Returns its output, and whether it succeeded. */
const runCommand = (command: 'backup' | 'restore', dataDir: string, ...given: string[]) =>
  new Promise<{ ok: boolean; said: string }>((done) => {
    const began = performance.now()
    execFile(
      process.execPath,
      [join(server, `src/${command}.ts`), ...given],
      { env: settingsFor(dataDir) },
      (error, out, err) => {
        if (process.env['DRILL_WRITES'])
          console.log(`${command} ${given[0]}: ${Math.round(performance.now() - began)} ms. ${out}${err}`)
        done({ ok: !error, said: out + err })
      },
    )
  })

test('after a kill and the loss of the machine, nothing acknowledged before the backup is missing', async () => {
  await waitForWrites(writeCount)
  const first = await runCommand('backup', at('lost'), at('kept'))
  expect(first).toMatchObject({ ok: true, said: expect.stringContaining('is whole') as string })
  await waitForWrites(writtenDocuments.length + 5)
  const second = await runCommand('backup', at('lost'), at('kept'))
  const [, all, fresh] = /, (\d+) files \((\d+) new\)/.exec(second.said)!.map(Number)
  expect(fresh!).toBeLessThan(all!) // files that are already in the backup are not copied again
  expect(await runCommand('backup', at('lost'), bucket.url)).toMatchObject({ ok: true })
  await waitForWrites(writtenDocuments.length + 5)

  const exit = once(node, 'exit')
  node.kill('SIGKILL')
  await exit
  const secret = readFileSync(join(at('lost'), 'secret'), 'utf8')
  rmSync(at('lost'), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })

  expect(await runCommand('restore', at('new'), at('kept'))).toMatchObject({
    ok: false,
    said: expect.stringContaining('There is no secret') as string,
  })
  mkdirSync(at('new'), { recursive: true })
  writeFileSync(join(at('new'), 'secret'), 'another secret that is long enough')
  expect(await runCommand('restore', at('new'), at('kept'))).toMatchObject({
    ok: false,
    said: expect.stringContaining('is not the secret of this backup') as string,
  })
  expect(existsSync(join(at('new'), 'postgres'))).toBe(false)
  writeFileSync(join(at('new'), 'secret'), secret)
  expect(await runCommand('restore', at('new'), at('kept'))).toMatchObject({
    ok: true,
    said: expect.stringContaining('policies, rights and roles are those of the backup') as string,
  })
  expect(await runCommand('restore', at('new'), at('kept'))).toMatchObject({
    ok: false,
    said: expect.stringContaining('The database is not empty') as string,
  })

  const { manifest } = await findBackup(await openTarget(at('kept')))
  const env = readSettings(settingsFor(at('new')))
  const { owner, roles, stop } = await connect(env, secret, pino({ enabled: false }))
  const client = new pg.Client(owner)
  await client.connect()
  const { rows } = await client.query<{ id: string; hash: string }>('select id, hash from document')
  const walls = await isolationDigest(client, roles)
  await client.end()
  await stop()
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  const files = await openFiles(env.filesLocation)
  const before = writtenDocuments.filter((one) => one.at < Date.parse(manifest.at))
  expect(before.length).toBeGreaterThan(writeCount)
  expect(before.length).toBeLessThan(writtenDocuments.length)
  for (const { tenantId, id } of before) {
    const bytes = await buffer((await files.read(tenantId, hashes.get(id)!))!)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hashes.get(id))
  }
  expect(walls).toBe(manifest.walls)
}, 600_000)

test('a backup in a bucket is verified, and one with changed bytes is rejected with the file’s name', async () => {
  expect(await runCommand('backup', at('new'), '--verify', bucket.url)).toMatchObject({
    ok: true,
    said: expect.stringContaining('can be restored') as string,
  })
  const backups = readdirSync(join(at('kept'), 'backups')).toSorted()
  cpSync(at('kept'), at('damaged'), { recursive: true })
  appendFileSync(join(at('damaged'), 'backups', backups[0]!, 'public.document.copy.zst'), 'x')
  const told = await runCommand('backup', at('new'), '--verify', at('damaged'), '--at', backups[0]!)
  expect(told).toMatchObject({ ok: false, said: expect.stringContaining('public.document.copy.zst') as string })
  rmSync(join(at('damaged'), 'backups', backups[1]!, 'manifest.json'))
  expect(await runCommand('backup', at('new'), '--verify', at('damaged'), '--at', backups[1]!)).toMatchObject({
    ok: false,
    said: expect.stringContaining('There is no backup') as string,
  })
}, 600_000)
