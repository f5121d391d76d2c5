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
  const existing = cacheCounts.get(name)
  if (existing) return existing
  const counts = { hits: 0, misses: 0 }
  cacheCounts.set(name, counts)
  return counts
}

interface Lifetime {
  /** The name of the cache, as shown in metrics. */
  name: string
  /** The maximum number of entries; one more clears the cache. */
  maxEntries: number
  /** How many milliseconds an entry is valid. */
  ttl: number
}

/**
 * Caches values while `canCache` says that this node hears of every change, from before they are read. A value that was read before a change and
 * arrives after the news of it is not cached.
 */
export const invalidatableCache = <Value>(canCache: () => boolean, { name, maxEntries, ttl }: Lifetime) => {
  const counts = countsOf(name)
  const entries = new Map<string, { value: Value; expiresAt: number }>()
  let invalidationCount = 0

  const store = (key: string, value: Value) => {
    if (entries.size >= maxEntries) entries.clear()
    entries.set(key, { value, expiresAt: Date.now() + ttl })
  }

  const validEntry = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() && canCache() ? entry : undefined
  }

  return {
    /** Returns the cached value, if there is one. */
    peek: (key: string) => validEntry(key)?.value,
    /** Returns the cached value, or reads it now. `isWorth`: whether to cache it. */
    get: async (key: string, read: () => Promise<Value>, isWorth: (value: Value) => boolean = () => true): Promise<Value> => {
      const entry = validEntry(key)
      if (entry) {
        counts.hits++
        return entry.value
      }
      counts.misses++
      const [couldCache, countBefore] = [canCache(), invalidationCount]
      const value = await read()
      if (couldCache && canCache() && invalidationCount === countBefore && isWorth(value)) store(key, value)
      return value
    },
    /** Removes the values that the news is about; without a test, all. */
    forget: (isAbout: (value: Value) => boolean = () => true) => {
      invalidationCount++
      for (const [key, { value }] of entries) if (isAbout(value)) entries.delete(key)
    },
  }
}
export type InvalidatableCache<Value> = ReturnType<typeof invalidatableCache<Value>>

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
const boundedLru = <T>({ seconds, entries, bytes = Infinity, sizeOf = () => 0, now = Date.now }: Bounds<T>) => {
  const lru = new LRUCache<string, NonNullable<T>>({
    max: entries,
    ...(bytes < Infinity && { maxSize: bytes, sizeCalculation: (value) => sizeOf(value) || 1 }), // lru-cache rejects a size of zero
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    recall: (key: string) => lru.get(key),
    remember: (key: string, value: T) => {
      lru.purgeStale() // evict expired values before valid ones
      if (seconds > 0 && value !== null && value !== undefined) lru.set(key, value) // lru-cache takes a ttl of zero as "for ever"
    },
    drop: (isOld: (value: T) => boolean) => {
      const old = Array.from(lru.entries()).filter(([, value]) => isOld(value))
      for (const [key] of old) lru.delete(key)
    },
  }
}

/** Caches the value made for each key in an LRU cache with a time to live. Concurrent requests for the same key make it only once. */
export const lruCache = <T>(bounds: Bounds<T>) => {
  type IsOld = (value: T) => boolean
  const counts = countsOf(bounds.name)
  const { recall, remember, drop } = boundedLru<T>(bounds)
  const pending = new Map<string, Promise<T>>()
  /** For each running `make`: what was invalidated since it began. */
  const invalidations = new Set<IsOld[]>()

  const makeOnce = (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean) => {
    const inFlight = pending.get(key)
    if (inFlight) return inFlight
    const since: IsOld[] = []
    invalidations.add(since)
    const promise = make()
      .then((value) => {
        if (isWorth(value) && !since.some((isOld) => isOld(value))) remember(key, value)
        return value
      })
      .finally(() => {
        invalidations.delete(since)
        if (pending.get(key) === promise) pending.delete(key)
      })
    pending.set(key, promise)
    return promise
  }

  return {
    /** Returns the cached value of the key, else the result of `make`, which is cached where `isWorth` says so. */
    get: async (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean): Promise<T> => {
      const cached = recall(key)
      counts[cached === undefined ? 'misses' : 'hits']++
      return cached ?? makeOnce(key, make, isWorth)
    },
    /** Removes the values that `isOld` matches; without it, all. Later requests do not wait for a `make` that began before. */
    forget: (isOld: IsOld = () => true) => {
      for (const since of invalidations) since.push(isOld)
      drop(isOld)
      pending.clear()
    },
  }
}
