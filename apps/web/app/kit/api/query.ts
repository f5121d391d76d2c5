import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  type QueryState,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { createIdempotencyKeys, inputText, request } from '#kit/api/call'
import type { Answer, Input, Kind, ListRoute, Reply, Resource, Route } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'

/** The tenant that the super admin acts in below this point of the page; undefined: their own. */
export const ActingTenantContext = createContext<string | undefined>(undefined)
export const useActingTenant = () => useContext(ActingTenantContext)

/** Milliseconds for which a refusal counts as fresh: a page that opens does not repeat a call that was refused while it was prefetched. */
const REFUSAL_FRESH_MS = 2000

const isFreshRefusal = ({ error, errorUpdatedAt }: QueryState) =>
  error !== null && [403, 404, 422].includes(error.status) && Date.now() - errorUpdatedAt < REFUSAL_FRESH_MS

/** Query client of the signed-in pages: data is fresh for half a minute and shown from the cache immediately; reads are retried while the server is unavailable. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (count, failure) => failure instanceof Failure && failure.isTransient && count < 3,
        retryDelay: (count) => 500 * 2 ** count,
        retryOnMount: ({ state }) => !isFreshRefusal(state),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** `/api/company/…` belongs to the resource `company`. */
const resourceOf = (route: Route) => route.split('/')[2]

/** The query options of a call: its key in the cache and its fetch function. */
export const callQueryOptions = <R extends Route>(route: R, input: Input<R>, tenant: string | undefined) =>
  queryOptions({
    queryKey: [resourceOf(route), route, input, tenant],
    queryFn: async ({ signal }) => (await request(route, input as object, { signal, tenant })).data,
  })

interface CallOptions<T = unknown> {
  enabled?: boolean
  /** Refetches on mount, however young the cached answer is. */
  refetchOnMount?: boolean
  /** Keeps the previous answer visible until the next one has arrived. */
  keepsPreviousData?: boolean
  /** Refetches after so many milliseconds, until `isFinal` accepts an answer. */
  refetchInterval?: number
  isFinal?: (answer: T) => boolean
}

/** The data of a call, immediately from the cache if it is there. */
export const useCall = <R extends Route>(
  route: R,
  input: Input<R>,
  { enabled = true, refetchOnMount, keepsPreviousData, refetchInterval, isFinal }: CallOptions<Answer<R>> = {},
) =>
  useQuery({
    ...callQueryOptions(route, input, useActingTenant()),
    enabled,
    ...(refetchOnMount && { staleTime: 0 }),
    ...(keepsPreviousData && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state: { data } }) => (refetchInterval && !(data && isFinal?.(data)) ? refetchInterval : false),
  })

/** A page of a list. The previous page stays visible until the next one has arrived. */
export const useList = <R extends ListRoute>(route: R, input: Input<R>, { enabled = true }: Pick<CallOptions, 'enabled'> = {}) =>
  useQuery({ ...callQueryOptions(route, input, useActingTenant()), enabled, placeholderData: keepPreviousData })

/** Access to the cached answer of a call: to change it optimistically, or to refetch it. */
export const useCachedAnswer = <R extends Route>(route: R, input: Input<R>) => {
  const client = useQueryClient()
  const { queryKey } = callQueryOptions(route, input, useActingTenant())
  return {
    /** Returns whether there was an answer to change; an answer that is still being fetched is not changed. */
    change: async (change: (answer: Answer<R>) => Answer<R>) => {
      if (client.getQueryData(queryKey) === undefined) return false
      await client.cancelQueries({ queryKey })
      client.setQueryData<Answer<R>>(queryKey, (answer) => answer && change(answer))
      return true
    },
    refresh: () => client.invalidateQueries({ queryKey }),
  }
}

/** The answer with these fields set on one record: the record itself, or the list that contains it. */
export const withPatchedRecord = (answer: unknown, uniqueId: string, fields: object): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer
  if ('rows' in answer && Array.isArray(answer.rows))
    return { ...answer, rows: answer.rows.map((row) => withPatchedRecord(row, uniqueId, fields)) }
  return 'uniqueId' in answer && answer.uniqueId === uniqueId ? { ...answer, ...fields } : answer
}

/** The record in an answer: the answer itself, or a row of the list. */
const recordIn = (answer: unknown, uniqueId: string): Readonly<Record<string, unknown>> | undefined => {
  const { rows = [answer] } = (answer ?? {}) as { rows?: unknown }
  return Array.isArray(rows) ? rows.find((row) => (row as { uniqueId?: string } | null)?.uniqueId === uniqueId) : undefined
}

/** A record with saves that are not confirmed yet: how many, and how the cached answers had it before the first. */
interface Unconfirmed {
  saves: number
  before: (readonly [QueryKey, ReturnType<typeof recordIn>])[]
}

/** By cache and id. */
const unconfirmedRecords = new WeakMap<QueryClient, Map<string, Unconfirmed>>()

/**
 * Shows a record with these fields, in all cached answers of its kind, while `save` runs. If that fails, they show the fields as they were before;
 * several saves at a time do not bring back one another's values.
 */
export const useOptimisticSave = (kind: Kind) => {
  const client = useQueryClient()
  const ofKind = { queryKey: [kind] }
  return async <T>(uniqueId: string, fields: object, save: () => Promise<T>): Promise<T> => {
    await client.cancelQueries(ofKind)
    const read = () => client.getQueriesData(ofKind).map(([key, answer]) => [key, recordIn(answer, uniqueId)] as const)
    const unconfirmed = unconfirmedRecords.get(client) ?? new Map<string, Unconfirmed>()
    const record = unconfirmed.get(uniqueId) ?? { saves: 0, before: read() }
    record.saves++
    unconfirmedRecords.set(client, unconfirmed.set(uniqueId, record))
    client.setQueriesData(ofKind, (answer: unknown) => withPatchedRecord(answer, uniqueId, fields))
    try {
      return await save()
    } catch (error) {
      for (const [key, before] of record.before) {
        const earlier = Object.fromEntries(Object.keys(fields).map((field) => [field, before?.[field]]))
        if (before) client.setQueryData(key, (answer: unknown) => withPatchedRecord(answer, uniqueId, earlier))
      }
      void client.invalidateQueries(ofKind)
      throw error
    } finally {
      if (--record.saves === 0) unconfirmed.delete(uniqueId)
    }
  }
}

/** Prefetches what will likely be requested next, so that it shows immediately on click. */
export const usePrefetch = () => {
  const client = useQueryClient()
  const tenant = useActingTenant()
  return <R extends Route>(route: R, input: Input<R>) => void client.prefetchQuery(callQueryOptions(route, input, tenant))
}

/** Makes a call now, bypassing the cache: it completes even if the component shows something else by then. */
export const useFetch = () => {
  const tenant = useActingTenant()
  return async <R extends Route>(route: R, input: Input<R>) => (await request(route, input as object, { tenant })).data
}

interface SendOptions {
  /** The resources that the call changes, if they are few. By default anything but the session may have changed. */
  changes?: readonly Resource[]
  /** Calls with the same value run one after another, and what they changed is refetched after the last. */
  queueKey?: string
  /** The actor may not see the record afterwards: queries about it are not refetched. */
  hidesRecord?: boolean
}

/** Matches the queries that are outdated after a change, by their keys: those of the `changes`, or all. Queries about deleted records are not refetched. */
export const isOutdatedAfter =
  (changes: readonly Resource[] | undefined, deletedIds: readonly (string | undefined)[] = []) =>
  ({ queryKey: [of, , input] }: { queryKey: QueryKey }) => {
    const isOfGone = deletedIds.includes((input as { uniqueId?: string } | null)?.uniqueId ?? '')
    return !isOfGone && (changes ? (changes as readonly unknown[]).includes(of) : of !== 'auth')
  }

const isDeleteRoute = (route: Route) => route.startsWith('DELETE ')

/** Makes a changing call. What it changed is refetched; a creating call is sent under one key until it has succeeded, and never twice at a time. */
export const useSend = <R extends Route>(route: R, { changes, queueKey, hidesRecord }: SendOptions = {}) => {
  const client = useQueryClient()
  const tenant = useActingTenant()
  const keys = useRef(createIdempotencyKeys())
  const hasNext = () => queueKey !== undefined && client.isMutating({ mutationKey: [queueKey] }) > 1
  const mutation = useMutation<Reply<R>, Failure, Input<R>>({
    ...(queueKey && { mutationKey: [queueKey], scope: { id: queueKey } }),
    mutationFn: (input) => {
      const idempotencyKey = isCreateRoute(route) ? keys.current.keyOf(input) : undefined
      return request(route, input as object, { tenant, idempotencyKey })
    },
    onSuccess: ({ data }, input) => {
      keys.current.drop(input)
      if (hasNext()) return
      if (!changes) recordOwnChange(data)
      // The record in the answer is shown immediately.
      const { uniqueId } = (data ?? {}) as { uniqueId?: string }
      if (uniqueId)
        client.setQueriesData({ queryKey: [resourceOf(route)] }, (answer: unknown) =>
          withPatchedRecord(answer, uniqueId, data as object),
        )
      const deletedIds = hidesRecord || isDeleteRoute(route) ? [(input as { uniqueId?: string }).uniqueId] : []
      void client.invalidateQueries({ predicate: isOutdatedAfter(changes, deletedIds) })
    },
    onError: () => {
      if (queueKey && !hasNext()) void client.invalidateQueries({ predicate: isOutdatedAfter(changes) })
    },
  })
  const withoutRepeats = useWithoutRepeats(mutation.mutateAsync)
  return /^(POST|DELETE)/.test(route) ? { ...mutation, mutateAsync: withoutRepeats } : mutation
}

/**
 * Ignores a call that repeats a running one, as the second click of a double click does. Its promise stays pending, since the outcome is handled
 * where the first call was made.
 */
const useWithoutRepeats = <A extends unknown[], R>(send: (...input: A) => Promise<R>) => {
  const running = useRef(new Set<string>())
  return (...input: A): Promise<R> => {
    const text = inputText(input[0])
    if (running.current.has(text)) return new Promise(() => {})
    running.current.add(text)
    return send(...input).finally(() => running.current.delete(text))
  }
}

const isCreateRoute = (route: Route) => route.startsWith('POST ') && !route.startsWith('POST /api/auth/')

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
  }
}

/** What this page has written itself and refetched already: the latest records with their versions. */
const ownVersions = new Set<string>()
const MAX_OWN_VERSIONS = 100

/** Remembers the record that the server returned for a change of this page. */
export const recordOwnChange = (data: unknown) => {
  const { uniqueId, updatedAt } = (data ?? {}) as { uniqueId?: string; updatedAt?: string }
  if (!uniqueId || !updatedAt) return
  ownVersions.add(`${uniqueId} ${updatedAt}`)
  if (ownVersions.size > MAX_OWN_VERSIONS) ownVersions.delete(ownVersions.values().next().value!)
}

/** Whether this version of a record was written by this page. */
export const isOwnChange = (uniqueId: string, version: string) => ownVersions.has(`${uniqueId} ${version}`)
