import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, tenantScope } from '#kit/database/database'
import { job, type Jobs, openJobs, worker } from '#kit/jobs'
import { readSettings } from '../src/env.ts'
import { start } from '../src/start.ts'
import { freshDatabase } from './database.ts'
import { roles } from './roles.ts'

const tenantId = '11111111-1111-4111-8111-111111111111'
const silentLogger = pino({ enabled: false })

const emptyDatabase = async () => {
  const database = await freshDatabase('template0')
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-role-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })
  const settings = {
    NODE_ENV: 'test',
    DATABASE_ADMIN_URL: database.owner.connectionString,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  return { ...database, settings }
}

test('a node for jobs only reports its health, and answers nothing else', async () => {
  const { settings } = await emptyDatabase()
  const { address, stop } = await start(readSettings({ ...settings, ROLE: 'worker' }), { dev: true })
  onTestFinished(stop)
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status
  expect(await statusOf('/readyz')).toBe(200)
  for (const path of ['/', '/login', '/api/company/', '/api/openapi.json', '/dev/mailbox']) expect(await statusOf(path)).toBe(404)
})

test('a node for calls only enqueues jobs, and another node runs them', async () => {
  const { owner, app } = await freshDatabaseWithJobs()
  const greet = job<{ tenantId: string }>({ name: 'test.greet', retries: 0, expires: 60 })
  const done = { web: 0, worker: 0 }
  const counting = (node: keyof typeof done) => [worker(greet, async () => void done[node]++)]
  const web = await openTestJobs(owner)
  await web.declare(counting('web'))
  const db = openDatabase(app)
  onTestFinished(async () => void (await db.close()))
  await db.write(tenantScope(tenantId), (tx) => web.send(tx, greet, { tenantId }))
  const other = await openTestJobs(owner)
  await other.start(counting('worker'), [])
  await expect.poll(() => done, { timeout: 20_000 }).toEqual({ web: 0, worker: 1 })
})

test('several nodes can start at the same time', async () => {
  const { owner } = await freshDatabaseWithJobs()
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openTestJobs(owner)))
  for (let time = 0; time < 5; time++) {
    const results = await Promise.allSettled(nodes.map((jobs) => jobs.declare([])))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})

test('a routine under a new name replaces the one under its old name', async () => {
  const { owner, asOwner } = await freshDatabaseWithJobs()
  const routine = { cron: '17 3 * * *', work: async () => {} }
  const before = await openTestJobs(owner)
  await before.start(
    [],
    [
      { ...routine, name: 'test.old' },
      { ...routine, name: 'test.newer' },
    ],
  )
  const after = await openTestJobs(owner)
  await after.start([], [{ ...routine, name: 'test.new', formerName: 'test.old' }])
  const names = await asOwner('select name from pgboss.schedule order by name')
  expect(names).toEqual([{ name: 'test.new' }, { name: 'test.newer' }])
})

const freshDatabaseWithJobs = async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  return database
}
const openTestJobs = async (owner: { connectionString: string }): Promise<Jobs> => {
  const jobs = await openJobs(owner, silentLogger, roles)
  onTestFinished(() => jobs.stop())
  return jobs
}

test('npm run admin -- migrate brings an empty database to this version, and creates the queues', async () => {
  const { settings, asOwner } = await emptyDatabase()
  const admin = join(import.meta.dirname, '../src/admin.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [admin, 'migrate'], { env: { ...process.env, ...settings } })
  expect(stdout).toBe('The database is at the version of this release.\n')
  expect(await asOwner('select count(*)::int as all from tenant')).toEqual([{ all: 0 }])
  expect(await asOwner(`select count(*) > 10 as there from pgboss.queue`)).toEqual([{ there: true }])
})
