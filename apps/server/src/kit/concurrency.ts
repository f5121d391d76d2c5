import pLimit from 'p-limit'

interface ConcurrencyLimits {
  /** Tasks that run at the same time. */
  atOnce: number
  /** Tasks that may wait for their turn; one more is rejected. */
  waiting: number
  /** The error for a task that is rejected. */
  refuse: () => Error
}

/** A queue: `atOnce` tasks run at once, `waiting` tasks wait in order, and the rest is rejected. `isEmpty`: no task runs or waits. */
export const concurrencyLimit = ({ atOnce, waiting, refuse }: ConcurrencyLimits) => {
  const limit = pLimit(atOnce)
  const present = () => limit.activeCount + limit.pendingCount

  return {
    isEmpty: () => present() === 0,
    /** Runs the task when it is its turn. */
    inTurn: async <T>(work: () => Promise<T>): Promise<T> => {
      if (present() >= atOnce + waiting) throw refuse()
      return limit(work)
    },
  }
}

/** Runs one check at a time. Each caller gets the result of a check that began after the call; all callers that wait share the same one. */
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

/** Shares one check between all callers while it runs, and for so many milliseconds after it, so that an expensive check runs rarely. */
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
