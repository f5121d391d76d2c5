import { vi } from 'vitest'

/** The day so many days ago. */
export const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Does something as if it were another moment for this process, though not for the database. */
export const at = async <T>(moment: string, work: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
