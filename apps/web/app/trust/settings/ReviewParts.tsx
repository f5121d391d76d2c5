import { Skeleton } from '@mantine/core'
import { useCall } from '#kit/api/query'
import { ErrorState } from '#ui/page/ErrorState'
import { Description } from './Description.tsx'
import { Decisions } from './Decisions.tsx'

/** What the settings page has on reviews: the decisions on them, and the own company in words. Nothing where reviews are switched off. */
export const ReviewParts = () => {
  const { data, error, refetch } = useCall('GET /api/review/setting', {})
  if (data !== undefined) {
    return (
      <>
        <Decisions saved={data} />
        <Description />
      </>
    )
  }
  if (error?.status === 403) return null
  return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />
}
