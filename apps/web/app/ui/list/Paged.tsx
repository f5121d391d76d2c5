import { Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FilterIn, Input, ListRoute, RowOf, Rows, SortIn } from '#kit/api/calls'
import { DEFAULT_PAGE_SIZE, pageInput } from '#kit/api/listCalls'
import { useCall, useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { Pager, useRedirectPastEnd } from './Pager.tsx'

/** A placeholder of the same height while a list loads. */
export const ListSkeleton = ({ rows = 10 }: { rows?: number | undefined }) => {
  const t = useText()
  return (
    <Stack gap={0} role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} my={12} width={`${92 - ((row * 7) % 20)}%`} />
      ))}
    </Stack>
  )
}

interface ListingSpec<R extends ListRoute, F extends FilterIn<R>> {
  /** The filters that the address may contain. */
  filters?: readonly F[]
  /** The order if the address has none. */
  sort: SortIn<R> | `-${SortIn<R>}`
  /** Fixed input of the list call. A filter in the address overrides it. */
  fixedInput?: Partial<Input<R>> | undefined
  /** Rows on a page; 20 by default. */
  size?: number | undefined
  /** The parameter of the page, if the address holds another list, too. */
  pageName?: string
  /** Waits with the call, since the address is about to change. */
  isPaused?: boolean
  /** A call that it waits for while it is paused, if that has failed: its error is shown. */
  failed?: UseQueryResult | false
  /** Its rows are shown before its total is known. */
  totalLater?: boolean
}

/** A page of a list, with the address that determines it. */
export interface Listing<T, F extends string = string> {
  list: UseQueryResult<Rows<T>>
  address: ReturnType<typeof useListAddress<F>>
  size: number
  /** The filters in the address, without empty ones. */
  filters: Partial<Record<F, string>>
  isFiltered: boolean
  /** The input of the call that reads a page. */
  inputFor: (page: number) => object
  /** Prefetches another page. */
  prefetch: (page: number) => void
  /** Props of its table: its order, and whether another page is loading. */
  table: { sort: string; onSort: (sort: string) => void; stale: boolean }
  /** The address asked for an order that does not exist: the list is in its default order instead. */
  isSortUnknown: boolean
}

/**
 * Fetches the total of a list by a separate call if the list came without one: once for all its pages and orders. Until it arrives, the total is
 * the number of rows on this page and `before` it.
 */
const useListWithTotal = <R extends ListRoute>(
  list: UseQueryResult<Rows<RowOf<R>>>,
  route: R,
  input: Input<R>,
  before: number,
): UseQueryResult<Rows<RowOf<R>>> => {
  const { data, isPlaceholderData } = list
  // Estimates are in the thousands: a total equal to the number of rows means that the server sent none.
  const counting = data?.estimated === true && data.total === data.rows.length
  const countQuery = useCall(route, input, {
    enabled: counting && !isPlaceholderData,
    keepsPreviousData: true,
  }) as UseQueryResult<Rows<never>>
  if (!data || !counting) return list
  const counted = countQuery.isPlaceholderData && !isPlaceholderData ? undefined : countQuery.data
  const totals = counted
    ? { total: counted.total, estimated: counted.estimated }
    : { total: before + data.rows.length, estimated: true, counting: countQuery.error ? 'failed' : true }
  return { ...list, data: { rows: data.rows, ...totals } } as typeof list
}

/** The page of a list that the address requests: its number, order and filters. A page past the end redirects to the last one. */
export const useListing = <R extends ListRoute, F extends FilterIn<R> = never>(
  route: R,
  {
    filters: names = [],
    sort,
    fixedInput,
    size = DEFAULT_PAGE_SIZE,
    pageName,
    isPaused = false,
    failed,
    totalLater = false,
  }: ListingSpec<R, F>,
): Listing<RowOf<R>, F> => {
  const address = useListAddress<F>({ filters: names, sort, pageName })
  const prefetch = usePrefetch()
  const filters = Object.fromEntries(names.flatMap((name) => (address.filters[name] ? [[name, address.filters[name]]] : [])))
  const inputFor = (page: number) =>
    pageInput({ ...fixedInput, ...filters, sort: address.sort, page, size }, totalLater) as Input<R>
  const pageQuery = useList(route, inputFor(address.page), { enabled: !isPaused }) as UseQueryResult<Rows<RowOf<R>>>
  const list = useListWithTotal(
    pageQuery,
    route,
    { ...fixedInput, ...filters, total: 'only' } as Input<R>,
    (address.page - 1) * size,
  )
  useRedirectPastEnd(list, address, size)
  const { isRefused, isSortUnknown } = useUnknownSort(pageQuery, address, sort)
  return {
    list: (isRefused ? { ...list, error: null } : (isPaused && failed) || list) as typeof list,
    address,
    size,
    filters: filters as Partial<Record<F, string>>,
    isFiltered: Object.keys(filters).length > 0,
    inputFor,
    prefetch: (page) => prefetch(route, inputFor(page)),
    table: { sort: address.sort, onSort: (next) => address.change({ sort: next }), stale: list.isPlaceholderData },
    isSortUnknown,
  }
}

/**
 * Replaces an order that the list does not have by its default one, without a history entry. Only the server knows all orders: some are by
 * fields that the tenant has added. `isRefused`: the server has just rejected it; `isSortUnknown`: until another order is chosen.
 */
const useUnknownSort = (
  { error }: Pick<UseQueryResult, 'error'>,
  { sort, change }: Pick<ReturnType<typeof useListAddress>, 'sort' | 'change'>,
  defaultSort: string,
) => {
  const [isSortUnknown, setSortUnknown] = useState(false)
  const isRefused = sort !== defaultSort && error?.fields['sort'] !== undefined
  if (isRefused && !isSortUnknown) setSortUnknown(true)
  if (isSortUnknown && !isRefused && sort !== defaultSort) setSortUnknown(false)
  const dropSort = useEffectEvent(() => change({ sort: defaultSort }, { replace: true }))
  useEffect(() => {
    if (isRefused) dropSort()
  }, [isRefused])
  return { isRefused, isSortUnknown }
}

const UnknownSortNotice = () => {
  const t = useText()
  return (
    <Text role="status" size="sm" c="dimmed">
      {t('This order does not exist. The list is shown in its default order.')}
    </Text>
  )
}

interface PagedProps<T> {
  of: Pick<Listing<T>, 'list' | 'size' | 'prefetch' | 'isSortUnknown'> & {
    address: { page: number; addressAfter: (change: { page: number }) => string }
  }
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Rows of the skeleton, if a page mostly has fewer than ten. */
  expected?: number
  children: (rows: T[]) => ReactNode
}

/** The page of a list with its pager; or a skeleton while it loads, `empty` if there are no rows, or the error. */
export const Paged = <T,>({ of: { list, address, size, prefetch, isSortUnknown }, empty, expected, children }: PagedProps<T>) => {
  if (list.error && !list.data) return <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton rows={expected} />
  const { rows, total, estimated, counting } = list.data
  if (total === 0) return empty
  return (
    <>
      {isSortUnknown && <UnknownSortNotice />}
      {children(rows)}
      <Pager
        page={address.page}
        size={size}
        total={total}
        estimated={estimated}
        counting={counting}
        shown={rows.length}
        stale={list.isPlaceholderData}
        addressOf={(page) => address.addressAfter({ page })}
        onPrefetch={prefetch}
      />
    </>
  )
}
