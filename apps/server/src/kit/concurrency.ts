import pLimit from 'p-limit'

interface ConcurrencyLimits {
  /** Tasks that run at the same time. */
  maxRunning: number
  /** Tasks that may wait for their turn; one more is rejected. */
  maxWaiting: number
  /** The error for a task that is rejected. */
  createError: () => Error
}

/** A queue: `maxRunning` tasks run at the same time, `maxWaiting` tasks wait in order, and the rest is rejected. `isEmpty`: no task runs or waits. */
export const concurrencyLimit = ({ maxRunning, maxWaiting, createError }: ConcurrencyLimits) => {
  const limit = pLimit(maxRunning)
  const queueLength = () => limit.activeCount + limit.pendingCount

  return {
    isEmpty: () => queueLength() === 0,
    /** Runs the task when it is its turn. */
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (queueLength() >= maxRunning + maxWaiting) throw createError()
      return limit(work)
    },
  }
}

/** Runs one check at a time. Each caller gets the result of a check that began after the call; all callers that wait share the same one. */
export const shareNextRun = <T>(check: () => Promise<T>) => {
  let running: Promise<T> | undefined
  let waiting: Promise<T> | undefined
  const start = () => {
    const run = check()
    const end = () => {
      if (running === run) running = undefined
    }
    running = run
    run.then(end, end)
    return run
  }
  const startAfter = async (earlier: Promise<T>) => {
    await earlier.catch(() => {})
    waiting = undefined
    return start()
  }
  return () => (running ? (waiting ??= startAfter(running)) : start())
}

/** Shares one check between all callers while it runs, and for so many milliseconds after it, so that an expensive check runs rarely. */
export const shareRun = <T>(check: () => Promise<T>, milliseconds = 0) => {
  let currentRun: Promise<T> | undefined
  const forget = () => {
    currentRun = undefined
  }
  const start = () => {
    const run = check()
    const end = () => (milliseconds > 0 ? void setTimeout(forget, milliseconds).unref() : forget())
    run.then(end, forget)
    return run
  }
  return () => (currentRun ??= start())
}
