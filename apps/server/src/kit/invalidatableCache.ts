import { countsOf } from './counts.ts'

interface Bounds {
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
export const invalidatableCache = <Value>(mayRemember: () => boolean, { name, most, good }: Bounds) => {
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
