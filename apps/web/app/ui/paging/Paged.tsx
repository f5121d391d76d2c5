import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Rows } from '#kit/api/calls'
import type { useListAddress } from '#kit/browser/search-params'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import { Pager } from '#ui/paging/Pager'
import { usePastEnd } from '#ui/paging/usePastEnd'

interface PagedProps<T> {
  list: UseQueryResult<Rows<T>>
  address: ReturnType<typeof useListAddress>
  size: number
  onPrefetch: (page: number) => void
  /** What stands there where there is nothing. */
  empty: ReactNode
  children: (rows: T[]) => ReactNode
}

/** A list with its pager; and what stands in its place while it is on its way, where it is empty, where it could not be had. */
export const Paged = <T,>({ list, address, size, onPrefetch, empty, children }: PagedProps<T>) => {
  usePastEnd(list, address, size)
  if (list.error && !list.data) return <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton />
  const { rows, total, estimated } = list.data
  if (total === 0) return empty
  return (
    <>
      {children(rows)}
      <Pager
        page={address.page}
        size={size}
        total={total}
        estimated={estimated}
        stale={list.isPlaceholderData}
        addressOf={(page) => address.addressAfter({ page })}
        onPrefetch={onPrefetch}
      />
    </>
  )
}
