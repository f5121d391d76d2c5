interface Kept<T> {
  until: number
  value: T
}

/** Keeps what is made for each key for a while, the most recently wanted of them, and makes each once however many ask at the same time. */
export const keep = <T>({ seconds, entries, now = Date.now }: { seconds: number; entries: number; now?: () => number }) => {
  const kept = new Map<string, Kept<T>>()
  const making = new Map<string, Promise<T>>()

  const recall = (key: string) => {
    const found = kept.get(key)
    kept.delete(key)
    if (!found || found.until <= now()) return undefined
    kept.set(key, found) // a map gives its keys in the order of insertion: the last one was wanted last
    return found.value
  }

  const remember = (key: string, value: T) => {
    kept.set(key, { until: now() + seconds * 1000, value })
    for (const oldest of kept.keys()) {
      if (kept.size <= entries) return
      kept.delete(oldest)
    }
  }

  const made = (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean) => {
    const begun = making.get(key)
    if (begun) return begun
    const begin = make()
      .then((value) => {
        if (isWorth(value)) remember(key, value)
        return value
      })
      .finally(() => making.delete(key))
    making.set(key, begin)
    return begin
  }

  /** What is kept for the key, else what `make` makes; that is kept where `isWorth` says so. */
  return async (key: string, make: () => Promise<T>, isWorth: (value: T) => boolean): Promise<T> =>
    recall(key) ?? made(key, make, isWorth)
}
