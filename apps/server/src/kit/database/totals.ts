import { invalidatableCache } from '../cache.ts'

/** How many rows a list has: exact, or, where it is estimated, about as many; `MOST_COUNTED` and estimated means more than that. */
export interface Total {
  total: number
  estimated: boolean
}
interface Counted extends Total {
  partitionId: string
}

/**
 * The totals of long lists, by partition and query, so that turning pages does not count again. Those of a partition are forgotten with the news
 * of a write there, all of them after ten seconds: conditions may also ask tables whose writes are not told.
 */
export const openTotals = (mayRemember: () => boolean) =>
  invalidatableCache<Counted>(mayRemember, { name: 'totals', most: 5000, good: 10_000 })
export type Totals = ReturnType<typeof openTotals>
