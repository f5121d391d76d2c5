import type { News } from '../../notifyNodes.ts'
import type { Scope } from '../scoped.ts'

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

  /** What is not known goes on to be beyond any end, until all begins anew. */
  const ask = async (need: Need) => {
    need.asked++
    const at = await positionOfPrimary().catch(() => Infinity)
    need.asked--
    need.at = Math.max(need.at, at)
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
    /** Forgets what every replica has passed. */
    forget: (passed: number) => {
      for (const [key, need] of needs) if (isBefore(need, passed)) needs.delete(key)
    },
    /** Counts what was heard. */
    heard: () => heard,
  }
}

/** By whose writes a read must be preceded: the reader's own, and those of whom news was heard. */
export const keysOf = (userId: string, { tenantId, partitionId }: Scope) => [userId, partitionId, tenantId].filter(Boolean)
