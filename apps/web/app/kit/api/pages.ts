import { useQueries } from '@tanstack/react-query'
import type { Input, ListRoute, RowOf, Rows } from '#kit/api/calls'
import { callOf, useActingIn } from '#kit/api/query'

/** The first pages of a list as one, each of `size` rows: for lists with a "show more" button. Loaded pages stay visible while they are refetched. */
export const usePages = <R extends ListRoute>(route: R, input: Input<R>, { pages, size }: { pages: number; size: number }) => {
  const tenant = useActingIn()
  const asked = Array.from({ length: pages }, (_, page) => callOf(route, { ...input, page, size }, tenant))
  const found = useQueries({ queries: asked })
  const answers = found.flatMap(({ data }) => (data ? [data as Rows<RowOf<R>>] : []))
  return {
    /** Undefined until the first page has loaded. */
    data: found[0]?.data && { ...answers.at(-1)!, rows: answers.flatMap(({ rows }) => rows) },
    error: found.find(({ error, data }) => error && !data)?.error ?? null,
    isMoreComing: found.some(({ isPending }) => isPending),
    refetch: () => Promise.all(found.map(({ refetch }) => refetch())),
  }
}
