import { LRUCache } from 'lru-cache'

/** How often something was remembered when it was asked for, and how often it was not. */
export interface CacheCounts {
  hits: number
  misses: number
}

/** By the name of what is remembered. */
export const cacheCounts = new Map<string, CacheCounts>()

/** Counts for a cache of this name; those of one name count together. */
const countsOf = (name: string): CacheCounts => {
  const known = cacheCounts.get(name)
  if (known) return known
  const counts = { hits: 0, misses: 0 }
  cacheCounts.set(name, counts)
  return counts
}

interface Lifetime {
  /** What is remembered, as whoever watches reads it. */
  name: string
  /** Entries; one more, and all are forgotten. */
  most: number
  /** Milliseconds that an entry is good for. */
  good: number
}

/**
 * Remembers what was read while `mayRemember` says that every change is heard of. What was read before a change and comes after
 * its news is not remembered.
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
    /** What is remembered, if it is. */
    known: (key: string) => keptFor(key)?.value,
    /** What is remembered, or read now. `isWorth`: whether it is remembered at all. */
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
    /** Forgets what the news is about; without a test, all. */
    forget: (isAbout: (value: Value) => boolean = () => true) => {
      heard++
      for (const [key, { value }] of known) if (isAbout(value)) known.delete(key)
    },
  }
}

interface Bounds<T> {
  /** What is kept, as whoever watches reads it. */
  name: string
  seconds: number
  entries: number
  /** Bytes that all values may have together, and how many one has. */
  bytes?: number
  sizeOf?: (value: T) => number
  now?: () => number
}

/** Values by key, each for a while; the most recently wanted of them. */
const shelf = <T>({ seconds, entries, bytes = Infinity, sizeOf = () => 0, now = Date.now }: Bounds<T>) => {
  const kept = new LRUCache<string, NonNullable<T>>({
    max: entries,
    ...(bytes < Infinity && { maxSize: bytes, sizeCalculation: (value) => sizeOf(value) || 1 }), // zero is refused
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    recall: (key: string) => kept.get(key),
    remember: (key: string, value: T) => {
      kept.purgeStale() // what is over makes room before what is still good
      if (seconds > 0 && value !== null && value !== undefined) kept.set(key, value) // its ttl of zero means for ever
    },
    drop: (isOld: (value: T) => boolean) => {
      const old = Array.from(kept.entries()).filter(([, value]) => isOld(value))
      for (const [key] of old) kept.delete(key)
    },
  }
}

/** Keeps what is made for each key for a while, the most recently wanted of them, and makes each once however many ask at the same time. */
export const lruCache = <T>(bounds: Bounds<T>) => {
  type IsOld = (value: T) => boolean
  const counts = countsOf(bounds.name)
  const { recall, remember, drop } = shelf<T>(bounds)
  const making = new Map<string, Promise<T>>()
  /** What was said to be old since each making began. */
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
    /** What is kept for the key, else what `make` makes; that is kept where `isWorth` says so. */
    get: async (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean): Promise<T> => {
      const kept = recall(key)
      counts[kept === undefined ? 'misses' : 'hits']++
      return kept ?? made(key, make, isWorth)
    },
    /** Forgets what is old; without a test, all. Whoever asks from now on waits for no making that began before. */
    forget: (isOld: IsOld = () => true) => {
      for (const since of heard) since.push(isOld)
      drop(isOld)
      making.clear()
    },
  }
}
