import { startPostgres } from '@tradewind/embedded-postgres/postgres'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { migrate } from '#kit/database/migrate'
import type { ReplicaConfig } from '#kit/database/replica'
import { assertRowSecurityOn } from '../../src/connect.ts'
import { roles } from '../roles.ts'

/** Runs a PostgreSQL in a process of its own, so that it can be killed without warning. */
if (process.argv[2] === 'serve') {
  const { dataDir, settings } = JSON.parse(process.argv[3]!)
  const postgres = await startPostgres({ dataDir, settings })
  process.stdout.write(`${postgres.adminUrl()}\n`)
  setInterval(() => {}, 1000) // without a timer the process would exit
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
}

const smallSettings = { shared_buffers: '32MB', max_connections: 60, max_wal_size: '256MB' }
const replicationSettings = {
  ...smallSettings,
  wal_level: 'replica',
  max_wal_senders: 8,
  wal_keep_size: '256MB',
  wal_receiver_status_interval: '1s',
}

/** A PostgreSQL server in a process of its own. */
export interface Server {
  dataDir: string
  /** The superuser's connection URL. */
  url: string
  /** The folder of its socket. */
  host: string
  /** Runs a query as the superuser. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Kills it immediately, with all open connections. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const startServer = async (dataDir: string, settings: object = {}): Promise<Server> => {
  const serverOptions = JSON.stringify({ dataDir, settings: { ...replicationSettings, ...settings } })
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename, 'serve', serverOptions], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const childExit = once(child, 'exit')
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    dataDir,
    url,
    host: new URL(url).searchParams.get('host')!,
    query,
    kill: async () => {
      const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
      child.kill('SIGKILL') // else it would restart the postmaster
      process.kill(postmaster, 'SIGKILL')
      await childExit
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await childExit
    },
  }
}

/** Copies a primary's folder while it runs, as the manual's low-level backup does, and starts the copy as a standby. */
const createStandby = async (primary: Server, dataDir: string, name: string) => {
  const backup = new pg.Client(primary.url)
  await backup.connect()
  await backup.query(`select pg_backup_start($1, true)`, [name])
  execFileSync('cp', ['-a', primary.dataDir, dataDir])
  const { rows } = await backup.query<{ label: string }>(`select labelfile as label from pg_backup_stop(false)`)
  await backup.end()
  for (const staleFile of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(dataDir, staleFile), { force: true })
  const writeServerFile = (file: string, text: string) => {
    writeFileSync(join(dataDir, file), text)
    execFileSync('chown', [`--reference=${join(dataDir, 'PG_VERSION')}`, join(dataDir, file)])
  }
  writeServerFile('backup_label', rows[0]!.label)
  writeServerFile('standby.signal', '')
  writeServerFile('postgresql.auto.conf', `primary_conninfo = 'host=${primary.host} user=postgres application_name=${name}'\n`)
  return startServer(dataDir)
}

/** A primary with our schema, empty, and a function that adds streaming replicas. */
export const startPrimary = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-replica-'))
  chmodSync(folder, 0o755) // a replica connects as the user who runs PostgreSQL
  const servers: Server[] = []
  const primary = await startServer(join(folder, 'primary'))
  servers.push(primary)
  await migrate({ connectionString: primary.url }, { folder: join(import.meta.dirname, '../../migrations'), roles })
  await primary.query(`alter role ${roles.app} login`)

  const replica = async (name: string, of = primary) => {
    const server = await createStandby(of, join(folder, name), name)
    servers.push(server)
    return server
  }

  /** The database in the form that `testApp` takes. */
  const database = {
    owner: { connectionString: primary.url },
    app: {
      host: primary.host,
      port: 5432,
      user: roles.app,
      database: 'tradewind',
      max: 6,
      pipelined: process.env['DATABASE_PIPELINE'] !== 'off',
      sharded: false,
    },
    asOwner: primary.query,
  }

  /** One connection URL for these servers, which leads to the one that accepts writes. */
  const addressOf = (user: string, names: readonly string[]) => {
    const hosts = names.map((name) => `${encodeURIComponent(join(folder, name))}:5432`)
    return `postgres://${user}@${hosts.join(',')}/tradewind?target_session_attrs=read-write`
  }

  return {
    primary,
    replica,
    database,
    addressOf,
    /** A replica's configuration as the settings give it to the application, with the role of requests. */
    configOf: ({ host }: Server, user: string = roles.app): ReplicaConfig => ({
      ...database.app,
      host,
      user,
      replica: host.split('/').at(-1)!,
      check: async (client) =>
        void (await assertRowSecurityOn((text, values) => client.query(text, values), roles, 'DATABASE_REPLICA_URL')),
    }),
    close: async () => {
      await Promise.allSettled(servers.map((server) => server.stop()))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}
