import type { Actor } from '@tradewind/contract/roles'
import { sql, type SQLWrapper } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import type { Logger } from 'pino'
import type { InvalidatableCache } from '#kit/cache'
import { shareNextRun } from '#kit/concurrency'
import type { News } from '../notifyNodes.ts'
import { createReader, type Database, type QueryClient, type ReadCaches, type Source, tenantScope } from './database.ts'
import { type Identity, identitySql, openReplica, type Replica, type ReplicaConfig } from './replica.ts'
import { isUnavailable, type Scope } from './scoped.ts'

/**
 * The position of the primary, in bytes of its log (WAL): all acknowledged commits are before it. What is not flushed to disk yet is on no replica
 * either, and counts only where commits do not wait for the flush.
 */
export const WAL_POSITION_SQL = `pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::float8`

/** The maximum number of keys with a required position; beyond it, one position is required for all. */
const MAX_KEYS = 20_000

/** The key whose reads must include what the news is about. */
const keyOf = ({ tenantId, userId, records }: News) => records?.partitionId ?? userId ?? tenantId

/** The position that a replica must have reached for a key: in bytes of the log, and infinite while it is being queried. */
interface Need {
  at: number
  pendingQueries: number
}

/**
 * Tracks the position that a replica must have reached before a user may read there: past the user's own writes, and past every write of which this
 * node has received news. `positionOfPrimary` returns the primary's position.
 */
export const openNeeds = (positionOfPrimary: () => Promise<number>) => {
  const needs = new Map<string, Need>()
  let everybody: Need = { at: 0, pendingQueries: 0 }
  let newsCount = 0

  /** An unknown position counts as infinite, until it is queried again. */
  const queryPosition = async (need: Need) => {
    need.pendingQueries++
    const at = await positionOfPrimary().catch(() => Infinity)
    need.pendingQueries--
    need.at = Math.max(need.at, at)
  }
  const queryPositionAgain = (need: Need) => {
    need.at = 0
    void queryPosition(need)
  }
  const needOf = (key: string) => {
    if (needs.size >= MAX_KEYS) resetNeeds()
    const need = needs.get(key) ?? { at: 0, pendingQueries: 0 }
    needs.set(key, need)
    return need
  }
  const resetNeeds = () => {
    newsCount++
    needs.clear()
    everybody = { at: 0, pendingQueries: 0 }
    void queryPosition(everybody)
  }
  const isReached = ({ at, pendingQueries }: Need, position: number) => pendingQueries === 0 && at <= position

  return {
    /** Resets all: it is unknown what was written, so a replica is only used once it has reached the primary's current position. */
    begin: resetNeeds,
    /** Handles news of a write. */
    handleNews: (news: News) => {
      newsCount++
      void queryPosition(needOf(keyOf(news)))
    },
    /** Records that a user has written, up to this position. */
    recordWrite: (key: string, at: number) => {
      const need = needOf(key)
      need.at = Math.max(need.at, at)
    },
    /** Whether a replica at this position has all that these keys require. */
    areMet: (keys: readonly string[], reached: number) =>
      isReached(everybody, reached) && keys.every((key) => isReached(needs.get(key) ?? everybody, reached)),
    /** Removes positions that every replica has passed, and queries again those that are unknown. */
    forget: (passed: number) => {
      for (const need of [everybody, ...needs.values()])
        if (need.at === Infinity && need.pendingQueries === 0) queryPositionAgain(need)
      for (const [key, need] of needs) if (isReached(need, passed)) needs.delete(key)
    },
    /** The number of news messages so far. */
    countNews: () => newsCount,
  }
}

/** The keys whose writes a read must include: the reader's own, and those of which news was received. */
export const keysOf = (userId: string, { tenantId, partitionId }: Scope) => [userId, partitionId, tenantId].filter(Boolean)

/** The maximum lag of a replica in milliseconds; beyond it, the replica is not used. */
const MAX_LAG_MS = 5_000
/** Interval between checks of the positions of primary and replicas, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000
/** How long samples of the primary's position are stored, in milliseconds. */
const SAMPLE_LIFETIME_MS = 60_000

/** Samples of the primary's position over time. A replica's lag is the age of the first sample that it has not reached. */
const openSamples = () => {
  let samples: { position: number; at: number }[] = []
  return {
    add: (position: number) => {
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < SAMPLE_LIFETIME_MS), { position, at }]
    },
    lagOf: (replayed: number) => {
      const first = samples.find(({ position }) => position > replayed)
      return first ? performance.now() - first.at : 0
    },
    areNone: () => samples.length === 0,
  }
}

/** The state of a replica. Lag in seconds; with a problem, it is not used. */
interface ReplicaFigures {
  name: string
  lag: number
  problem: string | null
}

interface WatchDependencies {
  db: Database
  /** Returns the primary's position. */
  position: () => Promise<number>
  logger: Pick<Logger, 'warn' | 'info'>
  /** Receives the position of the slowest replica. */
  passed: (position: number) => void
}

/** The identity of the primary's data: queried once. */
const identityOf = (db: Database) => {
  let identity: Identity | undefined
  return async () => {
    const { rows } = identity
      ? { rows: [identity] }
      : await db.as(tenantScope()).execute<Identity & Record<string, unknown>>(sql.raw(identitySql))
    return (identity = rows[0]!)
  }
}

/** Logs once when a replica is no longer used, and when it is used again. */
const createReporter = (logger: WatchDependencies['logger']) => {
  const lastReported = new Map<string, boolean>()
  return ({ name: replica, problem }: ReplicaFigures) => {
    const isWell = problem === null
    if (lastReported.get(replica) === isWell) return
    lastReported.set(replica, isWell)
    if (isWell) logger.info({ replica }, 'a replica is read')
    else logger.warn({ replica, problem }, 'a replica is not read')
  }
}

/** Checks the positions of primary and replicas each second. */
const watchReplicas = (configs: readonly ReplicaConfig[], { db, position, logger, passed }: WatchDependencies) => {
  const primaryIdentity = identityOf(db)
  const replicas = configs.map((config) => openReplica(config, primaryIdentity))
  const samples = openSamples()
  const report = createReporter(logger)

  const problemOf = ({ state }: Replica) => {
    if (state.problem !== undefined || samples.areNone()) return state.problem ?? 'it was not asked yet'
    return samples.lagOf(state.replayed) > MAX_LAG_MS ? 'it lags behind' : undefined
  }
  const figures = (): ReplicaFigures[] =>
    replicas.map((replica) => ({
      name: replica.name,
      lag: samples.lagOf(replica.state.replayed) / 1000,
      problem: problemOf(replica) ?? null,
    }))
  const look = async () => {
    await position().then(samples.add, () => {})
    await Promise.all(replicas.map((replica) => replica.measure()))
    if (!samples.areNone()) figures().forEach(report)
    passed(Math.min(...replicas.map(({ state }) => state.replayed)))
  }
  const timer = setInterval(() => void look(), CHECK_INTERVAL_MS).unref()
  void look()
  return {
    /** The replicas that may be used now. */
    well: () => replicas.filter((replica) => problemOf(replica) === undefined),
    figures,
    look,
    pools: () => Object.fromEntries(replicas.map(({ name, database }) => [name, database.pools.calls])),
    close: async () => {
      clearInterval(timer)
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/** A replica cancelled the query (a conflict with replay), or the query needs the primary. */
const isReplicaFailure = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '40001' || code === '25006' || code === '55000' || (cause !== undefined && isReplicaFailure(cause))
}
const shouldUsePrimary = (error: unknown) => isUnavailable(error) || isReplicaFailure(error)

/** Queries a replica, and falls back to the primary where the replica fails. */
const withPrimaryFallback = (replica: Replica, db: Database) => {
  const markIfLost = (error: unknown) => {
    if (!isReplicaFailure(error)) replica.lost('it is away')
  }
  const clientFor = (scope: Scope): QueryClient => {
    const [replicaClient, primaryClient] = [replica.database.clientFor(scope), db.clientFor(scope)]
    return {
      query: async (config: QueryConfig, values?: unknown[]) => {
        try {
          return await replicaClient.query(config, values)
        } catch (error) {
          if (!shouldUsePrimary(error)) throw error
          markIfLost(error)
          return primaryClient.query(config, values)
        }
      },
    }
  }
  /** All rows come from the same server as the first ones: a stream that has begun fails with its server. */
  const stream = <Row>(scope: Scope, query: SQLWrapper, reader: string): AsyncGenerator<Row[]> => {
    const rows = replica.database.stream<Row>(scope, query, reader)
    const streamWithFallback = async function* (): AsyncGenerator<Row[]> {
      let hasBegun = false
      try {
        for await (const some of rows) {
          hasBegun = true
          yield some
        }
      } catch (error) {
        if (hasBegun || !shouldUsePrimary(error)) throw error
        markIfLost(error)
        yield* db.stream<Row>(scope, query, reader)
      }
    }
    return streamWithFallback()
  }
  return { clientFor, stream }
}

/** Notifies every node that these users have written up to the current position, and returns that position. */
const notifyWrittenSql = (writers: string[]) => sql`
  with here as materialized (
    select ${sql.raw(WAL_POSITION_SQL)} as position, set_config('synchronous_commit', 'off', true) as quick)
  select position, (select count(pg_notify('tradewind', (writer::jsonb || jsonb_build_object('position', position))::text))
    from unnest(array[${sql.join(writers, sql`, `)}]::text[]) writer) as told from here`

/** The topic of news that a user has written; `position` says up to where. */
const WRITTEN_TOPIC = 'written'
type WrittenNews = News & { position?: number }

/** Collects writers while a notification is running: one statement for all of them. */
const openWriteNotifier = (db: Database) => {
  let writers = new Map<string, WrittenNews>()
  const notifyWritten = shareNextRun(async () => {
    const messages = [...writers.values()].map((writer) => JSON.stringify(writer))
    writers = new Map()
    const { rows } = await db.as(tenantScope()).execute<{ position: number }>(notifyWrittenSql(messages))
    return rows[0]!.position
  })
  return ({ uniqueId: userId, tenantId }: Pick<Actor, 'uniqueId' | 'tenantId'>) => {
    writers.set(userId, { topic: WRITTEN_TOPIC, tenantId, userId })
    return notifyWritten()
  }
}

/** The actor and the scope of a read. */
interface ReadRequest {
  actor: Pick<Actor, 'uniqueId' | 'tenantId'>
  scope: Scope
}

/** The channel between nodes. */
interface NodeChannel {
  isUp: () => boolean
  position: () => Promise<number>
  onUp: (listener: () => void) => unknown
}

type WatchOptions = Parameters<typeof watchReplicas>[1]
interface ReplicaDependencies extends Pick<WatchOptions, 'db' | 'logger'> {
  live: NodeChannel
  caches: ReadCaches
}

/** Reads from a replica. What is found there is cached, unless news arrived since the replica was chosen: it may be older than the news. */
const replicaSource = (replica: Replica, db: Database, { totals, records }: ReadCaches, countNews: () => number): Source => {
  const { clientFor, stream } = withPrimaryFallback(replica, db)
  const before = countNews()
  const withoutNews =
    <Value>(cache: InvalidatableCache<Value>): InvalidatableCache<Value>['get'] =>
    (key, read, isWorth) =>
      countNews() === before ? cache.get(key, read, isWorth) : read()
  const caches = { totals: { ...totals, get: withoutNews(totals) }, records: { ...records, get: withoutNews(records) } }
  return { as: (scope) => createReader({ clientFor, caches }, scope), stream }
}

/** Waits until this node has received all earlier news, including what the user has written on another node. Returns false where it cannot. */
const isUpToDate = async ({ isUp, position }: NodeChannel) => isUp() && position().then(Boolean, () => false)

/**
 * Routes reads that may be slightly stale to replicas: to one that has passed the reader's own writes and every write of which this node has received
 * news, and that lags by five seconds at most; else to the primary (decision 045). Undefined where there are no replicas.
 */
export const openReplicas = (configs: readonly ReplicaConfig[] = [], dependencies: ReplicaDependencies) =>
  configs.length > 0 ? openConfiguredReplicas(configs, dependencies) : undefined

const openConfiguredReplicas = (configs: readonly ReplicaConfig[], { db, live, caches, logger }: ReplicaDependencies) => {
  const needs = openNeeds(live.position)
  const { well, ...watching } = watchReplicas(configs, { db, position: live.position, logger, passed: needs.forget })
  const counts = { replica: 0, behind: 0, away: 0 }
  const notifyWritten = openWriteNotifier(db)
  let nextIndex = 0
  live.onUp(needs.begin)
  needs.begin()

  const chooseReplica = ({ actor, scope }: ReadRequest) => {
    const keys = keysOf(actor.uniqueId, scope)
    const found = well()
    const reached = found.filter(({ state }) => needs.areMet(keys, state.replayed))
    for (const replica of found) if (!reached.includes(replica)) replica.measureIfDue()
    return reached[nextIndex++ % reached.length]
  }
  const primary = (why: 'behind' | 'away') => {
    counts[why]++
    return db
  }

  return {
    ...watching,
    /** Returns the source for reads that may be slightly stale. */
    from: async (reading: ReadRequest): Promise<Source> => {
      const isLive = well().length > 0 && (reading.actor.uniqueId === '' ? live.isUp() : await isUpToDate(live))
      if (!isLive) return primary('away')
      const chosen = chooseReplica(reading)
      if (!chosen) return primary('behind')
      counts.replica++
      return replicaSource(chosen, db, caches, needs.countNews)
    },
    /** Handles a write: before the response, every node is notified, so that the user reads their write from any node. */
    afterWrite: async ({ actor }: ReadRequest) => {
      if (!actor.uniqueId) return
      await notifyWritten(actor).then(
        (at) => needs.recordWrite(actor.uniqueId, at),
        () => needs.handleNews({ topic: WRITTEN_TOPIC, tenantId: actor.tenantId, userId: actor.uniqueId }),
      )
    },
    /** Handles news of this node or another: must run before the news reaches clients, who read again because of it. */
    handleNews: (news: WrittenNews) => {
      if (news.topic === WRITTEN_TOPIC) needs.recordWrite(news.userId!, news.position ?? Infinity)
      else needs.handleNews(news)
    },
    /** How often such a read went to a replica, and to the primary because no replica was far enough, or available. */
    counts,
  }
}
