import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type Cluster, openCluster, port, type Server } from './cluster.ts'
import { launch, type Settings } from './launch.ts'
import { removeStaleLocks } from './locks.ts'

/** What a pool needs to reach the database, and what the application needs to end it. */
export interface Postgres {
  /** The folder of the socket, which pg takes as `host`; the same until the end, restarts included. */
  socketDir: string
  port: number
  /** The superuser's connection string, to the database `tradewind` unless another is named. */
  adminUrl: (database?: string) => string
  /** Calls the listener each time the server was lost and accepts connections again; earlier connections are dead. */
  onRestart: (listener: () => void) => void
  /** Ends the server if this process started it: open transactions are rolled back, committed data stay. A shared one keeps running. */
  stop: () => Promise<void>
}

/** Whether a server listens on the socket, also while it starts, recovers or ends. Lock files outlive crashes; the socket is reliable. */
const isListening = (cluster: Cluster) =>
  new Promise<boolean>((done) => {
    const connection = connect(cluster.socket)
    connection.once('error', ({ code }: NodeJS.ErrnoException) => done(code !== 'ENOENT' && code !== 'ECONNREFUSED'))
    connection.once('connect', () => {
      connection.destroy()
      done(true)
    })
  })

/** The server of another process, until it ends or the signal is aborted. */
const shareServer = (cluster: Cluster, signal: AbortSignal): Server => ({
  ended: waitUntilSocketCloses(cluster, signal),
  complaint: () => 'the server of another process, which ran here, has ended',
})

/** Resolves when no server listens on the socket, or on the signal. */
const waitUntilSocketCloses = async (cluster: Cluster, signal: AbortSignal) => {
  while (!signal.aborted && (await isListening(cluster))) {
    await idleConnection(cluster, signal)
    await sleep(100, undefined, { ref: false })
  }
}

/** Resolves when an idle connection closes: when its server ends, at the latest after PostgreSQL's authentication timeout of a minute. */
const idleConnection = (cluster: Cluster, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const connection = connect({ path: cluster.socket, signal })
    connection.on('error', () => undefined).once('close', () => done())
    connection.unref().resume()
  })

/** Whether the server accepts connections; false while it starts, recovers or ends. Creates the database if it is missing. */
const acceptsConnections = async ({ socketDir }: Cluster, database: string) => {
  const client = new Client({ host: socketDir, port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await createDatabaseIfMissing(client, database)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !isTransient(error)) throw error
    return false
  } finally {
    await client.end()
  }
}

const createDatabaseIfMissing = async (client: Client, database: string) => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
}

/** Transient errors: starting, ending or crashed (57), out of connections (53), or another process creates the database (42P04, 23505). */
const isTransient = ({ code }: DatabaseError) => /^(57|53|42P04|23505)/.test(code ?? '')

interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

interface Supervision {
  database: string
  settings: Settings
  log: Log
  signal: AbortSignal
  /** Called each time a server that was lost accepts connections again. */
  onRestart: () => void
}

/**
 * Keeps a server running on the cluster until the signal: an already running one, else an own one. Resolves when it accepts connections,
 * rejects after five seconds of failed attempts; `over` resolves after the signal, when the own server has ended.
 */
const supervise = async (cluster: Cluster, supervision: Supervision) => {
  const { log, signal, onRestart } = supervision
  const start = (timeout: number) => retry(() => joinOrStart(cluster, supervision), { log, signal, timeout })
  let server = await start(5_000)
  const watch = async () => {
    for (let quickEnds = 0; ;) {
      const since = performance.now()
      await server?.ended
      if (signal.aborted) return
      log.warn(`PostgreSQL is gone from ${cluster.dataDir}; it starts again.`)
      quickEnds = performance.now() - since < 10_000 ? quickEnds + 1 : 0
      await pause(50 * 2 ** Math.min(quickEnds, 6), { signal, ref: false })
      server = await start(Infinity)
      if (server) onRestart()
    }
  }
  return { over: watch() }
}

/** Joins the running server or starts one, and waits until it accepts connections, however long it recovers. */
const joinOrStart = async (cluster: Cluster, { database, settings, log, signal }: Supervision): Promise<Server> => {
  const shared = await isListening(cluster)
  if (!shared) removeStaleLocks(cluster)
  const server = shared ? shareServer(cluster, signal) : launch(cluster, settings, signal)
  let hasEnded = false
  void server.ended.then(() => (hasEnded = true))
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    const inside = await acceptsConnections(cluster, database)
    if (hasEnded) throw new Error(`PostgreSQL did not start: ${server.complaint()}.`) // another process's server may have accepted the connection
    if (inside) break
    await sleep(wait)
  }
  log.info(shared ? `Shares the PostgreSQL that runs in ${cluster.dataDir}.` : `PostgreSQL runs in ${cluster.dataDir}.`)
  return server
}

/** Retries at growing intervals until it succeeds or `timeout` (milliseconds) has passed; undefined after the signal. */
const retry = async <T>(
  attempt: () => Promise<T>,
  { log, signal, timeout }: { log: Log; signal: AbortSignal; timeout: number },
) => {
  const giveUpAt = performance.now() + timeout
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await attempt()
    } catch (problem) {
      if (performance.now() + wait > giveUpAt) throw problem
      log.warn((problem as Error).message)
    }
    await pause(wait, { signal, ref: timeout < Infinity })
  }
  return undefined
}

const pause = (milliseconds: number, options: { signal: AbortSignal; ref: boolean }) =>
  sleep(milliseconds, undefined, options).catch(() => undefined)

interface Options {
  /** Created if it is missing; its log is next to it, named `<dataDir>.log`. */
  dataDir: string
  /** PostgreSQL settings that differ from ours. */
  settings?: Settings
  log?: Log
}

const database = 'tradewind'
const silence: Log = { info: () => undefined, warn: () => undefined }

/**
 * Runs PostgreSQL on a data folder, on a private socket, and keeps it running: it is restarted after a crash and ends when
 * this process ends, in whatever way. A process that finds a running server shares it, and starts its own when that one ends.
 * Resolves when the database (new or existing) accepts connections; rejects with one sentence if this machine or folder is unsuitable.
 */
export const startPostgres = async ({ dataDir, settings = {}, log = silence }: Options): Promise<Postgres> => {
  const cluster = await openCluster(dataDir)
  const end = new AbortController()
  const listeners: (() => void)[] = []
  const onRestart = () => listeners.forEach((listener) => listener())
  try {
    const { over } = await supervise(cluster, { database, settings, log, signal: end.signal, onRestart })
    const stop = () => {
      end.abort()
      return over
    }
    const { socketDir } = cluster
    return { socketDir, port, adminUrl: urlFor(socketDir), onRestart: (listener) => listeners.push(listener), stop }
  } catch (error) {
    end.abort()
    throw error
  }
}

const urlFor =
  (socketDir: string) =>
  (name = database) =>
    `postgres://postgres@localhost:${port}/${encodeURIComponent(name)}?host=${encodeURIComponent(socketDir)}`
