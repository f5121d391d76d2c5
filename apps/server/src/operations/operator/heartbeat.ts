import { randomUUID } from 'node:crypto'
import { gauges } from '#kit/counts'
import type { AppContext } from '../../appContext.ts'
import { BEAT, endBeat, keepBeat, type SlowNames } from './operation.ts'

type Needs = Pick<AppContext, 'env' | 'db' | 'maintenance' | 'replicas' | 'figures' | 'telemetry'>

/** As many names as a node tells of what was slow: the slowest. */
const TOLD = 30

const slowestOf = (byName: Needs['telemetry']['calls']['byName']): SlowNames =>
  Object.fromEntries([...byName].toSorted(([, one], [, other]) => other.slowest - one.slowest).slice(0, TOLD))

const figuresOf = ({ db, maintenance, replicas }: Needs) => {
  const pools = Object.values({ ...db.pools, maintenance: maintenance.pools.calls, ...replicas?.pools() })
  const sum = (read: (pool: (typeof pools)[number]) => number) => pools.reduce((all, pool) => all + read(pool), 0)
  return {
    connections: sum(({ totalCount }) => totalCount),
    connectionsMax: sum(({ options }) => options.max),
    live: gauges.get('live')?.() ?? 0,
    memory: process.memoryUsage().rss,
    replicas: (replicas?.figures() ?? []).map(({ name, lag, problem }) => ({ name, lag, isRead: problem === null })),
  }
}

/** Says every ten seconds that this node is there and how it is, until it ends. A word that cannot be said is left out. */
export const beginHeartbeat = async (needs: Needs, version: string) => {
  const { env, figures, telemetry } = needs
  const self = { id: randomUUID(), name: env.nodeName, role: env.role, version, startedAt: new Date().toISOString() }
  const beat = () =>
    keepBeat(figures.ask, {
      ...self,
      figures: figuresOf(needs),
      slowest: { calls: slowestOf(telemetry.calls.byName), statements: slowestOf(telemetry.statements.slowest) },
    }).catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), BEAT * 1000).unref()
  return {
    beat,
    end: async () => {
      clearInterval(timer)
      await endBeat(figures.ask, self.id).catch(() => {})
    },
  }
}
