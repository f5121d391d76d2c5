import { useQueries } from '@tanstack/react-query'
import type { Input, Kind, ListRoute, RecordOf, RowOf, Rows } from '#kit/api/calls'
import { callQueryOptions, useActingTenant } from '#kit/api/query'

/** The first pages of a list as one, each of `size` rows. Loaded pages stay visible while they are refetched. */
export const usePages = <R extends ListRoute>(route: R, input: Input<R>, { pages, size }: { pages: number; size: number }) => {
  const tenant = useActingTenant()
  const queries = Array.from({ length: pages }, (_, page) => callQueryOptions(route, { ...input, page, size }, tenant))
  const results = useQueries({ queries })
  const loadedPages = results.flatMap(({ data }) => (data ? [data as Rows<RowOf<R>>] : []))
  const rows = loadedPages.flatMap((page) => page.rows)
  const last = loadedPages.at(-1)
  return {
    /** Undefined until the first page has loaded. */
    data: results[0]?.data && { ...last!, rows },
    /** There are rows after these pages. */
    hasMore: last !== undefined && rows.length < last.total && last.rows.length > 0,
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    isMoreComing: results.some(({ isPending }) => isPending),
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }
}

/** The records with these ids, as far as they can be read. */
export const useRecords = <K extends Kind>(kind: K, ids: readonly string[]) => {
  const tenant = useActingTenant()
  const route = `GET /api/${kind}/:uniqueId` as 'GET /api/contact/:uniqueId'
  const reads = useQueries({ queries: [...new Set(ids)].map((uniqueId) => callQueryOptions(route, { uniqueId }, tenant)) })
  return {
    records: reads.flatMap(({ data }) => (data ? [data as unknown as RecordOf<K>] : [])),
    isLoading: reads.some(({ isLoading }) => isLoading),
  }
}
