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

/** One look at a time: whoever asks is answered by one that began after they asked, and all who wait are answered by the same. */
export const nextLook = <T>(look: () => Promise<T>) => {
  let running: Promise<T> | undefined
  let waiting: Promise<T> | undefined
  const begin = () => {
    const begun = look()
    const end = () => {
      if (running === begun) running = undefined
    }
    running = begun
    begun.then(end, end)
    return begun
  }
  const after = async (earlier: Promise<T>) => {
    await earlier.catch(() => {})
    waiting = undefined
    return begin()
  }
  return () => (running ? (waiting ??= after(running)) : begin())
}

/** One look for all who ask while it lasts, and for so many milliseconds after it: what is dear to look at is looked at seldom. */
export const shared = <T>(look: () => Promise<T>, milliseconds = 0) => {
  let looking: Promise<T> | undefined
  const forget = () => {
    looking = undefined
  }
  const begin = () => {
    const begun = look()
    const end = () => (milliseconds > 0 ? void setTimeout(forget, milliseconds).unref() : forget())
    begun.then(end, forget)
    return begun
  }
  return () => (looking ??= begin())
}
