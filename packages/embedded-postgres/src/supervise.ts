import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type Cluster, port, type Server } from './cluster.ts'
import { launch, type Settings } from './launch.ts'
import { removeStrangersLocks } from './locks.ts'

/** Whether a server holds the socket, one that starts, recovers or ends included. Lock files outlive crashes; the socket doesn't lie. */
const isListening = (cluster: Cluster) =>
  new Promise<boolean>((done) => {
    const connection = connect(cluster.socket)
    connection.once('error', ({ code }: NodeJS.ErrnoException) => done(code !== 'ENOENT' && code !== 'ECONNREFUSED'))
    connection.once('connect', () => {
      connection.destroy()
      done(true)
    })
  })

/** The server that another process started, until it goes or the signal comes. */
const share = (cluster: Cluster, signal: AbortSignal): Server => ({
  ended: untilSilent(cluster, signal),
  complaint: () => 'the server of another process, which ran here, has ended',
})

/** Resolves when nobody holds the socket any more, or on the signal. */
const untilSilent = async (cluster: Cluster, signal: AbortSignal) => {
  while (!signal.aborted && (await isListening(cluster))) {
    await idleConnection(cluster, signal)
    await sleep(100, undefined, { ref: false })
  }
}

/** A connection that says nothing ends with its server, at the latest after PostgreSQL's minute without a greeting. */
const idleConnection = (cluster: Cluster, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const connection = connect({ path: cluster.socket, signal })
    connection.on('error', () => undefined).once('close', () => done())
    connection.unref().resume()
  })

/** Whether the server lets us in; false while it starts, recovers or ends. Makes the database where it is missing. */
const letsIn = async ({ socketDir }: Cluster, database: string) => {
  const client = new Client({ host: socketDir, port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await makeDatabase(client, database)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !isPassing(error)) throw error
    return false
  } finally {
    await client.end()
  }
}

const makeDatabase = async (client: Client, database: string) => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
}

/** Starting, ending or crashed (57), out of connections (53), or another process is making the database (42P04, 23505). */
const isPassing = ({ code }: DatabaseError) => /^(57|53|42P04|23505)/.test(code ?? '')

export interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

interface Supervision {
  database: string
  settings: Settings
  log: Log
  signal: AbortSignal
  /** Called each time a server that was lost lets us in again. */
  onRestart: () => void
}

/**
 * Keeps a server on the cluster until the signal: the one that runs there already, else our own. Resolves when it lets us in,
 * rejects after five seconds of vain tries; `over` resolves after the signal, when our own has ended.
 */
export const supervise = async (cluster: Cluster, supervision: Supervision) => {
  const { log, signal, onRestart } = supervision
  const begin = (patience: number) => persist(() => serve(cluster, supervision), { log, signal, patience })
  let server = await begin(5_000)
  const watch = async () => {
    for (let quickEnds = 0; ;) {
      const since = performance.now()
      await server?.ended
      if (signal.aborted) return
      log.warn(`PostgreSQL is gone from ${cluster.dataDir}; it starts again.`)
      quickEnds = performance.now() - since < 10_000 ? quickEnds + 1 : 0
      await pause(50 * 2 ** Math.min(quickEnds, 6), { signal, ref: false })
      server = await begin(Infinity)
      if (server) onRestart()
    }
  }
  return { over: watch() }
}

/** Joins the server that runs there or starts one, and waits until it lets us in, however long it recovers. */
const serve = async (cluster: Cluster, { database, settings, log, signal }: Supervision): Promise<Server> => {
  const shared = await isListening(cluster)
  if (!shared) removeStrangersLocks(cluster)
  const server = shared ? share(cluster, signal) : launch(cluster, settings, signal)
  let gone = false
  void server.ended.then(() => (gone = true))
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    const inside = await letsIn(cluster, database)
    if (gone) throw new Error(`PostgreSQL did not start: ${server.complaint()}.`) // another's server may have let us in
    if (inside) break
    await sleep(wait)
  }
  log.info(shared ? `Shares the PostgreSQL that runs in ${cluster.dataDir}.` : `PostgreSQL runs in ${cluster.dataDir}.`)
  return server
}

/** Tries, at growing intervals, until it succeeds or its patience (milliseconds) is over; undefined after the signal. */
const persist = async <T>(
  attempt: () => Promise<T>,
  { log, signal, patience }: { log: Log; signal: AbortSignal; patience: number },
) => {
  const giveUpAt = performance.now() + patience
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await attempt()
    } catch (problem) {
      if (performance.now() + wait > giveUpAt) throw problem
      log.warn((problem as Error).message)
    }
    await pause(wait, { signal, ref: patience < Infinity })
  }
  return undefined
}

const pause = (milliseconds: number, options: { signal: AbortSignal; ref: boolean }) =>
  sleep(milliseconds, undefined, options).catch(() => undefined)
