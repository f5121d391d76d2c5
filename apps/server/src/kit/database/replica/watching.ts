import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, nowhere, tenantScope } from '../database.ts'
import { type Identity, identity, openReplica, type Replica, type ReplicaConfig } from './replica.ts'

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
export interface ReplicaFigures {
  name: string
  lag: number
  problem: string | null
}

interface Needs {
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
      : await db.as(tenantScope(nowhere)).execute<Identity & Record<string, unknown>>(sql.raw(identity))
    return (known = rows[0]!)
  }
}

/** Says once when a replica is read no more, and when it is again. */
const reporter = (logger: Needs['logger']) => {
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
export const watchReplicas = (configs: readonly ReplicaConfig[], { db, position, logger, passed }: Needs) => {
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
