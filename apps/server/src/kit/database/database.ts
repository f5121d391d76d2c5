import type { SQL } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg, { type ClientBase, type ClientConfig, type PoolClient, type PoolConfig } from 'pg'
import { invalidatableCache } from '../cache.ts'
import { shareRun } from '../concurrency.ts'
import { mergeNews, type News, newsOf, type TransactionNews } from '../notifyNodes.ts'
import { insertQueuedWords, mergeQueuedWords } from '../record/titleWords.ts'
import { pipelineTransport, shardedPipelineTransport } from './pipeline.ts'
import {
  dialect,
  mustBeClosed,
  plainTransport,
  type Scope,
  ScopedClient,
  type Statement,
  statement,
  type StatementWatch,
  type Transport,
  typeParsers,
} from './scoped.ts'
import { openStreams } from './streams.ts'
import { clientOf, enterScope, registerClient, runStatement, TransactionClient } from './transaction.ts'

/** The number of rows of a list: exact, or approximate where `estimated`; `MAX_COUNTED` and estimated means more than that. */
export interface Total {
  total: number
  estimated: boolean
}
interface Counted extends Total {
  tenantId: string
  partitionId: string
}

/** All records of a kind that a tenant has few of. */
interface TenantRecords {
  tenantId: string
  kind: string
  rows: readonly unknown[]
}

/**
 * Caches what reads have found, until news of a write. `totals`: of long lists, by partition and query, so that paging does not count again. News of a
 * write removes the totals of its partition, or of all partitions of its tenant. `records`: by tenant and kind, whose every write must send news.
 * All expire after ten seconds, since conditions may read tables whose writes send no news, and a node that dies may not have sent its last.
 */
export const openReadCaches = (canCache: () => boolean) => {
  const totals = invalidatableCache<Counted>(canCache, { name: 'totals', maxEntries: 5000, ttl: 10_000 })
  const records = invalidatableCache<TenantRecords>(canCache, { name: 'tenantRecords', maxEntries: 1000, ttl: 10_000 })
  return {
    totals,
    records,
    handleNews: ({ tenantId, records: written }: News) => {
      if (!written) return
      totals.forget((one) => one.tenantId === tenantId && [undefined, one.partitionId].includes(written.partitionId))
      records.forget((one) => one.tenantId === tenantId && one.kind === written.kind)
    },
    forget: () => {
      totals.forget()
      records.forget()
    },
  }
}
/** The caches as a reader uses them. */
export type ReadCaches = Pick<ReturnType<typeof openReadCaches>, 'totals' | 'records'>

/** Sends single statements in a scope. */
export type QueryClient = Pick<ScopedClient, 'query'>
/** Where to read in a given scope: the primary, or a replica. */
interface ReadSource {
  clientFor: (scope: Scope) => QueryClient
  caches: ReadCaches
}

class ScopedDatabase extends NodePgDatabase {
  readonly scope: Scope
  readonly totals: ReadCaches['totals']
  readonly #client: QueryClient
  readonly #source: ReadSource
  constructor(source: ReadSource, scope: Scope) {
    const client = source.clientFor(scope)
    super(dialect, createSession(client), undefined)
    this.scope = scope
    this.totals = source.caches.totals
    this.#client = client
    this.#source = source
  }

  /** Returns a reader for another scope, on the same server. */
  in(scope: Scope): Reader {
    return new ScopedDatabase(this.#source, scope)
  }

  /** Runs a prepared statement and returns its rows as PostgreSQL sent them. */
  async runPrepared<Row>({ name, text, values }: Statement, params: Record<string, unknown> = {}) {
    const { rows } = await this.#client.query({ name, text, types: typeParsers }, values(params))
    return rows as Row[]
  }

  /** Returns what `read` finds: all records of a kind that the tenant has few of, cached until news of a write of one of them. */
  async cachedRecords<Row>(kind: string, read: () => Promise<Row[]>) {
    const { tenantId } = this.scope
    const key = `${kind} ${tenantId}`
    const { rows } = await this.#source.caches.records.get(key, async () => ({ tenantId, kind, rows: await read() }))
    return rows as readonly Row[]
  }
}

/** Single reads. Excludes writes and transactions, which need `write`, and `query`, which makes slow SQL. */
export type Reader = Pick<
  ScopedDatabase,
  | 'select'
  | 'selectDistinct'
  | 'with'
  | '$with'
  | 'execute'
  | '$count'
  | 'runPrepared'
  | 'in'
  | 'scope'
  | 'totals'
  | 'cachedRecords'
>
/** Returns a reader for a scope on a server. */
export const createReader = (source: ReadSource, scope: Scope): Reader => new ScopedDatabase(source, scope)
/** A transaction. It reads, too. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

const createSession = (client: object) => new NodePgSession(client as PoolClient, dialect, undefined)

/** Runs work between BEGIN and COMMIT, or ROLLBACK where it fails. */
const runTransaction = async <T>(client: TransactionClient, work: (tx: Tx) => Promise<T>) => {
  const tx: Tx = new NodePgTransaction(dialect, registerClient(createSession(client), client), undefined)
  await client.query({ text: 'begin' })
  try {
    const done = await work(tx)
    await runStatement(tx, { text: 'commit' })
    return done
  } catch (error) {
    await client.query({ text: 'rollback' })
    throw error
  }
}

/** A prepared read with a name (see `statement`), run on its own or in a transaction. Its rows are as PostgreSQL sent them. */
export const preparedRead = <Row>(name: string, query: SQL) => {
  const prepared = statement(name, query)
  return async (db: Reader | Tx, params: Record<string, unknown>) => {
    if ('runPrepared' in db) return db.runPrepared<Row>(prepared, params)
    const { rows } = await clientOf(db).query({ name, text: prepared.text, types: typeParsers }, prepared.values(params))
    return rows as Row[]
  }
}

/** Runs a part of a transaction in another scope: only for what the super admin does across tenants. */
export const inScope = async <T>(tx: Tx, scope: Scope, work: () => Promise<T>): Promise<T> => {
  const before = enterScope(tx, scope)
  try {
    return await work()
  } finally {
    enterScope(tx, before) // if PostgreSQL failed, the rollback resets the scope, too
  }
}

/**
 * Runs a nested transaction (savepoint): an error rolls back this part only. Its news is sent with the outer transaction's, and is dropped where the
 * part is rolled back.
 */
export const nestedTransaction = <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let part: Tx | undefined
  const working = (inner: Tx) => work((part = inner))
  return tx.transaction(working).then((done) => {
    mergeNews(part!, tx)
    mergeQueuedWords(part!, tx)
    return done
  })
}

/**
 * Does work for as many items as possible, each time in a nested transaction: where it fails with such an error for several, for each half of them.
 * Returns the items for which it was done.
 */
export const doForMost = async <T>(
  tx: Tx,
  items: readonly T[],
  work: (part: Tx, items: readonly T[]) => Promise<unknown>,
  isExpected: (error: unknown) => unknown,
): Promise<readonly T[]> => {
  if (items.length === 0) return []
  try {
    await nestedTransaction(tx, (part) => work(part, items))
    return items
  } catch (error) {
    if (!isExpected(error)) throw error
    if (items.length === 1) return []
    const half = Math.ceil(items.length / 2)
    const first = await doForMost(tx, items.slice(0, half), work, isExpected)
    return [...first, ...(await doForMost(tx, items.slice(half), work, isExpected))]
  }
}

/** Usage of a pool: open connections, idle ones, waiting clients, and the maximum. */
interface PoolUsage {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

export interface DatabaseConfig extends PoolConfig {
  /** There is a pooler in transaction mode in between: no prepared statements are kept on a connection. */
  pooled?: boolean
  /** Sends scope and query in one round trip, using the driver's internals (`pipeline.ts`), unless this is false (`plainTransport` in `scoped.ts`). */
  pipelined?: boolean
  /** A cluster, or one PostgreSQL with the policies of one: the scope is set by SET LOCAL, and no statement is prepared. */
  sharded?: boolean
  /** There are several servers, of which one accepts writes. */
  isMultiHost?: boolean
  /** Receives the news of each of our transactions as soon as it has committed. */
  onCommit?: (news: TransactionNews) => void
  /** The caches of reads; none by default. */
  caches?: ReadCaches
  /** Checks each new connection; if it throws, the connection is rejected. */
  check?: (client: ClientBase) => Promise<void>
  /** Records metrics of statements. */
  watch?: StatementWatch | undefined
}

const noCaches = openReadCaches(() => false)

/** The nil UUID, as the partition of a visitor or of a task of the whole tenant, which see no rows of partition tables. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
/** The scope of a tenant outside its partitions; without an id, of no tenant, for global tables such as the list of tenants. */
export const tenantScope = (tenantId = NIL_UUID): Scope => ({ tenantId, partitionId: NIL_UUID })

/** The pool of a transaction's connections, and how the scope is set on them. */
interface TransactionSource {
  pool: pg.Pool
  transport: Transport
}

const inTransaction = async <T>(
  { pool, transport }: TransactionSource,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  let client: PoolClient | undefined = await pool.connect()
  let failure: unknown
  const reconnect = async () => {
    client?.release(true)
    client = undefined
    return (client = await pool.connect())
  }
  const runRecordingFailure = (tx: Tx) =>
    work(tx).catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    return await runTransaction(new TransactionClient(client, scope, transport, reconnect), runRecordingFailure)
  } catch (error) {
    failure ??= error // a failing rollback would hide the cause
    throw failure
  } finally {
    client?.release(mustBeClosed(client, failure)) // a connection whose transaction could not be ended is closed
  }
}

/** Chooses how scopes are sent to a server. */
const transportOf = ({ pooled, pipelined, sharded }: { pooled: boolean; pipelined: boolean; sharded: boolean }) => {
  if (!pipelined) return plainTransport({ pooled, sharded })
  return sharded ? shardedPipelineTransport : pipelineTransport({ pooled })
}

/** Opens a pool of connections on which every statement carries its scope. */
export const openDatabase = ({
  pooled = false,
  pipelined = true,
  sharded = false,
  isMultiHost = false,
  onCommit = () => {},
  caches = noCaches,
  check,
  watch,
  ...config
}: DatabaseConfig) => {
  const transport: Transport = { ...transportOf({ pooled, pipelined, sharded }), isMultiHost, watch }
  const prepare = async (client: ClientBase) => {
    client.on('error', () => {}) // the query on it fails anyway
    await check?.(client)
    return transport.prepare(client)
  }
  // The pool awaits the promise of onConnect, though its types do not say so.
  const onConnect = prepare as (client: ClientBase) => void
  const all = { ...config, onConnect, pipeline: pipelined }
  const pool = new pg.Pool({ connectionTimeoutMillis: 5000, ...all })
  pool.on('error', () => {}) // an idle connection that dies is replaced by the next connect
  const streams = openStreams(all, transport)
  const clientFor = (scope: Scope) => new ScopedClient(pool, scope, transport)

  return {
    close: () => Promise.all([pool.end(), streams.close()]),
    /** The usage of its connections. */
    pools: { calls: pool, streams: streams.pool } satisfies Record<string, PoolUsage>,
    clientFor,
    /** Single reads in this scope, one round trip each. */
    as: (scope: Scope): Reader => createReader({ clientFor, caches }, scope),
    /** Runs the work in one transaction of this scope. An error rolls it back. */
    write: async <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => {
      let news: readonly TransactionNews[] = []
      const runCollectingNews = async (tx: Tx) => {
        const done = await work(tx).finally(() => (news = newsOf(tx)))
        insertQueuedWords(tx, scope)
        return done
      }
      const done = await inTransaction({ pool, transport }, scope, runCollectingNews)
      for (const one of news) onCommit(one)
      return done
    },
    /**
     * Streams the rows of a query of any length, a thousand at a time, without buffering them here. Leaving the loop early ends it. Throws 429 where
     * the reader has two streams open, or the tenant three. `reader`: a user, or a visitor's address.
     */
    stream: streams.stream,
  }
}

/** Milliseconds within which a reachable database responds. */
const PROBE_TIMEOUT_MS = 5000

/** Checks that the app's role can read from the database, on a connection that no call uses. */
export const openProbe = (config: PoolConfig) => {
  const pool = new pg.Pool({ ...config, max: 1, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS })
  pool.on('error', () => {}) // the next check reports it
  const check = () =>
    pool.query('select 1 from tenant limit 1').then(
      () => true,
      () => false,
    )
  return { isReachable: shareRun(check), close: () => pool.end() }
}

export type Database = ReturnType<typeof openDatabase>
/** The database that a call reads from. */
export type Source = Pick<Database, 'as' | 'stream'>

/** Timeout of the metrics query, in milliseconds. */
const METRICS_TIMEOUT_MS = 5_000

/** Metrics of the database. Seconds and bytes. */
interface DatabaseFigures {
  bytes: number
  /** Its connections by state, and the maximum of the server. */
  connections: Readonly<Record<string, number>>
  maxConnections: number
  /** The age of the oldest open transaction. */
  oldest: number
  /** Dead rows that still take space, and live rows, by PostgreSQL's statistics. */
  dead: number
  liveRows: number
}

const figuresSql = `
  select pg_database_size(current_database())::float8 as bytes,
    current_setting('max_connections')::int as "maxConnections",
    (select coalesce(json_object_agg(state, number), '{}') from (
       select coalesce(state, 'hidden') as state, count(*)::int as number from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() group by 1) s) as connections,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest,
    (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead,
    (select coalesce(sum(n_live_tup), 0)::float8 from pg_stat_user_tables) as living`

/** Runs a query as the owner of the schema. For the operator's metrics only: the result contains no records, and no request's role may read it. */
export type QueryAsOwner = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Reads metrics of the database as its owner, on a connection that is opened on demand and closed soon after. */
export const openFigures = (owner: ClientConfig) => {
  const limits = { connectionTimeoutMillis: METRICS_TIMEOUT_MS, query_timeout: METRICS_TIMEOUT_MS, idleTimeoutMillis: 10_000 }
  const pool = new pg.Pool({ ...owner, max: 1, ...limits, allowExitOnIdle: true })
  pool.on('error', () => {}) // the next check reports it
  const query: QueryAsOwner = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows
  return {
    query,
    read: async () => (await pool.query<DatabaseFigures>(figuresSql)).rows[0]!,
    close: () => pool.end(),
  }
}
