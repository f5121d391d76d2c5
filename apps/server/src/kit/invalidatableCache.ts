interface Bounds<Value> {
  /** Entries; one more, and all are forgotten. */
  most: number
  /** Milliseconds that an entry is good for. */
  good: number
  /** Whether it is remembered at all. */
  worth?: (value: Value) => boolean
}

/**
 * Remembers what was read while `mayRemember` says that every change is heard of. What was read before a change and comes after
 * its news is not remembered.
 */
export const invalidatableCache = <Value>(mayRemember: () => boolean, { most, good, worth = () => true }: Bounds<Value>) => {
  const known = new Map<string, { value: Value; until: number }>()
  let heard = 0

  const keep = (key: string, value: Value) => {
    if (known.size >= most) known.clear()
    known.set(key, { value, until: Date.now() + good })
  }

  return {
    get: async (key: string, read: () => Promise<Value>): Promise<Value> => {
      const kept = known.get(key)
      if (kept && kept.until > Date.now() && mayRemember()) return kept.value
      const heardBefore = heard
      const value = await read()
      if (mayRemember() && heard === heardBefore && worth(value)) keep(key, value)
      return value
    },
    /** Forgets what the news is about; without a test, all. */
    forget: (isAbout: (value: Value) => boolean = () => true) => {
      heard++
      for (const [key, { value }] of known) if (isAbout(value)) known.delete(key)
    },
  }
}
