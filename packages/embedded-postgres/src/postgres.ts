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
  /** Calls the listener each time the server was lost and lets us in again; connections from before are dead. */
  onRestart: (listener: () => void) => void
  /** Ends the server if it is ours: open transactions are rolled back, what was committed stays. A shared one runs on. */
  stop: () => Promise<void>
}

interface Options {
  /** Made where it is missing; its log lies beside it, under its name with `.log`. */
  dataDir: string
  /** PostgreSQL settings that differ from ours. */
  settings?: Settings
  log?: Log
}

const database = 'tradewind'
const silence: Log = { info: () => undefined, warn: () => undefined }

/**
 * Runs PostgreSQL on a data folder, on a private socket, and keeps it running: it starts again after a crash and goes when
 * this process goes, in whatever way. A process that finds a server there already shares it and takes over when it goes.
 * Resolves when the empty or older database lets us in; rejects with one sentence where this machine or folder won't do.
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
