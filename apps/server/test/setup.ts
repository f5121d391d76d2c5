import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kit/database/migrate'
import { openJobs } from '#kit/jobs'
import { startPostgres } from '#services/postgres/postgres'
import { workers } from '../src/app.ts'
import type { House } from '../src/house.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the tests' PostgreSQL, database `tradewind`. */
    postgres: string
  }
}

/** One PostgreSQL for all tests, and in it a template that each test file copies. */
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
  const admin = new pg.Client(postgres.adminUrl())
  await admin.connect()
  await admin.query('create database template_house')
  const owner = { connectionString: postgres.adminUrl('template_house') }
  await migrate(owner, join(import.meta.dirname, '../migrations'))
  await admin.query('alter role tradewind_app login')
  const jobs = await openJobs(owner, pino({ enabled: false }))
  await jobs.start(workers({} as House), []) // their queues are there, also where nobody works
  await jobs.stop()
  await admin.end()
  project.provide('postgres', postgres.adminUrl())
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
