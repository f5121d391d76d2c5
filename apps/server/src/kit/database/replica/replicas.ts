import type { Actor } from '@tradewind/contract/roles'
import { type Database, readerAt, type Source } from '../database.ts'
import type { Scope } from '../scoped.ts'
import type { Totals } from '../totals.ts'
import { falling } from './falling.ts'
import { keysOf, openNeeds } from './needs.ts'
import type { Replica, ReplicaConfig } from './replica.ts'
import { openTelling, WRITTEN, type Written } from './telling.ts'
import { watchReplicas } from './watching.ts'

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
