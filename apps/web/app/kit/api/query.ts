import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { newKeys, request } from '#kit/api/call'
import type { Answer, Input, Kind, ListRoute, Reply, Resource, Route } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'

/** The tenant that the super admin acts in below this point of the page; undefined: the own one. */
export const ActingIn = createContext<string | undefined>(undefined)
export const useActingIn = () => useContext(ActingIn)

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

/** How a call is asked, and where its answer is kept. */
export const callOf = <R extends Route>(route: R, input: Input<R>, tenant: string | undefined) =>
  queryOptions({
    queryKey: [resource(route), route, input, tenant],
    queryFn: async ({ signal }) => (await request(route, input as object, { signal, tenant })).data,
  })

interface Choice<T = unknown> {
  enabled?: boolean
  /** Read anew where it comes into sight, however young the answer in the cache is. */
  fresh?: boolean
  /** The answer before stays in sight until the next one has arrived. */
  keeps?: boolean
  /** Asks again after so many milliseconds, until the answer is the last one. */
  every?: number
  until?: (answer: T) => boolean
}

/** The data of a call, from the cache at once where it is there. */
export const useCall = <R extends Route>(
  route: R,
  input: Input<R>,
  { enabled = true, fresh, keeps, every, until }: Choice<Answer<R>> = {},
) =>
  useQuery({
    ...callOf(route, input, useActingIn()),
    enabled,
    ...(fresh && { staleTime: 0 }),
    ...(keeps && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state: { data } }) => (every && !(data && until?.(data)) ? every : false),
  })

/** A page of a list. The page before stays in sight until the next one has arrived. */
export const useList = <R extends ListRoute>(route: R, input: Input<R>, { enabled = true }: Choice = {}) =>
  useQuery({ ...callOf(route, input, useActingIn()), enabled, placeholderData: keepPreviousData })

/** The answer that the cache holds of a call: changed before the server has said so, or asked for anew. */
export const useAnswer = <R extends Route>(route: R, input: Input<R>) => {
  const client = useQueryClient()
  const { queryKey } = callOf(route, input, useActingIn())
  return {
    /** Says whether there was an answer to change: one that is still on its way arrives as it is. */
    change: async (change: (answer: Answer<R>) => Answer<R>) => {
      if (client.getQueryData(queryKey) === undefined) return false
      await client.cancelQueries({ queryKey })
      client.setQueryData<Answer<R>>(queryKey, (answer) => answer && change(answer))
      return true
    },
    refresh: () => client.invalidateQueries({ queryKey }),
  }
}

/** An answer in which one record has these fields: the record itself, or the list that holds it. */
export const withPatchedRecord = (answer: unknown, uniqueId: string, fields: object): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer
  if ('rows' in answer && Array.isArray(answer.rows))
    return { ...answer, rows: answer.rows.map((row) => withPatchedRecord(row, uniqueId, fields)) }
  return 'uniqueId' in answer && answer.uniqueId === uniqueId ? { ...answer, ...fields } : answer
}

/**
 * Shows a record with fields that the server has not confirmed yet, in all that the cache holds of its kind. Gives what takes it back;
 * an answer of the server, too, takes its place.
 */
export const useOptimisticPatch = (kind: Kind) => {
  const client = useQueryClient()
  const ofKind = { queryKey: [kind] }
  return async (uniqueId: string, fields: object) => {
    await client.cancelQueries(ofKind)
    const before = client.getQueriesData(ofKind)
    client.setQueriesData(ofKind, (answer: unknown) => withPatchedRecord(answer, uniqueId, fields))
    return () => {
      for (const [key, answer] of before) client.setQueryData(key, answer)
      void client.invalidateQueries(ofKind)
    }
  }
}

/** Fetches what will likely be asked for next, so that the click on it answers at once. */
export const usePrefetch = () => {
  const client = useQueryClient()
  const tenant = useActingIn()
  return <R extends Route>(route: R, input: Input<R>) => void client.prefetchQuery(callOf(route, input, tenant))
}

/** Asks a call now, past the cache: the answer comes though the component shows something else by then. */
export const useFetch = () => {
  const tenant = useActingIn()
  return async <R extends Route>(route: R, input: Input<R>) => (await request(route, input as object, { tenant })).data
}

interface Effect {
  /** What it changes, where that is known to be little. Unless said, anything but the session may have changed. */
  changes?: readonly Resource[]
  /** Calls of this name go out one after another, and what they changed is fetched anew after the last. */
  inTurn?: string
}

/** Tells which answers no longer hold after a change, by their keys: those of the `changes`, or all. What was asked of records that are gone is not asked again. */
export const outdatedAfter =
  (changes: readonly Resource[] | undefined, gone: readonly (string | undefined)[] = []) =>
  ({ queryKey: [of, , asked] }: { queryKey: QueryKey }) => {
    const isOfGone = gone.includes((asked as { uniqueId?: string } | null)?.uniqueId ?? '')
    return !isOfGone && (changes ? (changes as readonly unknown[]).includes(of) : of !== 'auth')
  }

const removes = (route: Route) => route.startsWith('DELETE ')

/** Makes a changing call. What it changed is fetched anew; a creating call is sent under one key until it has succeeded. */
export const useSend = <R extends Route>(route: R, { changes, inTurn }: Effect = {}) => {
  const client = useQueryClient()
  const tenant = useActingIn()
  const keys = useRef(newKeys())
  const hasNext = () => inTurn !== undefined && client.isMutating({ mutationKey: [inTurn] }) > 1
  return useMutation<Reply<R>, Failure, Input<R>>({
    ...(inTurn && { mutationKey: [inTurn], scope: { id: inTurn } }),
    mutationFn: (input) => {
      const key = creates(route) ? keys.current.keyOf(input) : undefined
      return request(route, input as object, { tenant, ...(key && { idempotencyKey: key }) })
    },
    onSuccess: ({ data }, input) => {
      keys.current.drop()
      if (hasNext()) return
      if (!changes) rememberOwn(data)
      // The record that the answer holds is shown at once.
      const { uniqueId } = (data ?? {}) as { uniqueId?: string }
      if (uniqueId)
        client.setQueriesData({ queryKey: [resource(route)] }, (answer: unknown) =>
          withPatchedRecord(answer, uniqueId, data as object),
        )
      const gone = removes(route) ? [(input as { uniqueId?: string }).uniqueId] : []
      void client.invalidateQueries({ predicate: outdatedAfter(changes, gone) })
    },
    onError: () => {
      if (inTurn && !hasNext()) void client.invalidateQueries({ predicate: outdatedAfter(changes) })
    },
  })
}

const creates = (route: Route) => route.startsWith('POST ') && !route.startsWith('POST /api/auth/')

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
  }
}

/** What this page has written itself, and has asked for anew already: the latest records with their versions. */
const own = new Set<string>()
const most = 100

/** Remembers what the server has answered to a change of this page. */
export const rememberOwn = (data: unknown) => {
  const { uniqueId, updatedAt } = (data ?? {}) as { uniqueId?: string; updatedAt?: string }
  if (!uniqueId || !updatedAt) return
  own.add(`${uniqueId} ${updatedAt}`)
  if (own.size > most) own.delete(own.values().next().value!)
}

/** Whether this page has written a record as it is in this version. */
export const isOwn = (uniqueId: string, version: string) => own.has(`${uniqueId} ${version}`)
