/** What this process counts, for whoever watches it. */

/** How often something was remembered when it was asked for, and how often it was not. */
export interface CacheCounts {
  hits: number
  misses: number
}

/** Numbers of this moment by name, read when they are asked for. */
export const gauges = new Map<string, () => number>()

/** By the name of what is remembered. */
export const cacheCounts = new Map<string, CacheCounts>()

/** Counts for a cache of this name; those of one name count together. */
export const countsOf = (name: string): CacheCounts => {
  const known = cacheCounts.get(name)
  if (known) return known
  const counts = { hits: 0, misses: 0 }
  cacheCounts.set(name, counts)
  return counts
}
