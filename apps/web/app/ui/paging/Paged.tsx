import type { ReactNode } from 'react'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import { Pager } from '#ui/paging/Pager'
import type { Listing } from '#ui/paging/useListing'

interface PagedProps<T> {
  of: Pick<Listing<T>, 'list' | 'size' | 'prefetch'> & {
    address: { page: number; addressAfter: (change: { page: number }) => string }
  }
  /** What stands there where there is nothing. */
  empty: ReactNode
  children: (rows: T[]) => ReactNode
}

/** The page of a list with its pager; and what stands in its place while it is on its way, where it is empty, where it could not be had. */
export const Paged = <T,>({ of: { list, address, size, prefetch }, empty, children }: PagedProps<T>) => {
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
        onPrefetch={prefetch}
      />
    </>
  )
}
