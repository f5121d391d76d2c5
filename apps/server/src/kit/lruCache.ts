interface Kept<T> {
  until: number
  size: number
  value: T
}

interface Bounds<T> {
  seconds: number
  entries: number
  /** Bytes that all values may have together, and how many one has. */
  bytes?: number
  sizeOf?: (value: T) => number
  now?: () => number
}

/** Values by key, each for a while; the most recently wanted of them. */
const shelf = <T>({ seconds, entries, bytes = Infinity, sizeOf = () => 0, now = Date.now }: Bounds<T>) => {
  const kept = new Map<string, Kept<T>>()
  let held = 0
  const take = (key: string) => {
    const found = kept.get(key)
    kept.delete(key)
    held -= found?.size ?? 0
    return found
  }
  const put = (key: string, one: Kept<T>) => {
    kept.set(key, one) // a map gives its keys in the order of insertion: the last one was wanted last
    held += one.size
  }
  const drop = (isOld: (one: Kept<T>) => boolean) => {
    for (const [key, one] of kept) if (isOld(one)) take(key)
  }
  return {
    recall: (key: string) => {
      const found = take(key)
      if (!found || found.until <= now()) return undefined
      put(key, found)
      return found.value
    },
    remember: (key: string, value: T) => {
      drop(({ until }) => until <= now())
      take(key)
      put(key, { until: now() + seconds * 1000, size: sizeOf(value), value })
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && held <= bytes) return
        take(oldest)
      }
    },
    drop: (isOld: (value: T) => boolean) => drop(({ value }) => isOld(value)),
  }
}

/** Keeps what is made for each key for a while, the most recently wanted of them, and makes each once however many ask at the same time. */
export const lruCache = <T>(bounds: Bounds<T>) => {
  type IsOld = (value: T) => boolean
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
    get: async (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean): Promise<T> =>
      recall(key) ?? made(key, make, isWorth),
    /** Forgets what is old; without a test, all. Whoever asks from now on waits for no making that began before. */
    forget: (isOld: IsOld = () => true) => {
      for (const since of heard) since.push(isOld)
      drop(isOld)
      making.clear()
    },
  }
}
