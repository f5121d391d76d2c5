import { openCluster, port } from './cluster.ts'
import type { Settings } from './launch.ts'
import { type Log, supervise } from './supervise.ts'

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
