import { useQueries } from '@tanstack/react-query'
import type { Input, ListRoute, RowOf, Rows } from '#kit/api/calls'
import { callOf, useActingIn } from '#kit/api/query'

/** The first pages of a list as one, each of `size` rows: the way of lists that go on below. Those in sight stay while they are asked for anew. */
export const usePages = <R extends ListRoute>(route: R, input: Input<R>, { pages, size }: { pages: number; size: number }) => {
  const tenant = useActingIn()
  const asked = Array.from({ length: pages }, (_, page) => callOf(route, { ...input, page, size }, tenant))
  const found = useQueries({ queries: asked })
  const answers = found.flatMap(({ data }) => (data ? [data as Rows<RowOf<R>>] : []))
  return {
    /** Undefined until the first page is there. */
    data: found[0]?.data && { ...answers.at(-1)!, rows: answers.flatMap(({ rows }) => rows) },
    error: found.find(({ error, data }) => error && !data)?.error ?? null,
    isMoreComing: found.some(({ isPending }) => isPending),
    refetch: () => Promise.all(found.map(({ refetch }) => refetch())),
  }
}
