import type { Actor } from '@tradewind/contract/roles'
import { sql, type SQLWrapper } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { nextLook } from '#kit/concurrency'
import type { News } from '../notifyNodes.ts'
import { type Asks, type Database, readerAt, type Source, tenantScope, type Totals } from './database.ts'
import { type Identity, identity, openReplica, type Replica, type ReplicaConfig } from './replica.ts'
import { isAway, type Scope } from './scoped.ts'

/**
 * How far the primary is, in bytes of its log: all that was acknowledged is before it. What is not on disk yet is no replica's either, and counts only where
 * commits do not wait for that.
 */
export const POSITION = `pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::float8`

/** Keys of which it is remembered how far a replica must be; more, and it is asked of all alike. */
const MOST = 20_000

/** Whose reads must show what the news is about. */
const keyOf = ({ tenantId, userId, records }: News) => records?.partitionId ?? userId ?? tenantId

/** How far a replica must be for whom: in bytes of the log, and beyond any end while that is being asked. */
interface Need {
  at: number
  asked: number
}

/**
 * How far a replica must have come before somebody may read there: past what they have written, and past every write of which this node has
 * heard news. `positionOfPrimary` says how far that is.
 */
export const openNeeds = (positionOfPrimary: () => Promise<number>) => {
  const needs = new Map<string, Need>()
  let everybody: Need = { at: 0, asked: 0 }
  let heard = 0

  /** What is not known goes on to be beyond any end, until it is asked again. */
  const ask = async (need: Need) => {
    need.asked++
    const at = await positionOfPrimary().catch(() => Infinity)
    need.asked--
    need.at = Math.max(need.at, at)
  }
  const askAgain = (need: Need) => {
    need.at = 0
    void ask(need)
  }
  const needOf = (key: string) => {
    if (needs.size >= MOST) begin()
    const need = needs.get(key) ?? { at: 0, asked: 0 }
    needs.set(key, need)
    return need
  }
  const begin = () => {
    heard++
    needs.clear()
    everybody = { at: 0, asked: 0 }
    void ask(everybody)
  }
  const isBefore = ({ at, asked }: Need, position: number) => asked === 0 && at <= position

  return {
    /** It is not known what was written: nobody reads at a replica that is not as far as the primary is now. */
    begin,
    /** News of a write was heard. */
    hear: (news: News) => {
      heard++
      void ask(needOf(keyOf(news)))
    },
    /** Somebody has written, up to there. */
    wrote: (key: string, at: number) => {
      const need = needOf(key)
      need.at = Math.max(need.at, at)
    },
    /** Whether what these keys need is there, for somebody who reads at this position. */
    areMet: (keys: readonly string[], reached: number) =>
      isBefore(everybody, reached) && keys.every((key) => isBefore(needs.get(key) ?? everybody, reached)),
    /** Forgets what every replica has passed, and asks again what could not be answered. */
    forget: (passed: number) => {
      for (const need of [everybody, ...needs.values()]) if (need.at === Infinity && need.asked === 0) askAgain(need)
      for (const [key, need] of needs) if (isBefore(need, passed)) needs.delete(key)
    },
    /** Counts what was heard. */
    heard: () => heard,
  }
}

/** By whose writes a read must be preceded: the reader's own, and those of whom news was heard. */
export const keysOf = (userId: string, { tenantId, partitionId }: Scope) => [userId, partitionId, tenantId].filter(Boolean)

/** Milliseconds that a replica may lag behind; beyond, nobody is sent there. */
const MOST_LAG = 5_000
/** Milliseconds between looks at how far primary and replicas are. */
const EVERY = 1_000
/** Milliseconds for which it is remembered how far the primary was. */
const REMEMBERED = 60_000

/** How far the primary was, and when. A replica lags by the time since the first of these that it has not reached. */
const openSamples = () => {
  let samples: { position: number; at: number }[] = []
  return {
    add: (position: number) => {
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < REMEMBERED), { position, at }]
    },
    lagOf: (replayed: number) => {
      const first = samples.find(({ position }) => position > replayed)
      return first ? performance.now() - first.at : 0
    },
    areNone: () => samples.length === 0,
  }
}

/** How a replica is. Seconds; a problem where nobody is sent there. */
interface ReplicaFigures {
  name: string
  lag: number
  problem: string | null
}

interface WatchNeeds {
  db: Database
  /** How far the primary is. */
  position: () => Promise<number>
  logger: Pick<Logger, 'warn' | 'info'>
  /** Hears how far the last of them is. */
  passed: (position: number) => void
}

/** Which data the primary has: asked once. */
const identityOf = (db: Database) => {
  let known: Identity | undefined
  return async () => {
    const { rows } = known
      ? { rows: [known] }
      : await db.as(tenantScope()).execute<Identity & Record<string, unknown>>(sql.raw(identity))
    return (known = rows[0]!)
  }
}

/** Says once when a replica is read no more, and when it is again. */
const reporter = (logger: WatchNeeds['logger']) => {
  const told = new Map<string, boolean>()
  return ({ name: replica, problem }: ReplicaFigures) => {
    const isWell = problem === null
    if (told.get(replica) === isWell) return
    told.set(replica, isWell)
    if (isWell) logger.info({ replica }, 'a replica is read')
    else logger.warn({ replica, problem }, 'a replica is not read')
  }
}

/** Looks each second how far primary and replicas are. */
const watchReplicas = (configs: readonly ReplicaConfig[], { db, position, logger, passed }: WatchNeeds) => {
  const ofPrimary = identityOf(db)
  const replicas = configs.map((config) => openReplica(config, ofPrimary))
  const samples = openSamples()
  const report = reporter(logger)

  const problemOf = ({ state }: Replica) => {
    if (state.problem !== undefined || samples.areNone()) return state.problem ?? 'it was not asked yet'
    return samples.lagOf(state.replayed) > MOST_LAG ? 'it lags behind' : undefined
  }
  const figures = (): ReplicaFigures[] =>
    replicas.map((replica) => ({
      name: replica.name,
      lag: samples.lagOf(replica.state.replayed) / 1000,
      problem: problemOf(replica) ?? null,
    }))
  const look = async () => {
    await position().then(samples.add, () => {})
    await Promise.all(replicas.map((replica) => replica.look()))
    if (!samples.areNone()) figures().forEach(report)
    passed(Math.min(...replicas.map(({ state }) => state.replayed)))
  }
  const timer = setInterval(() => void look(), EVERY).unref()
  void look()
  return {
    /** Those that may be read now. */
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

/** A replica gave up what it was asked (a conflict with what it replays), or was asked what only the primary can do. */
const isRefusedThere = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '40001' || code === '25006' || code === '55000' || (cause !== undefined && isRefusedThere(cause))
}
const isOthers = (error: unknown) => isAway(error) || isRefusedThere(error)

/** Asks a replica, and the primary where the replica can't. */
const falling = (replica: Replica, db: Database) => {
  const noteLoss = (error: unknown) => {
    if (!isRefusedThere(error)) replica.lost('it is away')
  }
  const asks = (scope: Scope): Asks => {
    const [there, here] = [replica.database.asks(scope), db.asks(scope)]
    return {
      query: async (config: QueryConfig, values?: unknown[]) => {
        try {
          return await there.query(config, values)
        } catch (error) {
          if (!isOthers(error)) throw error
          noteLoss(error)
          return here.query(config, values)
        }
      },
    }
  }
  /** Rows come from where the first of them came: a stream that has begun ends with its server. */
  const stream = <Row>(scope: Scope, query: SQLWrapper, reader: string): AsyncGenerator<Row[]> => {
    const rows = replica.database.stream<Row>(scope, query, reader)
    const rest = async function* (): AsyncGenerator<Row[]> {
      let hasBegun = false
      try {
        for await (const some of rows) {
          hasBegun = true
          yield some
        }
      } catch (error) {
        if (hasBegun || !isOthers(error)) throw error
        noteLoss(error)
        yield* db.stream<Row>(scope, query, reader)
      }
    }
    return rest()
  }
  return { asks, stream }
}

/** Tells every node that these have written up to here, and answers where that is. */
const telling = (writers: string[]) => sql`
  with here as materialized (
    select ${sql.raw(POSITION)} as position, set_config('synchronous_commit', 'off', true) as quick)
  select position, (select count(pg_notify('tradewind', (writer::jsonb || jsonb_build_object('position', position))::text))
    from unnest(array[${sql.join(writers, sql`, `)}]::text[]) writer) as told from here`

/** Who has written is told by this topic: `position` says up to where. */
const WRITTEN = 'written'
type Written = News & { position?: number }

/** Gathers who has written while it is told of others: one statement for all of them. */
const openTelling = (db: Database) => {
  let writers = new Map<string, Written>()
  const tell = nextLook(async () => {
    const told = [...writers.values()].map((writer) => JSON.stringify(writer))
    writers = new Map()
    const { rows } = await db.as(tenantScope()).execute<{ position: number }>(telling(told))
    return rows[0]!.position
  })
  return ({ uniqueId: userId, tenantId }: Pick<Actor, 'uniqueId' | 'tenantId'>) => {
    writers.set(userId, { topic: WRITTEN, tenantId, userId })
    return tell()
  }
}

/** Who reads, and in whose scope. */
interface Reading {
  actor: Pick<Actor, 'uniqueId' | 'tenantId'>
  scope: Scope
}

/** What is heard between nodes. */
interface Heard {
  isUp: () => boolean
  position: () => Promise<number>
  whenUp: (tell: () => void) => unknown
}

type Watching = Parameters<typeof watchReplicas>[1]
interface Needs extends Pick<Watching, 'db' | 'logger'> {
  live: Heard
  totals: Totals
}

/** Reads at a replica. What a list counts there is remembered, unless news came since it was chosen: it may be older than that. */
const sourceAt = (replica: Replica, db: Database, totals: Totals, heard: () => number): Source => {
  const { asks, stream } = falling(replica, db)
  const before = heard()
  const get: Totals['get'] = (key, read, isWorth) => (heard() === before ? totals.get(key, read, isWorth) : read())
  const place = { asks, totals: { ...totals, get } }
  return { as: (scope) => readerAt(place, scope), stream }
}

/** What was told before this is heard when it is answered: what somebody has written on another node, too. */
const hasHeard = async ({ isUp, position }: Heard) => isUp() && position().then(Boolean, () => false)

/**
 * Sends reads that may be a little old to replicas: to one that has passed what the reader has written and every write of which this node has
 * heard, and that lags by five seconds at most; else to the primary (decision 045). Nothing where there are none.
 */
export const openReplicas = (configs: readonly ReplicaConfig[] = [], needed: Needs) =>
  configs.length > 0 ? openSome(configs, needed) : undefined

const openSome = (configs: readonly ReplicaConfig[], { db, live, totals, logger }: Needs) => {
  const needs = openNeeds(live.position)
  const { well, ...watching } = watchReplicas(configs, { db, position: live.position, logger, passed: needs.forget })
  const counts = { replica: 0, behind: 0, away: 0 }
  const tell = openTelling(db)
  let turn = 0
  live.whenUp(needs.begin)
  needs.begin()

  const choose = ({ actor, scope }: Reading) => {
    const keys = keysOf(actor.uniqueId, scope)
    const found = well()
    const reached = found.filter(({ state }) => needs.areMet(keys, state.replayed))
    for (const replica of found) if (!reached.includes(replica)) replica.nudge()
    return reached[turn++ % reached.length]
  }
  const primary = (why: 'behind' | 'away') => {
    counts[why]++
    return db
  }

  return {
    ...watching,
    /** Where somebody reads what may be a little old. */
    from: async (reading: Reading): Promise<Source> => {
      const isHeard = well().length > 0 && (reading.actor.uniqueId === '' ? live.isUp() : await hasHeard(live))
      if (!isHeard) return primary('away')
      const chosen = choose(reading)
      if (!chosen) return primary('behind')
      counts.replica++
      return sourceAt(chosen, db, totals, needs.heard)
    },
    /** Somebody has written: before they are answered, every node is told, so that they read it wherever they ask next. */
    wrote: async ({ actor }: Reading) => {
      if (!actor.uniqueId) return
      await tell(actor).then(
        (at) => needs.wrote(actor.uniqueId, at),
        () => needs.hear({ topic: WRITTEN, tenantId: actor.tenantId, userId: actor.uniqueId }),
      )
    },
    /** News came, of this node or another: first here, then to whoever reads anew because of it. */
    hear: (news: Written) => {
      if (news.topic === WRITTEN) needs.wrote(news.userId!, news.position ?? Infinity)
      else needs.hear(news)
    },
    /** How often a read that may lag was sent to a replica, and to the primary because none had come so far, or was there. */
    counts,
  }
}
