import { invalidatableCache } from '../invalidatableCache.ts'

/** How many rows a list has: exact, or, where it is estimated, about as many; `MOST_COUNTED` and estimated means more than that. */
export interface Total {
  total: number
  estimated: boolean
}
interface Counted extends Total {
  partitionId: string
}

/** Lists shorter than this are soon counted, and always are. */
const LONG = 1000

/**
 * The totals of long lists, by partition and query, so that turning pages does not count again. Those of a partition are forgotten with the news
 * of a write there, all of them after ten seconds: conditions may also ask tables whose writes are not told.
 */
export const openTotals = (mayRemember: () => boolean) => {
  const counted = invalidatableCache<Counted>(mayRemember, { most: 5000, good: 10_000, worth: ({ total }) => total >= LONG })
  return {
    of: (key: string, count: () => Promise<Counted>) => counted.get(key, count),
    forget: (partitionId?: string) => counted.forget((one) => partitionId === undefined || one.partitionId === partitionId),
  }
}
export type Totals = ReturnType<typeof openTotals>
