import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { roles, sharded } from './roles.ts'

const urlOf = (database: string) => {
  const url = new URL(inject('postgres'))
  url.pathname = `/${database}`
  return url
}

/** Creates a database in the tests' PostgreSQL. */
const createDatabase = async (template: string) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = urlOf(name)
  const admin = new pg.Client(urlOf('postgres').href)
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`) // without fsync, a seventh of the work of wal_log
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { name, url, admin, owner: { connectionString: url.href }, drop }
}

/** A template of a test file's own: an empty database that `prepare` fills as its owner. `freshDatabase` copies it. */
export const databaseTemplate = async (prepare: (owner: pg.ClientConfig) => Promise<unknown>) => {
  const { name, owner, drop } = await createDatabase('template0')
  await prepare(owner)
  return { name, drop }
}

/** A fresh database in the tests' PostgreSQL: a copy of the template that all tests share, of another one, or of an empty one. */
export const freshDatabase = async (template = 'tradewind') => {
  const { name, url, admin, owner, drop } = await createDatabase(template)
  const pipelined = process.env['DATABASE_PIPELINE'] !== 'off' // npm run test:plain
  const app = {
    host: url.searchParams.get('host')!,
    port: Number(url.port),
    user: roles.app,
    database: name,
    max: 6,
    pipelined,
    sharded,
  }
  const client = new pg.Client(owner)
  await client.connect()
  /** Queries as the owner, to whom row-level security does not apply. */
  const asOwner = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  const whileUncommitted = createOpenTransaction(owner)
  return {
    name,
    owner,
    app,
    asOwner,
    /** Locks a table exclusively while the work runs. */
    whileLocked: (table: string, work: () => Promise<void>) =>
      whileUncommitted(`lock table ${table} in access exclusive mode`, work),
    whileUncommitted,
    /** Allows no new connections while the work runs. */
    whileClosed: async (work: () => Promise<void>) => {
      await admin.query(`alter database ${name} allow_connections false`)
      await work().finally(() => void admin.query(`alter database ${name} allow_connections true`))
    },
    /** Ends the connections on which nodes hear one another. The last statement there is the one that listens, or one that sends messages. */
    dropListeners: () =>
      asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and (query = 'listen tradewind' or query like 'select pg_notify(''tradewind'', message)%')`),
    /** The connections of requests that wait for a lock. */
    waiting: () => asOwner<{ pid: number }>(waitingForLockSql),
    drop: async () => {
      await client.end()
      await drop()
    },
  }
}
/** Runs work while another transaction has executed this statement; it is committed after the work. */
const createOpenTransaction = (owner: pg.ClientConfig) => async (statement: string, work: () => Promise<void>) => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query(`begin; ${statement}`)
    await work()
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const waitingForLockSql = `select pid from pg_stat_activity
  where datname = current_database() and usename = '${roles.app}' and wait_event_type = 'Lock'`

export type FreshDatabase = Awaited<ReturnType<typeof freshDatabase>>
