import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kit/database/migrate'
import { openJobs } from '#kit/jobs'
import { workers } from '../src/app.ts'
import type { AppContext } from '../src/appContext.ts'
import { roles, sharded } from './roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the tests' PostgreSQL, database `tradewind`. */
    postgres: string
  }
}

/** `npm run test:upgrade` of a later release: its schema, on which the tests of this release then run. */
const migrateToNewer = (address: string, dataDir: string) => {
  const checkout = process.env['SCHEMA_OF']
  if (!checkout) return
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_ADMIN_URL: address, DATA_DIR: dataDir }
  execFileSync(process.execPath, ['apps/server/src/admin.ts', 'migrate'], { cwd: checkout, env, stdio: 'inherit' })
}

/** Starts one PostgreSQL for all tests, and in it a template that each test file copies: the database `tradewind`. */
export default async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-test-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
  }
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings })
  const admin = new pg.Client(postgres.adminUrl('postgres'))
  await admin.connect()
  const owner = { connectionString: postgres.adminUrl() }
  await migrate(owner, { folder: join(import.meta.dirname, '../migrations'), roles, sharded })
  migrateToNewer(postgres.adminUrl(), folder)
  await admin.query(`alter role ${roles.app} login`)
  const jobs = await openJobs(owner, pino({ enabled: false }), roles)
  await jobs.start(workers({} as AppContext), []) // creates the queues, also where no worker runs
  await jobs.stop()
  await admin.end()
  project.provide('postgres', postgres.adminUrl())
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
