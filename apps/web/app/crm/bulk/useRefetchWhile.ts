import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Milliseconds between two requests for a list with running work. */
const INTERVAL = 2000

/** Refetches a list while work on one of its rows is running, so that it shows the progress and the end; a page in the background, once it is seen again. */
export const useRefetchWhile = <T>({ data, refetch }: UseQueryResult<{ rows: readonly T[] }>, isRunning: (row: T) => boolean) => {
  const hasRunning = data?.rows.some(isRunning) ?? false
  useEffect(() => {
    if (!hasRunning) return
    const timer = setInterval(() => document.hidden || void refetch(), INTERVAL)
    return () => clearInterval(timer)
  }, [hasRunning, refetch])
}
