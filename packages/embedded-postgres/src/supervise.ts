import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Server } from './cluster.ts'
import { launch, type Settings } from './launch.ts'
import { removeStrangersLocks } from './locks.ts'
import { isListening, letsIn, share } from './postmaster.ts'

export interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

interface Supervision {
  database: string
  settings: Settings
  log: Log
  signal: AbortSignal
  /** Called each time a server that was lost lets us in again. */
  onRestart: () => void
}

/**
 * Keeps a server on the cluster until the signal: the one that runs there already, else our own. Resolves when it lets us in,
 * rejects after five seconds of vain tries; `over` resolves after the signal, when our own has ended.
 */
export const supervise = async (cluster: Cluster, supervision: Supervision) => {
  const { log, signal, onRestart } = supervision
  const begin = (patience: number) => persist(() => serve(cluster, supervision), { log, signal, patience })
  let server = await begin(5_000)
  const watch = async () => {
    for (let quickEnds = 0; ;) {
      const since = performance.now()
      await server?.ended
      if (signal.aborted) return
      log.warn(`PostgreSQL is gone from ${cluster.dataDir}; it starts again.`)
      quickEnds = performance.now() - since < 10_000 ? quickEnds + 1 : 0
      await pause(50 * 2 ** Math.min(quickEnds, 6), { signal, ref: false })
      server = await begin(Infinity)
      if (server) onRestart()
    }
  }
  return { over: watch() }
}

/** Joins the server that runs there or starts one, and waits until it lets us in, however long it recovers. */
const serve = async (cluster: Cluster, { database, settings, log, signal }: Supervision): Promise<Server> => {
  const shared = await isListening(cluster)
  if (!shared) removeStrangersLocks(cluster)
  const server = shared ? share(cluster, signal) : launch(cluster, settings, signal)
  let gone = false
  void server.ended.then(() => (gone = true))
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    const inside = await letsIn(cluster, database)
    if (gone) throw new Error(`PostgreSQL did not start: ${server.complaint()}.`) // another's server may have let us in
    if (inside) break
    await sleep(wait)
  }
  log.info(shared ? `Shares the PostgreSQL that runs in ${cluster.dataDir}.` : `PostgreSQL runs in ${cluster.dataDir}.`)
  return server
}

/** Tries, at growing intervals, until it succeeds or its patience (milliseconds) is over; undefined after the signal. */
const persist = async <T>(
  attempt: () => Promise<T>,
  { log, signal, patience }: { log: Log; signal: AbortSignal; patience: number },
) => {
  const giveUpAt = performance.now() + patience
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await attempt()
    } catch (problem) {
      if (performance.now() + wait > giveUpAt) throw problem
      log.warn((problem as Error).message)
    }
    await pause(wait, { signal, ref: patience < Infinity })
  }
  return undefined
}

const pause = (milliseconds: number, options: { signal: AbortSignal; ref: boolean }) =>
  sleep(milliseconds, undefined, options).catch(() => undefined)
