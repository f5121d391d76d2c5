import { Socket } from 'node:net'
import pg, { type ClientBase } from 'pg'
import { shareNextRun } from '#kit/concurrency'
import { type DatabaseConfig, openDatabase } from './database.ts'

/** A replica and its connection settings. */
export interface ReplicaConfig extends DatabaseConfig {
  /** Its name in logs and metrics. */
  replica: string
  /** Rejects a role that row-level security does not bind. */
  check: (client: ClientBase) => Promise<void>
}

/** Timeouts in milliseconds for a reachable replica: to connect, and to report its position. */
const CONNECT_TIMEOUT_MS = 1000
const CHECK_TIMEOUTS = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: 2000 }
/** Minimum pause between two extra measurements, in milliseconds. */
const MEASURE_PAUSE_MS = 5

const replicaStateSql = `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
  current_database() as database, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`

/** Identifies the data of a server: the same for a primary and its replicas. */
export const identitySql = `select (select system_identifier::text from pg_control_system()) as system, current_database() as database`
export interface Identity {
  system: string
  database: string
}

interface ReplicaState extends Identity {
  standby: boolean
  replayed: number | null
}

const problemOf = ({ standby, replayed, system, database }: ReplicaState, primary: Identity) => {
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
  const database = openDatabase({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, check, stream })
  const onConnect = check as unknown as (client: ClientBase) => void // the pool awaits its promise
  const checkPool = new pg.Pool({ ...config, ...CHECK_TIMEOUTS, max: 1, onConnect, stream })
  checkPool.on('error', () => {}) // the next check reports it

  const state = { replayed: 0, problem: 'it was not asked yet' as string | undefined, at: 0 }
  const markLost = (problem: string) => {
    state.problem = problem
  }
  const measure = shareNextRun(async () => {
    const [{ rows }, primary] = await Promise.all([checkPool.query<ReplicaState>(replicaStateSql), identityOf()])
    state.problem = problemOf(rows[0]!, primary)
    state.replayed = rows[0]!.replayed ?? 0
    state.at = performance.now()
  })

  return {
    name,
    database,
    state,
    /** Measures its position. A replica that does not respond is unavailable: its pending queries are sent elsewhere immediately. */
    measure: () =>
      measure().catch((error: Error) => {
        markLost(error.message)
        for (const socket of sockets) socket.destroy()
      }),
    /** Measures again, unless it was measured just now. */
    measureIfDue: () => {
      if (performance.now() - state.at > MEASURE_PAUSE_MS) measure().catch(() => {})
    },
    /** A query on it failed: it is not used until the next check. */
    lost: markLost,
    close: () => Promise.all([database.close(), checkPool.end()]),
  }
}
export type Replica = ReturnType<typeof openReplica>
