import pLimit from 'p-limit'

interface ConcurrencyLimits {
  /** Works that are carried out at the same time. */
  atOnce: number
  /** Works that wait behind them; one more is refused. */
  waiting: number
  /** What one more is told. */
  refuse: () => Error
}

/** A line: so many works at once, so many that wait in their order, and the rest is refused. `isEmpty`: nobody is in it. */
export const concurrencyLimit = ({ atOnce, waiting, refuse }: ConcurrencyLimits) => {
  const limit = pLimit(atOnce)
  const present = () => limit.activeCount + limit.pendingCount

  return {
    isEmpty: () => present() === 0,
    /** Carries work out when it is its turn. */
    inTurn: async <T>(work: () => Promise<T>): Promise<T> => {
      if (present() >= atOnce + waiting) throw refuse()
      return limit(work)
    },
  }
}
