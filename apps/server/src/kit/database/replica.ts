import { Socket } from 'node:net'
import pg, { type ClientBase } from 'pg'
import { nextLook } from '#kit/concurrency'
import { type DatabaseConfig, openDatabase } from './database.ts'

/** A replica and its connection settings. */
export interface ReplicaConfig extends DatabaseConfig {
  /** Its name in logs and metrics. */
  replica: string
  /** Rejects a role that row-level security does not bind. */
  check: (client: ClientBase) => Promise<void>
}

/** Timeouts in milliseconds for a reachable replica: to connect, and to report its position. */
const SOON = 1000
const AT_ONCE = { connectionTimeoutMillis: SOON, query_timeout: 2000 }
/** Minimum pause between two extra measurements, in milliseconds. */
const PAUSE = 5

const look = `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
  current_database() as database, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`

/** Identifies the data of a server: the same for a primary and its replicas. */
export const identity = `select (select system_identifier::text from pg_control_system()) as system, current_database() as database`
export interface Identity {
  system: string
  database: string
}

interface Looked extends Identity {
  standby: boolean
  replayed: number | null
}

const problemOf = ({ standby, replayed, system, database }: Looked, primary: Identity) => {
  if (system !== primary.system || database !== primary.database) return 'it has other data than the primary'
  if (!standby || replayed === null) return 'it is no replica'
  return undefined
}

/** A replica: its connections and its position in the log. `identityOf`: the primary's. */
export const openReplica = ({ replica: name, check, ...config }: ReplicaConfig, identityOf: () => Promise<Identity>) => {
  const sockets = new Set<Socket>()
  /** Tracks each connection, so that all can be closed where the replica no longer responds. */
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const database = openDatabase({ ...config, connectionTimeoutMillis: SOON, check, stream })
  const onConnect = check as unknown as (client: ClientBase) => void // the pool awaits its promise
  const looking = new pg.Pool({ ...config, ...AT_ONCE, max: 1, onConnect, stream })
  looking.on('error', () => {}) // the next check reports it

  const state = { replayed: 0, problem: 'it was not asked yet' as string | undefined, at: 0 }
  const lost = (problem: string) => {
    state.problem = problem
  }
  const measure = nextLook(async () => {
    const [{ rows }, primary] = await Promise.all([looking.query<Looked>(look), identityOf()])
    state.problem = problemOf(rows[0]!, primary)
    state.replayed = rows[0]!.replayed ?? 0
    state.at = performance.now()
  })

  return {
    name,
    database,
    state,
    /** Measures its position. A replica that does not respond is unavailable: its pending queries are sent elsewhere immediately. */
    look: () =>
      measure().catch((error: Error) => {
        lost(error.message)
        for (const socket of sockets) socket.destroy()
      }),
    /** Measures again, unless it was measured just now. */
    nudge: () => {
      if (performance.now() - state.at > PAUSE) measure().catch(() => {})
    },
    /** A query on it failed: it is not used until the next check. */
    lost,
    close: () => Promise.all([database.close(), looking.end()]),
  }
}
export type Replica = ReturnType<typeof openReplica>
