import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Input, ListRoute, RowOf, Rows } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { useFetch, useList } from '#kit/api/query'

/** Where choices come from. */
export interface Source<R extends ListRoute> {
  /** The list that they are sought in, and what it is asked besides. */
  route: R
  asked: Omit<Input<R>, 'page' | 'size' | 'q'>
  /** The filter that takes what is typed; any word of a record unless said. */
  by?: string | undefined
  /** There is something to ask for. */
  enabled?: boolean | undefined
}

export interface Sought<T> {
  rows: readonly T[]
  /** How many fit besides. */
  more: number
  /** There are none at all, whatever is typed. */
  isNone: boolean
  isPending: boolean
  failure: Failure | null
  retry: () => void
  /** Seeks these words now, without waiting for more of them; nothing where that fails. */
  seek: (words: string) => Promise<readonly T[]>
}

const most = 20

/** What may be said of choices: there are none, or nothing matches, only once the answer to what is typed has come. */
export const offeredBy = <T>(found: Rows<T> | undefined, { words, isWaiting }: { words: string; isWaiting: boolean }) => {
  const { rows, total } = found ?? { rows: [], total: 0 }
  return { rows, more: total - rows.length, isNone: found?.total === 0 && words === '' && !isWaiting, isPending: isWaiting }
}

/** The first 20 records that fit what is typed. */
export const useSought = <R extends ListRoute>(
  { route, asked, by = 'q', enabled = true }: Source<R>,
  typed: string,
): Sought<RowOf<R>> => {
  const words = typed.trim()
  const [needle] = useDebouncedValue(words, 250)
  const fetch = useFetch()
  const inputFor = (sought: string) => ({ ...asked, ...(sought && { [by]: sought }), page: 0, size: most }) as unknown as Input<R>
  const list = useList(route, inputFor(needle), { enabled }) as UseQueryResult<Rows<RowOf<R>>>
  const found = enabled ? list.data : undefined
  const isWaiting = enabled && (needle !== words || list.isPending || list.isPlaceholderData)
  const failure = found || isWaiting ? null : list.error
  const seek = async (now: string) => {
    if (!enabled) return []
    const answer = (await fetch(route, inputFor(now.trim())).catch(() => null)) as Rows<RowOf<R>> | null
    return answer?.rows ?? []
  }
  return { ...offeredBy(found, { words, isWaiting }), failure, retry: () => void list.refetch(), seek }
}
