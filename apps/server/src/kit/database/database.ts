import type { SQL } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import pg, { type ClientBase, type ClientConfig, type PoolClient, type PoolConfig } from 'pg'
import { invalidatableCache } from '../cache.ts'
import { shared } from '../concurrency.ts'
import { newsOf, passOn, type Told } from '../notifyNodes.ts'
import { learnBeforeCommit, learnWithWhole } from '../record/words.ts'
import { pipeline, shardedPipeline } from './pipeline.ts'
import {
  dialect,
  EachScoped,
  isSpent,
  plain,
  type Scope,
  type Statement,
  statement,
  type StatementWatch,
  type Transport,
  types,
} from './scoped.ts'
import { openStreams } from './streams.ts'
import { clientOf, enterScope, keepClient, TransactionClient } from './transaction.ts'

/** How many rows a list has: exact, or, where it is estimated, about as many; `MOST_COUNTED` and estimated means more than that. */
export interface Total {
  total: number
  estimated: boolean
}
interface Counted extends Total {
  partitionId: string
}

/**
 * The totals of long lists, by partition and query, so that turning pages does not count again. Those of a partition are forgotten with the news
 * of a write there, all of them after ten seconds: conditions may also ask tables whose writes are not told.
 */
export const openTotals = (mayRemember: () => boolean) =>
  invalidatableCache<Counted>(mayRemember, { name: 'totals', most: 5000, good: 10_000 })
export type Totals = ReturnType<typeof openTotals>

/** Sends single statements of a scope. */
export type Asks = Pick<EachScoped, 'query'>
/** Where reads are made in one scope or another: the primary, or a replica. */
interface Place {
  asks: (scope: Scope) => Asks
  totals: Totals
}

class ScopedDatabase extends NodePgDatabase {
  readonly scope: Scope
  readonly totals: Totals
  readonly #client: Asks
  readonly #place: Place
  constructor(place: Place, scope: Scope) {
    const client = place.asks(scope)
    super(dialect, sessionOn(client), undefined)
    this.scope = scope
    this.totals = place.totals
    this.#client = client
    this.#place = place
  }

  /** Reads in another scope, made where these are made. */
  in(scope: Scope): Reader {
    return new ScopedDatabase(this.#place, scope)
  }

  /** The rows of a statement that is kept, as PostgreSQL sent them. */
  async ask<Row>({ name, text, values }: Statement, given: Record<string, unknown> = {}) {
    const { rows } = await this.#client.query({ name, text, types }, values(given))
    return rows as Row[]
  }
}

/** Single reads. Writes and transactions are left out, for they need `write`; so is `query`, which makes slow SQL. */
export type Reader = Pick<
  ScopedDatabase,
  'select' | 'selectDistinct' | 'with' | '$with' | 'execute' | '$count' | 'ask' | 'in' | 'scope' | 'totals'
>
/** Reads of a scope at a place. */
export const readerAt = (place: Place, scope: Scope): Reader => new ScopedDatabase(place, scope)
/** Statements that stand or fall together. It reads too. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

const sessionOn = (client: object) => new NodePgSession(client as PoolClient, dialect, undefined)
const on = (client: TransactionClient) => new NodePgDatabase(dialect, keepClient(sessionOn(client), client), undefined)

/** A read that is kept under its name (see `statement`), made alone or in a transaction. Its rows are as PostgreSQL sent them. */
export const keptRead = <Row>(name: string, query: SQL) => {
  const kept = statement(name, query)
  return async (db: Reader | Tx, given: Record<string, unknown>) => {
    if ('ask' in db) return db.ask<Row>(kept, given)
    const { rows } = await clientOf(db).query({ name, text: kept.text, types }, kept.values(given))
    return rows as Row[]
  }
}

/** Does a part of a transaction in another scope than its own: for what the super admin does across tenants, and nothing else. */
export const within = async <T>(tx: Tx, scope: Scope, work: () => Promise<T>): Promise<T> => {
  const before = enterScope(tx, scope)
  try {
    return await work()
  } finally {
    enterScope(tx, before) // where PostgreSQL refused, the scope goes with what is undone
  }
}

/** Does a part of a transaction, which what it throws undoes alone. What it tells is told with the whole, and not at all where it is undone. */
export const nested = <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let part: Tx | undefined
  const working = (inner: Tx) => work((part = inner))
  return tx.transaction(working).then((done) => {
    passOn(part!, tx)
    learnWithWhole(part!, tx)
    return done
  })
}

/** Connections that are open, those of them that nobody uses, whoever waits for one, and how many there may be. */
interface PoolUse {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

export interface DatabaseConfig extends PoolConfig {
  /** A pooler in transaction mode is between: no statement is then kept on a connection. */
  pooled?: boolean
  /** Scope and query go in one round trip, by the inside of the driver (`pipeline.ts`), unless this is false (`plain.ts`). */
  pipelined?: boolean
  /** A cluster, or walls that are laid as in one: the scope goes by SET LOCAL, and no statement is kept. */
  sharded?: boolean
  /** Its servers are several, of which one takes writes. */
  isAmong?: boolean
  /** Hears what a transaction of ours has told, as soon as it has committed. */
  told?: (news: Told) => void
  /** Totals of lists that are remembered; none unless given. */
  totals?: Totals
  /** Looks at each new connection; what it throws refuses it. */
  check?: (client: ClientBase) => Promise<void>
  /** Notes how statements fare. */
  watch?: StatementWatch | undefined
}

const forgetful: Totals = { known: () => undefined, get: (_key, count) => count(), forget: () => undefined }

/** The partition of nobody: what a visitor, or a task of the whole tenant, sees of a partition's tables. */
export const nowhere = '00000000-0000-0000-0000-000000000000'
/** What is in no partition of a tenant; without one what is no tenant's, such as the list of tenants. */
export const tenantScope = (tenantId = nowhere): Scope => ({ tenantId, partitionId: nowhere })

/** Where transactions take their connections, and how these learn their scope. */
interface Line {
  pool: pg.Pool
  transport: Transport
}

const inTransaction = async <T>({ pool, transport }: Line, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let client: PoolClient | undefined = await pool.connect()
  let failure: unknown
  const again = async () => {
    client?.release(true)
    client = undefined
    return (client = await pool.connect())
  }
  const remembering = (tx: Tx) =>
    work(tx).catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    return await on(new TransactionClient(client, scope, transport, again)).transaction(remembering)
  } catch (error) {
    failure ??= error // a rollback that fails would hide why
    throw failure
  } finally {
    client?.release(isSpent(client, failure)) // a transaction that could not be ended goes with its connection
  }
}

/** How scopes travel to a server. */
const transportOf = ({ pooled, pipelined, sharded }: { pooled: boolean; pipelined: boolean; sharded: boolean }) => {
  if (!pipelined) return plain({ pooled, sharded })
  return sharded ? shardedPipeline : pipeline({ pooled })
}

/** A pool of connections on which every statement carries its scope. */
export const openDatabase = ({
  pooled = false,
  pipelined = true,
  sharded = false,
  isAmong = false,
  told = () => {},
  totals = forgetful,
  check,
  watch,
  ...config
}: DatabaseConfig) => {
  const transport: Transport = { ...transportOf({ pooled, pipelined, sharded }), isAmong, watch }
  const prepare = async (client: ClientBase) => {
    client.on('error', () => {}) // the query on it is refused anyway
    await check?.(client)
    return transport.prepare(client)
  }
  // The pool waits for what onConnect gives back, though its types do not say so.
  const onConnect = prepare as (client: ClientBase) => void
  const all = { ...config, onConnect, pipeline: pipelined }
  const pool = new pg.Pool({ connectionTimeoutMillis: 5000, ...all })
  pool.on('error', () => {}) // an idle connection that dies is replaced by the next connect
  const streams = openStreams(all, transport)
  const asks = (scope: Scope) => new EachScoped(pool, scope, transport)

  return {
    close: () => Promise.all([pool.end(), streams.close()]),
    /** How its connections are used. */
    pools: { calls: pool, streams: streams.pool } satisfies Record<string, PoolUse>,
    asks,
    /** Single reads in this scope, a round trip each. */
    as: (scope: Scope): Reader => readerAt({ asks, totals }, scope),
    /** Runs the work in one transaction of this scope. What it throws undoes it. */
    write: async <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => {
      let news: readonly Told[] = []
      const telling = async (tx: Tx) => {
        const done = await work(tx).finally(() => (news = newsOf(tx)))
        learnBeforeCommit(tx, scope)
        return done
      }
      const done = await inTransaction({ pool, transport }, scope, telling)
      for (const one of news) told(one)
      return done
    },
    /**
     * The rows of a query of any length, a thousand at a time: nothing piles up here. Leaving the loop early ends it. Throws 429 where
     * the reader has two of them under way, or the tenant three. `reader`: a person, or a visitor's address.
     */
    stream: streams.stream,
  }
}

/** Milliseconds within which a database that is there answers. */
const AT_ONCE = 5000

/** Looks whether the app's role reads from the database, on a connection that no call has to do with. */
export const openProbe = (config: PoolConfig) => {
  const pool = new pg.Pool({ ...config, max: 1, connectionTimeoutMillis: AT_ONCE, query_timeout: AT_ONCE })
  pool.on('error', () => {}) // the next look tells
  const look = () =>
    pool.query('select 1 from tenant limit 1').then(
      () => true,
      () => false,
    )
  return { isReachable: shared(look), close: () => pool.end() }
}

export type Database = ReturnType<typeof openDatabase>
/** Where a call reads. */
export type Source = Pick<Database, 'as' | 'stream'>

/** Milliseconds that PostgreSQL has for a look at itself. */
const LOOK_MS = 5_000

/** How the database is. Seconds and bytes. */
interface DatabaseFigures {
  bytes: number
  /** Its connections by state, and how many the server takes in all. */
  connections: Readonly<Record<string, number>>
  most: number
  /** For how long the oldest transaction has been open. */
  oldest: number
  /** Rows that are gone and still take room, and those that are there, by its statistics. */
  dead: number
  living: number
}

const look = `
  select pg_database_size(current_database())::float8 as bytes,
    current_setting('max_connections')::int as most,
    (select coalesce(json_object_agg(state, number), '{}') from (
       select coalesce(state, 'hidden') as state, count(*)::int as number from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() group by 1) s) as connections,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest,
    (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead,
    (select coalesce(sum(n_live_tup), 0)::float8 from pg_stat_user_tables) as living`

/** Asks as the owner of the schema. What is asked is the operator's: it holds no records, and no request's role may read it. */
export type AskOwner = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Looks at the database as its owner, on a connection that is opened for it and closed soon after. */
export const openFigures = (owner: ClientConfig) => {
  const limits = { connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS, idleTimeoutMillis: 10_000 }
  const pool = new pg.Pool({ ...owner, max: 1, ...limits, allowExitOnIdle: true })
  pool.on('error', () => {}) // the next look tells
  const ask: AskOwner = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows
  return {
    ask,
    look: async () => (await pool.query<DatabaseFigures>(look)).rows[0]!,
    close: () => pool.end(),
  }
}
