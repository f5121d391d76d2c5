import { Socket } from 'node:net'
import pg, { type ClientBase } from 'pg'
import { nextLook } from '#kit/concurrency'
import { type DatabaseConfig, openDatabase } from './database.ts'

/** A replica, and how it is reached. */
export interface ReplicaConfig extends DatabaseConfig {
  /** How it is named where it is seen from outside. */
  replica: string
  /** Refuses a role that row-level security does not bind. */
  check: (client: ClientBase) => Promise<void>
}

/** Milliseconds within which a replica that is there lets somebody in, and says how far it is. */
const SOON = 1000
const AT_ONCE = { connectionTimeoutMillis: SOON, query_timeout: 2000 }
/** Milliseconds for which it is not asked again how far it is. */
const PAUSE = 5

const look = `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
  current_database() as database, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`

/** Which data a server has: those of a primary and its replicas are the same. */
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

/** A replica: its connections, and how far it is. `identityOf`: the primary's. */
export const openReplica = ({ replica: name, check, ...config }: ReplicaConfig, identityOf: () => Promise<Identity>) => {
  const sockets = new Set<Socket>()
  /** Each connection is known, so that all can be cut where the replica does not answer any more. */
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const database = openDatabase({ ...config, connectionTimeoutMillis: SOON, check, stream })
  const onConnect = check as unknown as (client: ClientBase) => void // the pool waits for it
  const looking = new pg.Pool({ ...config, ...AT_ONCE, max: 1, onConnect, stream })
  looking.on('error', () => {}) // the next look tells

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
    /** Looks how far it is. One that does not say so is away: whoever waits for it is sent elsewhere at once. */
    look: () =>
      measure().catch((error: Error) => {
        lost(error.message)
        for (const socket of sockets) socket.destroy()
      }),
    /** Looks again soon, where it was not seen in this moment. */
    nudge: () => {
      if (performance.now() - state.at > PAUSE) measure().catch(() => {})
    },
    /** It failed somebody: nobody is sent there before it has been looked at. */
    lost,
    close: () => Promise.all([database.close(), looking.end()]),
  }
}
export type Replica = ReturnType<typeof openReplica>
