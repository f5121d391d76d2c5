import { useEffect } from 'react'

const watched = new Set<readonly string[]>()

/** Whether this tab itself shows the result of a job, by the path of its notification. */
export const isWatchedResult = (path: string | null) => path !== null && [...watched].some((paths) => paths.includes(path))

/** This tab shows these results itself when they come: their notifications are read, and not announced. Returns the function that ends this. */
export const watchResults = (paths: readonly string[]) => {
  watched.add(paths)
  return () => void watched.delete(paths)
}

/** The same while a component is mounted. */
export const useWatchedResults = (...paths: readonly string[]) => {
  const joined = paths.join(' ')
  useEffect(() => watchResults(joined.split(' ')), [joined])
}
