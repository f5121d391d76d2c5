import { vi } from 'vitest'

/** The date this many days ago. */
export const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Runs the work as if it were another time for this process, though not for the database. */
export const runAtTime = async <T>(moment: string, work: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
