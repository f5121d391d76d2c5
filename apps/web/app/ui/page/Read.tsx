import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Failure } from '#kit/api/failure'
import { ErrorState } from '#ui/page/ErrorState'

interface ReadProps<T> {
  /** What is read, as its query stands. */
  of: { data: T | undefined; error: Failure | null; refetch: () => unknown }
  /** How high it will be, in pixels. */
  height: number
  /** Stands above until it is there. */
  head?: ReactNode
  children: (data: T) => ReactNode
}

/** What a query gives, once it has; until then its shape, or why there is nothing and the way to ask once more. */
export const Read = <T,>({ of: { data, error, refetch }, height, head, children }: ReadProps<T>) => {
  if (data !== undefined) return children(data)
  return (
    <>
      {head}
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={height} maw={720} />}
    </>
  )
}
