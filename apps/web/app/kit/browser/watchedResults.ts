import { useEffect } from 'react'

const watched = new Map<string, number>()

/** Whether this tab itself shows the result of a job, by the path of its notification. */
export const isWatchedResult = (path: string | null) => path !== null && watched.has(path)

/** This tab shows these results itself when they come: their notifications are read, and not announced. Returns the function that ends this. */
export const watchResults = (paths: readonly string[]) => {
  const count = (by: number) => {
    for (const path of paths) {
      const next = (watched.get(path) ?? 0) + by
      if (next > 0) watched.set(path, next)
      else watched.delete(path)
    }
  }
  count(1)
  return () => count(-1)
}

/** The same while a component is mounted. */
export const useWatchedResults = (...paths: readonly string[]) => {
  const joined = paths.join(' ')
  useEffect(() => watchResults(joined.split(' ')), [joined])
}
