import { LRUCache } from 'lru-cache'

/** How often a requested value was in the cache, and how often it was not. */
export interface CacheCounts {
  hits: number
  misses: number
}

/** Counts by the name of the cache. */
export const cacheCounts = new Map<string, CacheCounts>()

/** Returns the counts of the caches with this name; caches with the same name share them. */
const countsOf = (name: string): CacheCounts => {
  const known = cacheCounts.get(name)
  if (known) return known
  const counts = { hits: 0, misses: 0 }
  cacheCounts.set(name, counts)
  return counts
}

interface Lifetime {
  /** The name of the cache, as shown in metrics. */
  name: string
  /** The maximum number of entries; one more clears the cache. */
  most: number
  /** How many milliseconds an entry is valid. */
  good: number
}

/**
 * Caches values while `mayRemember` says that this node hears of every change. A value that was read before a change and arrives after the news of it
 * is not cached.
 */
export const invalidatableCache = <Value>(mayRemember: () => boolean, { name, most, good }: Lifetime) => {
  const counts = countsOf(name)
  const known = new Map<string, { value: Value; until: number }>()
  let heard = 0

  const keep = (key: string, value: Value) => {
    if (known.size >= most) known.clear()
    known.set(key, { value, until: Date.now() + good })
  }

  const keptFor = (key: string) => {
    const kept = known.get(key)
    return kept && kept.until > Date.now() && mayRemember() ? kept : undefined
  }

  return {
    /** Returns the cached value, if there is one. */
    known: (key: string) => keptFor(key)?.value,
    /** Returns the cached value, or reads it now. `isWorth`: whether to cache it. */
    get: async (key: string, read: () => Promise<Value>, isWorth: (value: Value) => boolean = () => true): Promise<Value> => {
      const kept = keptFor(key)
      if (kept) {
        counts.hits++
        return kept.value
      }
      counts.misses++
      const heardBefore = heard
      const value = await read()
      if (mayRemember() && heard === heardBefore && isWorth(value)) keep(key, value)
      return value
    },
    /** Removes the values that the news is about; without a test, all. */
    forget: (isAbout: (value: Value) => boolean = () => true) => {
      heard++
      for (const [key, { value }] of known) if (isAbout(value)) known.delete(key)
    },
  }
}

interface Bounds<T> {
  /** The name of the cache, as shown in metrics. */
  name: string
  seconds: number
  entries: number
  /** Maximum bytes of all values together, and the size of one value. */
  bytes?: number
  sizeOf?: (value: T) => number
  now?: () => number
}

/** Values by key with a time to live; evicts the least recently used ones. */
const shelf = <T>({ seconds, entries, bytes = Infinity, sizeOf = () => 0, now = Date.now }: Bounds<T>) => {
  const kept = new LRUCache<string, NonNullable<T>>({
    max: entries,
    ...(bytes < Infinity && { maxSize: bytes, sizeCalculation: (value) => sizeOf(value) || 1 }), // lru-cache rejects a size of zero
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    recall: (key: string) => kept.get(key),
    remember: (key: string, value: T) => {
      kept.purgeStale() // evict expired values before valid ones
      if (seconds > 0 && value !== null && value !== undefined) kept.set(key, value) // lru-cache takes a ttl of zero as "for ever"
    },
    drop: (isOld: (value: T) => boolean) => {
      const old = Array.from(kept.entries()).filter(([, value]) => isOld(value))
      for (const [key] of old) kept.delete(key)
    },
  }
}

/** Caches the value made for each key in an LRU cache with a time to live. Concurrent requests for the same key make it only once. */
export const lruCache = <T>(bounds: Bounds<T>) => {
  type IsOld = (value: T) => boolean
  const counts = countsOf(bounds.name)
  const { recall, remember, drop } = shelf<T>(bounds)
  const making = new Map<string, Promise<T>>()
  /** For each running `make`: what was invalidated since it began. */
  const heard = new Set<IsOld[]>()

  const made = (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean) => {
    const begun = making.get(key)
    if (begun) return begun
    const since: IsOld[] = []
    heard.add(since)
    const begin = make()
      .then((value) => {
        if (isWorth(value) && !since.some((isOld) => isOld(value))) remember(key, value)
        return value
      })
      .finally(() => {
        heard.delete(since)
        if (making.get(key) === begin) making.delete(key)
      })
    making.set(key, begin)
    return begin
  }

  return {
    /** Returns the cached value of the key, else the result of `make`, which is cached where `isWorth` says so. */
    get: async (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean): Promise<T> => {
      const kept = recall(key)
      counts[kept === undefined ? 'misses' : 'hits']++
      return kept ?? made(key, make, isWorth)
    },
    /** Removes the values that `isOld` matches; without it, all. Later requests do not wait for a `make` that began before. */
    forget: (isOld: IsOld = () => true) => {
      for (const since of heard) since.push(isOld)
      drop(isOld)
      making.clear()
    },
  }
}
