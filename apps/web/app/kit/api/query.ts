import { keepPreviousData, QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ask } from '#kit/api/call'
import type { Answer, Input, ListRoute, Reply, Route } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'

/** Server state of the signed-in pages: fresh for half a minute, shown from the cache at once, reads asked again while the server is away. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (count, failure) => failure instanceof Failure && failure.passing && count < 3,
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** `/api/company/…` belongs to the resource `company`. */
const resource = (route: Route) => route.split('/')[2]

const callOf = <R extends Route>(route: R, input: Input<R>) =>
  queryOptions({
    queryKey: [resource(route), route, input],
    queryFn: async ({ signal }) => (await ask(route, input as object, { signal })).data,
  })

interface Choice<T = unknown> {
  enabled?: boolean
  /** Asks again after so many milliseconds, until the answer is the last one. */
  every?: number
  until?: (answer: T) => boolean
}

/** The data of a call, from the cache at once where it is there. */
export const useCall = <R extends Route>(route: R, input: Input<R>, { enabled = true, every, until }: Choice<Answer<R>> = {}) =>
  useQuery({
    ...callOf(route, input),
    enabled,
    refetchInterval: ({ state: { data } }) => (every && !(data && until?.(data)) ? every : false),
  })

/** A page of a list. The page before stays in sight until the next one has arrived. */
export const useList = <R extends ListRoute>(route: R, input: Input<R>, { enabled = true }: Choice = {}) =>
  useQuery({ ...callOf(route, input), enabled, placeholderData: keepPreviousData })

/** Fetches what will likely be asked for next, so that the click on it answers at once. */
export const usePrefetch = () => {
  const client = useQueryClient()
  return <R extends Route>(route: R, input: Input<R>) => void client.prefetchQuery(callOf(route, input))
}

/** Makes a changing call. What it changed is fetched anew; a creating call is sent under one key until it has succeeded. */
export const useSend = <R extends Route>(route: R) => {
  const client = useQueryClient()
  const keys = useRef(newKeys())
  return useMutation<Reply<R>, Failure, Input<R>>({
    mutationFn: (input) => {
      const key = creates(route) ? keys.current.keyOf(input) : undefined
      return ask(route, input as object, key ? { idempotencyKey: key } : {})
    },
    onSuccess: (_, input) => {
      keys.current.drop()
      const gone = route.startsWith('DELETE ') ? (input as { uniqueId?: string }).uniqueId : undefined
      void client.invalidateQueries({ predicate: ({ queryKey: [of, , asked] }) => of !== 'auth' && !(gone && isOf(gone, asked)) })
    },
  })
}

/** What was asked of one record alone. Once that is gone it must not be asked again. */
const isOf = (uniqueId: string, asked: unknown) => (asked as { uniqueId?: string } | null)?.uniqueId === uniqueId

const creates = (route: Route) => route.startsWith('POST ') && !route.startsWith('POST /api/auth/')

/** One key for one submit, however often it is tried: a change in what is sent makes it another submit. */
export const newKeys = (random = () => crypto.getRandomValues(new Uint32Array(4)).join('-')) => {
  let last: { body: string; key: string } | undefined
  return {
    keyOf: (input: unknown) => {
      const body = JSON.stringify(input, (_, value: unknown) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (last?.body !== body) last = { body, key: random() }
      return last.key
    },
    drop: () => {
      last = undefined
    },
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
  }
}
